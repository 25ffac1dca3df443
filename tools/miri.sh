#!/usr/bin/env bash
# The unsafe code, what the derive makes and the pool, under Miri. `tools/miri.sh [part ...]`
# runs the parts named, or all but `quick`. Each takes ten minutes at most under one model on a
# machine that does nothing else; a part's first word names all that begin with it:
#   core      codec-core: lib, refused (memory), sequences, runs, maps, streams, hostile
#             (user code that breaks its contract, panics half-way)
#   derive    what the derive makes: drops (the k-th field fails or panics), borrowed, shared
#   pool      random (frames on four threads against copies, with weak memory and a schedule a
#             seed), frames, counts, writer, budget, and of encrypted frames sealed-reading,
#             sealed-writing, sealed-errors, sealed-mutable
#   machines  where addresses have 32 bits (i686), and where the most significant byte comes
#             first (s390x): core-i686, sequences-i686, derive-i686, frames-i686, and the same
#             with s390x
#   places    every place of unsafe code, by the test that tools/mutants/places names there: under half
#             an hour for both models, so that it can run before each release
#   quick     a part of the first three that takes minutes, for every change
# So `tools/miri.sh core-runs pool-sealed` runs two words of the above. Parts but `machines` and
# `quick` run under both aliasing models. `MIRI_MODELS` picks one of them (`stacked` or `tree`),
# `MIRI_SEEDS` the schedules (`0..8`).
set -euo pipefail
cd "$(dirname "$0")/.."
# Nothing here runs on another compiler, and to pass over it in silence would look clean:
# status 3 says that the compiler could not be had.
if ! cargo +nightly miri --version >/dev/null 2>&1; then
  if ! rustup toolchain install nightly --profile minimal --component miri,rust-src; then
    echo "tools/miri.sh: the components miri and rust-src of a nightly compiler are needed," \
      "and could not be installed" >&2
    exit 3
  fi
fi
rustup component add rust-src --toolchain nightly >/dev/null 2>&1 || true
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target/miri}" CARGO_TERM_COLOR=never
# Cargo runs the tests by Miri, and by no other runner.
unset CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER
# Tests that panic on purpose would spend their time on traces.
export RUST_BACKTRACE=0

# Runs `cargo miri test` with the flags that come before `--`.
miri() {
  # The steps, and how long a wait may take, come from outside.
  MIRIFLAGS="-Zmiri-disable-isolation"
  while [ "$1" != -- ]; do MIRIFLAGS+=" $1"; shift; done
  shift
  export MIRIFLAGS
  printf '\n== miri %s [%s] (after %d s)\n' "$*" "$MIRIFLAGS" "$SECONDS"
  cargo +nightly miri test "$@"
}

# All parts, in their order; each is a case of `part`.
parts=(
  core-{lib,refused,sequences,runs,maps,streams,hostile}
  derive-{drops,borrowed,shared}
  pool-{random,frames,counts,writer,budget}
  pool-sealed-{reading,writing,errors,mutable}
  machines-{core,sequences,derive,frames}-{i686,s390x}
  places-{core,pool}
)
# Three tests give writers rooms that they leak.
leaking=(writer_that_is output_that_is)

