#!/usr/bin/env bash
# Writes the inspector, a page that runs `codec-schema` in the browser, to target/inspector.html (or the
# argument). The program has no library of its own there, and no glue that is generated: as a program of WASI
# it needs a dozen system calls (wasi.js), and what it says is what it says elsewhere. Needs Rust and its target wasm32-wasip1, which it adds with rustup where that is there. Fails
# where the page is over 500 KiB.
set -euo pipefail
cd "$(dirname "$0")"
out=${1:-$(cd ../.. && pwd)/target/inspector.html}

rustup target add wasm32-wasip1 >/dev/null 2>&1 || true
target=${CARGO_TARGET_DIR:-$(cd ../.. && pwd)/target}
RUSTFLAGS="-C link-arg=-zstack-size=4194304" cargo build --quiet --locked -p codec-schema --bin codec-schema \
  --profile page --target wasm32-wasip1 --target-dir "$target"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp page.html wasi.js page.js "$folder"
gzip -9nc "$target/wasm32-wasip1/page/codec-schema.wasm" | base64 >"$folder/program.txt"
mkdir -p "$(dirname "$out")"
(cd "$folder" && awk '/^@/ { file = substr($0, 2); while ((getline line < file) > 0) print line; next } { print }' page.html) >"$out"
size=$(wc -c <"$out")
echo "$out: $size bytes"
[ "$size" -le 512000 ] || { echo "over 500 KiB"; exit 1; }
