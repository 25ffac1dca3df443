#!/usr/bin/env python3
"""Miners that speak Stratum V1, for programs that translate it to Stratum V2.

Each has a connection, on which it configures version rolling, subscribes and authorizes, and
then submits shares at a steady rate: real double SHA-256 of the header that its job stands for,
below the target of the difficulty that the server has set. Prints the totals as `sv2 mine` does.

    sv1_miners.py HOST:PORT [--miners N] [--seconds S] [--rate SHARES_PER_SECOND]

The exit status is 0 when every share was accepted, 3 when some were refused, 1 after an error.
Needs Python 3.9, and nothing but its standard library.
"""

import argparse
import asyncio
import collections
import hashlib
import itertools
import json
import sys
from fractions import Fraction

DIFFICULTY_ONE = 0xFFFF << 208
# Servers compute the difficulty, and we its target, in floating point: what is this close to the
# target is not submitted.
MARGIN = Fraction(1, 10**9)
# The bits that BIP 320 reserves, which this miner asks for.
ROLLED = 0x1FFFE000
PATIENCE = 30.0
LAST_ANSWERS = 5.0
# Hashes before other miners get their turn.
TURN = 4096


def double_sha256(data):
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()


def target_of(difficulty):
    exact = DIFFICULTY_ONE / Fraction(difficulty) * (1 - MARGIN)
    return min(int(exact), (1 << 256) - 1)


def number_of(text):
    """A 32-bit field as Stratum V1 writes it, as the header has it."""
    return bytes.fromhex(text)[::-1]


class Refused(Exception):
    """The server has refused a request that is not a share."""


class Job:
    """What `mining.notify` describes, with the difficulty that was set before it."""

    def __init__(self, params, target):
        self.id, previous, prefix, suffix, path, version, bits, ntime = params[:8]
        words = bytes.fromhex(previous)
        self.previous = b"".join(words[at : at + 4][::-1] for at in range(0, 32, 4))
        self.prefix, self.suffix = bytes.fromhex(prefix), bytes.fromhex(suffix)
        self.path = [bytes.fromhex(hash) for hash in path]
        self.version = int(version, 16)
        self.bits, self.ntime = number_of(bits), ntime
        self.target = target

    def header(self, extranonce, version):
        root = double_sha256(self.prefix + extranonce + self.suffix)
        for other in self.path:
            root = double_sha256(root + other)
        front = version.to_bytes(4, "little") + self.previous + root
        return front + number_of(self.ntime) + self.bits


