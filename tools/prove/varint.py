"""The routines of `codec-core/src/format` that read and write numbers, a line for a line.

A number is a bit vector of 64 bits, in the form that is written: after zigzag where the type is
signed. An input is a list of bytes and how many of them are there: a reader that looks further
would be seen to.
"""

import z3

from solve import holds, refuted

ROOM = 10
BYTES = [z3.BitVec(f"byte{index}", 8) for index in range(ROOM)]
# More bytes than a reader looks at are as good as ten.
COUNT = z3.BitVec("count", 8)
VALUE = z3.BitVec("value", 64)
GOES_ON = 0x8080_8080_8080_8080


def word(value):
    return z3.BitVecVal(value, 64)


def wide(byte):
    return z3.ZeroExt(56, byte)


def low(value, index=0):
    return z3.Extract(8 * index + 7, 8 * index, value)


def first_of(cases, default):
    """The value of the first case whose condition holds: parts of a tuple, each by itself."""
    for condition, value in reversed(cases):
        default = tuple(z3.If(condition, yes, no) for yes, no in zip(value, default))
    return default


REFUSED = (z3.BoolVal(False), word(0), z3.BitVecVal(0, 8))


def read(value, length):
    return (z3.BoolVal(True), value, z3.BitVecVal(length, 8))


def bits_of(value):
    """64 less the leading zeros."""
    bits = word(0)
    for index in range(64):
        bits = z3.If(z3.Extract(index, index, value) == 1, word(index + 1), bits)
    return bits


# LEB128: `varint.rs`.


def leb128_len(value):
    """`leb128_len`, for up to 64 bits."""
    return z3.Extract(7, 0, z3.LShR(bits_of(value | 1) * 9 + 64, 6))


def write_leb128_by_loop(value):
    """The loop at the end of `write_leb128`: bytes, and how many."""
    out, length, going = [], z3.BitVecVal(0, 8), z3.BoolVal(True)
    for _ in range(ROOM):
        more = z3.UGE(value, 0x80)
        out.append(z3.If(going, z3.If(more, low(value) | 0x80, low(value)), z3.BitVecVal(0, 8)))
        length = z3.If(going, length + 1, length)
        going = z3.And(going, more)
        value = z3.LShR(value, 7)
    return out, length


def write_leb128(value):
    """`write_leb128`, where there is room: one byte, a word without a branch, or the loop."""
    bits = bits_of(value)
    length = z3.LShR(bits * 9 + 64, 6)
    packed = (value & 0x0FFF_FFFF) | ((value & 0x00FF_FFFF_F000_0000) << 4)
    packed = (packed & 0x0000_3FFF_0000_3FFF) | ((packed & 0x0FFF_C000_0FFF_C000) << 2)
    packed = (packed & 0x007F_007F_007F_007F) | ((packed & 0x3F80_3F80_3F80_3F80) << 1)
    packed = packed | z3.LShR(word(GOES_ON), 8 * (9 - length))
    looped, loop_length = write_leb128_by_loop(value)
    out = []
    for index in range(ROOM):
        at = low(packed, index) if index < 8 else z3.BitVecVal(0, 8)
        # The bits of a word beyond its length are not kept.
        at = z3.If(z3.ULT(word(index), length), at, z3.BitVecVal(0, 8))
        first = low(value) if index == 0 else z3.BitVecVal(0, 8)
        out.append(z3.If(z3.ULT(value, 0x80), first, z3.If(z3.ULE(bits, 56), at, looped[index])))
    short = z3.If(z3.ULE(bits, 56), z3.Extract(7, 0, length), loop_length)
    return out, z3.If(z3.ULT(value, 0x80), z3.BitVecVal(1, 8), short)


def write_small(value):
    """`write_narrow` and `write_wide` of `small.rs`."""
    out, length, going = [], z3.BitVecVal(0, 8), z3.BoolVal(True)
    for _ in range(ROOM):
        rest = z3.LShR(value, 7)
        byte = z3.If(rest == 0, low(value) & 0x7F, low(value) | 0x80)
        out.append(z3.If(going, byte, z3.BitVecVal(0, 8)))
        length = z3.If(going, length + 1, length)
        going, value = z3.And(going, rest != 0), rest
    return out, length


