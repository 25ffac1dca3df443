#!/usr/bin/env bash
# The unsafe code, what the derive makes and the pool, under Miri. `scripts/miri.sh [part ...]`
# runs the parts named, or all:
#   core      codec-core's unsafe code, lazy sequences, bytes lent out of streams, user code
#             that lies, panics half-way
#   derive    what the derive makes: the k-th field fails or panics, borrowed and shared forms
#   pool      random work with frames on four threads against copies, with weak memory and a
#             schedule a seed; frames, counts, options
#   machines  core's and the pool's where addresses have 32 bits, and where the most
#             significant byte comes first
#   quick     a part of the first three that takes minutes, for every change; not one of all
# Parts but `machines` and `quick` run under both aliasing models. `MIRI_MODELS` picks one of them
# (`stacked` or `tree`), `MIRI_SEEDS` the schedules (`0..8`).
set -euo pipefail
cd "$(dirname "$0")/.."
# Nothing here runs on another compiler, and to pass over it in silence would look clean:
# status 3 says that the compiler could not be had.
if ! cargo +nightly miri --version >/dev/null 2>&1; then
  if ! rustup toolchain install nightly --profile minimal --component miri,rust-src; then
    echo "scripts/miri.sh: the components miri and rust-src of a nightly compiler are needed," \
      "and could not be installed" >&2
    exit 3
  fi
fi
rustup component add rust-src --toolchain nightly >/dev/null 2>&1 || true
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target/miri}" CARGO_TERM_COLOR=never
# Tests that panic on purpose would spend their time on traces.
export RUST_BACKTRACE=0
# Steps of the model on all threads together.
export CODEC_POOL_MODEL_STEPS="${CODEC_POOL_MODEL_STEPS:-400}"

# Runs `cargo miri test` with the flags that come before `--`.
miri() {
  # The steps, and how long a wait may take, come from outside.
  MIRIFLAGS="-Zmiri-disable-isolation"
  while [ "$1" != -- ]; do MIRIFLAGS+=" $1"; shift; done
  shift
  export MIRIFLAGS
  printf '\n== miri %s [%s]\n' "$*" "$MIRIFLAGS"
  cargo +nightly miri test --quiet "$@"
}

# Runs a function once for each aliasing model, with its flag.
models() {
  local model
  for model in ${MIRI_MODELS:-stacked tree}; do
    case $model in
      stacked) "$1" ;;
      tree) "$1" -Zmiri-tree-borrows ;;
      *) echo "no such model: $model" >&2; exit 2 ;;
    esac
  done
}

core_once() {
  # Of the tests in which each request for memory is refused in turn, those of one kind.
  miri "$@" -- -p codec-core --lib -- --skip refusal_tests::
  miri "$@" -- -p codec-core --lib -- refusal_tests::fields_of_bytes refusal_tests::what_has
  miri "$@" -- -p codec-core --test seq_ref --test shared_types --test runs
  # Without what grows its input to tell how the time grows.
  miri "$@" -- -p codec-core --test map_ref -- --skip linear_time --skip no_more_a_level
  miri "$@" -- -p codec-core --test stream -- pieces::
  # Three tests give writers rooms that they leak.
  local leaking=(writer_that_is output_that_is)
  miri "$@" -- -p codec-core --test hostile -- lying panic_safety misaligned empty_elements \
    overflow "${leaking[@]/#/--skip=}"
  miri "$@" -Zmiri-ignore-leaks -- -p codec-core --test hostile -- "${leaking[@]}"
}

derive_once() {
  miri "$@" -- -p codec-derive --test drops --test borrowed --test shared --test generics
}

pool_once() {
  miri "$@" "-Zmiri-many-seeds=${MIRI_SEEDS:-0..8}" -- -p codec-pool --test never_overwritten
  miri "$@" -- -p codec-pool --test frames --test pool_counts --test options --test writer \
    --test sealed --test budget
}

# What takes the fewest steps: each kind of unsafe code at least once. The models take turns.
quick() {
  # Runs of varints are safe code, and their tests take a quarter of an hour here.
  miri -- -p codec-core --lib -- --skip refusal_tests:: --skip varint::run::
  miri -Zmiri-tree-borrows -- -p codec-core --test seq_ref
  miri -- -p codec-derive --test drops
  miri -Zmiri-tree-borrows -- -p codec-pool --test frames
}

machines() {
  local target
  for target in i686-unknown-linux-gnu s390x-unknown-linux-gnu; do
    miri -- -p codec-core --target "$target" --lib
    miri -- -p codec-core --target "$target" --test seq_ref
    miri -- -p codec-pool --target "$target" --test frames
  done
}

for part in "${@:-core derive pool machines}"; do
  for one in $part; do
    case $one in
      machines | quick) "$one" ;;
      core | derive | pool) models "${one}_once" ;;
      *) echo "no such part: $one" >&2; exit 2 ;;
    esac
  done
done
