#!/usr/bin/env bash
# Changes of the code that some test must notice, as cargo-mutants lists them.
# `tools/mutants.sh [file ...]` goes through the files named, or through all of these:
# codec-core's unsafe code, cursor, reader and writer; the pool's memory, shared part, free
# lists and intake. `tools/mutants.sh quick` changes the operators of codec-core's unsafe code
# alone, and makes the changes of tools/mutants/places, one for each place of unsafe code: that needs
# no cargo-mutants, and runs the tests that take the least, for every change. `tools/mutants.sh
# compiled` makes the changes of that list which the compiler or Miri must notice, a build for each.
#
# A build for each of a thousand changes would take a day. Here all changes are built at once,
# each behind a switch (tools/mutants, which also reads the compiler's errors), and
# for each the tests that come past it run until one fails: a second or two.
#
# A line on each change is written to `MUTANTS_DIR/<crate>/results`: `caught` by which test,
# `timeout`, `unviable` (does not compile), `missed`, `unreached` (by no test; so is code that
# runs while compiling). A run that was stopped goes on where it was when nothing has changed.
# Ends with status 1 when a change was missed or not reached that tools/mutants/explained
# does not name, or one was not noticed that tools/mutants/noticed has, from which the page of
# unsafe code is made: `MUTANTS_RECORD=yes` writes what was noticed there, and into `places`. `MUTANTS_JOBS` runs so many at a time, `MUTANTS_SECONDS` is how much processor
# time the tests of one change may take.
# Status 3: cargo-mutants can't be had. `MUTANTS_INSTALL=no` does not try to install it.
set -euo pipefail
cd "$(dirname "$0")/.."
quick='' compiled=''
if [ "${1:-}" = quick ]; then
  quick=yes
  shift
elif [ "${1:-}" = compiled ]; then
  compiled=yes
elif ! cargo mutants --version >/dev/null 2>&1; then
  if [ "${MUTANTS_INSTALL:-yes}" = no ] || ! cargo install cargo-mutants --locked; then
    echo "tools/mutants.sh: cargo-mutants is needed, and could not be installed" >&2
    exit 3
  fi
fi
out="${MUTANTS_DIR:-${TMPDIR:-/tmp}/codec-mutants}"
mkdir -p "$out"
# Nothing is stepped through, and what was built before a change is of no use after it.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG="${CARGO_PROFILE_DEV_DEBUG:-0}" CARGO_TERM_COLOR=never RUST_BACKTRACE=0
export PROPTEST_CASES="${PROPTEST_CASES:-32}"

files=("$@")
if [ -n "$quick" ] && [ ${#files[@]} = 0 ]; then
  mapfile -t files < <(git ls-files 'codec-core/src/raw/*.rs' | grep -v '/failing\.rs$\|tests\.rs$')
elif [ ${#files[@]} = 0 ]; then
  mapfile -t files < <(git ls-files 'codec-core/src/raw/*.rs' codec-core/src/io/cursor.rs \
    codec-core/src/read/reader.rs codec-core/src/write/writer.rs 'codec-pool/src/memory/*.rs' \
    codec-pool/src/pool/shared.rs codec-pool/src/pool/free_lists.rs codec-pool/src/pool/shards.rs \
    'codec-pool/src/read/intake*' \
    | grep -v '/failing\.rs$\|tests\.rs$\|_models\.rs$' | sort -u)
fi

# Tests that notice, and none that only take long: of a crate, the words of `cargo test`.
tests_of() {
  case $quick$1 in
    yescodec-core) echo "--lib --test sound" ;;
    yescodec-pool) echo "--lib" ;;
    codec-core) echo "--lib --test all --test hostile --test sound" ;;
    codec-pool) echo "--features tokio,tracing --lib --test all --test events --test leaks" ;;
  esac
}

cargo build --quiet --manifest-path tools/mutants/Cargo.toml --target-dir "$out/tool"
tool="$out/tool/debug/switched-mutants"