# Runs one part with these flags of Miri.
part() {
  local name=$1
  shift
  case $name in
    core-lib) miri "$@" -- -p codec-core --lib -- --skip refusal_tests:: ;;
    # Of the tests in which each request for memory is refused in turn, those of one kind.
    core-refused)
      miri "$@" -- -p codec-core --lib -- refusal_tests::fields_of_bytes refusal_tests::what_has
      ;;
    core-sequences) miri "$@" -- -p codec-core --test sound -- seq_ref:: shared_types:: ;;
    core-runs) miri "$@" -- -p codec-core --test sound -- runs:: ;;
    # Without what grows its input to tell how the time grows.
    core-maps)
      miri "$@" -- -p codec-core --test sound -- map_ref:: --skip linear_time --skip no_more_a_level
      ;;
    core-streams) miri "$@" -- -p codec-core --test all -- stream::pieces:: ;;
    core-hostile)
      # Miri ends where it has no memory for a request, which is then not refused.
      miri "$@" -- -p codec-core --test hostile -- lying panic_safety misaligned empty_elements \
        overflow --skip no_memory_holds "${leaking[@]/#/--skip=}"
      miri "$@" -Zmiri-ignore-leaks -- -p codec-core --test hostile -- "${leaking[@]}"
      ;;
    derive-drops | derive-borrowed) miri "$@" -- -p codec-derive --test memory -- "${name#*-}::" ;;
    derive-shared) miri "$@" -- -p codec-derive --test memory -- shared:: generics:: ;;
    places-core) placed codec_core "$@" -- -p codec-core --lib ;;
    places-pool) placed codec_pool "$@" -- -p codec-pool --lib ;;
    pool-random)
      miri "$@" "-Zmiri-many-seeds=${MIRI_SEEDS:-0..8}" -- -p codec-pool --test all -- never_overwritten::
      ;;
    pool-frames) miri "$@" -- -p codec-pool --test all -- frames:: options:: ;;
    pool-counts) miri "$@" -- -p codec-pool --test all -- pool_counts:: ;;
    pool-writer | pool-budget) miri "$@" -- -p codec-pool --test all -- "${name#*-}::" ;;
    pool-sealed-mutable) miri "$@" -- -p codec-pool --test all -- sealed::mutable:: sealed::shared:: ;;
    pool-sealed-*) miri "$@" -- -p codec-pool --test all -- "sealed::${name##*-}::" ;;
    machines-*) machine "$name" ;;
  esac
}

# Runs the tests of a library that tools/mutants/places names, and none less.
placed() {
  local tests
  mapfile -t tests < <(cut -f6 tools/mutants/places | sed -n "s/^\(miri \)\?$1 //p" | sort -u)
  miri "${@:2}" -- --exact "${tests[@]}" | tee "$CARGO_TARGET_DIR/placed"
  grep -q "result: ok. ${#tests[@]} passed; 0 failed" "$CARGO_TARGET_DIR/placed"
}

# Runs a part of `machines`.
machine() {
  local what=${1%-*} target=${1##*-}-unknown-linux-gnu
  case ${what#machines-} in
    core) miri -- -p codec-core --target "$target" --lib -- --skip refusal_tests:: ;;
    sequences) miri -- -p codec-core --target "$target" --test sound -- seq_ref:: shared_types:: ;;
    derive)
      miri -- -p codec-derive --target "$target" --test memory -- --skip generics::
      ;;
    frames) miri -- -p codec-pool --target "$target" --test all -- frames:: ;;
  esac
}

# Runs a part once for each aliasing model, with its flag.
models() {
  local model
  for model in ${MIRI_MODELS:-stacked tree}; do
    case $model in
      stacked) part "$1" ;;
      tree) part "$1" -Zmiri-tree-borrows ;;
      *) echo "no such model: $model" >&2; exit 2 ;;
    esac
  done
}

# The fewest steps: each kind of unsafe code at least once. The models take turns.
quick() {
  # Runs of varints are safe code, and their tests take a quarter of an hour here.
  miri -- -p codec-core --lib -- --skip refusal_tests:: --skip varint::run::
  miri -Zmiri-tree-borrows -- -p codec-core --test sound -- seq_ref::
  miri -- -p codec-derive --test memory -- drops::
  miri -Zmiri-tree-borrows -- -p codec-pool --test all -- frames::
}

# Runs all parts of this name, or whose name begins with it and a dash.
named() {
  local one found=0
  for one in "${parts[@]}"; do
    case $one in
      "$1" | "$1"-*)
        found=1
        case $one in
          machines-*) part "$one" ;;
          *) models "$one" ;;
        esac
        ;;
    esac
  done
  if [ "$found" = 0 ]; then
    echo "no such part: $1" >&2
    exit 2
  fi
}

if [ $# = 0 ]; then set -- core derive pool machines; fi
for name in "$@"; do
  start=$SECONDS
  case $name in
    quick) quick ;;
    *)
      named "$name"
      tools/ran.sh "miri.sh $name" clean $((SECONDS - start)) "miri.sh ${name%%-*}"
      ;;
  esac
done
