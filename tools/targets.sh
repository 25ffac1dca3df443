#!/usr/bin/env bash
# The crates on other machines. `tools/targets.sh [part ...]` runs the parts named, or all:
#   bare      crates without an operating system, with and without an allocator, checked for a
#             Cortex-M0, which has no compare-and-swap; the next two build for machines that have more
#   cortex-m  recorded values in all formats, on an emulated Cortex-M4; needs qemu-system-arm
#   miner     a miner's firmware on an emulated Cortex-M4 and RISC-V: `sv2 serve` accepts its share over
#             an encrypted connection; needs qemu-system-arm and qemu-system-riscv32. With `POOL`, a
#             program, that in place of it: `tools/interop/miner.sh`
#   wasi      the same in WebAssembly; needs wasmtime, node, or pip to install wasmtime's package
#   i686      the tests where addresses have 32 bits; needs gcc-multilib, or a compiler's own such
#             as gcc-12-multilib: Debian refuses the former beside gcc-s390x-linux-gnu
#   s390x     the tests where the most significant byte comes first, emulated; needs qemu-user
#             and gcc-s390x-linux-gnu
# Ends with status 3 where a part could not run because its emulator or linker can't be had.
# `CODEC_EFFORT`, an integer, multiplies how many values tests try.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never

run() {
  printf '\n== %s\n' "$*"
  "$@"
}

# Like `run`, and goes on after a failure, which the script reports at its end.
failed=()
try() { run "$@" || failed+=("$*"); }

# Nothing ran: status 3 at the end, if nothing failed.
missing=()
lacks() {
  printf 'not run: %s\n' "$*" >&2
  missing+=("$*")
}

# All of codec-core but `optimize_for_size`, which takes other ways through it.
core="std,bytes,derive,arrayvec,chrono,hashbrown,hashbrown-0-15,heapless,indexmap,smallvec,time"
core+=",tokio,uuid,zerocopy,serde"

bare() {
  local target=thumbv6m-none-eabi set crate
  rustup target add "$target" >/dev/null 2>&1 || true
  # Each call selects features of codec-core as a program of one crate does.
  checked() { RUSTFLAGS="-D warnings" try cargo check --quiet --target "$target" "$@"; }
  checked -p codec-core --no-default-features --features alloc,derive,heapless,push,schema
  checked -p codec-embedded --features crc
  checked -p codec-schema --no-default-features
  # With it, codec-core without features.
  checked -p codec-stratum --no-default-features
  for crate in codec-bincode codec-bitcoin codec-decred codec-industrial codec-node; do
    for set in "" alloc; do checked -p "$crate" --no-default-features --features "$set"; done
  done
  checked -p codec-stratum --no-default-features --features alloc,schema
  for set in rust-crypto alloc,rust-crypto; do
    checked -p codec-noise --no-default-features --features "$set"
  done
}

# Succeeds if there is a standard library for a target, which is fetched where there is none.
has_target() {
  rustup target add "$1" >/dev/null 2>&1 || [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ]
}

# The program of `codec-embedded/emulated` for a machine: `emulated TARGET PROGRAM`.
emulated() {
  (
    cd codec-embedded/emulated || exit
    CARGO_TARGET_DIR="$emulated_target" run cargo build --release --target "$1" --bin "$2"
  )
}
emulated_target="$PWD/target/emulated"

cortex-m() {
  local target=thumbv7em-none-eabihf
  if ! command -v qemu-system-arm >/dev/null; then
    lacks "cortex-m, which needs qemu-system-arm"
    return
  fi
  if ! has_target "$target"; then
    lacks "cortex-m, which needs the standard library for $target"
    return
  fi
  RUSTFLAGS="-C link-arg=-Tlink.x -C link-arg=--nmagic" emulated "$target" bare || {
    failed+=("the program for $target")
    return
  }
  # A program that hangs is ended, and has failed.
  try timeout 60 qemu-system-arm -M mps2-an386 -cpu cortex-m4 -nographic -monitor none -serial none \
    -semihosting-config enable=on,target=native -kernel "$emulated_target/$target/release/bare"
}

# `mine TARGET MACHINE EMULATOR ...`: builds the firmware for a machine, and runs it against a server that
# hashes shares and is behind the standard input and output of the firmware.
mine() {
  local target=$1 machine=$2 address pid out socket line
  shift 2
  command -v "$1" >/dev/null || { lacks "miner for $target, which needs $1"; return; }
  has_target "$target" || { lacks "miner, which needs the standard library for $target"; return; }
  (
    cd codec-embedded/miner || exit
    # The scripts of cortex-m-rt include the memory, those of riscv-rt don't.
    if [ "$machine" = riscv ]; then memory="-C link-arg=-Tmemory.x"; fi
    export RUSTFLAGS="-C link-arg=-Lmachines/$machine ${memory:-} -C link-arg=-Tlink.x -C link-arg=--nmagic"
    CARGO_TARGET_DIR="$emulated_target" run cargo build --release --target "$target"
  ) || { failed+=("the miner for $target"); return; }
  coproc server { exec timeout 60 "${serve[@]}"; }
  pid=$server_PID
  exec {out}<&"${server[0]}"
  read -r line <&"$out"
  address=${line#listening on }
  # A program that hangs is ended, and has failed.
  exec {socket}<>"/dev/tcp/${address%:*}/${address##*:}"
  printf '\n== %s\n' "$*"
  # The firmware opens its standard error anew: a pipe, since a file would be cut.
  timeout 60 "$@" -nographic -monitor none -serial none -semihosting-config enable=on,target=native \
    -kernel "$emulated_target/$target/release/emulated" <&"$socket" 2>&1 >&"$socket" | cat >&2 ||
    failed+=("the miner on $target")
  exec {socket}<&-
  line=$(grep '^total: ' <&"$out" || true)
  wait "$pid" || failed+=("the server of the miner for $target")
  exec {out}<&-
  printf '%s\n' "$line"
  case $line in
    "total: 1 shares"*) printf 'ran shares of a miner on %s: 1\n' "$target" ;;
    *) failed+=("the share of the miner for $target") ;;
  esac
}

