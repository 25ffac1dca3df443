#!/bin/sh
# Appends a run to docs/runs.tsv: date, commit, command, result, seconds. Slow scripts call it at
# their end; after another command, it is called by hand.
#
#     tools/ran.sh COMMAND RESULT [SECONDS]
#
# Without SECONDS, those for which the script that calls it has run.
set -eu
cd "$(dirname "$0")/.."
commit=$(git rev-parse --short=8 HEAD)
git diff --quiet HEAD -- . ':!docs/runs.tsv' || commit=$commit-dirty
printf '%s\t%s\t%s\t%s\t%s\n' "$(date -u +%F)" "$commit" "$1" "$2" \
    "${3:-$(ps -o etimes= -p "$PPID" | tr -d ' ')}" >>docs/runs.tsv
