"""Walks the types of a lock in a format and proves both laws (compose.py) of every part.

A part is a leaf, whose laws z3 decides over all values and all bytes, or it is put together from
parts by the lemmas. What is left is asked of each lock: that tags and ids lead back to their
variant, that a count fits its number, and that what ends with its input is the last part.
"""

import z3

from formats import fixed
from solve import Failed, holds, refuted
from varint import BYTES, VALUE, word


class NotModelled(Exception):
    """A part that the model says nothing about."""


class Part:
    """What the parts around need to know of one: may it be followed, its fewest bytes, the smallest
    encoding, and another of the same value that is accepted without `Strict`, if there is one."""

    def __init__(self, is_open=False, data=b"", other=None):
        self.is_open, self.data, self.other = is_open, data, other

    def then(self, after):
        other = None
        if self.other is not None:
            other = self.other + after.data
        elif after.other is not None:
            other = self.data + after.other
        return Part(after.is_open, self.data + after.data, other)


class Prover:
    """The proofs of one lock in one format. Leaves are proved once in a run."""

    leaves = {}

    def __init__(self, lock, encoding):
        self.lock, self.format = lock, encoding
        self.walked, self.within = {}, []

    # Leaves.

    def number(self, numbers):
        """A number of any value; returns another encoding of 0, or None."""
        if numbers.name not in self.leaves:
            numbers.prove()
            other = None
            if not numbers.is_canonical:
                found, value, taken = numbers.read(False)
                model = refuted(
                    f"{numbers.name}: 0 has one encoding",
                    z3.Not(z3.And(found, value == 0, taken != numbers.length(word(0)))),
                )
                count = model.eval(taken, model_completion=True).as_long()
                other = bytes(model.eval(byte, model_completion=True).as_long() for byte in BYTES[:count])
            out, length = numbers.write(word(0))
            size = z3.simplify(length).as_long()
            data = bytes(z3.simplify(byte).as_long() for byte in out[:size])
            self.leaves[numbers.name] = Part(data=data, other=other)
        return self.leaves[numbers.name]

    def boolean(self):
        by_bit, name = self.format.bool_by_bit, f"bool{' of bit 0' if self.format.bool_by_bit else ''}"
        if name not in self.leaves:
            byte, value = z3.BitVec("byte", 8), z3.Bool("value")
            write = lambda of: z3.If(of, z3.BitVecVal(1, 8), z3.BitVecVal(0, 8))
            found = z3.BoolVal(True) if by_bit else z3.ULE(byte, 1)
            is_true = (byte & 1) == 1 if by_bit else byte == 1
            holds(f"{name}: reads what was written", z3.And(found, is_true == value), byte == write(value))
            strict = z3.And(found, byte == write(is_true))
            holds(f"Strict, {name}: reads what was written", strict, byte == write(value))
            holds(f"Strict, {name}: a value has one encoding", byte == write(is_true), strict)
            other = None
            if by_bit:
                model = refuted(f"{name}: false has one encoding", z3.Implies(z3.And(found, z3.Not(is_true)), byte == 0))
                other = bytes([model[byte].as_long()])
            self.leaves[name] = Part(data=b"\0", other=other)
        return self.leaves[name]

    def option_tag(self):
        if "option" not in self.leaves:
            byte, is_some = z3.BitVec("byte", 8), z3.Bool("is_some")
            tag = lambda of: z3.If(of, z3.BitVecVal(1, 8), z3.BitVecVal(0, 8))
            holds("tag of an option: reads what was written", z3.And(z3.ULE(byte, 1), (byte == 1) == is_some), byte == tag(is_some))
            holds("tag of an option: one encoding", byte == tag(byte == 1), z3.ULE(byte, 1))
            self.leaves["option"] = Part(data=b"\0")
        return self.leaves["option"]

    def utf16(self):
        """A character in one unit or two; an unpaired surrogate is refused."""
        if "utf16" in self.leaves:
            return
        char, first, second = (z3.BitVec(name, 32) for name in ("char", "first", "second"))
        is_surrogate = lambda of: z3.And(z3.UGE(of, 0xD800), z3.ULE(of, 0xDFFF))
        is_scalar = z3.And(z3.ULE(char, 0x10FFFF), z3.Not(is_surrogate(char)))
        is_long = lambda of: z3.UGE(of, 0x10000)
        high = lambda of: 0xD800 + z3.LShR(of - 0x10000, 10)
        low = lambda of: 0xDC00 + ((of - 0x10000) & 0x3FF)
        units = [z3.ULE(first, 0xFFFF), z3.ULE(second, 0xFFFF)]
        pair = z3.And(z3.UGE(first, 0xD800), z3.ULE(first, 0xDBFF), z3.UGE(second, 0xDC00), z3.ULE(second, 0xDFFF))
        found = z3.Or(z3.Not(is_surrogate(first)), pair)
        value = z3.If(is_surrogate(first), 0x10000 + ((first & 0x3FF) << 10) + (second & 0x3FF), first)
        written = lambda of: z3.And(first == z3.If(is_long(of), high(of), of), z3.Implies(is_long(of), second == low(of)))
        holds("UTF-16: reads what was written", z3.And(found, value == char), written(char), is_scalar, *units)
        holds("UTF-16: a character has one encoding", written(value), found, *units)
        self.leaves["utf16"] = True

    def table(self, name, tags, has_other, largest):
        """Each tag leads to its variant alone, and what is read is written with the tag that was read."""
        tag = z3.BitVec("tag", max(64, largest.bit_length()))
        variant = word(len(tags)) if has_other else word(1 << 32)
        for index, known in reversed(list(enumerate(tags))):
            variant = z3.If(tag == known, word(index), variant)
        back = tag
        for index, known in enumerate(tags):
            back = z3.If(variant == index, z3.BitVecVal(known, tag.size()), back)
        for index, known in enumerate(tags):
            holds(f"{name}: tag {known} leads to its variant", z3.And(variant == index, z3.ULE(tag, largest)), tag == known)
        is_found = variant != (1 << 32)
        holds(f"{name}: tags don't overlap", z3.Implies(is_found, back == tag), z3.ULE(tag, largest))

    def count(self, name, numbers, least, most):
        """A count from `least` to `most`; a writer refuses one that its number has no room for."""
        part = self.number(numbers)
        if most is not None:
            holds(f"{name}: a count of {least} fits, and is no more than {most}",
                  z3.And(numbers.fits(), z3.ULE(VALUE, most)), VALUE == least)
        if least == 0:
            return part
        out, length = numbers.write(word(least))
        size = z3.simplify(length).as_long()
        return Part(data=bytes(z3.simplify(byte).as_long() for byte in out[:size]))

    # Parts that have parts.

    def integer(self, size, order=None):
        if size not in (1, 2, 3, 4, 8):
            raise NotModelled(f"an integer of {size} bytes")
        return self.number(fixed(size, order == "be") if order else self.format.integer(size))

    def of(self, ty, path, at=None):
        """A type, with the attributes of its field."""
        at = at or {}
        order = "be" if "be" in at else "le" if "le" in at else None
        kind = ty[0]
        if order and kind != "int":
            raise NotModelled(f"{path}: {order} on {kind}")
        if kind == "int":
            return self.integer(ty[1], order)
        if kind == "float":
            return self.number(fixed(ty[1]))
        if kind == "unit":
            return Part()
        if kind == "bool":
            return self.boolean()
        if kind == "array":
            item = self.of(ty[1], path)
            self.closed(item, path)
            first = item.other + item.data * (ty[2] - 1) if item.other and ty[2] else None
            return Part(data=item.data * ty[2], other=first)
        if kind == "seq":
            return self.sequence(ty, path, at)
        if kind == "option":
            inner = self.of(ty[1], path)
            tag = self.option_tag()
            return Part(inner.is_open, tag.data, None)
        if kind == "length":
            return self.count(path, self.format.length, 0, ty[1])
        if kind == "named":
            return self.named(ty[1])
        raise NotModelled(f"{path}: {kind}")

    def closed(self, part, path):
        if part.is_open:
            raise Failed(f"{path}: it ends with its input, and something may follow it")

    def sequence(self, ty, path, at):
        _, content, item, length, least, most = ty
        least, most = max(least, at.get("min", 0)), at.get("max", most)
        if content in ("set", "map", "cstring"):
            raise NotModelled(f"{path}: {content}")
        if content == "utf16":
            self.utf16()
        element = Part(data=b"\0")
        if item is not None:
            element = self.of(item, f"{path}[]")
            self.closed(element, path)
        if "count" in at:
            # Values computed from the parts before were read with them.
            return Part(data=b"", other=None)
        if at.get("len"):
            numbers = fixed(at["len"])
        elif length is not None:
            numbers = fixed(length[0])
        else:
            numbers = self.format.length
        if numbers is None:
            raise NotModelled(f"{path}: the format has no lengths")
        count = self.count(path, numbers, least, most)
        return count.then(Part(data=element.data * least, other=None))

    def named(self, name):
        if name in self.within:
            raise NotModelled(f"{name} contains itself")
        if name not in self.walked:
            of = self.lock["types"][name]
            if {"be", "le"} & of.keys():
                raise NotModelled(f"{name}: a byte order of its own")
            self.within.append(name)
            before = self.magic(of["magic"]) if "magic" in of else Part()
            self.walked[name] = before.then(self.enumeration(of) if of["kind"] == "enum" else self.fields(of["fields"], name))
            self.within.pop()
        return self.walked[name]

    def magic(self, magic):
        if isinstance(magic, bytes):
            return Part(data=magic)
        size, value = magic
        if size > 1 and not self.format.integer(size).is_canonical:
            raise NotModelled(f"a constant of {size} bytes in {self.format.name}")
        return Part(data=value.to_bytes(size, "little", signed=value < 0))

    def fields(self, fields, name):
        whole = Part()
        for index, field in enumerate(fields):
            path = f"{name}.{field['name']}"
            if whole.is_open and "tail" not in field:
                raise Failed(f"{path}: it follows what ends with its input")
            if field["type"] is not None and field["type"][0] == "opaque":
                part = self.marker(field, fields[index + 1], path)
            elif "magic" in field:
                part = self.magic(field["magic"])
            elif "tail" in field:
                part = self.tail(field, path)
            else:
                part = self.of(field["type"], path, field)
            if "if" in field:
                part = Part(part.is_open)
            whole = whole.then(part)
        return whole

    def tail(self, field, path):
        """An option without a tag: nothing is left, or its value is."""
        ty = field["type"]
        if ty[0] != "option":
            raise NotModelled(f"{path}: a tail that is no option")
        inner = self.of(ty[1], path)
        self.closed(inner, path)
        if not inner.data:
            raise Failed(f"{path}: an option at the end may have no bytes")
        return Part(is_open=True)

    def marker(self, field, after, path):
        """The bytes 0 and 1, or nothing, before a count that is never 0 (`transaction/marker.rs`); a
        boolean where counts have a fixed width."""
        least, most = after.get("min", 0), after.get("max")
        if field["type"][1] != "the bytes 0 and 1 if there are witnesses" or "counted" not in after:
            raise NotModelled(f"{path}: code of its own")
        if z3.simplify(self.format.length.length(word(1))).as_long() != 1:
            return self.boolean()
        out, _ = self.format.length.write(VALUE)
        holds(
            f"{path} in {self.format.name}: no count of {after['name']} begins with a byte 0",
            out[0] != 0, z3.UGE(VALUE, least), z3.ULE(VALUE, most),
        )
        return Part()

    def enumeration(self, of):
        if "tag" in of:
            numbers = fixed(of["tag"])
        elif self.format.tag is None:
            raise NotModelled(f"{of['name']}: the format has no tags")
        else:
            numbers = self.format.tag
        tag = self.number(numbers)
        others = [variant for variant in of["variants"] if variant["tag"] is None]
        known = [variant for variant in of["variants"] if variant["tag"] is not None]
        self.table(of["name"], [variant["tag"] for variant in known], bool(others), (1 << 8 * numbers.size) - 1)
        parts = []
        for variant in known:
            parts.append(self.fields(variant["fields"], f"{of['name']}::{variant['name']}"))
        for variant in others:
            kept = variant["fields"][0]["type"]
            if kept[0] != "int" or kept[2]:
                raise NotModelled(f"{of['name']}::{variant['name']}: the tag is kept in {kept[0]}")
            parts.append(self.fields(variant["fields"][1:], f"{of['name']}::{variant['name']}"))
        whole = tag.then(parts[0]) if known and known[0]["tag"] == 0 else Part(data=b"")
        whole.is_open = any(part.is_open for part in parts)
        return whole


def identifier(of):
    """The id of a message as a number: a command as the bytes of its text."""
    name = of["id"]
    return int.from_bytes(name.encode().ljust(12, b"\0"), "big") if isinstance(name, str) else name


def prove_messages(lock, encoding):
    """For each message (or the root), None or why it is not proved; and pairs of encodings of one value."""
    prover = Prover(lock, encoding)
    names = [of for _, of in lock["messages"]] or [lock["root"][1]]
    if lock["messages"]:
        ids = [identifier(lock["types"][name]) for name in names]
        prover.table("messages", ids, False, (1 << 96) - 1)
    results, pairs = {}, []
    for name in names:
        try:
            part = prover.named(name)
            results[name] = None
            if part.other is not None:
                pairs.append((name, lock["types"][name].get("id"), part.data, part.other))
        except NotModelled as reason:
            results[name] = f"not modelled: {reason}"
        except Failed as reason:
            results[name] = f"refuted: {reason}"
        prover.within.clear()
    return results, pairs
