#!/bin/sh
# Every attribute of a field on every type that it makes sense for, every two that the derive allows
# together, and every two attributes of a type, in every form and format: some 1,300 types, which
# take minutes to compile.
# `cargo test -p codec-derive --test matrix` has a type of each kind, and some pairs. Here work is
# measured, too. And the tests whose subject is not the format in the formats that `cargo test`
# passes over, with the mutations of `codec-schema`.
set -eu
cd "$(dirname "$0")/../.."
RUSTFLAGS="--cfg matrix" CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-target/matrix}" \
    cargo test -p codec-core -p codec-derive -p codec-schema --lib --test matrix --test all "$@"
tools/ran.sh matrix.sh passed