miner() {
  # The secret that belongs to the key in the firmware.
  serve=("$PWD/target/debug/sv2" serve 127.0.0.1:0 --connections 1 --zero-bits 8
    --authority-secret mkDLTBBRxdBv998612qipDYoTK3YUrqLe8uWw7gu3iXbSrn2n)
  # With `FEATURES` of a test run it is the program that this has built: with an example, dependencies
  # have the features that they have in tests.
  if [ -n "${POOL:-}" ]; then
    serve=("$POOL")
  elif ! run cargo build --quiet --bin sv2 ${FEATURES:+--features "$FEATURES" --example versions}; then
    failed+=("sv2")
    return
  fi
  # A nanosecond of the emulated machine is an instruction.
  mine thumbv7em-none-eabihf cortex-m qemu-system-arm -M mps2-an386 -cpu cortex-m4 -icount shift=0
  mine riscv32imc-unknown-none-elf riscv qemu-system-riscv32 -M virt -bios none -icount shift=0
}

wasi() {
  local target=wasm32-wasip1 runner
  if command -v wasmtime >/dev/null; then
    runner=(wasmtime run)
  elif node -e 'require("node:wasi")' >/dev/null 2>&1; then
    runner=(node --no-warnings tools/targets/run.mjs)
  elif python3 -m pip install --quiet --target target/wasmtime wasmtime; then
    runner=(env PYTHONPATH=target/wasmtime python3 tools/targets/run.py)
  else
    lacks "wasi, which needs wasmtime or node"
    return
  fi
  if ! has_target "$target"; then
    lacks "wasi, which needs the standard library for $target"
    return
  fi
  emulated "$target" wasi || {
    failed+=("the program for $target")
    return
  }
  try timeout 60 "${runner[@]}" "$emulated_target/$target/release/wasi.wasm"
}

i686() {
  local target=i686-unknown-linux-gnu
  if ! echo 'int main(void) { return 0; }' | cc -m32 -x c - -o /dev/null 2>/dev/null; then
    lacks "i686, which needs gcc-multilib"
    return
  fi
  # Where gcc-multilib is not installed, its link to the kernel's headers is missing.
  export CFLAGS_i686_unknown_linux_gnu="-idirafter /usr/include/x86_64-linux-gnu"
  rustup target add "$target" >/dev/null 2>&1 || true
  local crate
  try cargo test --no-fail-fast --features "$core" --target "$target" -p codec-core
  for crate in codec-core codec-peers codec-derive codec-pool codec-node codec-decred codec-bitcoin codec-stratum codec-noise \
    codec-embedded codec-schema codec-capture codec-records codec-industrial codec-alloc codec-bincode sv2 decred; do
    try cargo test --no-fail-fast --all-features --target "$target" -p "$crate"
  done
}

s390x() {
  local target=s390x-unknown-linux-gnu
  if ! command -v qemu-s390x >/dev/null || ! command -v s390x-linux-gnu-gcc >/dev/null; then
    lacks "s390x, which needs qemu-user and gcc-s390x-linux-gnu"
    return
  fi
  rustup target add "$target" >/dev/null 2>&1 || true
  export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc
  export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER="qemu-s390x -L /usr/s390x-linux-gnu"
  # An emulated machine takes ten to twenty times as long: fewer cases.
  export PROPTEST_CASES="${PROPTEST_CASES:-20}"
  local test="cargo test --no-fail-fast --target $target"
  try $test --features "$core" -p codec-core --lib --tests
  try $test --all-features -p codec-core --lib --tests
  try $test -p codec-peers --tests
  # The derive's errors come from the compiler, which runs on this machine.
  try $test -p codec-derive --tests -- --skip mistakes_are_refused
  try $test --all-features -p codec-pool --lib --tests
  local crate
  for crate in codec-node codec-decred codec-bitcoin codec-stratum codec-noise codec-embedded codec-schema \
    codec-capture codec-records codec-industrial codec-alloc codec-bincode; do
    try $test --all-features -p "$crate" --lib --bins --tests
  done
  # Tests of programs start them with the runner above. Two of them start one for each byte of a
  # recording, which takes minutes here, and the emulator lacks what a terminal is taken over with.
  local often=(--skip capture::a_capture_that_is_cut --skip capture::a_gap_is_marked)
  often+=(--skip view::)
  for crate in sv2 decred; do
    try $test --all-features -p "$crate" --bins --tests -- "${often[@]}"
  done
}

for part in "${@:-bare cortex-m miner wasi i686 s390x}"; do
  for one in $part; do
    case $one in
      bare | cortex-m | miner | wasi | i686 | s390x) "$one" ;;
      *) echo "no such part: $one" >&2; exit 2 ;;
    esac
  done
done
if [ ${#failed[@]} -gt 0 ]; then
  printf '\nfailed:\n'
  printf '  %s\n' "${failed[@]}"
  exit 1
fi
if [ ${#missing[@]} -gt 0 ]; then
  exit 3
fi
printf '\nall passed\n'
if [ "$*" != "bare cortex-m miner wasi" ] && [ -z "${POOL:-}" ]; then tools/ran.sh "targets.sh $*" passed; fi
