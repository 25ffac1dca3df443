#!/bin/sh
# Runs the translator of the Stratum reference implementation (SRI), which speaks Stratum V1 to
# miners, as a client of our programs, on loopback:
#
#     sv2 template-provider -> pool_sv2 -> sv2 watch -> sv2 proxy -> translator_sv2 -> V1 miners
#     sv2 serve -> sv2 watch -> translator_sv2 -> V1 miners
#
# each with one channel for all miners and with a channel for each, and checks that no side
# refused a message and that every share is counted the same by miners, translator, proxy, watch
# and server. Against the pool, blocks come while the miners work, so that shares may be stale;
# no other may be refused. A last run, of 75 seconds at least, has the translator request other
# targets, as it does for miners that are faster than it has expected. Not a part of the ordinary checks: tools/interop/sv2/chain.sh, which
# has what it needs and its settings, installs SRI's programs. Needs Python 3.9 for the miners.
#
#     tools/interop/translator.sh [MINERS] [SECONDS]
set -eu

MINERS=${1:-100}
SECONDS_TO_RUN=${2:-45}

root=$(cd "$(dirname "$0")/../.." && pwd)
label=interop
# shellcheck source=tools/interop/sv2/chain.sh
. "$root/tools/interop/sv2/chain.sh"

# The command of the miners; the last run has others.
seconds=$SECONDS_TO_RUN rate=0.5 vardiff=false

