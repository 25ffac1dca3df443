#!/usr/bin/env bash
# Our programs against real nodes, on this machine alone: dcrd on simnet (500 blocks, with
# tickets and votes) and on regnet, also through `decred relay`; btcd on simnet (500 blocks).
# Every block's hash, its roots and its bytes are compared. Needs Go, and a cargo that builds
# this workspace. Not part of the ordinary checks: it takes minutes.
#
#   tools/interop/nodes.sh
#
# Everything is built in a directory of its own, WORK, kept for the next run. DCRD and BTCD name
# other programs than the pinned ones; BLOCKS how long the chains are; NODES which are tested.
set -euo pipefail

BTCD_VERSION=v0.26.2
repository=$(cd "$(dirname "$0")/../.." && pwd)
WORK=${WORK:-${XDG_CACHE_HOME:-$HOME/.cache}/codec-interop-nodes}
BLOCKS=${BLOCKS:-500}
NODES=${NODES:-dcrd btcd}
GO=${GO:-$(command -v go || echo /usr/local/go/bin/go)}
mkdir -p "$WORK/bin"
run=$(mktemp -d "$WORK/run.XXXXXX")

# Ends by their ids the processes that were started, when the script ends, the last first.
started=()
finish() {
    local status=$? index
    for ((index = ${#started[@]} - 1; index >= 0; index--)); do
        kill "${started[index]}" 2>/dev/null || true
        wait "${started[index]}" 2>/dev/null || true
    done
    if [ "$status" -eq 0 ]; then rm -rf "$run"; else echo "logs are in $run" >&2; fi
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT TERM

# Waits until a file has a line that matches; `found` is what follows on it. Not in a subshell,
# so that a signal ends it.
await() { # FILE PATTERN SECONDS PID
    local waited=0
    until found=$(sed -n "s/^$2 *//p" "$1" | grep -m1 .); do
        kill -0 "$4" 2>/dev/null || { echo "it has ended: $1" >&2; cat "${1%.out}.err" >&2; exit 1; }
        sleep 1
        waited=$((waited + 1))
        [ "$waited" -lt "$3" ] || { echo "nothing in $3 s: $1" >&2; exit 1; }
    done
}

echo "== building"
cd "$repository/tools/interop/nodes/decred"
export GOFLAGS=-mod=readonly
"$GO" build -o "$WORK/bin/node" .
if [ -z "${DCRD:-}" ]; then
    DCRD=$WORK/bin/dcrd
    "$GO" build -o "$DCRD" github.com/decred/dcrd
fi
if [ -z "${BTCD:-}" ]; then
    BTCD=$WORK/bin/btcd-$BTCD_VERSION
    [ -x "$BTCD" ] || {
        GOFLAGS='' GOBIN=$run "$GO" install "github.com/btcsuite/btcd@$BTCD_VERSION"
        mv "$run/btcd" "$BTCD"
    }
fi
cd "$repository"
cargo build --quiet -p decred
cargo build --quiet -p codec-bitcoin --example peer
target=${CARGO_TARGET_DIR:-target}
decred=$target/debug/decred
peer=$target/debug/examples/peer
echo "dcrd $("$DCRD" --version | head -1), $("$BTCD" --version)"

# A chain by the Go program, which ends with its input.
dcrd_on() { # NETWORK HEIGHT
    "$WORK/bin/node" -dcrd "$DCRD" -network "$1" -height "$2" \
        <"$run/never" >"$run/$1.out" 2>"$run/$1.err" &
    started+=($!)
    await "$run/$1.out" 'listening on' 1800 "$!"
    address=$found
}
mkfifo "$run/never"
exec 9<>"$run/never"

check() { # FILE WORDS: the last line of a peer's output has them
    tail -1 "$1"
    tail -1 "$1" | grep -q "$2" || { echo "$1 does not end with $2" >&2; exit 1; }
}

test_dcrd() {
echo "== dcrd, simnet: $BLOCKS blocks with tickets and votes"
dcrd_on simnet "$BLOCKS"
"$decred" peer "$address" --network simnet --blocks all --follow 5 >"$run/simnet.txt"
check "$run/simnet.txt" "done  *$BLOCKS headers, $((BLOCKS + 1)) blocks .* 0 malformed"
votes=$(grep -c '^block.* 5 votes' "$run/simnet.txt")
echo "$votes blocks with five votes each"
[ "$votes" -gt $((BLOCKS - 150)) ] || { echo "too few votes" >&2; exit 1; }
for version in 9 10 11; do
    "$decred" peer "$address" --network simnet --protocol-version "$version" --blocks 20 \
        --follow 0 >"$run/version.txt"
    grep -q "^connected.* protocol $version " "$run/version.txt"
    check "$run/version.txt" "$BLOCKS headers, 20 blocks"
done

echo "== the same through decred relay"
"$decred" relay --listen 127.0.0.1:0 --upstream "$address" --network simnet --connections 1 \
    --show nothing --record "$run/frames.txt" >"$run/relay.out" 2>"$run/relay.err" &
started+=($!)
relay=$!
await "$run/relay.out" 'listening on' 30 "$relay"
"$decred" peer "$found" --network simnet --blocks all --follow 0 >"$run/relayed.txt"
check "$run/relayed.txt" "done  *$BLOCKS headers, $((BLOCKS + 1)) blocks .* 0 malformed"
wait "$relay"
"$decred" decode "$run/frames.txt" --network simnet >"$run/decoded.txt"
echo "$(grep -c ' block  ' "$run/decoded.txt") recorded blocks decoded"

echo "== dcrd, regnet: as many blocks as need no votes"
dcrd_on regnet 100
"$decred" peer "$address" --network regnet --blocks all --follow 0 >"$run/regnet.txt"
check "$run/regnet.txt" 'done  *100 headers, 101 blocks .* 0 malformed'
}

test_btcd() {
echo "== btcd, simnet: $BLOCKS blocks"
# Blocks pay to the hash of a script that is always true, so that whoever shows it may spend.
"$BTCD" --simnet --configfile="$run/none.conf" --datadir="$run/btcd" --logdir="$run/btcd" \
    --listen=127.0.0.1:28555 --rpclisten=127.0.0.1:28556 --rpcuser=user --rpcpass=pass \
    --rpccert="$run/rpc.cert" --rpckey="$run/rpc.key" --notls --noonion --nobanning \
    --miningaddr=sb1qft5p2uhsdcdc3l2ua4ap5qqfg4pjaqlp250x7us7a8qqhrxrxfsq63aett >"$run/btcd.out" 2>"$run/btcd.err" &
started+=($!)
btcd=$!
rpc() {
    curl -sS --fail --max-time 600 -u user:pass -H 'content-type: application/json' \
        -d "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"$1\",\"params\":[$2]}" http://127.0.0.1:28556
}
for _ in $(seq 60); do
    rpc getblockcount '' >/dev/null 2>&1 && break
    kill -0 "$btcd" 2>/dev/null || { cat "$run/btcd.out" "$run/btcd.err" >&2; exit 1; }
    sleep 1
done
rpc generate "$BLOCKS" >/dev/null
# Transactions of ours with witnesses, and a block for them.
"$peer" 127.0.0.1:28555 simnet 20 >"$run/bitcoin.txt"
head -1 "$run/bitcoin.txt"
check "$run/bitcoin.txt" "^$BLOCKS headers, $((BLOCKS + 1)) blocks, .* 20 sent"
for _ in $(seq 30); do
    [ "$(rpc getrawmempool '' | grep -o '"[0-9a-f]\{64\}"' | wc -l)" -eq 20 ] && break
    sleep 1
done
rpc generate 1 >/dev/null
"$peer" 127.0.0.1:28555 simnet >"$run/bitcoin.txt"
check "$run/bitcoin.txt" "^$((BLOCKS + 1)) headers, .* 21 with witnesses"
}

for node in $NODES; do "test_$node"; done
echo "== all agreed"
"$repository/tools/ran.sh" interop-nodes.sh "all agreed: $NODES, $BLOCKS blocks"
