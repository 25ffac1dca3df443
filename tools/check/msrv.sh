#!/usr/bin/env bash
# Builds what users build with the oldest compiler that `rust-version` names, each crate with
# all its features and with the least. Exit code 3 where that compiler can't be had.
set -euo pipefail
cd "$(dirname "$0")/../.."
# Lints are the current compiler's.
export CARGO_TARGET_DIR=target/msrv RUSTFLAGS="--cap-lints allow"
version=
check() { cargo "+$version" check --quiet "$@"; }
# `use_rust VERSION`: the compiler of what is checked next.
use_rust() {
  version=$1
  if rustup toolchain list | grep -q "^$version"; then return; fi
  rustup toolchain install "$version" --profile minimal >/dev/null 2>&1 || {
    echo "rustc $version can't be had"
    exit 3
  }
}

# Libraries and programs, each alone, so that no feature comes from a neighbour.
while read -r package oldest target; do
  use_rust "$oldest"
  check -p "$package" --all-features
  # Encryption needs one of its two ciphers.
  least=''
  if [ "$package" = codec-noise ]; then least=rust-crypto; fi
  check -p "$package" $target --no-default-features --features "$least"
  echo "$package builds with rustc $version"
done < <(cargo metadata --quiet --no-deps --format-version 1 | python3 -c '
import json, sys
for package in json.load(sys.stdin)["packages"]:
    program = "/programs/" in package["manifest_path"]
    if package["publish"] != [] or program:
        print(package["name"], package["rust_version"], "--bins" if program else "--lib")')
use_rust "$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)"
check -p codec-core --lib --no-default-features --features alloc
check -p codec-core --lib --no-default-features --features bytes,derive
check -p codec-bincode --lib --no-default-features --features derive,alloc
echo "builds with rustc $version"
tools/ran.sh msrv.sh "all build"