# start_translator ADDRESS KEY AGGREGATE EXTENSIONS: as a client of this server, which has to
# agree to these extensions.
start_translator() {
    port=${INTEROP_TRANSLATOR_PORT:-34255}
    cat >translator.toml <<TOML
downstream_address = "127.0.0.1"
downstream_port = $port
max_supported_version = 2
min_supported_version = 2
downstream_extranonce2_size = 4
verify_payout = false
aggregate_channels = $3
supported_extensions = [$4]
required_extensions = [$4]
[downstream_difficulty_config]
min_individual_miner_hashrate = 10.0
shares_per_minute = 60.0
enable_vardiff = $vardiff
job_keepalive_interval_secs = 5
[[upstreams]]
address = "${1%:*}"
port = ${1##*:}
authority_pubkey = "$2"
user_identity = "interop"
TOML
    # At this level it tells of the shares that miss the server's target.
    level=info
    [ "$vardiff" = false ] || level=debug
    start translator env RUST_LOG="$level" "$dir/bin/translator_sv2" -c translator.toml
    await translator 'Received: SetupConnectionSuccess'
}

# mine: the miners of the translator; sets `shares` and `unknown`, the shares of jobs that were
# replaced meanwhile, which the translator refuses by itself.
mine() {
    status=0
    python3 "$root/tools/interop/sv2/sv1_miners.py" "127.0.0.1:$port" --miners "$MINERS" \
        --seconds "$seconds" --rate "$rate" >mine.log 2>&1 || status=$?
    cat mine.log
    [ "$status" -eq 0 ] || [ "$status" -eq 3 ] || fail "the miners ended with status $status"
    counts=$(total mine)
    [ -n "$counts" ] || fail "a share was not answered"
    # shellcheck disable=SC2086 # three numbers
    set -- $counts
    shares=$2 unknown=$3
    [ "$shares" -gt 0 ] || fail "no share was accepted"
    told=$(sed -n 's/^  refused \([0-9]*\): 21$/\1/p' mine.log) # 21: job not found
    [ "${told:-0}" -eq "$unknown" ] || fail "shares were refused whose job was known"
}

# settle: waits until each share is answered; sets `forwarded`, the shares that the translator
# has passed on, and `dropped`, those that it has accepted for a job that a block made stale
# before it could.
settle() {
    tries=0
    while :; do
        forwarded=$(counted translator 'valid share, forwarding it to upstream')
        dropped=$(counted translator 'rejected by upstream channel validation')
        # Miners may have an easier target than the server until they have the new one.
        missed=$(counted translator 'does not meet the upstream channel target')
        answered=$(($(acknowledged) + $(counted watch ' < .*SubmitShares\.Error')))
        [ $((forwarded + dropped + missed)) -ne "$shares" ] || [ "$answered" -ne "$forwarded" ] || break
        tries=$((tries + 1))
        [ "$tries" -le 100 ] || fail "of $shares shares that the translator has accepted," \
            "$forwarded were passed on, $dropped and $missed dropped, $answered answered"
        sleep 0.1
    done
    [ "$(counted watch ' > .*SubmitSharesExtended')" -eq "$forwarded" ] ||
        fail "$forwarded shares were not watched"
    [ "$(counted translator 'rejected by upstream channel validation.*Stale')" -eq "$dropped" ] ||
        fail "the translator has dropped shares that were not stale"
}

check_translator() {
    finish translator INT || fail "the translator ended with status $?"
    # It logs a miner that has disconnected as an error.
    if grep -E ' ERROR |requested fallback|requested shutdown|panicked' translator.log |
        grep -v RecvError
    then
        fail "the translator reports errors"
    fi
}

# of_pool NAME AGGREGATE
of_pool() {
    enter "$1"
    start_pool 60.0
    start proxy "$sv2" proxy --listen 127.0.0.1:0 --upstream "$(address_of watch)" \
        --upstream-key "$(key_of watch)"
    await proxy '^authority key'
    start_translator "$(address_of proxy)" "$(key_of proxy)" "$2" ""
    mine
    settle
    check_translator
    status=0
    finish proxy || status=$?
    finish watch || fail "watch ended with status $?"
    counts=$(total proxy)
    # shellcheck disable=SC2086 # three numbers
    set -- "$1" "$2" $counts
    [ "${3:-none}" = "$forwarded" ] || fail "the proxy does not have $forwarded shares"
    accepted=$4 stale=$5
    [ "$status" -eq "$([ "$stale" -eq 0 ] && echo 0 || echo 3)" ] ||
        fail "the proxy ended with status $status"
    check_watch "$accepted" "$stale"
    check_pool "$accepted"
    report "pool_sv2 $POOL_VERSION, proxy" "$2"
}

# of_serve NAME AGGREGATE
of_serve() {
    enter "$1"
    # The translator begins with a target of its own, which one hash in eleven meets, and drops
    # shares that miss the server's: this one's is easier.
    start serve "$sv2" serve 127.0.0.1:0 --zero-bits 3
    await serve '^authority key'
    start_watch "$(address_of serve)" "$(key_of serve)"
    start_translator "$(address_of watch)" "$(key_of watch)" "$2" 2
    mine
    settle
    check_translator
    finish watch || fail "watch ended with status $?"
    finish serve || fail "the server ended with status $?"
    accepted=$forwarded stale=0
    check_watch "$accepted" 0
    grep -q "^total: $accepted shares in .*, $accepted with a worker's name" serve.log ||
        fail "the server does not have $accepted shares"
    report serve "$2"
}

# report SERVER AGGREGATE
report() {
    channels="a channel for each"
    [ "$2" = false ] || channels="one channel for all"
    echo "interop: $1, translator_sv2 $TRANSLATOR_VERSION ($channels), $("$sv2" --version):" \
        "$MINERS miners, $shares shares: $dropped dropped as stale by the translator," \
        "$accepted accepted and $stale stale, as translator, watch and server count them;" \
        "$frames frames, none refused"
}

enter translator
install pool_sv2 "$POOL_VERSION"
install translator_sv2 "$TRANSLATOR_VERSION"
build_sv2
of_serve serve-one-channel true
of_serve serve-channels false
of_pool pool-one-channel true
of_pool pool-channels false

seconds=$((SECONDS_TO_RUN < 75 ? 75 : SECONDS_TO_RUN)) rate=2 vardiff=true
of_serve serve-targets false
updates=$(counted watch ' > .*UpdateChannel')
targets=$(counted watch ' < .*SetTarget')
[ "$updates" -gt 0 ] && [ "$targets" -gt 0 ] || fail "no target was changed"
echo "interop: $updates targets requested, $targets set; $missed shares missed a new target"
"$root/tools/ran.sh" interop-translator.sh "translator_sv2 $TRANSLATOR_VERSION, $MINERS miners, no message refused"
