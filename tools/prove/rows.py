"""Byte strings by z3, which tests of the Rust decoders read: one of each way through a reader, and
pairs of payloads with one value.

`rows.tsv`: format, bits, bytes, and the value, how many bytes it takes and whether that is its one
encoding; `pairs.tsv`: format, id of a message of Stratum V2, the encoding and another.
"""

import pathlib

import z3

from solve import Failed
from varint import BYTES, COUNT, ROOM, all_numbers

FOLDER = pathlib.Path(__file__).parent


def row(numbers, data):
    """What the model reads from these bytes."""
    padded = [z3.BitVecVal(byte, 8) for byte in data.ljust(ROOM, b"\0")]
    plain = numbers.read(False, padded, z3.BitVecVal(len(data), 8))
    strict = numbers.read(True, padded, z3.BitVecVal(len(data), 8))
    format_name, _, bits = numbers.name.partition(" u")
    if not z3.is_true(z3.simplify(plain[0])):
        return (format_name, bits or "64", data.hex(), "-", "0", "refused")
    value, taken = (z3.simplify(part).as_long() for part in plain[1:])
    kind = "canonical" if z3.is_true(z3.simplify(strict[0])) else "overlong"
    return (format_name, bits or "64", data.hex(), str(value), str(taken), kind)


def made():
    """New rows: of each reader, each length that is read, in its one form and another, and refusals."""
    for numbers in all_numbers():
        found, _, taken = numbers.read(False)
        strict = numbers.read(True)[0]
        cases = []
        for length in range(1, ROOM + 1):
            cases += [z3.And(strict, taken == length), z3.And(found, z3.Not(strict), taken == length)]
            cases += [z3.And(z3.Not(found), COUNT == length), z3.And(z3.Not(found), COUNT == length, BYTES[length - 1] == 1)]
        for case in cases:
            for last in (None, 0x7F, 0x81):
                solver = z3.Solver()
                solver.add(case, z3.UGE(COUNT, 1), z3.ULE(COUNT, ROOM), *([] if last is None else [BYTES[1] == last]))
                if solver.check() != z3.sat:
                    continue
                model = solver.model()
                count = model.eval(COUNT, model_completion=True).as_long()
                yield row(numbers, bytes(model.eval(byte, model_completion=True).as_long() for byte in BYTES[:count]))


def lines(name):
    text = (FOLDER / name).read_text(encoding="utf-8")
    return [tuple(line.split("\t")) for line in text.splitlines() if line]


def write(name, rows):
    rows = sorted(set(rows))
    (FOLDER / name).write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")


def check():
    """The rows are what the model says now; returns how many there are."""
    known = {}
    for numbers in all_numbers():
        format_name, _, bits = numbers.name.partition(" u")
        known[format_name, bits or "64"] = numbers
    rows = lines("rows.tsv")
    for line in rows:
        now = row(known[line[:2]], bytes.fromhex(line[2]))
        if now != line:
            raise Failed(f"rows.tsv has {line}, and the model says {now}")
    missing = set(known) - {line[:2] for line in rows}
    if missing:
        raise Failed(f"rows.tsv has no row of {missing}")
    return len(rows)
