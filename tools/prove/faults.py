"""Planted faults, each of which has to be seen: a wrong model of a routine, and locks that are wrong."""

import re

import varint
from formats import FORMATS
from lock import parse
from shape import Prover, prove_messages
from solve import Failed
from varint import Numbers, marked_len, most_of, read_leb128, read_marked, write_leb128, write_marked
from compat import reads

ENUM = """codec wire format lock, version 1
root Message
struct Message id 0x01
    kind: Kind
enum Kind tag u8
    1 One
    {second} Two
        0: u16
"""


def numbers(name, write, length, read):
    Numbers(name, 8, write, length, read, False).prove()


def short_reader():
    """Reads a tenth byte of 2 as if there were room for it."""
    wrong = lambda data, count: read_leb128([*data[:9], data[9] & 0x7E, *data[10:]], count, 8, 10)
    numbers("LEB128 without its last bit", write_leb128, varint.leb128_len, wrong)


def wrong_marker():
    """Writes 251 as one byte, where a marker begins."""
    length = lambda value: marked_len(value, 251)
    numbers("a marker that is a number", lambda value: write_marked(value, 251), length,
            lambda data, count: read_marked(data, count, 8, 250))


def wrong_length():
    """Announces the length of the number that follows."""
    numbers("a length that is wrong", write_leb128, lambda value: varint.leb128_len(value + 1),
            lambda data, count: read_leb128(data, count, 8, most_of(8)))


def refuses(text):
    results, _ = prove_messages(parse(text), FORMATS["Borsh"])
    for name, reason in results.items():
        if reason is not None:
            raise Failed(f"{name}: {reason}")


def overlapping_tags():
    refuses(ENUM.format(second="1"))


def tag_too_wide():
    refuses(ENUM.format(second="256"))


def tail_before_a_field():
    refuses(ENUM.format(second="2").replace("    kind: Kind\n", "    more: option(u8) tail\n    kind: Kind\n"))


def messages_of_one_id(lock):
    changed = re.sub(r"^struct SetupConnectionSuccess id 0x01$", "struct SetupConnectionSuccess id 0x02", lock, flags=re.M)
    prove_messages(parse(changed), FORMATS["Sv2"])


def narrower_reader(lock):
    reason = reads(parse(lock), parse(lock.replace("min_version: u16", "min_version: u8")), FORMATS["Postcard"])
    if reason is not None:
        raise Failed(reason)


def prove(lock):
    """Each fault is refused; returns how many there are."""
    Prover.leaves.clear()
    faults = (short_reader, wrong_marker, wrong_length, overlapping_tags, tag_too_wide, tail_before_a_field)
    of_lock = (messages_of_one_id, narrower_reader)
    for fault in (*faults, *(lambda fault=fault: fault(lock) for fault in of_lock)):
        try:
            fault()
        except Failed:
            continue
        raise Failed(f"a planted fault was not seen: {getattr(fault, '__name__', fault)}")
    return len(faults) + len(of_lock)
