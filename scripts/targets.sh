#!/usr/bin/env bash
# The crates on other machines. `scripts/targets.sh [part ...]` runs the parts named, or all:
#   bare   codec-core without an operating system, built for a Cortex-M4 and for WebAssembly
#   i686   the tests where addresses have 32 bits; needs gcc-multilib
#   s390x  the tests where the most significant byte comes first, emulated; needs qemu-user
#          and gcc-s390x-linux-gnu
# `CODEC_CASES` and `PROPTEST_CASES` set how many cases property tests take.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never

run() {
  printf '\n== %s\n' "$*"
  "$@"
}

# As `run`, and goes on after a failure: the script's end tells.
failed=()
try() { run "$@" || failed+=("$*"); }

# All of codec-core but `optimize_for_size`, which takes other ways through it.
core="std,bytes,derive,arrayvec,chrono,hashbrown,hashbrown-0-15,heapless,indexmap,smallvec,time"
core+=",tokio,uuid,zerocopy,serde"

bare() {
  local target
  for target in thumbv7em-none-eabihf wasm32-wasip1; do
    rustup target add "$target" >/dev/null 2>&1 || true
    try cargo build -p codec-core --no-default-features --target "$target"
    try cargo build -p codec-core --no-default-features --features alloc,derive --target "$target"
  done
}

i686() {
  local target=i686-unknown-linux-gnu
  rustup target add "$target" >/dev/null 2>&1 || true
  local crate
  try cargo test --no-fail-fast --features "$core" --target "$target" -p codec-core
  for crate in codec-core codec-derive codec-pool codec-node codec-decred codec-bitcoin codec-stratum; do
    try cargo test --no-fail-fast --all-features --target "$target" -p "$crate"
  done
}

s390x() {
  local target=s390x-unknown-linux-gnu
  rustup target add "$target" >/dev/null 2>&1 || true
  export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc
  export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER="qemu-s390x -L /usr/s390x-linux-gnu"
  # An emulated machine takes ten to twenty times as long: fewer cases.
  export CODEC_CASES="${CODEC_CASES:-20}" PROPTEST_CASES="${PROPTEST_CASES:-20}"
  local test="cargo test --no-fail-fast --target $target"
  try $test --features "$core" -p codec-core --lib --tests
  try $test --all-features -p codec-core --lib --tests
  # What the derive refuses is up to the compiler, which runs on this machine.
  try $test -p codec-derive --tests -- --skip mistakes_are_refused
  try $test --all-features -p codec-pool --lib --tests
  # Without the programs' tests, which start the programs themselves and not the emulator.
  try $test -p codec-node --lib
  try $test -p codec-decred --lib --test wire
  try $test -p codec-bitcoin --lib --tests
  # Without `program`, which starts the program itself and not the emulator.
  try $test -p codec-stratum --lib --test wire --test sizes --test allocations
}

for part in "${@:-bare i686 s390x}"; do
  for one in $part; do "$one"; done
done
if [ ${#failed[@]} -gt 0 ]; then
  printf '\nfailed:\n'
  printf '  %s\n' "${failed[@]}"
  exit 1
fi
printf '\nall passed\n'