# A copy of the tree as it is, in which both crates know the switch. What was built there stays.
fresh_tree() {
  mkdir -p "$out/tree"
  git ls-files -z --cached --others --exclude-standard | xargs -0 tar c | tar x -C "$out/tree"
  cp -r tools/mutants/switch "$out/tree/mutant-switch"
  sed -i '/^\[workspace\]/d' "$out/tree/mutant-switch/Cargo.toml"
  sed -i '/^members = \[/a "mutant-switch",' "$out/tree/Cargo.toml"
  local crate
  for crate in codec-core codec-pool; do
    sed -i '/^\[dependencies\]/a mutant-switch = { path = "../mutant-switch" }' \
      "$out/tree/$crate/Cargo.toml"
  done
}

# The switch asks the compiler for what is not stable yet, and it alone: with that right for all,
# much would be built again that CI has built before.
cat > "$out/rustc" <<'WRAPPER'
#!/bin/sh
case " $* " in
  *" --crate-name mutant_switch "*) export RUSTC_BOOTSTRAP=1 ;;
esac
exec "$@"
WRAPPER
chmod +x "$out/rustc"

in_tree() {
  (cd "$out/tree" && RUSTC_WORKSPACE_WRAPPER="$out/rustc" \
    CARGO_TARGET_DIR="${MUTANTS_TARGET:-$out/target}" "$@")
}

# Builds the tests of a crate with all changes that compile, without those that don't.
build() {
  local crate="$1" here="$2"
  : > "$here/refused"
  for _ in 1 2 3 4 5 6 7 8; do
    fresh_tree
    "$tool" rewrite "$here/list.json" "$out/tree" "$here/refused" > "$here/grammar"
    cat "$here/grammar" >> "$here/refused"
    # shellcheck disable=SC2046 # the words are words
    if in_tree cargo test --no-run --message-format=json -p "$crate" $(tests_of "$crate") \
      > "$here/build.json" 2> "$here/build.err"; then
      return 0
    fi
    if ! "$tool" refuse "$here/list.json" "$out/tree" "$here/refused" < "$here/build.json"; then
      tail -n 20 "$here/build.err"
      return 1
    fi
  done
  return 1
}

status=0
# The changes that no switch can turn on: a build for each, which must fail, or whose test must, under Miri.
if [ -n "$compiled" ]; then
  folder=$PWD places=$PWD/tools/mutants/places
  checked() { in_tree cargo check --quiet --profile test -p "$1" "${@:2}" >"$out/compiled" 2>&1; }
  under_miri() {
    # shellcheck disable=SC2086 # the words are words
    (cd "$out/tree" && CARGO_TARGET_DIR="$folder/target/miri" MIRIFLAGS="-Zmiri-disable-isolation ${MIRI_MODEL:-}" \
      cargo +nightly miri test --quiet -p "$1" --lib -- --exact "$2") >"$out/compiled" 2>&1
  }
  # `noticed_by LINE BY`: with the change of this line if it is not empty.
  noticed_by() {
    local by
    read -r -a by <<<"$2"
    fresh_tree
    [ -z "$1" ] || "$tool" apply "$places" "$1" "$out/tree"
    case ${by[0]} in
      build) ! checked "${by[1]}" "${by[@]:2}" ;;
      miri) ! under_miri "${by[1]//_/-}" "${by[2]}" ;;
    esac
  }
  number=0
  declare -A sound
  while IFS=$'\t' read -r file item nth old new by; do
    number=$((number + 1))
    case $by in build* | miri*) ;; *) continue ;; esac
    if [ -z "${sound[$by]:-}" ] && noticed_by '' "$by"; then
      cat "$out/compiled"
      echo "$by: fails without a change"
      exit 1
    fi
    sound[$by]=yes
    if noticed_by "$number" "$by"; then
      echo "noticed    $file: $item, place $nth, by $by: $(grep -m1 '^error' "$out/compiled" || true)"
    else
      echo "missed     $file: $item, place $nth, by $by: replace $old with $new"
      status=1
    fi
  done < <(sed -E 's/\t\t/\t(nothing)\t/' "$places")
  tools/ran.sh "mutants.sh compiled" "${#sound[@]} checks, status $status"
  exit "$status"
fi

