#!/usr/bin/env python3
"""Reads a file of records by docs/files.md: the format, and each record's number and bytes in hex."""
import sys


def table_entry(byte):
    for _ in range(8):
        byte = byte >> 1 ^ 0x82F63B78 * (byte & 1)
    return byte


TABLE = [table_entry(byte) for byte in range(256)]


def crc32c(data, crc=0):
    crc ^= 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ TABLE[(crc ^ byte) & 0xFF]
    return crc ^ 0xFFFFFFFF


def number(data, at, size):
    return int.from_bytes(data[at : at + size], "little")


def front(data):
    """The id, the text and the offset of the first record, of the first copies that are whole."""
    for head in data[:28], data[28:56]:
        if head[:8] == b"\x89cr1\r\n\x1a\n" and number(head, 24, 4) == crc32c(head[:24]):
            size = number(head, 16, 4)
            for at in 56, 56 + size:
                text = data[at : at + size]
                if crc32c(text) == number(head, 20, 4):
                    return head[8:16], text.decode(), 56 + 2 * size
    sys.exit("no whole front")


def records(data, seed, at):
    following = 0
    while at + 20 <= len(data):
        size, found, end = number(data, at, 4), number(data, at + 4, 8), at + 20
        if found >= following and crc32c(data[at : at + 16], seed) == number(data, at + 16, 4):
            value = data[end : end + size]
            if len(value) == size and crc32c(value, seed) == number(data, at + 12, 4):
                yield found, value
                at, following = end + size, found + 1
                continue
        at += 1  # damage: the next header may begin at any byte


data = open(sys.argv[1], "rb").read()
ident, text, start = front(data)
print(text.split("\n", 1)[0])
for found, value in records(data, crc32c(ident), start):
    print(found, value.hex())
