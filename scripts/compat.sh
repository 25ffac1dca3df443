#!/usr/bin/env bash
# Real crates that use bincode, with codec-bincode in its place by one line of Cargo.toml: their
# own tests have the outcome that they have with bincode, what they write is the same to the
# byte, and they load what they wrote in no more time.
#
#   scripts/compat.sh [FOLDER] [CRATE..]
#
# Downloads the crates at the versions below from the registry into FOLDER (a new one in the
# system's folder for such, unless said). Takes half an hour the first time. Prints a table.
#
# What a package lacks of its repository is taken from FOLDER/CRATE-data, if that is there:
# for syntect `testdata` with its submodules at the tag of the version, without which the
# examples of its documentation alone run.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-$(mktemp -d)}
shift || true
crates=("$@")
[ ${#crates[@]} -gt 0 ] || crates=(syntect vaporetto vibrato tokio-serde)
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export CARGO_TARGET_DIR="$folder/target" CARGO_INCREMENTAL=0 CARGO_TERM_COLOR=never
export CARGO_PROFILE_DEV_DEBUG=0

declare -A version=([syntect]=5.3.0 [vaporetto]=0.6.5 [vibrato]=0.5.3 [tokio-serde]=0.9.0
  [rucrf]=0.3.3)
declare -A features=([syntect]="--no-default-features --features default-fancy"
  [vaporetto]="--features train" [vibrato]="--features train" [tokio-serde]="--all-features")
# What of a crate's tests its package holds the data for.
declare -A tests=([syntect]="--doc" [vaporetto]="--lib --tests" [vibrato]="--lib --tests"
  [tokio-serde]="--doc")
# A dependency whose types implement bincode's traits: it gets the line as well.
declare -A beside=([vibrato]=rucrf)
if [ -d "$folder/syntect-data" ]; then tests[syntect]="--lib"; fi

# The package's source, as the registry has it.
source_of() {
  local scratch="$folder/fetch-$1"
  mkdir -p "$scratch/src"
  : > "$scratch/src/lib.rs"
  printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[workspace]\n[dependencies]\n%s = "=%s"\n' \
    "$1" "${version[$1]}" > "$scratch/Cargo.toml"
  cargo metadata --quiet --format-version 1 --manifest-path "$scratch/Cargo.toml" |
    python3 -c 'import json, os, sys
for package in json.load(sys.stdin)["packages"]:
    if package["name"] == sys.argv[1]: print(os.path.dirname(package["manifest_path"]))' "$1"
}

# The one line: in the packaged Cargo.toml a dependency is a table, and the line its version.
patch_line() {
  python3 - "$1" "$here/compat/bincode" <<'P'
import re, sys
path, codec = sys.argv[1:]
text = open(path).read()
table = re.search(r'\[dependencies\.bincode(?:-crate)?\]\n(?:(?!\n\[).)*', text, re.S)
body = table.group(0)
body = re.sub(r'\npackage = "bincode"', '', body)
body, count = re.subn(r'version = "[^"]*"', f'package = "codec-bincode"\npath = "{codec}"', body)
assert count == 1
open(path, 'w').write(text[:table.start()] + body + text[table.end():] + '\n[workspace]\n')
P
}

# The tests' names and outcomes, in order.
outcomes() {
  { (cd "$1" && eval timeout 3000 cargo test --quiet --no-fail-fast "${features[$2]} ${tests[$2]}" \
      -- --format=pretty 2>&1) || true; } | tee "$folder/$2.$3.log" |
    { grep -E '^test .* \.\.\. ' || true; } | sed 's/ (line [0-9]*)//; s/finished in .*//' | sort
}

# A program over the crate: writes, reads and writes again, and measures.
probe() {
  local dir="$folder/probe-$1-$2"
  mkdir -p "$dir/src"
  cat "$here/scripts/compat/$1.rs" "$here/scripts/compat/probe.rs" > "$dir/src/main.rs"
  sed "s|@path@|$3|" "$here/scripts/compat/$1.toml" > "$dir/Cargo.toml"
  (cd "$dir" && cargo build --quiet --release --manifest-path "$dir/Cargo.toml" >&2)
  cp "$CARGO_TARGET_DIR/release/probe" "$folder/probe-$1-$2.bin"
}

failed=0
printf '%-12s %-8s %22s %16s %26s\n' crate version "tests ok, failing both" "bytes the same" "load, µs: bincode, codec"
for name in "${crates[@]}"; do
  source=$(source_of "$name")
  for which in bincode codec; do
    rm -rf "${folder:?}/$name-$which"
    cp -r "$source" "$folder/$name-$which"
    rm -f "$folder/$name-$which/Cargo.lock"
    if [ -d "$folder/$name-data" ]; then cp -r "$folder/$name-data/." "$folder/$name-$which"; fi
  done
  printf '\n[workspace]\n' >> "$folder/$name-bincode/Cargo.toml"
  patch_line "$folder/$name-codec/Cargo.toml"
  if [ -n "${beside[$name]:-}" ]; then
    other=${beside[$name]}
    rm -rf "${folder:?}/$other-codec"
    cp -r "$(source_of "$other")" "$folder/$other-codec"
    patch_line "$folder/$other-codec/Cargo.toml"
    printf '[patch.crates-io]\n%s = { path = "%s" }\n' "$other" "$folder/$other-codec" \
      >> "$folder/$name-codec/Cargo.toml"
  fi
  outcomes "$folder/$name-bincode" "$name" bincode > "$folder/$name.bincode.tests"
  outcomes "$folder/$name-codec" "$name" codec > "$folder/$name.codec.tests"
  if ! [ -s "$folder/$name.codec.tests" ] || ! cmp -s "$folder/$name."{bincode,codec}.tests; then
    echo "$name: the outcomes of its tests differ:"
    diff "$folder/$name."{bincode,codec}.tests || true
    failed=1
  fi
  passed=$(grep -c ' ok$' "$folder/$name.codec.tests" || true)
  broken=$(grep -c ' FAILED$' "$folder/$name.codec.tests" || true)

  probe "$name" bincode "$folder/$name-bincode"
  probe "$name" codec "$folder/$name-codec"
  one="$folder/probe-$name-bincode.bin" two="$folder/probe-$name-codec.bin"
  "$one" make "$folder/$name.made"
  "$one" copy "$folder/$name.made" "$folder/$name.one"
  "$two" copy "$folder/$name.made" "$folder/$name.two"
  same=$(wc -c < "$folder/$name.two")
  cmp "$folder/$name.one" "$folder/$name.two" || { same=no; failed=1; }
  # In turn, the best of five processes each.
  best_one=999999999 best_two=999999999
  for _ in 1 2 3 4 5; do
    time=$("$one" time "$folder/$name.made"); [ "$time" -ge "$best_one" ] || best_one=$time
    time=$("$two" time "$folder/$name.made"); [ "$time" -ge "$best_two" ] || best_two=$time
  done
  printf '%-12s %-8s %22s %16s %26s\n' "$name" "${version[$name]}" "$passed, $broken" "$same" "$best_one, $best_two"
done
exit $failed
