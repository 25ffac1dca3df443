#!/usr/bin/env python3
"""Forwards plaintext Stratum V2 and adds frames of an extension that nobody knows, both ways.

    stranger.py UPSTREAM [EVERY]

Prints `listening on ADDRESS`. After every so many frames of a direction (20 without EVERY), three
frames of extension 0x4001 follow: without the channel bit, with it and the channel of the last frame
for one, and with it and a channel that does not exist. On SIGTERM it prints how many it has added in
each direction, and ends.
"""

import signal
import socket
import sys
import threading

CHANNEL_BIT = 0x8000
EXTENSION = 0x4001
added = {"to the server": 0, "to the client": 0}


def exactly(stream, count):
    parts = b""
    while len(parts) < count:
        part = stream.recv(count - len(parts))
        if not part:
            raise EOFError
        parts += part
    return parts


def frame(extension, payload):
    return extension.to_bytes(2, "little") + b"\x05" + len(payload).to_bytes(3, "little") + payload


def forward(source, target, direction, every):
    count, channel = 0, None
    try:
        while True:
            head = exactly(source, 6)
            payload = exactly(source, int.from_bytes(head[3:6], "little"))
            extension = int.from_bytes(head[:2], "little")
            if extension & CHANNEL_BIT:
                channel = payload[:4]
            count += 1
            more = b""
            if count % every == 0 and channel is not None:
                more += frame(EXTENSION, b"nobody knows")
                more += frame(EXTENSION | CHANNEL_BIT, channel + b"nobody knows")
                more += frame(EXTENSION | CHANNEL_BIT, b"\xfe\xff\xff\xff")
                added[direction] += 3
            target.sendall(head + payload + more)
    except (EOFError, OSError):
        for stream in (source, target):
            try:
                stream.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def main():
    host, port = sys.argv[1].rsplit(":", 1)
    every = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"listening on 127.0.0.1:{listener.getsockname()[1]}", flush=True)

    def end(*_):
        print(", ".join(f"{count} added {way}" for way, count in added.items()), flush=True)
        sys.exit(0)

    signal.signal(signal.SIGTERM, end)
    while True:
        client, _ = listener.accept()
        server = socket.create_connection((host, int(port)))
        for way in ((client, server, "to the server"), (server, client, "to the client")):
            threading.Thread(target=forward, args=(*way, every), daemon=True).start()


main()
