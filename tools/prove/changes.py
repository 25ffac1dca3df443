"""Changes of a lock, one line each, and the verdicts of `codec-schema diff` on them."""

import pathlib
import random
import re
import subprocess
import tempfile

from compat import reads
from formats import FORMATS
from lock import parse, sealed
from shape import NotModelled
from solve import Failed

FIELD = re.compile(r"^( +)(\w+): (.*)$")
NEW_READS_OLD = ("identical", "compatible", "new readers read old writers")
OLD_READS_NEW = ("identical", "compatible", "old readers read new writers")


def replaced(pattern, to):
    """Changes of the lines of fields that match."""

    def change(lines, at):
        line = re.sub(pattern, to, lines[at], count=1)
        return None if line == lines[at] else lines[:at] + [line] + lines[at + 1 :]

    return change


def number(word, by):
    def change(lines, at):
        found = re.search(rf" {word} (\d+)", lines[at])
        if found is None or "counted" not in lines[at] or int(found[1]) + by < 0:
            return None
        line = lines[at].replace(found[0], f" {word} {int(found[1]) + by}", 1)
        return lines[:at] + [line] + lines[at + 1 :]

    return change


def swapped(lines, at):
    if at + 1 >= len(lines) or not FIELD.match(lines[at + 1]) or " tail" in lines[at + 1]:
        return None
    return lines[:at] + [lines[at + 1], lines[at]] + lines[at + 2 :]


def removed(lines, at):
    return lines[:at] + lines[at + 1 :]


def added(lines, at):
    return lines[:at] + ["    a_new_field: u16"] + lines[at:]


def tailed(lines, at):
    """An option at the end of a message that has none."""
    head = max(index for index in range(at) if not lines[index].startswith(" "))
    is_last = at + 1 == len(lines) or not lines[at + 1].strip()
    if not is_last or not re.match(r"struct .* id ", lines[head]) or " tail" in lines[at]:
        return None
    return lines[: at + 1] + ["    a_new_field: option(u8) tail"] + lines[at + 1 :]


CHANGES = {
    "widened": replaced(r": u16$", ": u32"),
    "widened again": replaced(r": u32$", ": u64"),
    "narrowed": replaced(r": u64$", ": u32"),
    "signed": replaced(r": u32$", ": i32"),
    "unsigned": replaced(r": i64$", ": u64"),
    "renamed": replaced(r"^( +)(\w+):", r"\1\2_renamed:"),
    "turned around": replaced(r": u16$", ": u16 be"),
    "a larger limit": number("max", 1),
    "a smaller limit": number("max", -1),
    "fewest": number("min", 1),
    "a checked field": replaced(r"(: u32)$", r'\1 check "is_good"'),
    "text of bytes": replaced(r": text\(len u8le, max 255\)$", ": list(u8, len u8le, max 255)"),
    "an option": replaced(r": (u32)$", r": option(\1)"),
    "a longer array": replaced(r"\[u8; 32\]", "[u8; 33]"),
    "swapped": swapped,
    "removed": removed,
    "added": added,
    "an option at the end": tailed,
}


def variants(lines):
    """Changes of enums: a variant more, one fewer, another tag."""
    for at, line in enumerate(lines):
        found = re.match(r"^    (\d+) (\w+)$", line)
        if not found:
            continue
        has_fields = at + 1 < len(lines) and lines[at + 1].startswith("        ")
        yield "another tag", lines[:at] + [f"    77 {found[2]}"] + lines[at + 1 :]
        if not has_fields:
            yield "a variant fewer", lines[:at] + lines[at + 1 :]
            yield "a variant more", lines[:at + 1] + ["    78 ANewVariant"] + lines[at + 1 :]


def changed(text, most, seed):
    """Up to `most` changes of each kind, at places that differ from seed to seed."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("///")]
    first = next(index for index, line in enumerate(lines) if re.match(r"(struct|enum) ", line))
    last = lines.index("fingerprints")
    dice = random.Random(seed)
    # A tag that is kept is no field of its own.
    is_kept = lambda index: lines[index - 1].lstrip().startswith("other ")
    places = [index for index in range(first, last) if FIELD.match(lines[index]) and not is_kept(index)]
    for name, change in CHANGES.items():
        dice.shuffle(places)
        found = (new for at in places if (new := change(lines, at)) is not None)
        for _, new in zip(range(most), found):
            yield name, new
    all_variants = list(variants(lines[:last]))
    dice.shuffle(all_variants)
    for name, new in all_variants[: 3 * most]:
        yield name, new + lines[last:]


def verdicts(program, old, new):
    """The verdict of each format; None where one is no lock."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / name for name in ("old.lock", "new.lock")]
        for path, text in zip(paths, (old, new)):
            path.write_text(text)
        done = subprocess.run([program, "diff", *paths], capture_output=True, text=True, check=False)
    if done.returncode == 2:
        return None
    found = {}
    for line in done.stdout.splitlines():
        names, is_head, verdict = line.partition(": ")
        if is_head and not line.startswith(" "):
            for name in names.split(", "):
                found[name] = verdict
    return found


def prove(program, text, most, seed):
    """Counts of verdicts that are proved, that say less than what is proved, and of those not modelled."""
    old = parse(text)
    plain = sealed([line for line in text.splitlines() if not line.lstrip().startswith("///")])
    counts = {"compatible, proved": 0, "incompatible, refuted": 0, "incompatible, though all is read": 0, "not modelled": 0}
    for name, lines in changed(text, most, seed):
        changed_text = sealed(lines)
        found = verdicts(program, plain, changed_text)
        if found is None:
            continue
        try:
            new = parse(changed_text)
        except Exception as error:
            raise Failed(f"{name}: {error}") from error
        for encoding in old["formats"]:
            if encoding not in found or found[encoding].startswith("not in this format"):
                continue
            for writer, reader, good in ((old, new, NEW_READS_OLD), (new, old, OLD_READS_NEW)):
                is_compatible = found[encoding].startswith(good)
                try:
                    reason = reads(writer, reader, FORMATS[encoding])
                except NotModelled:
                    counts["not modelled"] += 1
                    continue
                if is_compatible and reason is not None:
                    where = next((b for a, b in zip(plain.splitlines(), lines) if a != b), "")
                    raise Failed(f"{name} ({where.strip()}), {encoding}: codec-schema says {found[encoding]!r}, but {reason}")
                what = "compatible, proved" if is_compatible else "incompatible, refuted" if reason else "incompatible, though all is read"
                counts[what] += 1
    return counts
