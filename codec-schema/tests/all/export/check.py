"""Prints what the codec in a folder says of each payload in a list."""

import sys

sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import codec

for line in open(sys.argv[2]):
    id, _, payload = line.rstrip("\n").partition(" ")
    try:
        if id == "frame":
            found, value = codec.decode_frame(bytes.fromhex(payload))
        else:
            value = codec.decode_message(int(id), bytes.fromhex(payload))
        try:
            if id == "frame":
                print("ok", codec.encode_frame(found, value).hex())
            else:
                print("ok", codec.encode_message(int(id), value).hex())
        except codec.EncodeError as error:
            print("encode", error.kind)
    except codec.DecodeError as error:
        print(error.kind, error.offset)
