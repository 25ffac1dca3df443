#!/usr/bin/env bash
# Readers and writers in TypeScript, Python, Go and C, run in node, in Python and as compiled by Go (as
# gofmt and `go vet` want them) and by gcc and clang with sanitizers, beside the Rust decoder; the
# compiler of TypeScript, which npm gets at a fixed version, checks the types of some. Holds a miner's messages in C to their size on a Cortex-M4. With
# a number as the first argument, that many payloads of Stratum V2 in each language, and nothing
# else; without, a reader of files of records in Python, too. All other arguments are those of `cargo
# test` that select the packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/tool.sh
# The folder of tools in Go's archive.
PATH=$PATH:/usr/local/go/bin
installed node npm python3 go gofmt gcc clang arm-none-eabi-gcc arm-none-eabi-size

tools=$PWD/target/typescript
mkdir -p "$tools"
if [ ! -e "$tools/node_modules/.bin/tsc" ]; then
  (
    cd "$tools"
    printf '{ "private": true }\n' >package.json
    npm install --no-audit --no-fund --silent typescript@5.9.3
  ) || { echo "skipped: the compiler of TypeScript can't be had"; exit 3; }
fi
export CODEC_TYPESCRIPT=$tools
case ${1:-} in
  [0-9]*)
    export CODEC_EXPORT_PAYLOADS=$1
    shift
    [ $# -gt 0 ] || set -- -p codec-schema
    cargo test "$@" --test all export::stratum:: -- --include-ignored --nocapture
    tools/ran.sh "export.sh $CODEC_EXPORT_PAYLOADS" "0 differ, in node, in Python, in Go and in C by gcc and clang" "$SECONDS" export.sh
    ;;
  *)
    [ $# -gt 0 ] || set -- -p codec-schema -p codec-records
    cargo test "$@" --test all -- export:: golden::a_reader_in_python --ignored --nocapture
    ;;
esac
