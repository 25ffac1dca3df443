"""Prints what the codec in a folder says of each payload in a list."""

import sys

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import codec


def number(id):
    """A message's id, a number or a name."""
    return int(id) if id.isdigit() else id


for line in open(sys.argv[2]):
    id, _, payload = line.rstrip("\n").partition(" ")
    try:
        if id == "frame":
            found, value = codec.decode_frame(bytes.fromhex(payload))
        else:
            value = codec.decode_message(number(id), bytes.fromhex(payload))
        try:
            if id == "frame":
                print("ok", codec.encode_frame(found, value).hex())
            else:
                print("ok", codec.encode_message(number(id), value).hex())
        except codec.EncodeError as error:
            print("encode", error.kind)
    except codec.DecodeError as error:
        print(error.kind, error.offset)
