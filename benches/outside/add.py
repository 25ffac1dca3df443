#!/usr/bin/env python3
"""Adds codec-core as one contender more to a checkout of the Rust serialization benchmark.

    benches/outside/add.py CHECKOUT

CHECKOUT is a clone of djkoloski/rust_serialization_benchmark that you have made and set to the
commit below; nothing is fetched, built or run. What is added: the module bench_codec.rs beside
this file, a feature `codec-core` with a path to this workspace, our derives beside those of
another crate, and a call. `git -C CHECKOUT checkout .` takes all of it back.

Then run that benchmark as its README says, with the feature `codec-core` beside those of the
crates to compare with, and give the checkout to ranks.py.
"""

import pathlib
import re
import shutil
import subprocess
import sys

COMMIT = "695b804be38c8fc9b023eb492dc5a891ba8ad78a"
HERE = pathlib.Path(__file__).resolve().parent
FEATURE = 'feature = "codec-core"'
SETS = ("log", "mesh", "minecraft_savedata", "mk48")


def replace(path, pattern, with_what):
    """Replaces each match; fails where there is none, so that a change over there is seen."""
    text, count = re.subn(pattern, with_what, path.read_text(), flags=re.M)
    if count == 0:
        sys.exit(f"{path}: nothing matches {pattern!r}")
    path.write_text(text)


def derives(path):
    """Our derives beside wincode's, which all types have that are measured."""
    lines = path.read_text().split("\n")
    added, ours, lent = [], False, False
    for index, line in enumerate(lines):
        begins = line == "#[cfg_attr(" and 'feature = "wincode"' in lines[index + 1]
        if line.startswith('#[cfg_attr(feature = "wincode"') or begins:
            # Enums have tags of a byte where wincode's have.
            tag = ', codec(tag = u8)' if begins and "tag_encoding" in lines[index + 3] else ""
            traits = "derive(codec_core::Encode, codec_core::Decode)"
            added.append(f"#[cfg_attr({FEATURE}, {traits}{tag})]")
            ours = True
        elif ours and re.match(r"pub (struct|enum) ", line):
            # Of a type with a lifetime, the fields borrow that have it.
            lent, ours = "<'" in line, False
        elif line == "}":
            lent = False
        elif lent and re.match(r"    (pub )?\w+: .*'a", line):
            added.append(f"    #[cfg_attr({FEATURE}, codec(borrow))]")
        added.append(line)
    path.write_text("\n".join(added))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    checkout = pathlib.Path(sys.argv[1])
    git = ["git", "-C", str(checkout)]
    head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    if head.stdout.strip() != COMMIT:
        sys.exit(f"{checkout} is at {head.stdout.strip()}, not at {COMMIT}")
    if (checkout / "src/bench_codec.rs").exists():
        sys.exit(f"{checkout} has codec-core")
    core = HERE.parent.parent / "codec-core"
    replace(
        checkout / "Cargo.toml",
        r"^\[dependencies\]$",
        f'[dependencies]\ncodec-core = {{ path = "{core}", optional = true }}',
    )
    replace(
        checkout / "src/lib.rs",
        r'^(#\[cfg\(feature = ")wincode("\)\]\npub mod bench_)wincode;$',
        r"\1codec-core\2codec;\n\g<0>",
    )
    bench = checkout / "benches/bench.rs"
    replace(
        bench,
        r'^(#\[cfg\(feature = ")wincode("\)\]\nuse rust_serialization_benchmark::bench_)wincode;$',
        r"\1codec-core\2codec;\n\g<0>",
    )
    replace(
        bench,
        r'^( +#\[cfg\(feature = ")wincode("\)\]\n +bench_)wincode(::\$bench_fn.*)$',
        r"\1codec-core\2codec\3\n\n\g<0>",
    )
    for name in SETS:
        derives(checkout / "src/datasets" / name / "mod.rs")
    shutil.copy(HERE / "bench_codec.rs", checkout / "src")
    print(f"codec-core is in {checkout}: the feature is `codec-core`")


if __name__ == "__main__":
    main()
