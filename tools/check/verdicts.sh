#!/bin/sh
# Plays all scenarios for servers and template providers, the hostile ones and a load against our own
# programs, many times, and fails at the first verdict that is another than the first time: each verdict
# that is no pass would be a false one. Several rounds run at once, each with servers of its own.
#
#     tools/check/verdicts.sh [ROUNDS] [LANES] [KINDS]
#
# KINDS are `server template-provider hostile load`, or some of them. SV2 and SV2_CONFORM are the programs, debug builds by default. Logs of rounds that failed are kept in
# target/verdicts.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
dir=$root/target/verdicts

fail() {
    echo "verdicts: $*" >&2
    exit 255 # ends xargs
}

# start NAME COMMAND...: in the background, until it listens.
start() {
    name=$1
    shift
    "$@" >"$name.log" 2>&1 &
    started="$started $!"
    eval "${name}_pid=$!"
    tries=0
    until grep -q "^authority key" "$name.log" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -le 300 ] || fail "$name does not come up"
        sleep 0.1
    done
}

address_of() { sed -n 's/^listening on //p' "$1.log"; }
key_of() { sed -n 's/^authority key //p' "$1.log"; }

# play NAME LAST COMMAND...: has to succeed, with a last line like this.
play() {
    name=$1 last=$2
    shift 2
    case " $KINDS " in *" $name "*) ;; *) return 0 ;; esac
    "$SV2_CONFORM" "$@" >"$name.txt" 2>&1 || fail "round $round, $name: $(grep -vE ' (pass|skip) ' "$name.txt")"
    grep -q "$last" "$name.txt" || fail "round $round, $name: $(tail -n 1 "$name.txt")"
}

if [ "${1:-}" = --round ]; then
    round=$2 started=
    mkdir -p "$dir/$round"
    cd "$dir/$round"
    trap 'for pid in $started; do kill "$pid" 2>/dev/null || true; done' EXIT
    start serve "$SV2" serve 127.0.0.1:0 --zero-bits 4
    start provider "$SV2" template-provider 127.0.0.1:0 --nbits 207fffff
    times="--time 20000 --quiet 200"
    # shellcheck disable=SC2086 # options
    {
        play server '^[0-9]* pass, 0 fail, 7 skip, 0 inconclusive$' \
            server "$(address_of serve)" --authority "$(key_of serve)" $times
        play template-provider '^[0-9]* pass, 0 fail, 0 skip, 0 inconclusive$' \
            template-provider "$(address_of provider)" --authority "$(key_of provider)" $times
        # shellcheck disable=SC2154 # set by `start`
        play hostile '^[0-9]* pass, 0 fail, 0 skip, 0 inconclusive$' \
            hostile "$(address_of serve)" --authority "$(key_of serve)" --pid "$serve_pid" \
            --connections 8 --seconds 0.2 $times
        play load ' 0 refused, 0 unanswered, 0 unsent$' \
            load "$(address_of serve)" --authority "$(key_of serve)" --profile burst --miners 5 \
            --rate 20 --peak 60 --seconds 2 --time 20000
    }
    rm -rf "${dir:?}/$round"
    exit 0
fi

ROUNDS=${1:-200}
LANES=${2:-6}
KINDS=${3:-server template-provider hostile load}
if [ -z "${SV2:-}" ] || [ -z "${SV2_CONFORM:-}" ]; then
    (cd "$root" && cargo build -p sv2 -p sv2-conform)
    SV2=$root/target/debug/sv2 SV2_CONFORM=$root/target/debug/sv2-conform
fi
export SV2 SV2_CONFORM KINDS
count() { "$SV2_CONFORM" "$1" --list | wc -l; }
seq "$ROUNDS" | xargs -P "$LANES" -n 1 "$0" --round
result="$ROUNDS rounds of $KINDS, $LANES at once, with $(count server) scenarios for servers (7 skipped), $(count template-provider) for template providers, $(count hostile) hostile ones, a load of 2 s: no verdict differs"
echo "verdicts: $result"
"$root/tools/ran.sh" verdicts.sh "$result"
