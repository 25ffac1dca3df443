"""Whether everything that programs of one lock write is read by those of another, with the same values.

Two codes are walked side by side; of leaves that differ z3 decides over all values. `None` of a walk
says that it is so; a text says where not, and by which value.
"""

import z3

from formats import fixed
from shape import NotModelled, identifier
from solve import PROVED, countermodel
from varint import BYTES, COUNT, ROOM, VALUE, begins_with


class Differs(Exception):
    """Something is written that is not read, or read as another value."""


class Pair:
    """The types of two locks in one format."""

    def __init__(self, writer, reader, encoding):
        self.writer, self.reader, self.format = writer, reader, encoding
        self.within = set()

    def numbers(self, old, new, path, least=0, most=None, low=0, high=None):
        """Numbers from `least` to `most` are read, and are in `low` to `high`."""
        key = (old.name, new.name, least, most, low, high)
        if key not in SEEN:
            out, length = old.write(VALUE)
            found, value, taken = new.read(True)
            at_most = lambda top: z3.BoolVal(True) if top is None or top >= 1 << 64 else z3.ULE(VALUE, top)
            claim = z3.And(found, value == VALUE, taken == length, z3.UGE(VALUE, low), at_most(high))
            given = [begins_with(BYTES, out, length), z3.UGE(COUNT, length), z3.ULE(COUNT, ROOM),
                     old.fits(), z3.UGE(VALUE, least), at_most(most)]
            model = countermodel(claim, *given)
            SEEN[key] = None if model is None else model.eval(VALUE, model_completion=True).as_long()
            PROVED.append((f"{old.name} to {new.name}", 0.0))
        if SEEN[key] is not None:
            raise Differs(f"{path}: {SEEN[key]} is not read")

    def types(self, old, new, path, at_old=None, at_new=None):
        at_old, at_new = at_old or {}, at_new or {}
        if {"be", "le"} & at_old.keys() and old[0] not in ("int",):
            raise NotModelled(f"{path}: a byte order of {old[0]}")
        if old[0] != new[0]:
            raise Differs(f"{path}: {old[0]} is read as {new[0]}")
        kind = old[0]
        if kind == "int":
            if old[2] != new[2]:
                raise Differs(f"{path}: signs differ")
            order = lambda at: "be" if "be" in at else "le" if "le" in at else None
            number = lambda ty, at: fixed(ty[1], order(at) == "be") if order(at) else self.format.integer(ty[1])
            left, right = number(old, at_old), number(new, at_new)
            if old[2] and left.name != right.name and left.is_canonical:
                raise Differs(f"{path}: signed numbers of other widths")
            self.numbers(left, right, path)
        elif kind in ("float", "array"):
            if old[1:] != new[1:] and (kind == "float" or old[2] != new[2]):
                raise Differs(f"{path}: other sizes")
            if kind == "array":
                self.types(old[1], new[1], f"{path}[]")
        elif kind in ("bool", "unit"):
            return
        elif kind == "option":
            self.types(old[1], new[1], path)
        elif kind == "length":
            self.numbers(self.format.length, self.format.length, path, 0, old[1], 0, new[1])
        elif kind == "seq":
            self.sequences(old, new, path, at_old, at_new)
        elif kind == "named":
            self.named(old[1], new[1], path)
        else:
            if old != new:
                raise NotModelled(f"{path}: {kind}")

    def sequences(self, old, new, path, at_old, at_new):
        _, content, item, length, least, most = old
        _, wanted, new_item, new_length, new_least, new_most = new
        if content in ("set", "map", "cstring") or wanted in ("set", "map", "cstring"):
            raise NotModelled(f"{path}: {content}")
        if content != wanted:
            # Bytes and text that need not be Unicode are read as each other.
            if {content, wanted} != {"list", "text"} or ("int", 1, False) not in (item, new_item):
                raise Differs(f"{path}: {content} is read as {wanted}")
        elif item is not None:
            self.types(item, new_item, f"{path}[]")
        if ("count" in at_old or "count" in at_new):
            if at_old.get("count") != at_new.get("count"):
                raise NotModelled(f"{path}: a count that is computed")
            return
        number = lambda at, length: fixed(at["len"]) if "len" in at else fixed(length[0]) if length else self.format.length
        bounds = lambda at, least, most: (max(least, at.get("min", 0)), at.get("max", most))
        self.numbers(number(at_old, length), number(at_new, new_length), path,
                     *bounds(at_old, least, most), *bounds(at_new, new_least, new_most))

    def named(self, old, new, path):
        if (old, new) in self.within:
            return
        self.within.add((old, new))
        left, right = self.writer["types"][old], self.reader["types"][new]
        if left["kind"] != right["kind"] or left.get("magic") != right.get("magic"):
            raise Differs(f"{path}: other kinds of types, or constants")
        if right.get("check") not in (None, left.get("check")):
            raise Differs(f"{path}: another check")
        if left["kind"] == "struct":
            self.fields(left["fields"], right["fields"], old)
        else:
            self.enums(left, right, old)

    def fields(self, old, new, path):
        for index, right in enumerate(new):
            name = f"{path}.{right['name']}"
            if index >= len(old):
                if "tail" not in right:
                    raise Differs(f"{name}: it is not written")
                continue
            left = old[index]
            if ("magic" in left) != ("magic" in right) or left.get("magic") != right.get("magic"):
                raise Differs(f"{name}: its constant")
            if right.get("check") not in (None, left.get("check")):
                raise Differs(f"{name}: another check")
            for word in ("if", "tail", "with"):
                if left.get(word) != right.get(word):
                    raise Differs(f"{name}: {word}")
            if any(of["name"] == left["name"] for of in new if of is not right):
                raise Differs(f"{name}: it is read from {left['name']}")
            if left["type"] is not None:
                self.types(left["type"], right["type"], name, left, right)
        if len(old) > len(new):
            raise Differs(f"{path}.{old[len(new)]['name']}: it is not read")

    def enums(self, old, new, path):
        width = lambda of: fixed(of["tag"]) if "tag" in of else self.format.tag
        known = lambda of: {variant["tag"]: variant for variant in of["variants"]}
        left, right = known(old), known(new)
        if width(old) is None:
            raise NotModelled(f"{path}: the format has no tags")
        # A tag that one side keeps and the other knows is the same bytes, if nothing follows it.
        is_bare = lambda variant: len(variant["fields"]) == (1 if variant["tag"] is None else 0)
        new_tags = set(right) - set(left)
        if None in left and new_tags and not all(is_bare(of) for of in (left[None], *(right[tag] for tag in new_tags))):
            raise NotModelled(f"{path}: a variant whose tag was kept before has fields")
        for tag, variant in left.items():
            if tag not in right and None in right and is_bare(variant) and is_bare(right[None]):
                self.numbers(width(old), width(new), path, tag, tag)
                continue
            if tag not in right:
                raise Differs(f"{path}::{variant['name']}: its tag is not known")
            if tag is not None:
                self.numbers(width(old), width(new), path, tag, tag)
            self.fields(variant["fields"], right[tag]["fields"], f"{path}::{variant['name']}")
        if None in left:
            self.numbers(width(old), width(new), path)

    def messages(self):
        if not self.writer["messages"]:
            self.types(self.writer["root"], self.reader["root"], "root")
            return
        known = {identifier(self.reader["types"][name]): name for _, name in self.reader["messages"]}
        for _, name in self.writer["messages"]:
            of = self.writer["types"][name]
            if identifier(of) not in known:
                raise Differs(f"{name}: its id is not known")
            self.named(name, known[identifier(of)], name)


SEEN = {}


def reads(writer, reader, encoding):
    """None if all is read, else where not."""
    try:
        Pair(writer, reader, encoding).messages()
    except Differs as reason:
        return str(reason)
    return None
