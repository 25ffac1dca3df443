"""The rules by which codes are put together, as lemmas over bytes of any kind and length.

A code of values V has `write`, from a value to bytes, and `read`, from bytes to a value and the
bytes after it, or a refusal. Two laws:

    round trip   read(write(v) + rest) is v and rest, for all v and rest
    canonical    if read(b) is v and rest, b is write(v) + rest, for all b

The first says that two values never have the same bytes and that none is the begin of another; the
second, that no value has two encodings. Bytes are an uninterpreted sort here with a concatenation
that is associative, so that the lemmas hold for bytes of every length; each is free of quantifiers
after the laws were put to the terms that it is about.
"""

import z3

from solve import holds

BYTES, VALUE = z3.DeclareSort("Bytes"), z3.DeclareSort("Value")
EMPTY = z3.Const("empty", BYTES)
JOIN = z3.Function("join", BYTES, BYTES, BYTES)


class Code:
    """A code that depends on what was read before it."""

    def __init__(self, name):
        of = lambda part, *sorts: z3.Function(f"{name}.{part}", VALUE, *sorts)
        self.write = of("write", VALUE, BYTES)
        self.found, self.value, self.rest = of("found", BYTES, z3.BoolSort()), of("value", BYTES, VALUE), of("rest", BYTES, BYTES)

    def round_trip(self, before, value, rest):
        data = JOIN(self.write(before, value), rest)
        return z3.And(self.found(before, data), self.value(before, data) == value, self.rest(before, data) == rest)

    def canonical(self, before, data):
        again = JOIN(self.write(before, self.value(before, data)), self.rest(before, data))
        return z3.Implies(self.found(before, data), data == again)


def associative(a, b, c):
    return JOIN(JOIN(a, b), c) == JOIN(a, JOIN(b, c))


def prove():
    first, second = Code("first"), Code("second")
    before, v, w = (z3.Const(name, VALUE) for name in ("before", "v", "w"))
    data, rest, more = (z3.Const(name, BYTES) for name in ("data", "rest", "more"))

    # A law gives the two statements that a page makes.
    holds(
        "lemma: a round trip tells values apart, and no encoding is the begin of another",
        v == w,
        first.round_trip(before, v, rest), first.round_trip(before, w, more),
        JOIN(first.write(before, v), rest) == JOIN(first.write(before, w), more),
    )
    # Two in a row; the second may depend on the value of the first, as content depends on a tag, a
    # count or a condition.
    a = first.write(before, v)
    b = second.write(v, w)
    whole = JOIN(JOIN(a, b), rest)
    after = first.rest(before, whole)
    holds(
        "lemma: two codes in a row have the round trip",
        z3.And(first.found(before, whole), first.value(before, whole) == v,
               second.found(v, after), second.value(v, after) == w, second.rest(v, after) == rest),
        first.round_trip(before, v, JOIN(b, rest)), second.round_trip(v, w, rest), associative(a, b, rest),
    )
    value = first.value(before, data)
    after = first.rest(before, data)
    last = second.value(value, after)
    end = second.rest(value, after)
    parts = first.write(before, value), second.write(value, last)
    holds(
        "lemma: two codes in a row are canonical",
        data == JOIN(JOIN(*parts), end),
        first.found(before, data), second.found(value, after),
        first.canonical(before, data), second.canonical(value, after), associative(*parts, end),
    )
    # An option at the end: nothing, or a code that has bytes.
    one = first.write(before, v)
    holds(
        "lemma: an option that ends its input is told by whether bytes are left",
        one != EMPTY,
        z3.Not(first.found(before, EMPTY)), first.round_trip(before, v, EMPTY), JOIN(one, EMPTY) == one,
    )
