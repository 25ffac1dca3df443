#!/usr/bin/env python3
"""Prints where codec-core stands among the contenders of the Rust serialization benchmark.

    benches/outside/ranks.py CHECKOUT

CHECKOUT is what add.py was given, after that benchmark has run in it. For each data set and
operation: the rank of `codec`, its time, and those of the first three with their ratio to ours
(over one, ours is faster).
"""

import collections
import json
import pathlib
import sys

OURS = "codec"


def figures(folder):
    """Nanoseconds, the median, by data set and operation, then by crate."""
    found = collections.defaultdict(dict)
    for benchmark in folder.glob("**/new/benchmark.json"):
        known = json.loads(benchmark.read_text())
        estimates = json.loads((benchmark.parent / "estimates.json").read_text())
        dataset, _, crate = known["group_id"].partition("/")
        time = estimates["median"]["point_estimate"]
        found[dataset, known["function_id"]][crate] = time
    return found


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]) / "target/criterion"
    rows = figures(folder)
    if not any(OURS in crates for crates in rows.values()):
        sys.exit(f"{folder} has no figure of {OURS}")
    for (dataset, operation), crates in sorted(rows.items()):
        if OURS not in crates:
            continue
        ranked = sorted(crates, key=crates.get)
        best = [name for name in ranked if name != OURS][:3]
        others = ", ".join(f"{name} {crates[name] / crates[OURS]:.2f} x" for name in best)
        rank = f"{ranked.index(OURS) + 1} of {len(ranked)}"
        print(f"{dataset:20} {operation:12} {rank:>8}  {crates[OURS] / 1000:10.1f} us  {others}")


if __name__ == "__main__":
    main()
