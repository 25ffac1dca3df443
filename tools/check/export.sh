#!/usr/bin/env bash
# Readers and writers in TypeScript and Python, run in node and Python beside the Rust decoder; the
# compiler of TypeScript checks the types of some. Gets it by npm at a fixed version. With a number
# as the first argument, that many payloads of Stratum V2 in both languages, and nothing else; all
# other arguments are those of `cargo test` that select the package.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/tool.sh
installed node npm python3

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
    tools/ran.sh "export.sh $CODEC_EXPORT_PAYLOADS" "0 differ, in node and in Python" "$SECONDS" export.sh
    ;;
  *)
    [ $# -gt 0 ] || set -- -p codec-schema
    cargo test "$@" --test all export:: -- --ignored --nocapture
    ;;
esac