def leb128_word(start, tail, count):
    """`leb128_word` and `leb128_at_end`: a value, and how many bytes of the tail it takes, or 0."""
    cases, value = [], start
    for index in range(8):
        value = value | wide(tail[index] & 0x7F) << (7 * (index + 1))
        ends = z3.And(z3.UGT(count, index), z3.ULT(tail[index], 0x80))
        cases.append((ends, (value, z3.BitVecVal(index + 1, 8))))
    ninth = z3.And(z3.UGE(count, 9), z3.ULE(tail[8], 1))
    cases.append((ninth, (value | wide(tail[8]) << 63, z3.BitVecVal(9, 8))))
    return first_of(cases, (word(0), z3.BitVecVal(0, 8)))


def read_leb128(data, count, size, most):
    """`read_word` of an integer of `size` bytes, 2 to 8."""
    tail, left = data[1:], count - 1
    start = wide(data[0] & 0x7F)
    two = start | wide(tail[0]) << 7
    three = start | wide(tail[0] & 0x7F) << 7 | wide(tail[1]) << 14
    value, length = leb128_word(start, tail, left)
    fits = z3.BoolVal(True) if size == 8 else z3.LShR(value, 8 * size) == 0
    refuses = z3.Or(length == 0, z3.UGE(length, most), z3.Not(fits))
    is_three = z3.And(size == 2, z3.UGE(left, 2), z3.ULE(tail[1], 3))
    return first_of(
        [
            (count == 0, REFUSED),
            (z3.ULT(data[0], 0x80), read(wide(data[0]), 1)),
            (z3.And(z3.UGE(left, 1), z3.ULT(tail[0], 0x80)), read(two, 2)),
            (is_three, read(three, 3)),
            (refuses, REFUSED),
        ],
        (z3.BoolVal(True), value, length + 1),
    )


def read_small(data, count, size, most):
    """`read` of `small.rs`: `narrow` up to four bytes, `wide` above."""
    cases, value, lost = [], word(0), z3.BoolVal(False)
    mask = word(0xFFFF_FFFF) if size <= 4 else word(0xFFFF_FFFF_FFFF_FFFF)
    for index in range(most):
        shift, part = 7 * index, wide(data[index] & 0x7F)
        if size > 4 or shift <= 28:
            value = value | ((part << shift) & mask)
        if size <= 4 and shift >= 28:
            lost = z3.Or(lost, (z3.LShR(part, 4) if shift == 28 else part) != 0)
        too_wide = z3.And(shift == 63, z3.UGT(data[index], 1)) if size > 4 else lost
        if size == 2:
            too_wide = z3.Or(too_wide, z3.LShR(value, 16) != 0)
        here = z3.And(z3.UGT(count, index), z3.ULT(data[index], 0x80))
        cases.append((z3.And(here, too_wide), REFUSED))
        cases.append((here, read(value, index + 1)))
    return first_of(cases, REFUSED)


def seven_bits_a_byte(packed):
    """`seven_bits_a_byte` of `run.rs`."""
    packed = (packed & 0x007F_007F_007F_007F) | z3.LShR(packed & 0x7F00_7F00_7F00_7F00, 1)
    packed = (packed & 0x0000_3FFF_0000_3FFF) | z3.LShR(packed & 0x3FFF_0000_3FFF_0000, 2)
    return (packed & 0x0FFF_FFFF) | z3.LShR(packed & 0x0FFF_FFFF_0000_0000, 4)


def word_of(data):
    """Eight bytes, little-endian."""
    return z3.Concat(*reversed(data[:8]))


def read_run(data, size, most):
    """The last arm of `read_window`, with ten bytes there: what it reads, or where it stops."""
    cases, packed = [], word_of(data)
    for length in range(1, ROOM + 1):
        ends = z3.And(*[z3.UGE(byte, 0x80) for byte in data[: length - 1]], z3.ULT(data[length - 1], 0x80))
        mask = (1 << (8 * min(length, 8))) - 1
        number = seven_bits_a_byte(packed & mask)
        if length >= 9:
            number = seven_bits_a_byte(packed) | wide(data[8]) << 56
        if length == 10:
            # The pattern asks for a tenth byte of 1.
            ends = z3.And(ends, data[9] == 1)
            number = number | word(1) << 63
        stops = z3.BoolVal(length > most)
        if size < 8:
            stops = z3.Or(stops, z3.LShR(number, 8 * size) != 0)
        cases.append((z3.And(ends, stops), REFUSED))
        cases.append((ends, read(number, length)))
    return first_of(cases, REFUSED)


