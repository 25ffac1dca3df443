"""Reads lock files: docs/schema.md has examples; what is not known here is an error."""

import json
import re

TOKENS = re.compile(r'\s*("(?:[^"\\]|\\.)*"|(?:r#)?[A-Za-z_]\w*(?:#\d+)?|-?\d\w*|\S)')


class Syntax(Exception):
    """A line that is not understood."""


class Line:
    """The tokens of a line."""

    def __init__(self, text):
        self.text, self.tokens = text, TOKENS.findall(text)

    def peek(self):
        return self.tokens[0] if self.tokens else None

    def next(self, wanted=None):
        if not self.tokens or (wanted is not None and self.tokens[0] != wanted):
            raise Syntax(f"{wanted or 'more'} is missing in: {self.text.strip()}")
        return self.tokens.pop(0)

    def takes(self, word):
        if self.peek() == word:
            self.tokens.pop(0)
            return True
        return False

    def number(self):
        return int(self.next(), 0)


CONTENTS = {"list": True, "set": True, "map": True, "string": False, "text": False, "cstring": False, "utf16": False}
WIDTHS = {"u8": 1, "u16": 2, "u24": 3, "u32": 4, "u64": 8}
INTEGER = re.compile(r"([ui])(8|16|24|32|64)$")


def width(line):
    """`u16le`, `u16`, `varint`: bytes, and whether they are little-endian in every format."""
    word = line.next()
    is_little = word.endswith("le")
    if word.removesuffix("le") not in WIDTHS:
        raise Syntax(f"a length of {word}: {line.text.strip()}")
    return WIDTHS[word.removesuffix("le")], is_little


def type_of(line):
    """A type: a tuple whose first part says its kind."""
    word = line.next()
    if word == "[":
        item = type_of(line)
        line.next(";")
        count = line.number()
        line.next("]")
        return ("array", item, count)
    if (found := INTEGER.match(word)) is not None:
        if line.peek() in ("leb128", "nonzero") or line.peek() == "le":
            raise Syntax(f"an integer with {line.peek()}: {line.text.strip()}")
        return ("int", int(found[2]) // 8, found[1] == "i")
    if word in ("f32", "f64"):
        return ("float", int(word[1:]) // 8)
    if word in ("bool", "unit"):
        return (word,)
    if word in CONTENTS:
        item, length, least, most = None, None, 0, None
        if line.takes("("):
            if CONTENTS[word]:
                item = type_of(line)
            while not line.takes(")"):
                line.takes(",")
                if line.takes("len"):
                    length = width(line)
                elif line.takes("max"):
                    most = line.number()
                elif line.takes("min"):
                    least = line.number()
                else:
                    raise Syntax(f"{line.peek()} in: {line.text.strip()}")
        return ("seq", word, item, length, least, most)
    if word in ("option", "length", "opaque"):
        line.next("(")
        inner = type_of(line) if word == "option" else line.next()
        line.next(")")
        return (word, int(inner) if word == "length" else inner if word == "option" else json.loads(inner))
    if not re.match(r"(r#)?[A-Za-z_]", word):
        raise Syntax(f"{word} is no type: {line.text.strip()}")
    return ("named", word)


def magic(line):
    word = line.next()
    if word.startswith("x"):
        return bytes.fromhex(word[1:])
    found = INTEGER.match(word)
    return (int(found[2]) // 8, int(line.next()))


FLAGS = ("with", "counted", "tail", "be", "le")
NUMBERS = ("min", "max")
TEXTS = ("count", "if", "check")


def attributes(line):
    """What follows a type or stands beside a name."""
    found = {}
    while (word := line.peek()) is not None:
        line.next()
        if word in FLAGS:
            found[word] = True
        elif word in NUMBERS:
            found[word] = line.number()
        elif word in TEXTS:
            found[word] = json.loads(line.next())
        elif word in ("len", "tag"):
            found[word] = width(line)[0]
        elif word == "id":
            token = line.next()
            found[word] = json.loads(token) if token.startswith('"') else int(token, 0)
        elif word == "flags":
            found[word] = line.number()
        elif word == "magic":
            found[word] = magic(line)
        else:
            raise Syntax(f"{word} is not modelled: {line.text.strip()}")
    return found


def field(text):
    line = Line(text)
    name = line.next()
    line.next(":")
    ty = None if line.peek() == "magic" else type_of(line)
    return {"name": name, "type": ty, **attributes(line)}


def parse(text):
    """The types of a lock by name, its root, its messages and the largest payload of its header."""
    types, current, variant = {}, None, None
    found = {"types": types, "root": None, "messages": [], "most": None, "formats": []}
    for raw in text.splitlines():
        if not raw.strip() or raw.lstrip().startswith("///"):
            continue
        indent, words = len(raw) - len(raw.lstrip()), raw.split()
        if indent == 0:
            line = Line(raw)
            kind = line.next()
            current, variant = kind, None
            if kind == "root":
                found["root"] = type_of(line)
            elif kind == "header":
                found["most"] = int(words[words.index("max") + 1]) if "max" in words else None
            elif kind in ("struct", "enum"):
                name = line.next()
                current = types[name] = {"kind": kind, "name": name, "fields": [], "variants": [], **attributes(line)}
            elif kind not in ("codec", "messages", "fingerprints", "values", "sum"):
                raise Syntax(f"{kind} is not modelled")
        elif current == "messages":
            name, _, of = raw.strip().partition(": ")
            if not of:
                raise Syntax(f"messages with {raw.strip()}")
            found["messages"].append((name, of))
        elif current == "fingerprints":
            if words[1] != "-":
                found["formats"].append(words[0])
        elif current in ("header", "values"):
            continue
        elif current["kind"] == "struct":
            current["fields"].append(field(raw))
        elif indent == 4:
            tag = None if words[0] == "other" else int(words[0])
            variant = {"tag": tag, "name": words[1], "fields": []}
            current["variants"].append(variant)
        else:
            variant["fields"].append(field(raw))
    return found


def sealed(lines):
    """The text of a lock with the sum of its lines, 128-bit FNV-1a."""
    body = "\n".join(line for line in lines if not line.startswith("sum ")).rstrip() + "\n"
    total = 0x6C62272E07BB014262B821756295C58D
    for byte in body.encode():
        total = ((total ^ byte) * 0x0000000001000000000000000000013B) % (1 << 128)
    return f"{body}\nsum {total:032x}\n"
