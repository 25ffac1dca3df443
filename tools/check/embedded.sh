#!/usr/bin/env bash
# Sizes of programs for a Cortex-M4, in bytes: codec compared with postcard, with the crates of the Stratum
# reference implementation and with C. Fails when a program by codec with `optimize_for_size` is larger than
# the same by another crate or than its limit, when one that decodes messages has code that panics, or when
# one with encryption has any that is not in crates below the cipher and the curve.
# `tools/check/embedded.sh`; needs arm-none-eabi-gcc, for C and for the C library in `noise_sv2`.
set -euo pipefail
cd "$(dirname "$0")/../../codec-embedded/firmware"
export CARGO_TERM_COLOR=never CARGO_TARGET_DIR=$PWD/target
target=thumbv7em-none-eabihf
rustup target add "$target" >/dev/null 2>&1 || [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ] || {
  printf 'no compiler for %s: not measured\n' "$target"
  exit 3
}
command -v arm-none-eabi-gcc >/dev/null || {
  printf 'no C compiler for %s: not measured\n' "$target"
  exit 3
}
build() {
  RUSTFLAGS="-C link-arg=--nmagic" cargo build --quiet --release --target "$target" "$@"
}
built() { echo "target/$target/release/$1"; }
text() { arm-none-eabi-size "$(built "$1")" | awk 'NR == 2 { print $1 }'; }
# Code and constants beyond the functions that copy, fill and compare memory, which any program has.
own() {
  local memory
  memory=$(arm-none-eabi-nm --print-size "$(built "$1")" |
    awk '/compiler_builtins.*mem|__aeabi_mem| mem(cpy|move|set|cmp)$/ && !seen[$1]++ { print "0x" $2 }' | paste -sd+)
  echo $(($(text "$1") - (${memory:-0})))
}

failed=0
lines=0
row() { # what, one of codec, one with optimize_for_size, one by another
  printf '%-34s %10s %18s %12s\n' "$@"
  lines=$((lines + 1))
}
at_most() { # what, bytes, the most
  [ "$2" -le "$3" ] && return
  printf '%s: %d bytes, more than %d\n' "$@"
  failed=1
}

build
declare -A fast
for program in decode both frames; do fast[$program]=$(text "${program}_codec"); done
for program in messages enum noise; do fast[$program]=$(own "${program}_codec"); done
build --features optimize_for_size,sri
arm-none-eabi-gcc -mcpu=cortex-m4 -mthumb -Os -nostdlib -Wl,--nmagic -Wl,--gc-sections -o "$(built messages_c)" src/messages.c

printf '%-34s %10s %18s %12s\n' program codec optimize_for_size another
for kind in decode both; do
  row "$kind, postcard" "${fast[$kind]}" "$(text "${kind}_codec")" "$(text "${kind}_postcard")"
  at_most "$kind" "$(text "${kind}_codec")" "$(text "${kind}_postcard")"
done
row frames "${fast[frames]}" "$(text frames_codec)" -
for peer in c postcard sri; do
  row "three messages (own), $peer" "${fast[messages]}" "$(own messages_codec)" "$(own "messages_$peer")"
done
row "any of 44 messages (own)" "${fast[enum]}" "$(own enum_codec)" -
row "noise (own), noise_sv2" "${fast[noise]}" "$(own noise_codec)" "$(own noise_sri)"
row empty "$(text empty)" "$(text empty)" -

at_most "three messages" "${fast[messages]}" 950
at_most "three messages" "$(own messages_codec)" 950
at_most "any of 44 messages" "$(own enum_codec)" 6144
at_most noise "${fast[noise]}" "$(own noise_sri)"
at_most noise "$(own noise_codec)" "$(own noise_sri)"
for program in messages_codec enum_codec; do
  if arm-none-eabi-nm "$(built "$program")" | grep -E 'panic|unwrap_failed|expect_failed|index_fail'; then
    printf '%s: has code that panics\n' "$program"
    failed=1
  fi
done

# With the feature `places`, a program holds the file of each place that panics.
places() { strings -n 4 "$(built "$1")" | grep -oP '[^ ]*?\.rs' | sort -u; }
three=$(own messages_codec)
build --features optimize_for_size,fingerprint,places --bin messages_codec --bin enum_codec --bin noise_codec --bin frames_codec
row "a fingerprint of one's protocol" - $(($(own messages_codec) - three)) -
at_most "a fingerprint" $(($(own messages_codec) - three)) 100
seen=0
for program in messages_codec enum_codec noise_codec; do
  # These crates are called by chacha20poly1305 and k256.
  if places "$program" | grep -vE '/(cipher|crypto-bigint|wnaf)-[0-9.]+/src/'; then
    printf '%s: panics in these files\n' "$program"
    failed=1
  fi
  seen=$((seen + 1))
done
# `fill`, which this one calls, panics when it is given a count of more bytes than there was room for.
places frames_codec | grep -q 'codec-embedded/src/buffer\.rs$' || {
  echo "frames_codec: the place that panics is not found"
  failed=1
}
echo "ran sizes of programs: $lines"
echo "ran places that panic: $seen"
exit "$failed"
