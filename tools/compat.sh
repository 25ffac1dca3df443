#!/usr/bin/env bash
# Real crates that use bincode, with codec-bincode in its place by one line of Cargo.toml: their
# own tests have the outcome that they have with bincode, what they write is the same to the
# byte, and they load what they wrote in no more time.
#
#   tools/compat.sh [FOLDER] [CRATE..]
#
# Downloads the crates at the versions below from the registry into FOLDER (a new one in the
# system's folder for such, unless said). Takes half an hour the first time. Prints a table.
#
# Files that a package lacks of its repository are taken from FOLDER/CRATE-data, if that is there:
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
# The tests of a crate whose data is in its package.
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

# The tests' names and outcomes, in order. Their error stream is in another file.
outcomes() {
  { (cd "$1" && eval timeout 3000 cargo test --quiet --no-fail-fast "${features[$2]} ${tests[$2]}" \
      -- --format=pretty --test-threads=1 2> "$folder/$2.$3.err") || true; } | tee "$folder/$2.$3.log" |
    { grep -E '^test .* \.\.\. ' || true; } | sed 's/ (line [0-9]*)//; s/finished in .*//' | sort
}

# A program over the crate with bincode and with codec-bincode at once. The latter is another
# version, so that both may be in one tree.
probe() {
  local dir="$folder/probe-$1"
  local crate=${1//-/_}
  mkdir -p "$dir/src"
  cp "$here/tools/compat/probe.rs" "$dir/src/main.rs"
  for which in one two; do
    { sed 's/^fn /pub fn /' "$here/tools/compat/$1.rs"
      echo "extern crate ${crate}_$which as $crate;"; } > "$dir/src/$which.rs"
  done
  sed -e "s|@one@|$folder/$1-bincode|; s|@two@|$folder/$1-codec|" \
    "$here/tools/compat/$1.toml" > "$dir/Cargo.toml"
  sed -i '0,/^version = /s/^version = "\(.*\)"/version = "\1-codec"/' "$folder/$1-codec/Cargo.toml"
  (cd "$dir" && cargo build --quiet --release >&2)
  cp "$CARGO_TARGET_DIR/release/probe" "$dir/probe"
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

  probe "$name"
  if ! read -r same theirs ours < <("$folder/probe-$name/probe" | tail -n 1); then
    same=no theirs=- ours=-
    failed=1
  fi
  printf '%-12s %-8s %22s %16s %26s\n' "$name" "${version[$name]}" "$passed, $broken" "$same" "$theirs, $ours"
done
[ "$failed" = 0 ] || exit 1
"$here/tools/ran.sh" "compat.sh ${crates[*]}" "tests and bytes as with bincode" "" compat.sh
