#!/usr/bin/env bash
# Packages all crates in the order of their dependencies, and builds each from its package alone.
#
#   tools/publish.sh --dry-run            what would be published, and that it builds
#   tools/publish.sh --dry-run --quick    the packages without building them
#   tools/publish.sh                      publishes; asks first
set -euo pipefail
cd "$(dirname "$0")/.."
dry='' verify=''
for arg; do
  case $arg in
    --dry-run) dry=--dry-run ;;
    --quick) verify=--no-verify ;;
    *) echo "usage: $0 [--dry-run [--quick]]" >&2; exit 2 ;;
  esac
done

# A package has its own README and licences: links to those of the workspace are not followed.
manifests=$(cargo metadata --quiet --no-deps --format-version 1 | python3 -c '
import json, sys
for package in json.load(sys.stdin)["packages"]:
    if package["publish"] == []: continue
    docs = ((package["metadata"] or {}).get("docs") or {}).get("rs") or {}
    if "docsrs" not in docs.get("rustdoc-args", []) or not docs.get("all-features"):
        sys.exit(package["name"] + ": docs.rs would not show its features")
    print(package["manifest_path"])')
for manifest in $manifests; do
  folder=$(dirname "$manifest")
  for file in README.md LICENSE-MIT LICENSE-APACHE; do
    if ! [ -f "$folder/$file" ] || [ -L "$folder/$file" ]; then
      echo "$folder has no $file" >&2
      exit 1
    fi
  done
  cmp "$folder/LICENSE-MIT" LICENSE-MIT
  cmp "$folder/LICENSE-APACHE" LICENSE-APACHE
done

if [ -z "$dry" ]; then
  read -r -p "Publish all crates at $(grep -m1 '^version' Cargo.toml)? [y/N] " answer
  [ "$answer" = y ] || exit 1
fi
# The order is cargo's: a crate after those that it depends on.
cargo publish --workspace $dry $verify ${dry:+--allow-dirty}
if [ -n "$dry" ] && [ -z "$verify" ]; then tools/ran.sh "publish.sh --dry-run" "all build from themselves"; fi
