"""Reads frames with the compiled reader: check.py FOLDER MODULE CLASS CASES."""
import importlib
import json
import sys
from enum import Enum

folder, module, name, cases = sys.argv[1:]
sys.path.insert(0, folder)
reader = getattr(importlib.import_module(module), name)


def leaves(value, name, found):
    """All values in the order of reading; those of no bytes are left out."""
    if value is None or name.startswith("opt_") and value == 1:
        return
    # A table of where elements end, which is bytes to the decoder.
    if name.startswith("ends_"):
        value = b"".join(end.to_bytes(4, "little") for end in value)
    if isinstance(value, Enum):
        found.append(value.value)
    elif isinstance(value, (bool, int, float)):
        found.append(value)
    elif isinstance(value, bytes):
        if value:
            found.append(value.hex())
    elif isinstance(value, str):
        if value:
            found.append(value.encode("utf-8").hex())
    elif isinstance(value, list):
        for item in value:
            leaves(item, "", found)
    elif type(value).__name__.startswith(("Vlq", "Bool")):
        found.append(value.value)
    else:
        for key, part in list(vars(value).items()):
            if not key.startswith("_"):
                leaves(part, key, found)


def same(found, expected):
    kind, value, octets = expected
    if kind == "bytes" or isinstance(found, str):
        return found == octets
    if kind == "float":
        return found == float(value)
    if kind == "bool":
        return bool(found) == (value == "true")
    return int(found) == int(value)


for case in json.load(open(cases)):
    try:
        frame = reader.from_bytes(bytes.fromhex(case["frame"])).frames[0]
        found = []
        leaves(frame.payload, "", found)
        refused = False
    except Exception as error:
        refused, found = repr(error), []
    if case["refused"]:
        assert refused, (case["name"], "was read", found)
        continue
    assert not refused, (case["name"], refused)
    expected = case["leaves"]
    for one, other in zip(found, expected):
        assert same(one, other), (case["name"], one, other)
    assert len(found) == len(expected), (case["name"], found, expected)