for crate in codec-core codec-pool; do
  chosen=()
  for file in "${files[@]}"; do
    case $file in "$crate"/*) chosen+=("$file") ;; esac
  done
  [ -n "$quick" ] || [ ${#chosen[@]} -gt 0 ] || continue
  here="$out/$crate"
  mkdir -p "$here"
  printf '\n== %s\n' "$crate"
  if [ -n "$quick" ]; then
    "$tool" list tools/mutants/places "$crate" "${chosen[@]}" > "$here/list.new"
  else
    cargo mutants --list --json "${chosen[@]/#/--file=}" > "$here/list.new"
  fi
  # Earlier results are of no use once the code or its tests have changed.
  git ls-files -z --cached --others --exclude-standard "$crate" | xargs -0 cat \
    | cat - "$here/list.new" | sha256sum > "$here/state.new"
  if ! cmp -s "$here/state.new" "$here/state"; then rm -f "$here/results"; fi
  mv "$here/list.new" "$here/list.json"
  mv "$here/state.new" "$here/state"
  build "$crate" "$here"
  "$tool" run "$here/list.json" "$here/refused" "$here/results" "${MUTANTS_SECONDS:-15}" \
    < "$here/build.json"
  cut -f1 "$here/results" | sort | uniq -c
  # Survivors by what changes and where, without the line.
  awk -F'\t' '$1 == "missed" || $1 == "unreached" { print $2 }' "$here/results" \
    | sed -E 's/:[0-9]+:[0-9]+:/:/' | sort -u > "$here/survivors"
  if grep -vxFf <(cut -f1 tools/mutants/explained) "$here/survivors"; then
    echo "these survive, and tools/mutants/explained does not say why"
    status=1
  fi
  # One of each kind of change that was noticed, without the line, and the test that noticed it.
  awk -F'\t' '$1 == "caught" { split($3, by, " "); print $2 "\t" by[1] " " by[2] }' "$here/results" \
    | sed -E 's/:[0-9]+:[0-9]+:/:/' | sort -u -t $'\t' -k 1,1 > "$here/noticed"
  if [ -n "${MUTANTS_RECORD:-}" ]; then
    awk -F'\t' -v OFS='\t' 'NR == FNR { by[$1] = $2; next }
      { name = $1 ": replace " $4 " with " $5 " in " $2 } name in by { $6 = by[name] } { print }' \
      "$here/noticed" tools/mutants/places > "$here/places"
    cp "$here/places" tools/mutants/places
  fi
  # Changes of a place are noticed by the very test that is named, which Miri runs.
  if ! awk -F'\t' 'NR == FNR { by[$1] = $2; next }
    { name = $1 ": replace " $4 " with " $5 " in " $2 }
    name in by && by[name] != $6 { print "not noticed by " $6 ": " name; bad = 1 }
    END { exit bad }' "$here/noticed" tools/mutants/places; then
    status=1
  fi
  # The changes of tools/mutants/places are recorded there.
  awk -F'\t' 'NR == FNR { placed[$1 ": replace " $4 " with " $5 " in " $2]; next } !($1 in placed)' \
    tools/mutants/places "$here/noticed" > "$here/operators"
  mv "$here/operators" "$here/noticed"
  [ ${#chosen[@]} -gt 0 ] || continue
  of_these() { grep -F "$(printf '%s: \n' "${chosen[@]}")" tools/mutants/noticed; }
  if [ -n "${MUTANTS_RECORD:-}" ]; then
    { grep -vF "$(printf '%s: \n' "${chosen[@]}")" tools/mutants/noticed || true; cat "$here/noticed"; } \
      | sort -o tools/mutants/noticed
  elif of_these | cut -f1 | grep -vxFf <(cut -f1 "$here/noticed"); then
    echo "these are in tools/mutants/noticed, and were not noticed"
    status=1
  fi
done
printf 'ran changes of the code: %d\n' "$(cat "$out"/*/results | wc -l)"
if [ -z "$quick" ]; then
  tools/ran.sh "mutants.sh $*" "$(cut -f1 "$out"/*/results | sort | uniq -c | xargs), status $status"
fi
exit "$status"