# Numbers behind a marker: `bincode_varint.rs` (above 250) and `consensus.rs` (above 252).


def marked_len(value, largest):
    byte = lambda length: z3.BitVecVal(length, 8)
    return z3.If(
        z3.ULE(value, largest),
        byte(1),
        z3.If(z3.ULE(value, 0xFFFF), byte(3), z3.If(z3.ULE(value, 0xFFFF_FFFF), byte(5), byte(9))),
    )


def write_marked(value, largest):
    length = marked_len(value, largest)
    marker = z3.If(
        length == 1,
        low(value),
        z3.If(length == 3, z3.BitVecVal(largest + 1, 8), z3.If(length == 5, z3.BitVecVal(largest + 2, 8), z3.BitVecVal(largest + 3, 8))),
    )
    out = [marker]
    for index in range(8):
        out.append(z3.If(z3.UGT(length, index + 1), low(value, index), z3.BitVecVal(0, 8)))
    return out + [z3.BitVecVal(0, 8)], length


def write_marked_16(value):
    """The word without a branch of `write_int` for 16 bits."""
    is_long = z3.UGT(value, 250)
    packed = z3.If(is_long, value << 8 | 0xFB, value)
    length = z3.If(is_long, z3.BitVecVal(3, 8), z3.BitVecVal(1, 8))
    out = [z3.If(z3.ULT(z3.BitVecVal(index, 8), length), low(packed, index), z3.BitVecVal(0, 8)) for index in range(8)]
    return out + [z3.BitVecVal(0, 8)] * 2, length


def read_marked(data, count, size, largest, is_checked=False):
    """`read_int` of `BincodeVarint`; with `is_checked`, `read_len` of `Consensus`."""
    cases = [(count == 0, REFUSED), (z3.ULE(data[0], largest), read(wide(data[0]), 1))]
    for power, width in ((1, 2), (2, 4), (3, 8)):
        value = word(0)
        for index in range(width):
            value = value | wide(data[1 + index]) << (8 * index)
        here = z3.And(data[0] == largest + power, z3.UGT(count, width))
        if width > size:
            continue
        if is_checked:
            here = z3.And(here, marked_len(value, largest) == 1 + width)
        cases.append((here, read(value, 1 + width)))
    return first_of(cases, REFUSED)


# The claims.


def same(left, right):
    return z3.And(*[a == b for a, b in zip(left, right)])


def same_read(left, right):
    """Both refuse, or both read the same value from the same bytes."""
    return z3.And(left[0] == right[0], z3.Implies(left[0], z3.And(left[1] == right[1], left[2] == right[2])))


def begins_with(data, out, length):
    return z3.And(*[z3.Implies(z3.UGT(length, index), data[index] == out[index]) for index in range(ROOM)])


class Numbers:
    """A way to write numbers of `size` bytes: how `F` writes them, and `F` and `Strict<F>` read them."""

    def __init__(self, name, size, write, length, reader, is_canonical):
        self.name, self.size, self.write, self.length = name, size, write, length
        self.reader, self.is_canonical = reader, is_canonical

    def read(self, strict, data=BYTES, count=COUNT):
        found = self.reader(data, count)
        if not strict:
            return found
        return (z3.And(found[0], found[2] == self.length(found[1])), found[1], found[2])

    def fits(self, value=VALUE):
        return z3.BoolVal(True) if self.size == 8 else z3.LShR(value, 8 * self.size) == 0

    def prove(self):
        """Round trip before any bytes, the length that is announced, and one encoding a value."""
        name, there = self.name, z3.ULE(COUNT, ROOM)
        out, length = self.write(VALUE)
        holds(f"{name}: the announced length is the one written", length == self.length(VALUE), self.fits())
        less = z3.BitVec("less", 64)
        holds(f"{name}: a smaller number is no longer", z3.ULE(self.length(less), self.length(VALUE)), z3.ULE(less, VALUE), self.fits())
        written = z3.And(begins_with(BYTES, out, length), z3.UGE(COUNT, length), there, self.fits())
        for strict in (False, True):
            form = f"{'Strict, ' if strict else ''}{name}"
            found, value, taken = self.read(strict)
            holds(
                f"{form}: reads what was written, before any bytes",
                z3.And(found, value == VALUE, taken == length),
                written,
            )
            holds(f"{form}: reads no more than is there, and a number that fits",
                  z3.Implies(found, z3.And(z3.ULE(taken, COUNT), self.fits(value))), there)
            again, length_again = self.write(value)
            canonical = z3.Implies(found, z3.And(taken == length_again, begins_with(BYTES, again, taken)))
            if strict or self.is_canonical:
                holds(f"{form}: a value has one encoding", canonical, there)
            else:
                refuted(f"{form}: a value has one encoding", canonical, there)


