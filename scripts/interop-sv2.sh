#!/bin/sh
# Runs the whole chain of Stratum V2 on loopback, with the pool of the Stratum reference
# implementation (SRI) in the middle:
#
#     sv2 template-provider -> pool_sv2 -> sv2 watch -> sv2 proxy -> sv2 mine
#
# and checks that no side refused a message and that every share is counted the same by
# miners, proxy, watch and pool. Blocks come while the miners work: the shares that are on
# their way then are stale, and the only ones that may be refused. Not a part of the ordinary checks: installing pool_sv2 takes about
# ten minutes on two cores, and needs capnproto with its library (Debian: capnproto,
# libcapnp-dev).
#
#     scripts/interop-sv2.sh [MINERS] [SECONDS]
#
# INTEROP_DIR is where pool_sv2 is installed and where logs go, target/interop by default; SV2
# is the program to test, a release build by default.
set -eu

POOL_VERSION=0.7.0
MINERS=${1:-1000}
SECONDS_TO_RUN=${2:-60}

root=$(cd "$(dirname "$0")/.." && pwd)
dir=${INTEROP_DIR:-$root/target/interop}
mkdir -p "$dir/run"
cd "$dir/run"
rm -f ./*.log ./*.txt

started=
stop() {
    # The last started first; each by its own number.
    for pid in $started; do
        kill -TERM "$pid" 2>/dev/null || true
    done
    for pid in $started; do
        wait "$pid" 2>/dev/null || true
    done
    started=
}
trap 'stop' EXIT
trap 'exit 130' INT TERM

fail() {
    echo "interop: $*" >&2
    echo "interop: logs are in $dir/run" >&2
    exit 1
}

# start NAME COMMAND...: in the background, with its output in NAME.log.
start() {
    name=$1
    shift
    "$@" >"$name.log" 2>&1 &
    started="$! $started"
    eval "${name}_pid=$!"
}

# await NAME PATTERN: until the log has a line like this.
await() {
    tries=0
    until grep -q "$2" "$1.log" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -le 300 ] || fail "$1 does not come up: $(tail -n 3 "$1.log")"
        sleep 0.1
    done
}

address_of() { sed -n 's/^listening on //p' "$1.log"; }
key_of() { sed -n 's/^authority key //p' "$1.log"; }

# finish NAME: tells it to end, and returns its status.
finish() {
    eval "pid=\$${1}_pid"
    kill -TERM "$pid" 2>/dev/null || true
    wait "$pid"
}

if [ ! -x "$dir/bin/pool_sv2" ] || [ "$("$dir/bin/pool_sv2" --version)" != "pool_sv2 $POOL_VERSION" ]
then
    command -v capnp >/dev/null || fail "capnp is missing"
    cargo install pool_sv2 --version "$POOL_VERSION" --locked --root "$dir"
fi
sv2=${SV2:-}
if [ -z "$sv2" ]; then
    (cd "$root" && cargo build --release -p codec-stratum --bin sv2)
    sv2=${CARGO_TARGET_DIR:-$root/target}/release/sv2
fi

start provider "$sv2" template-provider 127.0.0.1:0 --block-every 20 --template-every 5
await provider '^authority key'

# The pool's own keys, made for this run.
keys=$("$sv2" keygen)
pool_key=$(echo "$keys" | sed -n 's/^authority key *//p')
pool_secret=$(echo "$keys" | sed -n 's/^authority secret *//p')
port=${INTEROP_POOL_PORT:-34254}
cat >pool.toml <<TOML
authority_public_key = "$pool_key"
authority_secret_key = "$pool_secret"
cert_validity_sec = 3600
listen_address = "127.0.0.1:$port"
coinbase_reward_script = "addr(tb1qa0sm0hxzj0x25rh8gw5xlzwlsfvvyz8u96w3p8)"
server_id = 1
pool_signature = "interop"
shares_per_minute = 60.0
share_batch_size = 1
[template_provider_type.Sv2Tp]
address = "$(address_of provider)"
public_key = "$(key_of provider)"
TOML
start pool "$dir/bin/pool_sv2" -c pool.toml
await pool 'ready to accept connections'

start watch "$sv2" watch --listen 127.0.0.1:0 --upstream "127.0.0.1:$port" \
    --upstream-key "$pool_key" --record frames.txt
await watch '^authority key'
start proxy "$sv2" proxy --listen 127.0.0.1:0 --upstream "$(address_of watch)" \
    --upstream-key "$(key_of watch)"
await proxy '^authority key'

mine_status=0
"$sv2" mine "$(address_of proxy)" --authority-key "$(key_of proxy)" --miners "$MINERS" \
    --seconds "$SECONDS_TO_RUN" --rate 0.5 --hash-rate 10 >mine.log 2>&1 || mine_status=$?
cat mine.log
[ "$mine_status" -eq 0 ] || [ "$mine_status" -eq 3 ] ||
    fail "the miners ended with status $mine_status"
counts=$(sed -n 's/^\([0-9]*\) submitted, \([0-9]*\) accepted, \([0-9]*\) refused, 0 unanswered$/\1 \2 \3/p' mine.log)
[ -n "$counts" ] || fail "a share was not answered"
# shellcheck disable=SC2086 # three numbers
set -- $counts
shares=$1 accepted=$2 stale=$3
[ "$accepted" -gt 0 ] || fail "no share was accepted"
told=$(sed -n 's/^  refused \([0-9]*\): stale-share$/\1/p' mine.log)
[ "${told:-0}" -eq "$stale" ] || fail "shares were refused that were not stale"

status=0
finish proxy || status=$?
[ "$status" -eq "$mine_status" ] || fail "the proxy ended with status $status"
finish watch || fail "watch ended with status $?"
all="$shares submitted, $accepted accepted, $stale refused, 0 unanswered"
grep -q "^total: $MINERS miners, $MINERS channels; $all\$" proxy.log ||
    fail "the proxy does not have: $all"
of_pool() { grep -c "$1" pool.log || true; }
watched() { grep -c " < .*$1" watch.log || true; }
[ "$(of_pool 'SubmitSharesSuccess(channel_id')" -eq "$accepted" ] ||
    fail "the pool does not have $accepted shares"
[ "$(watched SubmitSharesSuccess)" -eq "$accepted" ] ||
    fail "$accepted acknowledgements were not watched"
[ "$(watched 'SubmitSharesError.*error_code=.stale-share')" -eq "$stale" ] ||
    fail "$stale refusals were not watched"
[ "$(watched mining::SetNewPrevHash)" -gt 0 ] || fail "no block was watched"
if grep -E 'malformed|SetupConnectionError|OpenMiningChannelError' watch.log; then
    fail "a message was refused"
fi
"$sv2" decode frames.txt >frames.log || fail "the record is not readable"
[ "$(wc -l <frames.log)" -eq "$(wc -l <frames.txt)" ] || fail "frames of the record are missing"

kill -TERM "$pool_pid"
wait "$pool_pid" 2>/dev/null || true
finish provider || fail "the provider ended with status $?"
grep -q ', 0 solutions refused$' provider.log || fail "the provider has refused a solution"
# What the pool says of a connection that is closed is an error to it.
if grep ' ERROR ' pool.log | grep -vE 'stale-share|SocketClosed|action: Disconnect'; then
    fail "the pool reports errors"
fi
started=

frames=$(wc -l <frames.txt)
echo "interop: pool_sv2 $POOL_VERSION, $("$sv2" --version): $MINERS miners, $shares shares:" \
    "$accepted accepted and $stale stale, as miners, proxy, watch and pool count them;" \
    "$frames frames, none refused"
