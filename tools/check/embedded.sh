#!/usr/bin/env bash
# Sizes of programs for a Cortex-M4, in bytes: codec compared with postcard. Fails when a program by codec
# with `optimize_for_size` is larger than the same by postcard. `tools/check/embedded.sh`
set -euo pipefail
cd "$(dirname "$0")/../../codec-embedded/firmware"
export CARGO_TERM_COLOR=never CARGO_TARGET_DIR=$PWD/target
target=thumbv7em-none-eabihf
rustup target add "$target" >/dev/null 2>&1 || [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ] || {
  printf 'no compiler for %s: not measured\n' "$target"
  exit 3
}
size=$(command -v llvm-size || command -v size) || {
  printf 'no program that tells sizes: not measured\n'
  exit 3
}
build() {
  RUSTFLAGS="-C link-arg=--nmagic" cargo build --quiet --release --target "$target" "$@"
}
text() { "$size" "target/$target/release/$1" | awk 'NR == 2 { print $1 }'; }

build
declare -A fast
for program in decode_codec both_codec frames_codec; do fast[$program]=$(text "$program"); done
build --features optimize_for_size
printf '%-22s %10s %22s %10s\n' program codec optimize_for_size postcard
failed=0
for kind in decode both; do
  ours=$(text "${kind}_codec")
  theirs=$(text "${kind}_postcard")
  printf '%-22s %10d %22d %10d\n' "$kind" "${fast[${kind}_codec]}" "$ours" "$theirs"
  if [ "$ours" -gt "$theirs" ]; then
    printf '%s: larger than by postcard\n' "$kind"
    failed=1
  fi
done
printf '%-22s %10d %22d %10s\n' frames "${fast[frames_codec]}" "$(text frames_codec)" -
printf '%-22s %10d\n' empty "$(text empty)"
echo "ran sizes of programs: 6"
exit "$failed"
