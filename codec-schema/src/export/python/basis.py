from __future__ import annotations

import copy
import struct
from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Tuple, Union


class DecodeError(Exception):
    """Why bytes were refused: a kind, and the offset of the byte."""

    def __init__(self, kind: str, offset: int) -> None:
        super().__init__(f"{kind} at byte {offset}")
        self.kind = kind
        self.offset = offset


class EncodeError(Exception):
    """Why a value has no encoding."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class Fail(Exception):
    """An expression over fields has no value."""


def fit(value: int) -> int:
    if not -(1 << 127) <= value < 1 << 127:
        raise Fail
    return value


def div(one: int, other: int) -> int:
    if other == 0:
        raise Fail
    value = abs(one) // abs(other)
    return value if (one < 0) == (other < 0) else -value


def rem(one: int, other: int) -> int:
    return one - other * div(one, other)


def shl(value: int, by: int) -> int:
    if not 0 <= by < 128:
        raise Fail
    return fit(value << by)


def shr(value: int, by: int) -> int:
    if not 0 <= by < 128:
        raise Fail
    return value >> by


def utf8(text: str) -> bytes:
    return text.encode("utf-8")


def character(text: str) -> bytes:
    if len(text) != 1:
        raise EncodeError("InvalidValue")
    return text.encode("utf-8")


def scalar(text: str) -> int:
    character(text)
    return ord(text)


def unknown(tag: int, known: List[int]) -> int:
    if tag in known:
        raise EncodeError("InvalidValue")
    return tag


def invalid() -> Any:
    raise EncodeError("InvalidValue")


def field(value: int, shift: int, width: int, signed: bool) -> int:
    value = int(value)
    low = -(1 << width - 1) if signed else 0
    if not low <= value < low + (1 << width):
        raise EncodeError("IntegerOutOfRange")
    return (value & (1 << width) - 1) << shift