def leb128(size, most, name):
    return Numbers(
        f"{name} u{8 * size}", size, write_leb128, leb128_len,
        lambda data, count: read_leb128(data, count, size, most), False,
    )


def marked(size):
    writer = write_marked_16 if size == 2 else lambda value: write_marked(value, 250)
    return Numbers(
        f"BincodeVarint u{8 * size}", size, writer, lambda value: marked_len(value, 250),
        lambda data, count: read_marked(data, count, size, 250), False,
    )


COMPACT_SIZE = Numbers(
    "CompactSize", 8, lambda value: write_marked(value, 252), lambda value: marked_len(value, 252),
    lambda data, count: read_marked(data, count, 8, 252, True), True,
)


def most_of(size):
    return -(-size * 8 // 7)


def all_numbers():
    for size in (2, 4, 8):
        yield leb128(size, most_of(size), "Postcard")
        if size < 8:
            yield leb128(size, 10, "Compact")
        yield marked(size)
    yield COMPACT_SIZE


def prove_routines():
    """Routines that are there for speed or size do what the plain ones do."""
    there = z3.ULE(COUNT, ROOM)
    plain = write_leb128_by_loop(VALUE)
    for name, fast in (("a word without a branch", write_leb128(VALUE)), ("small::write", write_small(VALUE))):
        holds(f"LEB128: {name} writes what the loop writes", z3.And(fast[1] == plain[1], same(fast[0], plain[0])))
    holds("LEB128: the length without a division is that of the loop", leb128_len(VALUE) == plain[1])
    for size, most in ((2, 3), (2, 10), (4, 5), (4, 10), (8, 10)):
        name = f"LEB128 of u{8 * size}, {most} bytes at most"
        slow = read_leb128(BYTES, COUNT, size, most)
        holds(f"{name}: small::read reads the same", same_read(read_small(BYTES, COUNT, size, most), slow), there)
        run = read_run(BYTES, size, most)
        holds(f"{name}: a run reads the same or stops", z3.Implies(run[0], same_read(run, slow)), COUNT == ROOM)
    pair = [BYTES[0] | 0x80, BYTES[1] & 0x7F, *BYTES[2:]]
    holds(
        "LEB128: four pairs at once are four values",
        same_read(read(wide(BYTES[0] & 0x7F) | wide(pair[1]) << 7, 2), read_leb128(pair, COUNT, 2, 3)),
        z3.UGE(COUNT, 2), there,
    )
    carry = word((0xFF - 250) * 0x0101_0101_0101_0101)
    seven = 0x7F7F_7F7F_7F7F_7F7F
    packed = word_of(BYTES)
    quick = ((packed & seven) + carry) & packed & word(GOES_ON) == 0
    holds("BincodeVarint: the sum finds eight bytes without a marker", quick == z3.And(*[z3.ULE(byte, 250) for byte in BYTES[:8]]))
    plain = write_marked(VALUE, 250)
    fast = write_marked_16(VALUE)
    holds("BincodeVarint: u16 without a branch", z3.And(fast[1] == plain[1], same(fast[0], plain[0])), z3.ULE(VALUE, 0xFFFF))
    for bits in (16, 32, 64):
        value, half = z3.BitVec("signed", bits), z3.BitVec("zigzag", bits)
        there_and_back = lambda of: z3.LShR(of, 1) ^ -(of & 1)
        to = lambda of: (of << 1) ^ (of >> (bits - 1))
        holds(f"zigzag of i{bits} is undone", there_and_back(to(value)) == value)
        holds(f"zigzag of i{bits} reaches every number", to(there_and_back(half)) == half)


def prove():
    prove_routines()
    for numbers in all_numbers():
        numbers.prove()
