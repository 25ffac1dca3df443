#!/usr/bin/env bash
# docs/schema.md as a newcomer reads it: its code in a crate of its own, its commands in their
# order, and what it says they print; and a package of `codec-schema new`. Arguments are those of `cargo test` that select packages and
# features: the programs are those that it built.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
folder=$root/target/newcomer
rm -rf "$folder"
mkdir -p "$folder/src" "$folder/tests"

# The n-th block of code of the page that begins like this.
block() {
  awk -v fence="\`\`\`$1" -v wanted="$2" '
    $0 == fence { found += 1; inside = (found == wanted); next }
    /^```$/ { inside = 0 }
    inside' "$root/docs/schema.md"
}

expected=0
expect() {
  expected=$((expected + 1))
  if ! grep -qF -- "$2" <<<"$1"; then
    printf 'not found: %s\n%s\n' "$2" "$1"
    exit 1
  fi
}

cat >"$folder/Cargo.toml" <<TOML
[package]
name = "newcomer"
edition = "2024"
[dependencies]
codec-core = { path = "$root/codec-core", features = ["std", "derive", "schema"] }
[dev-dependencies]
codec-schema = { path = "$root/codec-schema" }
[workspace]
TOML
cp "$root/Cargo.lock" "$folder/Cargo.lock"
# The code after the types is for a reader's test.
block rust 1 | sed '/^use codec_core::schema/,$d' >"$folder/src/lib.rs"
{
  echo 'use newcomer::*;'
  block rust,ignore 1
  echo '#[test] fn sizes_are_constants() {'
  block rust 1 | sed -n '/^use codec_core::schema/,$p'
  echo '}'
} >"$folder/tests/wire.rs"

export CARGO_TARGET_DIR=$root/target CARGO_TERM_COLOR=never
unset CI CODEC_LOCK
check() { (cd "$folder" && cargo test --quiet --test wire 2>&1); }

check >/dev/null
lock=$(cat "$folder/wire/messages.lock")
for line in 'codec wire format lock, version 1' 'struct Share id 0x1a' \
  'extranonce: list(u8) counted len u8 max 32' 'fingerprints'; do
  expect "$lock" "$line"
done
check >/dev/null

# The change on the page: `nonce` becomes a `u64`.
sed -i 's/pub nonce: u32/pub nonce: u64/' "$folder/src/lib.rs"
sed -i '/LONGEST/d' "$folder/tests/wire.rs"
if said=$(check); then
  echo "a change of the format passes its test"
  exit 1
fi
expect "$said" 'Bincode, Borsh, Consensus, Sv2: breaking'
expect "$said" 'it is written as 4 bytes, little-endian, and read as 8 bytes, little-endian'
cp "$folder/wire/messages.lock" "$folder/old.lock"
CODEC_LOCK=bless check >/dev/null
check >/dev/null

[ $# -gt 0 ] || set -- -p sv2 -p codec-schema
# With an example, dependencies have the features that they have in tests, and are not built again.
cargo build --quiet "$@" --bin codec-schema --bin sv2 --example versions
schema=$CARGO_TARGET_DIR/debug/codec-schema sv2=$CARGO_TARGET_DIR/debug/sv2

expect "$("$schema" help)" 'diff'
if "$schema" diff "$folder/old.lock" "$folder/wire/messages.lock" \
  >"$folder/diff"; then
  echo "a breaking difference ends with 0"
  exit 1
fi
expect "$(cat "$folder/diff")" 'breaking'
expect "$("$schema" fingerprint "$folder/wire/messages.lock")" 'Sv2'
if ! command -v python3 >/dev/null 2>&1; then
  echo "skipped the page's reader in Python: python3 is not installed"
else
  expected=$((expected + 1))
  "$schema" export python "$folder/old.lock" --format Sv2 >"$folder/messages.py"
  block python 1 >"$folder/example.py"
  (cd "$folder" && python3 example.py)
fi
expected=$((expected + 1))
"$schema" export c "$folder/old.lock" --format Sv2 >"$folder/messages.h"
block c 1 >"$folder/example.c"
cc -std=c99 -Wall -Wextra -Wpedantic -Werror -o "$folder/example" "$folder/example.c"
"$folder/example"

# A package of `codec-schema new`, outside of the workspace: its tests pass, and fail for another
# format; what it says to run next runs.
package=$(mktemp -d)
trap 'rm -rf "$package"' EXIT
next=$(cd "$package" && "$schema" new gate-way --path "$root")
package=$package/gate-way
cp "$root/Cargo.lock" "$package/Cargo.lock"
tests() { (cd "$package" && cargo test 2>&1); }
expect "$(tests)" 'test result: ok. 4 passed'
commands=$(grep -c '^codec-schema ' <<<"$next")
ran=0
while read -r _ command; do
  case $command in diff*) continue ;; esac
  (cd "$package" && eval "$schema $command" >>"$folder/next")
  ran=$((ran + 1))
done < <(grep '^codec-schema ' <<<"$next")
expect "$ran of $commands" '3 of 4'
expect "$(cat "$folder/next")" 'sensor'
sed -i 's/pub sensor: u32/pub sensor: u64/' "$package/src/lib.rs"
if said=$(tests); then
  echo "a package of new passes its tests with another format"
  exit 1
fi
expect "$said" 'Reading.sensor: it is written as 4 bytes, little-endian, and read as 8 bytes'
cp "$package/wire/protocol.lock" "$package/old.lock"
# The test of two values says their bytes, which are others now.
sed -i '/^    assert_eq!(bytes, /d' "$package/tests/wire.rs"
CODEC_LOCK=bless tests >/dev/null
if "$schema" diff "$package/old.lock" "$package/wire/protocol.lock" >"$folder/diff"; then
  echo "a breaking difference of the package ends with 0"
  exit 1
fi
expect "$(cat "$folder/diff")" 'Reading.sensor'

"$sv2" schema wireshark >"$folder/sv2.lua"
expect "$(head -c 200 "$folder/sv2.lua")" 'A dissector of Stratum V2'
if ! command -v tshark >/dev/null 2>&1; then
  echo "skipped the page's dissector: tshark is not installed"
else
  expected=$((expected + 1))
  # A capture of no packets: tshark fails where the script is wrong or makes no such protocol.
  printf '\xd4\xc3\xb2\xa1\2\0\4\0\0\0\0\0\0\0\0\0\0\0\4\0\1\0\0\0' >"$folder/capture.pcap"
  said=$(tshark -X "lua_script:$folder/sv2.lua" -r "$folder/capture.pcap" \
    -d tcp.port==34254,sv2 -O sv2 2>&1)
  if grep -qi 'lua:\|error\|unknown' <<<"$said"; then
    echo "$said"
    exit 1
  fi
fi
for what in kaitai markdown html; do
  "$sv2" schema "$what" >/dev/null
done
echo "ran sentences of the page: $expected"
