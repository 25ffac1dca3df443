"""Checks an exported module by golden vectors: vectors.py FOLDER-OF-codec.py VECTORS."""

import dataclasses
import json
import sys

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import codec


def same(found, wanted):
    """Whether a value of the module is the one that a vector has as JSON."""
    if isinstance(found, bytes):
        # Text that need not be UTF-8 is text in a vector where it is.
        forms = [found.hex(), {"hex": found.hex()}]
        return wanted in forms or isinstance(wanted, str) and wanted.encode() == found
    if isinstance(found, (list, tuple)):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    if dataclasses.is_dataclass(found):
        fields = dict(vars(found))
        variant = fields.pop("variant", getattr(found, "variant", None))
        if variant is not None:
            if not fields:
                return wanted == variant
            if list(wanted) != [variant]:
                return False
            wanted = wanted[variant]
            if "#tag" in wanted:
                fields["#tag"] = fields.pop("tag")
        return fields.keys() == wanted.keys() and all(same(fields[name], wanted[name]) for name in fields)
    if isinstance(found, int) and abs(found) >= 1 << 53:
        return wanted == str(found)
    return type(found) is type(wanted) and found == wanted


count = 0
for vector in json.load(open(sys.argv[2], encoding="utf-8")):
    payload = bytes.fromhex(vector["bytes"])
    value = codec.decode_message(vector["id"], payload)
    assert same(value, vector["value"]), f"{value} is not {vector['value']}"
    assert codec.encode_message(vector["id"], value) == payload, vector["message"]
    # A vector with another value is found.
    assert not same(value, {**vector["value"], "other": 1})
    count += 1
print(f"ran vectors: {count}")
