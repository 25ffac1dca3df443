"""The smallest and largest sizes of messages: that none is outside, and that both are reached.

A size is a sum over the parts of a message, in whole numbers. The elements of a list may differ in
size: to show that a size is not left, they take any size between their smallest and largest; to
show that it is reached, all but one are the smallest or the largest.
"""

import re

import z3

from shape import NotModelled
from solve import PROVED, Failed, holds

ROW = re.compile(r"^\| `([^`]+)` \| \[[^]]+\]\([^)]*\) \| (\d+)(?: (?:to|or) (more|\d+))? \|", re.M)
BIGGEST = 1 << 70


def rows(page):
    """The sizes on a page of docs: of a message by its id, the smallest and the largest, or None."""
    found = {}
    for name, least, most in ROW.findall(page):
        key = int(name, 16) if name.startswith("0x") else name
        found[key] = (int(least), None if most == "more" else int(most or least))
    return found


class Sizes:
    """The sizes of the types of a lock in a format; `is_exact` for those that are certainly reached."""

    known = {}

    def __init__(self, lock, encoding, is_exact):
        self.lock, self.format, self.is_exact = lock, encoding, is_exact
        self.given, self.names = [], 0

    def fresh(self, least, most):
        self.names += 1
        value = z3.Int(f"n{self.names}")
        self.given += [value >= least, value <= most]
        return value

    def number(self, numbers, value):
        """The size of a number with this value."""
        steps = self.steps(numbers)
        size = z3.IntVal(steps[-1][1])
        for last, length in reversed(steps[:-1]):
            size = z3.If(value <= last, z3.IntVal(length), size)
        return size

    def steps(self, numbers):
        """The last value of each length, found by halves: lengths don't fall, which `varint` proves."""
        if numbers.name not in self.known:
            steps, first, limit = [], 0, (1 << (8 * numbers.size)) - 1
            while first <= limit:
                length, low, high = self.length_at(numbers, first), first, limit + 1
                while high - low > 1:
                    middle = (low + high) // 2
                    low, high = (middle, high) if self.length_at(numbers, middle) == length else (low, middle)
                steps.append((low, length))
                first = low + 1
            self.known[numbers.name] = steps
        return self.known[numbers.name]

    @staticmethod
    def length_at(numbers, value):
        return z3.simplify(numbers.length(z3.BitVecVal(value, 64))).as_long()

    def integer(self, numbers):
        first, last = self.length_at(numbers, 0), self.length_at(numbers, (1 << (8 * numbers.size)) - 1)
        return first if first == last else self.number(numbers, self.fresh(0, (1 << (8 * numbers.size)) - 1))

    def bounds(self, ty, path):
        """The smallest and largest size of a type, by themselves."""
        key = id(self.lock), self.format.name, repr(ty)
        if key in self.known:
            return self.known[key]
        inner = Sizes(self.lock, self.format, True)
        size = inner.of(ty, path)
        found = [] if z3.is_expr(size) else [size, size]
        for goal in () if found else ("minimize", "maximize"):
            found.append(end(inner.given, size, goal, BIGGEST * BIGGEST))
        self.known[key] = found
        return found

    def of(self, ty, path, at=None):
        at = at or {}
        kind = ty[0]
        if kind in ("int", "float"):
            from formats import fixed

            return self.integer(fixed(ty[1]) if kind == "float" or "be" in at else self.format.integer(ty[1]))
        if kind == "bool":
            return 1
        if kind == "array":
            least, most = self.bounds(ty[1], path)
            if least != most:
                raise NotModelled(f"{path}: an array of elements that differ in size")
            return least * ty[2]
        if kind == "option":
            return 1 + self.maybe(lambda: self.of(ty[1], path))
        if kind == "length":
            return self.number(self.format.length, self.fresh(0, ty[1]))
        if kind == "named":
            return self.named(ty[1])
        if kind == "seq":
            return self.sequence(ty, path, at)
        raise NotModelled(f"{path}: code of its own")

    def maybe(self, of):
        self.names += 1
        return z3.If(z3.Bool(f"is{self.names}"), of(), z3.IntVal(0))

    def sequence(self, ty, path, at):
        from formats import fixed

        _, content, item, length, least, most = ty
        least, most = max(least, at.get("min", 0)), at.get("max", most)
        low, high = (2, 2) if content == "utf16" else (1, 1)
        if item is not None:
            low, high = self.bounds(item, path)
        if "count" in at:
            known = re.search(r"^(\w+) where \1 = (\d+)$", at["count"])
            if known is None:
                raise NotModelled(f"{path}: a count that is computed")
            return self.elements(z3.IntVal(int(known[2])), low, high, item, path)
        numbers = fixed(at["len"]) if "len" in at else fixed(length[0]) if length else self.format.length
        largest = (1 << (8 * numbers.size)) - 1
        count = self.fresh(least, largest if most is None else min(most, largest))
        return self.number(numbers, count) + self.elements(count, low, high, item, path)

    def elements(self, count, low, high, item, path):
        """The sum of the sizes of the elements."""
        if low == high:
            return count * low
        if not self.is_exact:
            total = self.fresh(0, BIGGEST * BIGGEST)
            self.given += [total >= count * low, total <= count * high]
            return total
        large, one = self.fresh(0, BIGGEST), self.of(item, path)
        self.given.append(z3.Or(large < count, z3.And(count == 0, large == 0)))
        return z3.If(count == 0, z3.IntVal(0), large * high + (count - large - 1) * low + one)

    def named(self, name):
        of = self.lock["types"][name]
        before = 0
        if "magic" in of:
            before = len(of["magic"]) if isinstance(of["magic"], bytes) else of["magic"][0]
        if of["kind"] == "struct":
            return before + self.fields(of["fields"], name)
        tag = of["tag"] if "tag" in of else self.integer(self.format.tag)
        sizes = []
        for variant in of["variants"]:
            fields = variant["fields"] if variant["tag"] is not None else variant["fields"][1:]
            sizes.append(self.fields(fields, f"{name}::{variant['name']}"))
        size = sizes[-1]
        for other in sizes[:-1]:
            self.names += 1
            size = z3.If(z3.Bool(f"is{self.names}"), other, z3.IntVal(size) if isinstance(size, int) else size)
        return before + tag + size

    def fields(self, fields, name):
        total, is_before = 0, []
        for field in fields:
            path = f"{name}.{field['name']}"
            if "magic" in field:
                total += len(field["magic"]) if isinstance(field["magic"], bytes) else field["magic"][0]
            elif "tail" in field:
                self.names += 1
                # Each is there only if the one before it is.
                is_before.append(z3.Bool(f"is{self.names}"))
                total += z3.If(z3.And(*is_before), self.of(field["type"][1], path), z3.IntVal(0))
            elif "if" in field:
                if not any(other["name"] == field["if"] and other["type"] == ("bool",) for other in fields):
                    raise NotModelled(f"{path}: a condition that is computed")
                total += self.maybe(lambda: self.of(field["type"], path))
            else:
                total += self.of(field["type"], path, field)
        return total


