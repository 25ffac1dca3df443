#!/usr/bin/env bash
# Kaitai specifications, compiled by Kaitai's own compiler and run in Python and JavaScript; readers
# in other languages are compiled where their compiler is installed. Gets Kaitai's compiler and the
# libraries of its readers by npm, pip and, if it is there, Maven, at fixed versions. Arguments are
# those of `cargo test` that select the package.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/tool.sh
installed node npm python3

tools=$PWD/target/kaitai
mkdir -p "$tools"
if [ ! -e "$tools/ready" ] || [ ! -e "$tools/node_modules/kaitai-struct-compiler" ]; then
  (
    cd "$tools"
    printf '{ "private": true }\n' > package.json
    npm install --no-audit --no-fund --silent \
      kaitai-struct-compiler@0.11.0 kaitai-struct@0.11.0 yaml@2
    python3 -m venv venv
    venv/bin/pip install --quiet kaitaistruct==0.11
    touch ready
  )
fi
# Readers in Java need its library to be compiled.
if command -v mvn >/dev/null 2>&1 && [ ! -e "$tools/kaitai-struct-runtime.jar" ]; then
  mvn -q dependency:copy -Dartifact=io.kaitai:kaitai-struct-runtime:0.11 \
    -DoutputDirectory="$tools" -Dmdep.stripVersion=true || echo "the library for Java can't be had"
fi
for part in node_modules/kaitai-struct-compiler node_modules/kaitai-struct venv/bin/python; do
  if [ ! -e "$tools/$part" ]; then
    echo "$tools/$part is missing" >&2
    exit 1
  fi
done
[ $# -gt 0 ] || set -- -p codec-schema
CODEC_KAITAI=$tools cargo test "$@" --test all kaitai:: -- --ignored --nocapture
