#!/bin/sh
# Every attribute of a field on every type that it makes sense for, in every form and format:
# some 500 structs, which take minutes to compile. `cargo test` has a type of each kind. And the
# tests whose subject is not the format in the formats that `cargo test` passes over.
set -eu
cd "$(dirname "$0")/../.."
RUSTFLAGS="--cfg matrix" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target/matrix}" \
    cargo test -p codec-derive --test matrix --test all "$@"
tools/ran.sh matrix.sh passed