def prove(lock, encoding, page):
    """For each message of a page: "reached", or in words what is known of its sizes."""
    stated, results = rows(page), {}
    for _, name in lock["messages"]:
        least, most = stated[lock["types"][name]["id"]]
        try:
            outer, inner = Sizes(lock, encoding, False), Sizes(lock, encoding, True)
            over, exact = outer.named(name), inner.named(name)
        except NotModelled as reason:
            results[name] = str(reason)
            continue
        over, exact = (size if z3.is_expr(size) else z3.IntVal(size) for size in (over, exact))
        cap = BIGGEST if lock["most"] is None else lock["most"]
        fits = over <= (most if most is not None else cap)
        holds(f"{name}: no payload has fewer than {least} bytes, or more than {most}",
              z3.And(over >= least, z3.Or(over > cap, fits)), *outer.given)
        results[name] = "reached"
        for wanted, goal in ((least, "minimize"), (most, "maximize")):
            if wanted is None:
                continue
            search = z3.SolverFor("QF_LIA")
            search.add(*inner.given, exact == wanted)
            if search.check() == z3.sat:
                PROVED.append((f"{name}: a payload has {wanted} bytes", 0.0))
                continue
            found = end(inner.given, exact, goal, cap)
            is_end = end(outer.given, over, goal, cap) == found
            word = "smallest" if goal == "minimize" else "largest"
            results[name] = f"{wanted} is a bound; {found} is {'the ' + word if is_end else 'reached'}"
    return results


def end(given, size, goal, cap):
    """The smallest or largest size up to `cap`."""
    search = z3.Optimize()
    search.set("timeout", 60_000)
    search.add(*given, size <= cap)
    getattr(search, goal)(size)
    if search.check() != z3.sat:
        raise Failed("z3 finds no payload")
    return search.model().eval(size, model_completion=True).as_long()
