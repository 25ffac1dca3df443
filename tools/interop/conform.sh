#!/bin/sh
# Puts the pool and the translator of the Stratum reference implementation (SRI) to the scenarios of
# `sv2-conform`, on loopback:
#
#     sv2 template-provider -> pool_sv2 <- sv2-conform server
#     sv2-conform client <- translator_sv2 <- V1 miner
#
# and fails if a scenario fails that docs/conformance.md does not explain. The reports with all frames are
# in the folders of the runs. Not a part of the ordinary checks: tools/interop/sv2/chain.sh, which has
# what it needs and its settings, installs SRI's programs. SV2_CONFORM is the program that asks, a debug
# build by default. Needs Python 3.9 for the miner.
#
#     tools/interop/conform.sh
set -eu

# Failures that are explained; the last two of the translator depend on when its miner comes, and on
# whether it notices the end of a connection.
POOL_FAILS="GEN-11 C-SC-7 M-CC-3 S-WN-4"
TRANSLATOR_FAILS="CL-GEN-2 CL-RC-1 CL-RC-2 CL-SC-5 CL-EN-1"

root=$(cd "$(dirname "$0")/../.." && pwd)
label=interop
# shellcheck source=tools/interop/sv2/chain.sh
. "$root/tools/interop/sv2/chain.sh"

# check NAME KNOWN: what fails, or is inconclusive, has to be known; sets `counts`.
check() {
    unknown=$(awk -v known=" $2 " '
        ($2 == "fail" || $2 == "inconclusive") && index(known, " " $1 " ") == 0' "$1.txt")
    [ -z "$unknown" ] || fail "$1: $unknown"
    counts=$(tail -n 1 "$1.txt")
    case $counts in *inconclusive) ;; *) fail "$1: $counts" ;; esac
}

build_sv2
conform=${SV2_CONFORM:-}
if [ -z "$conform" ]; then
    (cd "$root" && cargo build -p sv2-conform)
    conform=${CARGO_TARGET_DIR:-$root/target}/debug/sv2-conform
fi

enter conform-pool
install pool_sv2 "$POOL_VERSION"
start_pool 60.0
"$conform" server "127.0.0.1:$pool_port" --authority "$pool_key" --report pool.html \
    --report pool.json >pool.txt 2>&1 || true # what failed is looked at
check pool "$POOL_FAILS"
pool_counts=$counts
finish pool || true # ended by the signal
finish watch || true
finish provider || fail "the provider ended with status $?"

# translator NAME AGGREGATE: sets `counts`.
translator() {
    enter "conform-$1"
    keys=$("$sv2" keygen)
    port=${INTEROP_TRANSLATOR_PORT:-34255} own_port=${INTEROP_CONFORM_PORT:-34256}
    cat >translator.toml <<TOML
downstream_address = "127.0.0.1"
downstream_port = $port
max_supported_version = 2
min_supported_version = 2
downstream_extranonce2_size = 4
verify_payout = false
aggregate_channels = $2
supported_extensions = []
required_extensions = []
[downstream_difficulty_config]
min_individual_miner_hashrate = 1000.0
shares_per_minute = 60.0
enable_vardiff = false
job_keepalive_interval_secs = 0
[[upstreams]]
address = "127.0.0.1"
port = $own_port
authority_pubkey = "$(echo "$keys" | sed -n 's/^authority key *//p')"
user_identity = "conform"
TOML
    # A miner that comes back as often as the translator does.
    : >mining
    while [ -e mining ]; do
        python3 "$root/tools/interop/sv2/sv1_miners.py" "127.0.0.1:$port" --seconds 30 --rate 20 \
            >>miner.log 2>&1 || true
        sleep 0.1
    done &
    started="$! $started"
    "$conform" client "127.0.0.1:$own_port" \
        --key "$(echo "$keys" | sed -n 's/^authority secret *//p')" \
        --run "$dir/bin/translator_sv2 -c translator.toml" --time 10000 \
        --report translator.html --report translator.json >translator.txt 2>&1 || true
    rm mining
    check translator "$TRANSLATOR_FAILS"
}

enter translator
install translator_sv2 "$TRANSLATOR_VERSION"
translator channels false
channels=$counts
translator one-channel true

result="pool_sv2 $POOL_VERSION: $pool_counts; translator_sv2 $TRANSLATOR_VERSION: $channels; with one channel for all: $counts; what fails is explained in docs/conformance.md"
echo "interop: $result"
"$root/tools/ran.sh" interop-conform.sh "$result"
