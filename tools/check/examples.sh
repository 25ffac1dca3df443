#!/bin/bash
# Runs the examples of all crates. Each asserts its result, and ends by itself. Arguments are those of
# `cargo test` that select packages and features, so that what it built is run; without any, each example
# is built with the features of its package alone.
set -euo pipefail
cd "$(dirname "$0")/../.."

count=0
built=("$@")
run() { # package, example
  printf '\n%s: %s\n' "$1" "$2"
  count=$((count + 1))
  local of=("${built[@]}")
  [ ${#of[@]} -gt 0 ] || of=(-p "$1")
  cargo run --quiet "${of[@]}" --example "$2"
}

run codec-core application
run codec-core bitcoin
run codec-core mapped_records
run codec-derive telemetry
run codec-derive notes
run codec-derive can
run codec-alloc measure
run codec-pool fan_out
run codec-pool proxy
run codec-noise session
run codec-embedded sensor
run codec-schema versions
run codec-schema service
run codec-records journal
run codec-bincode state
run codec-industrial gateway
run codec-node third_coin
run codec-bitcoin block
run codec-decred transaction
run codec-stratum server

echo "ran examples: $count"
