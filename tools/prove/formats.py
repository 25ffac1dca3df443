"""The seven formats, as the table of `codec-schema/src/measure/encoding.rs` has them."""

import z3

import varint
from varint import Numbers, low, wide, word

ROOM = varint.ROOM


def fixed(size, is_big=False):
    """An integer of `size` bytes."""
    order = lambda index: size - 1 - index if is_big else index

    def write(value):
        out = [low(value, order(index)) if index < size else z3.BitVecVal(0, 8) for index in range(ROOM)]
        return out, z3.BitVecVal(size, 8)

    def read(data, count):
        value = word(0)
        for index in range(size):
            value = value | wide(data[index]) << (8 * order(index))
        there = z3.UGE(count, size)
        return (there, value, z3.BitVecVal(size, 8))

    name = f"{size} bytes, {'big' if is_big else 'little'}-endian"
    return Numbers(name, size, write, lambda value: z3.BitVecVal(size, 8), read, True)


class Format:
    """How a format encodes what it adds itself; `None` where it has no such thing."""

    def __init__(self, name, integer, length, tag, bool_by_bit=False):
        self.name, self.integer, self.length, self.tag = name, integer, length, tag
        self.bool_by_bit = bool_by_bit


def postcard(size):
    return fixed(1) if size == 1 else varint.leb128(size, varint.most_of(size), "Postcard")


def compact(size):
    return fixed(1) if size == 1 else varint.leb128(size, max(varint.most_of(size), 10), "Compact")


def marked(size):
    return fixed(1) if size == 1 else varint.marked(size)


FORMATS = {
    of.name: of
    for of in (
        Format("Bincode", fixed, fixed(8), fixed(4)),
        Format("BincodeVarint", marked, marked(8), marked(4)),
        Format("Postcard", postcard, postcard(8), postcard(4)),
        Format("Borsh", fixed, fixed(4), fixed(1)),
        Format("Compact", compact, compact(8), compact(4)),
        Format("Consensus", fixed, varint.COMPACT_SIZE, None),
        Format("Sv2", fixed, None, fixed(1), bool_by_bit=True),
    )
}
