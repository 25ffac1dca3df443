#!/usr/bin/env bash
# Builds what users build with the oldest compiler that `rust-version` names. Exit code 3 where
# that compiler can't be had.
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
if ! rustup toolchain list | grep -q "^$version"; then
  rustup toolchain install "$version" --profile minimal >/dev/null 2>&1 || {
    echo "rustc $version can't be had"
    exit 3
  }
fi
export CARGO_TARGET_DIR=target/msrv
check() { cargo "+$version" check --quiet --lib "$@"; }
check -p codec-core --all-features
check -p codec-core --no-default-features
check -p codec-pool --all-features
check -p codec-noise --all-features
check -p codec-schema -p codec-decred -p codec-stratum -p codec-bincode
cargo "+$version" check --quiet -p codec-stratum --bins
echo "builds with rustc $version"
