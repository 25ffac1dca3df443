#!/bin/sh
# Runs the whole chain of Stratum V2 on loopback, with the pool of the Stratum reference
# implementation (SRI) in the middle:
#
#     sv2 template-provider -> pool_sv2 -> sv2 watch -> sv2 proxy -> sv2 mine
#
# and checks that no side refused a message and that every share is counted the same by
# miners, proxy, watch and pool. Blocks come while the miners work: the shares that are on
# their way then are stale, and the only ones that may be refused. Not a part of the ordinary
# checks: tools/interop/sv2/chain.sh, which has what it needs and its settings, installs the
# pool. A first run, half as long, adds frames of an extension that nobody knows between watch and
# proxy, both ways (Python 3.9): nothing else may change.
#
#     tools/interop/sv2.sh [MINERS] [SECONDS]
set -eu

MINERS=${1:-1000}
SECONDS_TO_RUN=${2:-60}

root=$(cd "$(dirname "$0")/../.." && pwd)
label=interop
# shellcheck source=tools/interop/sv2/chain.sh
. "$root/tools/interop/sv2/chain.sh"

# chain NAME SECONDS: sets `shares`, `accepted`, `stale` and `frames`; with `watched`, frames of an
# extension that nobody knows are added between watch and proxy, both ways.
chain() {
    enter "$1"
    start_pool 60.0
    if [ -n "$watched" ]; then
        start stranger python3 "$root/tools/interop/sv2/stranger.py" "$(address_of watch)"
        await stranger '^listening on'
        set -- "$1" "$2" "$(address_of stranger)" --upstream-plaintext
    else
        set -- "$1" "$2" "$(address_of watch)" --upstream-key "$(key_of watch)"
    fi
    seconds=$2 upstream=$3
    shift 3
    start proxy "$sv2" proxy --listen 127.0.0.1:0 --upstream "$upstream" "$@"
    await proxy '^authority key'

    mine_status=0
    "$sv2" mine "$(address_of proxy)" --authority-key "$(key_of proxy)" --miners "$MINERS" \
        --seconds "$seconds" --rate 0.5 --hash-rate 10 >mine.log 2>&1 || mine_status=$?
    cat mine.log
    [ "$mine_status" -eq 0 ] || [ "$mine_status" -eq 3 ] ||
        fail "the miners ended with status $mine_status"
    counts=$(total mine)
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
    [ -z "$watched" ] || finish stranger || fail "the stranger ended with status $?"
    finish watch || fail "watch ended with status $?"
    all="$shares submitted, $accepted accepted, $stale refused, 0 unanswered"
    grep -q "^total: $MINERS miners, $MINERS channels; $all\$" proxy.log ||
        fail "the proxy does not have: $all"
    check_watch "$accepted" "$stale"
    check_pool "$accepted"
    echo "interop: pool_sv2 $POOL_VERSION, $("$sv2" --version): $MINERS miners, $shares shares:" \
        "$accepted accepted and $stale stale, as miners, proxy, watch and pool count them;" \
        "$frames frames, none refused"
}

build_sv2
enter miners
install pool_sv2 "$POOL_VERSION"
watched=--plaintext
chain strangers "$((SECONDS_TO_RUN / 2))"
added=$(tail -n 1 stranger.log)
echo "interop: of an extension that nobody knows, $added"
watched=
chain miners "$SECONDS_TO_RUN"
"$root/tools/ran.sh" interop-sv2.sh "$MINERS miners, $shares shares, $accepted accepted, $stale stale; $frames frames, none refused; before, with frames of an unknown extension: $added"
