#!/usr/bin/env bash
# Holds the public items of each crate against the last version that has a tag, by the rules of
# semantic versioning. Without a tag there is nothing to break, and the snapshots in docs/api hold
# what there is. Exit code 3 where cargo-semver-checks can't be had.
set -euo pipefail
cd "$(dirname "$0")/../.."
tag=$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || true)
if [ -z "$tag" ]; then
  echo "skipped semver: no version has a tag yet, docs/api holds the public items"
  exit 0
fi
if ! command -v cargo-semver-checks >/dev/null 2>&1; then
  cargo install --quiet --locked cargo-semver-checks || exit 3
fi
cargo semver-checks --workspace --exclude codec-benches --baseline-rev "$tag"
