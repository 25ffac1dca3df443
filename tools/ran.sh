#!/bin/sh
# Appends a run to docs/runs.tsv: date, commit, command, result, seconds, check. Slow scripts call it
# at their end; after another command, it is called by hand.
#
#     tools/ran.sh COMMAND RESULT [SECONDS] [CHECK]
#
# Without SECONDS, those for which the script that calls it has run. CHECK is the name that
# `.ci/checks.tsv` has under `by hand`: without it, the command's, if that is one.
set -eu
cd "$(dirname "$0")/.."
command=${1% }
check=${4:-$command}
if ! awk -F'\t' -v check="$check" '$1 == "by hand" && $2 == check { found = 1 } END { exit !found }' .ci/checks.tsv; then
  [ -z "${4:-}" ] || { echo "no check by hand is called $4" >&2; exit 2; }
  check=
fi
commit=$(git rev-parse --short=8 HEAD)
git diff --quiet HEAD -- . ':!docs/runs.tsv' || commit=$commit-dirty
printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$(date -u +%F)" "$commit" "$command" "$2" \
  "${3:-$(ps -o etimes= -p "$PPID" | tr -d ' ')}" "$check" >>docs/runs.tsv
