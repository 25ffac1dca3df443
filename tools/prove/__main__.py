"""Proves statements about the formats and the messages of the protocols here: docs/proofs.md.

Run by `tools/check/prove.sh`. Arguments: the program `codec-schema`, how many changes of each kind
are tried on each lock, and a seed for their places; `--write` instead makes `rows.tsv` and
`pairs.tsv` anew.
"""

import pathlib
import sys
import time

import changes
import compose
import faults
import rows
import shape
import sizes
import varint
from formats import FORMATS
from lock import parse
from solve import PROVED, REFUTED, Failed

ROOT = pathlib.Path(__file__).parents[2]
# A protocol, its format, and the page with its sizes.
PROTOCOLS = (
    ("stratum", "Sv2", "stratum-v2"),
    ("decred", "Consensus", "decred"),
    ("bitcoin", "Consensus", "bitcoin"),
    ("industrial", "Bincode", "industrial-messages"),
)


def lock(protocol):
    return (ROOT / f"protocols/{protocol}/tests/data/protocol.lock").read_text(encoding="utf-8")


def messages():
    """Both laws of every message in every format; returns the pairs of Stratum V2."""
    found = []
    for protocol, _, _ in PROTOCOLS:
        parsed = parse(lock(protocol))
        for name in parsed["formats"]:
            results, pairs = shape.prove_messages(parsed, FORMATS[name])
            for message, reason in results.items():
                if reason is not None:
                    raise Failed(f"{protocol} in {name}, {message}: {reason}")
            print(f"{protocol}, {name}: {len(results)} messages proved under Strict, {len(pairs)} malleable without")
            if protocol == "stratum":
                found += [(name, str(number), data.hex(), other.hex()) for _, number, data, other in pairs]
    for name, number, data, other in found:
        if name == "Sv2":
            print(f"refuted for Sv2 without Strict, message {int(number):#04x}: {data} and {other} are one value")
    return found


def main():
    start, arguments = time.monotonic(), sys.argv[1:]
    if arguments == ["--write"]:
        rows.write("rows.tsv", rows.made())
        rows.write("pairs.tsv", messages())
        return
    program, most, seed = arguments[0], int(arguments[1]), int(arguments[2])
    print(f"planted faults that were seen: {faults.prove(lock('stratum'))}")
    PROVED.clear()
    REFUTED.clear()
    compose.prove()
    varint.prove()
    print(f"routines: {len(PROVED)} claims hold, {len(REFUTED)} are refuted as they should be")
    print(f"rows that the model reads as the decoder does: {rows.check()}")
    pairs = messages()
    # z3 may find another second encoding from version to version.
    if {pair[:3] for pair in pairs} != {pair[:3] for pair in rows.lines("pairs.tsv")}:
        raise Failed("pairs.tsv has other messages")
    for protocol, name, page in PROTOCOLS:
        text = (ROOT / f"docs/{page}.md").read_text(encoding="utf-8")
        results = sizes.prove(parse(lock(protocol)), FORMATS[name], text)
        print(f"{protocol}: the sizes of {sum(what == 'reached' for what in results.values())} of {len(results)} messages are reached")
        for message, what in results.items():
            if what != "reached":
                print(f"    {message}: {what}")
    for protocol, _, _ in PROTOCOLS:
        counts = changes.prove(program, lock(protocol), most, seed)
        print(f"{protocol}, verdicts on changes: {', '.join(f'{number} {what}' for what, number in counts.items())}")
    print(f"{len(PROVED)} claims hold, {len(REFUTED)} are refuted as they should be, in {time.monotonic() - start:.0f} s")
    print(f"ran claims: {len(PROVED)}")


if __name__ == "__main__":
    try:
        main()
    except Failed as reason:
        sys.exit(f"not proved: {reason}")
