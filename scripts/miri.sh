#!/usr/bin/env bash
# The unsafe code, what the derive makes and the pool, under Miri: both aliasing models,
# several seeds for what runs on threads, weak memory included. `scripts/miri.sh [part]`
# runs one part: core, machines, derive or pool.
set -euo pipefail
cd "$(dirname "$0")/.."
rustup component add miri rust-src --toolchain nightly >/dev/null 2>&1 || true
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target/miri}" CARGO_TERM_COLOR=never
# Property tests take a few cases each; what starts programs or reads files is left out.
export PROPTEST_CASES=4 CODEC_CASES=4

miri() {
  printf '\n== miri %s [%s]\n' "$*" "$MIRIFLAGS"
  cargo +nightly miri test --quiet "$@"
}

core() {
  for model in "" "-Zmiri-tree-borrows"; do
    export MIRIFLAGS="$model"
    miri -p codec-core --lib
    miri -p codec-core --test seq_ref --test map_ref --test shared_types --test targets \
      --test counted --test runs
    miri -p codec-core --test hostile -- lying panic_safety empty_elements overflow \
      bit_patterns misaligned lazy large_array
  done
}

machines() {
  export MIRIFLAGS=""
  for target in i686-unknown-linux-gnu s390x-unknown-linux-gnu; do
    miri -p codec-core --lib --target "$target"
    miri -p codec-core --test seq_ref --test targets --target "$target"
    miri -p codec-pool --test frames --target "$target"
  done
}

derive() {
  for model in "" "-Zmiri-tree-borrows"; do
    export MIRIFLAGS="$model"
    miri -p codec-derive --test structs --test enums --test borrowed --test shared \
      --test generics --test drops --test wide
  done
}

pool() {
  for model in "" "-Zmiri-tree-borrows"; do
    export MIRIFLAGS="-Zmiri-disable-isolation -Zmiri-many-seeds=0..8 $model"
    CODEC_POOL_MODEL_STEPS=150 miri -p codec-pool --test never_overwritten
    export MIRIFLAGS="-Zmiri-disable-isolation $model"
    miri -p codec-pool --test frames --test pool_counts --test options --test writer
  done
}

if [ $# -gt 0 ]; then "$1"; else core; machines; derive; pool; fi
