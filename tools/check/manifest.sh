#!/usr/bin/env bash
# Planted logs and lists, under .ci/manifest: each fault is named and fails, what is new is named and passes.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=target/manifest ran=0
rm -rf "$folder"
mkdir -p "$folder"/{.ci,docs,target/ci}
cp .ci/manifest "$folder/.ci"
commit=$(git rev-parse --short=8 HEAD)
cd "$folder"

# Holds one log to a list of one line, and compares the status and a line of what is printed.
expect() { # status, line, the step's status, log, list
  local out status=0
  printf 'step\t%s\t1\t1\n' "$3" >target/ci/steps.tsv
  printf '%b' "$4" >target/ci/step.log
  printf '%b\n' "$5" >.ci/checks.tsv
  out=$(.ci/manifest step) || status=$?
  if [ "$status" != "$1" ] || ! grep -qxF "$2" <<<"$(tr -s ' ' <<<"$out")"; then
    printf 'status %s, without the line "%s":\n%s\n' "$status" "$2" "$out"
    exit 1
  fi
  ran=$((ran + 1))
}

binary='     Running unittests src/lib.rs (target/debug/deps/one-0123456789abcdef)\n'
tests() { printf 'test result: ok. %s passed; 0 failed; %s ignored; 0 measured\n' "$1" "$2"; }
printf '%s\n' date >docs/runs.tsv

expect 0 'step one src/lib.rs 3' 0 "$binary$(tests 3 0)" 'step\tone src/lib.rs\t3\t0'
expect 0 'step one src/lib.rs 4 (rose from 3)' 0 "$binary$(tests 4 0)" 'step\tone src/lib.rs\t3\t0'
expect 1 'step one src/lib.rs 2 FAILS: fell from 3' 0 "$binary$(tests 2 0)" 'step\tone src/lib.rs\t3\t0'
expect 1 'step one src/lib.rs 3 1 ignored FAILS: ignores more than 0' 0 "$binary$(tests 3 1)" 'step\tone src/lib.rs\t3\t0'
expect 0 'step one src/lib.rs 3 (is not in the list)' 0 "$binary$(tests 3 0)" '#'
expect 1 'step two src/lib.rs FAILS: did not run' 0 "$binary$(tests 3 0)" 'step\ttwo src/lib.rs\t3\t0'
expect 1 'step lib 2 FAILS: fell from 3' 0 '   Doc-tests lib\nran lib: 2\n' 'step\tlib\t3\t0'
expect 1 'step part skipped no tool FAILS: must not be skipped' 0 'skipped part: no tool\n' 'step\tpart\t3\t0'
expect 0 'step part skipped no tool' 0 'skipped part: no tool\n' 'step\tpart\t3\t0\tmay be skipped'
expect 1 'step part FAILS: did not run' 3 'no machine\n' 'step\tpart\t3\t0'
expect 1 'step part skipped no tool FAILS: is skipped and not in the list' 0 'skipped part: no tool\n' '#'
expect 1 'step itself skipped no machine FAILS: is skipped and not in the list' 3 'no machine\n' 'other\tpart\t3\t0'
expect 0 'step itself skipped no machine (is not in the list)' 3 'no machine\n' 'step\tpart\t3\t0\tmay be skipped'

# Runs by hand are found by their whole name, the last of a known commit, and not by a part of it.
{
  printf 'date\tcommit\tcommand\tresult\tseconds\tcheck\n'
  printf '%s\n' "2001-01-01\t$commit\tthe pool\tclean\t\tpool" "2001-01-02\t-\tthe pool\tclean\t\tpool" \
    "2001-01-03\t$commit\tpool quick\tclean\t\tpool-sealed" "2001-01-04\t$commit\tpool quick\tclean\t\t" |
    while IFS= read -r line; do printf '%b\n' "$line"; done
} >docs/runs.tsv
expect 0 'by hand pool 2001-01-01, 0 commits ago' 0 '' 'by hand\tpool'
expect 0 'by hand quick no run' 0 '' 'by hand\tquick'
echo "ran faults of a manifest: $ran"
