# Shared by the scripts that run chains of Stratum V2 programs; to be sourced, with `root` and
# `label` set. Needs capnproto with its library (Debian: capnproto, libcapnp-dev) to install the
# programs of the Stratum reference implementation (SRI), which takes about ten minutes each on
# two cores.
#
# INTEROP_DIR is where those are installed and where logs go, target/interop by default; SV2 is
# the program to test, a release build by default.
# shellcheck shell=sh

POOL_VERSION=0.7.0
TRANSLATOR_VERSION=0.6.0

dir=${INTEROP_DIR:-$root/target/interop}
sv2=${SV2:-}
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
    echo "$label: $*" >&2
    echo "$label: logs are in $(pwd)" >&2
    exit 1
}

# enter NAME: makes an empty directory for the logs of a run, and goes there.
enter() {
    mkdir -p "$dir/run/$1"
    cd "$dir/run/$1"
    rm -f ./*.log ./*.txt ./*.toml
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

# counted NAME PATTERN: how many lines of the log are like this.
counted() { grep -cE "$2" "$1.log" || true; }

# total NAME: "SUBMITTED ACCEPTED REFUSED" of the line that a program prints at its end, once no
# share is without an answer.
total() {
    sed -n 's/^\(total: .*; \)\{0,1\}\([0-9]*\) submitted, \([0-9]*\) accepted, \([0-9]*\) refused, 0 unanswered$/\2 \3 \4/p' \
        "$1.log" | tail -n 1
}

# finish NAME [SIGNAL]: tells it to end, and returns its status.
finish() {
    eval "pid=\$${1}_pid"
    # Its number may be another program's, once it has been waited for.
    remaining=
    for other in $started; do
        [ "$other" = "$pid" ] || remaining="$remaining $other"
    done
    started=$remaining
    kill -"${2:-TERM}" "$pid" 2>/dev/null || true
    wait "$pid"
}

# install NAME VERSION: a program of SRI, from the registry.
install() {
    if [ ! -x "$dir/bin/$1" ] || [ "$("$dir/bin/$1" --version)" != "$1 $2" ]; then
        command -v capnp >/dev/null || fail "capnp is missing"
        cargo install "$1" --version "$2" --locked --root "$dir"
    fi
}

build_sv2() {
    [ -z "$sv2" ] || return 0
    (cd "$root" && cargo build --release -p sv2)
    sv2=${CARGO_TARGET_DIR:-$root/target}/release/sv2
}

# start_pool SHARES_PER_MINUTE: our template provider, SRI's pool, and `sv2 watch` in front of it.
start_pool() {
    start provider "$sv2" template-provider 127.0.0.1:0 --block-every 20 --template-every 5
    await provider '^authority key'
    # The pool's own keys, made for this run.
    keys=$("$sv2" keygen)
    pool_key=$(echo "$keys" | sed -n 's/^authority key *//p')
    pool_secret=$(echo "$keys" | sed -n 's/^authority secret *//p')
    pool_port=${INTEROP_POOL_PORT:-34254}
    cat >pool.toml <<TOML
authority_public_key = "$pool_key"
authority_secret_key = "$pool_secret"
cert_validity_sec = 3600
listen_address = "127.0.0.1:$pool_port"
coinbase_reward_script = "addr(tb1qa0sm0hxzj0x25rh8gw5xlzwlsfvvyz8u96w3p8)"
server_id = 1
pool_signature = "interop"
shares_per_minute = $1
share_batch_size = 1
supported_extensions = [2]
required_extensions = []
[template_provider_type.Sv2Tp]
address = "$(address_of provider)"
public_key = "$(key_of provider)"
TOML
    start pool "$dir/bin/pool_sv2" -c pool.toml
    await pool 'ready to accept connections'
    start_watch "127.0.0.1:$pool_port" "$pool_key"
}

# start_watch ADDRESS KEY: in front of a server; in plaintext if `watched` says so.
watched=
start_watch() {
    # shellcheck disable=SC2086 # an option, or none
    start watch "$sv2" watch --listen 127.0.0.1:0 $watched --upstream "$1" --upstream-key "$2" \
        --record frames.txt
    await watch '^listening on'
}

# check_watch ACCEPTED STALE: it has seen these answers, and nothing that was refused otherwise.
check_watch() {
    [ "$(acknowledged)" -eq "$1" ] || fail "$(acknowledged) acknowledgements were watched, not $1"
    [ "$(counted watch ' < .*SubmitShares\.Error.*error_code=.stale-share')" -eq "$2" ] ||
        fail "$2 refusals were not watched"
    [ "$(counted watch ' < .*SubmitShares\.Error')" -eq "$2" ] ||
        fail "shares were refused that were not stale"
    if grep -E 'malformed|SetupConnection\.Error|OpenMiningChannel\.Error|UpdateChannel\.Error' watch.log
    then
        fail "a message was refused"
    fi
    unknown=$(counted watch '^unknown message at')
    "$sv2" decode --keep-going frames.txt >frames.log 2>refused.log || [ "$unknown" -gt 0 ] ||
        fail "the record is not readable"
    frames=$(wc -l <frames.txt)
    [ "$(wc -l <frames.log)" -eq "$((frames - unknown))" ] ||
        fail "frames of the record are missing"
}

# acknowledged: how many shares the acknowledgements that were watched cover.
acknowledged() {
    sed -n 's/.* < .*SubmitShares\.Success.* new_submits_accepted_count=\([0-9]*\).*/\1/p' watch.log |
        awk '{ sum += $1 } END { print sum + 0 }'
}

# check_pool ACCEPTED: the pool has as many shares, and no errors.
check_pool() {
    [ "$(counted watch ' < .*SetNewPrevHash \(Mining\)')" -gt 0 ] || fail "no block was watched"
    [ "$(counted pool 'SubmitSharesSuccess\(channel_id')" -eq "$1" ] ||
        fail "the pool does not have $1 shares"
    finish pool || true # ended by the signal
    finish provider || fail "the provider ended with status $?"
    grep -q ', 0 solutions refused$' provider.log || fail "the provider has refused a solution"
    # The pool logs a closed connection as an error.
    if grep ' ERROR ' pool.log | grep -vE 'stale-share|SocketClosed|action: Disconnect'; then
        fail "the pool reports errors"
    fi
}
