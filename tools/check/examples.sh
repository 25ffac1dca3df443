#!/bin/bash
# Runs the examples of all crates. Each asserts its result, and ends by itself.
set -euo pipefail
cd "$(dirname "$0")/../.."

count=0
run() { # package, example, features
  printf '\n%s: %s\n' "$1" "$2"
  count=$((count + 1))
  cargo run --quiet -p "$1" --example "$2" "${@:3}"
}

run codec-core application
run codec-core bitcoin
run codec-core mapped_records
run codec-derive telemetry
run codec-alloc measure
run codec-pool fan_out
run codec-pool proxy
run codec-noise session
run codec-embedded sensor
run codec-schema versions
run codec-bincode state
run codec-industrial gateway
run codec-node third_coin
run codec-bitcoin block
run codec-decred transaction
run codec-stratum server

echo "ran examples: $count"
