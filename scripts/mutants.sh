#!/usr/bin/env bash
# Changes that no test notices, in the code that unsafe blocks rely on and in the pool's
# books. `scripts/mutants.sh [part ...]` runs the parts named, or all:
#   raw     unsafe code of codec-core
#   cursor  cursor, reader, writer and output
#   pool    chunk, depot, shelves and intake
# `MUTANTS_FILE` limits a part to files that match it (`MUTANTS_FILE='**/raw/text.rs'`),
# `MUTANTS_JOBS` says how many run at once. Needs cargo-mutants:
# `cargo install cargo-mutants --locked`. What was missed is in target/mutants/PART.
#
# Neither functions that are `unsafe` themselves nor the orderings of atomics are among what
# is changed: Miri and the models under loom hold those.
set -euo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never PROPTEST_CASES="${PROPTEST_CASES:-32}" CODEC_CASES="${CODEC_CASES:-32}"
export CODEC_POOL_MODEL_STEPS="${CODEC_POOL_MODEL_STEPS:-20000}"
# A test that waits for ever is a change that was noticed.
timeout=120

survived=()
mutants() {
  local part=$1 package=$2; shift 2
  local files=() tests=()
  while [ "$1" != -- ]; do files+=(--file "${MUTANTS_FILE:-$1}"); shift; done
  shift; tests=("$@")
  mkdir -p "target/mutants/$part"
  printf '\n== mutants %s: tests %s\n' "$part" "${tests[*]}"
  cargo mutants --package "$package" --test-package "$package" "${files[@]}" \
    --timeout "$timeout" --jobs "${MUTANTS_JOBS:-1}" --output "target/mutants/$part" \
    --cap-lints=true -- "${tests[@]}" || survived+=("$part")
}

raw() {
  mutants raw codec-core 'codec-core/src/raw/*.rs' -- --lib --test seq_ref --test hostile \
    --test stream --test wire_types --test targets --test runs
}

cursor() {
  mutants cursor codec-core codec-core/src/{cursor,reader,writer,output}.rs -- --lib \
    --test targets --test limits --test hostile --test seq_ref --test runs --test counted \
    --test wire_types --test stream --test formats
}

pool() {
  mutants pool codec-pool codec-pool/src/{chunk,depot,shelves}.rs 'codec-pool/src/intake*.rs' \
    'codec-pool/src/intake/*.rs' -- --lib --tests
}

for part in "${@:-raw cursor pool}"; do
  for one in $part; do "$one"; done
done
for part in "${survived[@]}"; do
  printf '\nnot noticed, or not finished, in %s:\n' "$part"
  cat "target/mutants/$part"/mutants.out/{missed,timeout}.txt 2>/dev/null || true
done
[ ${#survived[@]} -eq 0 ]
