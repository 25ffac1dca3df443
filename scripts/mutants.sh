#!/usr/bin/env bash
# Changes of the code that some test must notice, by cargo-mutants.
# `scripts/mutants.sh [file ...]` goes through the files named, or through all of these:
# codec-core's unsafe code, cursor, reader and writer; the pool's chunks, shared part, free
# lists and intake. What survives is in `mutants.out/missed.txt` beside the copy; docs/verification.md
# explains those that no test can notice.
# The copy of the tree and its builds lie in `MUTANTS_DIR`, ten gigabytes for each crate;
# `MUTANTS_TIMEOUT` is how long the tests of one change may take, in seconds.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! cargo mutants --version >/dev/null 2>&1; then
  if ! cargo install cargo-mutants --locked; then
    echo "scripts/mutants.sh: cargo-mutants is needed, and could not be installed" >&2
    exit 1
  fi
fi
out="${MUTANTS_DIR:-${TMPDIR:-/tmp}/codec-mutants}"
mkdir -p "$out"
# Nothing is stepped through, and what was built before a change is of no use after it.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_TERM_COLOR=never RUST_BACKTRACE=0
# Shadow copies find what they find in a few steps.
export CODEC_POOL_MODEL_STEPS="${CODEC_POOL_MODEL_STEPS:-2000}" CODEC_CASES="${CODEC_CASES:-64}"

files=("$@")
if [ ${#files[@]} = 0 ]; then
  mapfile -t files < <(git ls-files 'codec-core/src/raw/*.rs' codec-core/src/io/cursor.rs \
    codec-core/src/read/reader.rs codec-core/src/write/writer.rs codec-pool/src/memory/chunk.rs \
    codec-pool/src/pool/shared.rs codec-pool/src/pool/free_lists.rs 'codec-pool/src/read/intake*' \
    | grep -v '/failing\.rs$\|/tests\.rs$' | sort -u)
fi

# Tests that notice, and none that only take long: of a crate, the words of `cargo test`.
tests_of() {
  case $1 in
    codec-core) echo "--lib --test hostile --test stream --test seq_ref --test shared_types" \
      "--test runs --test limits --test allocation --test packed --test counted --test targets" ;;
    codec-pool) echo "--lib --test frames --test pool_counts --test options --test writer" \
      "--test never_overwritten --test progress --test faults --test kept --test leaks" ;;
  esac
}

status=0
for file in "${files[@]}"; do
  crate="${file%%/*}"
  printf '\n== %s\n' "$file"
  name="$(echo "$file" | tr / _)"
  # shellcheck disable=SC2046 # the words are words
  TMPDIR="$out" cargo mutants --package "$crate" --file "$file" --output "$out/$name" \
    --timeout "${MUTANTS_TIMEOUT:-120}" --jobs 1 --no-shuffle --baseline "${MUTANTS_BASELINE:-run}" \
    -- $(tests_of "$crate") || status=1
done
exit "$status"
