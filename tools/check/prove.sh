#!/usr/bin/env bash
# Statements about formats, messages and verdicts, put to z3 (docs/proofs.md). Gets z3 by pip at a fixed
# version. Arguments: how many changes of each kind are tried on each lock, one by default, and a seed
# for their places; then those of `cargo build` that select packages and features.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/tool.sh
installed python3

most=1 seed=1
case ${1:-} in [0-9]*) most=$1 && shift ;; esac
case ${1:-} in [0-9]*) seed=$1 && shift ;; esac
version=5.4.1.0
place=$PWD/target/tools/z3-$version
if [ ! -e "$place/ready" ]; then
  python3 -m venv "$place"
  timeout 300 "$place/bin/pip" install --quiet --only-binary :all: "z3-solver==$version" \
    || { echo "skipped: z3 can't be had"; exit 3; }
  touch "$place/ready"
fi
[ $# -gt 0 ] || set -- -p codec-schema
cargo build --quiet "$@" --bin codec-schema
"$place/bin/python" tools/prove target/debug/codec-schema "$most" "$seed"
