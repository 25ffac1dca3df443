#!/usr/bin/env bash
# Examples of each page that has `[dependencies]`, built with these as they are there: the
# text between one such block and the next is the documentation of a crate of its own, and its tests.
# `pages.sh PAGE ...` checks these pages alone.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
folder=$root/target/pages
rm -rf "$folder"
mkdir -p "$folder"
cp Cargo.lock "$folder"
git='git = "https://github.com/codec-rs/codec"'

# The folder of a crate of this workspace, by its name.
folder_of() { dirname "$root/$(git grep -l "^name = \"$1\"$" -- '*Cargo.toml')"; }

pages=("$@")
[ $# -gt 0 ] || mapfile -t pages < <(git grep -l '^\[dependencies\]' -- '*.md')
crates=()
for page in "${pages[@]}"; do
  # The parts, each from its block of dependencies on, in files that are numbered.
  part=$folder/part
  rm -f "$part".*
  awk -v part="$part" '
    $0 == "```toml" { toml = 1; next }
    toml && $0 == "[dependencies]" { count += 1 }
    /^```/ && toml { toml = 0; next }
    toml && count { print > (part "." count ".toml") }
    !toml && count { print > (part "." count ".md") }' "$page"
  for dependencies in "$part".*.toml; do
    text=${dependencies%.toml}.md
    grep -qE "^\`\`\`rust(,|$)" "$text" 2>/dev/null || continue
    name=page-$(tr '/.[:upper:]' '-_[:lower:]' <<<"$page")-${#crates[@]}
    mkdir -p "$folder/$name/src"
    {
      printf '[package]\nname = "%s"\nedition = "2024"\n' "$name"
      while IFS= read -r line; do
        crate=${line%% *}
        case $line in *'package = "'*) crate=${line#*package = \"} crate=${crate%%\"*} ;; esac
        case $line in *"$git"*) line=${line/"$git"/"path = \"$(folder_of "$crate")\""} ;; esac
        echo "$line"
      done <"$dependencies"
    } >"$folder/$name/Cargo.toml"
    # A line for doc tests of the workspace, which a reader leaves out.
    sed '/ \/\/ leave this out: /d' "$text" >"$folder/$name/src/page.md"
    echo '#![doc = include_str!("page.md")]' >"$folder/$name/src/lib.rs"
    crates+=("$name")
  done
  rm -f "$part".*
done
printf '[workspace]\nresolver = "3"\nmembers = ["page-*"]\n' >"$folder/Cargo.toml"

export CARGO_TARGET_DIR=$root/target CARGO_TERM_COLOR=never
for name in "${crates[@]}"; do
  # One at a time: cargo unites the features of what it builds together.
  (cd "$folder" && cargo test --quiet --doc -p "$name") >"$folder/out" 2>&1 || {
    cat "$folder/out"
    exit 1
  }
done
echo "ran dependencies of pages: ${#crates[@]}"