class Miner:
    def __init__(self, name, totals):
        self.name, self.totals = name, totals
        self.requests, self.shares = {}, set()
        self.ids = itertools.count(1)
        self.nonces = itertools.count(1)
        self.job, self.target, self.mask = None, target_of(1), 0
        self.extranonce, self.free_size = b"", 0
        self.has_job = asyncio.Event()
        self.all_answered = asyncio.Event()

    async def open(self, host, port):
        self.reader, self.writer = await asyncio.open_connection(host, port)
        self.listener = asyncio.create_task(self.listen())

    async def set_up(self):
        options = {"version-rolling.mask": f"{ROLLED:08x}", "version-rolling.min-bit-count": 2}
        agreed = await self.request("mining.configure", [["version-rolling"], options])
        if agreed.get("version-rolling"):
            self.mask = int(agreed["version-rolling.mask"], 16) & ROLLED
        _, prefix, size = await self.request("mining.subscribe", ["sv1_miners"])
        self.extranonce, self.free_size = bytes.fromhex(prefix), size
        if await self.request("mining.authorize", [self.name, ""]) is not True:
            raise Refused(f"{self.name} is not authorized")
        self.send({"id": next(self.ids), "method": "mining.extranonce.subscribe", "params": []})
        await asyncio.wait_for(self.has_job.wait(), PATIENCE)

    def send(self, message):
        self.writer.write(json.dumps(message).encode() + b"\n")

    async def request(self, method, params):
        id, answer = next(self.ids), asyncio.get_running_loop().create_future()
        self.requests[id] = answer
        self.send({"id": id, "method": method, "params": params})
        return await asyncio.wait_for(answer, PATIENCE)

    async def listen(self):
        while line := await self.reader.readline():
            message = json.loads(line)
            if message.get("method"):
                self.take(message["method"], message.get("params"))
            else:
                self.answered(message)
        raise ConnectionError(f"{self.name}: the server has closed the connection")

    def take(self, method, params):
        if method == "mining.notify":
            self.job = Job(params, self.target)
            self.has_job.set()
        elif method == "mining.set_difficulty":
            self.target = target_of(params[0])
        elif method == "mining.set_extranonce":
            self.extranonce, self.free_size = bytes.fromhex(params[0]), params[1]
        elif method == "mining.set_version_mask":
            self.mask = int(params[0], 16) & ROLLED
        else:
            raise Refused(f"{self.name}: {method} is not known")

    def answered(self, message):
        id, result, error = message.get("id"), message.get("result"), message.get("error")
        if id in self.shares:
            self.shares.discard(id)
            if result is True:
                self.totals["accepted"] += 1
            else:
                self.totals["refused"] += 1
                code = error[0] if isinstance(error, list) else error
                self.totals["reason", str(code)] += 1
            if not self.shares:
                self.all_answered.set()
        elif (request := self.requests.pop(id, None)) and not request.done():
            if error is None:
                request.set_result(result)
            else:
                request.set_exception(Refused(f"{self.name}: {error}"))

    async def dig(self):
        """The next share: the first nonce that meets the target."""
        own = next(self.nonces)
        free = own.to_bytes(self.free_size, "big")
        rolled = own << 13 & self.mask
        while True:
            job = self.job
            version = job.version & ~self.mask | rolled
            half = hashlib.sha256(job.header(self.extranonce + free, version))
            for nonce in range(1 << 32):
                state = half.copy()
                state.update(nonce.to_bytes(4, "little"))
                hash = hashlib.sha256(state.digest()).digest()
                if int.from_bytes(hash, "little") < job.target:
                    return job, free, nonce, rolled
                if nonce % TURN == TURN - 1:
                    await asyncio.sleep(0)
                    if self.job is not job:
                        break

    async def work(self, start, pause, end):
        loop = asyncio.get_running_loop()
        due = loop.time() + start
        while due < end:
            await asyncio.sleep(due - loop.time())
            due += pause
            job, free, nonce, rolled = await self.dig()
            id = next(self.ids)
            self.shares.add(id)
            self.totals["submitted"] += 1
            params = [self.name, job.id, free.hex(), job.ntime, f"{nonce:08x}"]
            if self.mask:
                params.append(f"{rolled:08x}")
            self.send({"id": id, "method": "mining.submit", "params": params})
            await self.writer.drain()

    async def finish(self):
        """Waits for the last answers, and disconnects."""
        self.all_answered.clear()
        if self.shares:
            try:
                await asyncio.wait_for(self.all_answered.wait(), LAST_ANSWERS)
            except asyncio.TimeoutError:
                pass
        self.listener.cancel()
        self.writer.close()


async def with_listener(miner, work):
    """Does the work, unless the connection ends or breaks the protocol."""
    work = asyncio.ensure_future(work)
    await asyncio.wait({work, miner.listener}, return_when=asyncio.FIRST_COMPLETED)
    if not work.done():
        work.cancel()
        miner.listener.result()
    await work


async def run(arguments):
    host, _, port = arguments.address.rpartition(":")
    totals = collections.Counter()
    miners = [Miner(f"{arguments.user}.w{n}", totals) for n in range(1, arguments.miners + 1)]
    for miner in miners:
        await miner.open(host, int(port))
        await with_listener(miner, miner.set_up())
    print(f"{len(miners)} miners have work", flush=True)
    end = asyncio.get_running_loop().time() + arguments.seconds
    pause = 1 / arguments.rate
    # Spread over the time between two shares.
    starts = [pause * n / len(miners) for n in range(len(miners))]
    await asyncio.gather(
        *(
            with_listener(miner, miner.work(start, pause, end))
            for miner, start in zip(miners, starts)
        )
    )
    await asyncio.gather(*(miner.finish() for miner in miners))
    return totals


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("address", help="HOST:PORT")
    parser.add_argument("--miners", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--rate", type=float, default=1, help="shares per second of each miner")
    parser.add_argument("--user", default="miners")
    arguments = parser.parse_args()
    try:
        totals = asyncio.run(run(arguments))
    except (OSError, Refused, ValueError, asyncio.TimeoutError) as error:
        print(f"sv1_miners: {error or type(error).__name__}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    submitted, accepted, refused = (
        totals[name] for name in ("submitted", "accepted", "refused")
    )
    unanswered = submitted - accepted - refused
    print(
        f"{submitted} submitted, {accepted} accepted, {refused} refused, {unanswered} unanswered"
    )
    for key, count in totals.items():
        if isinstance(key, tuple):
            print(f"  refused {count}: {key[1]}")
    return 3 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
