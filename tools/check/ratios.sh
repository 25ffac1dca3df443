#!/bin/sh
# Measures all groups, or those named, and compares the ratio of each row to its peers with the
# frozen one. Fails when a row has lost more than 5 % of it. Takes twenty minutes on a machine with nothing
# else to do, and is no part of the ordinary checks: times are not repeatable where others work.
#
#     tools/check/ratios.sh [NAME ...]
#
# The page and the plots of the run go to target/ratios. To freeze new ratios with the page:
#
#     cargo run --release -p codec-benches --bin report -- --freeze docs/baseline.json --save docs/plots/data
#
# and with names of groups behind it to replace theirs alone, in the pages, their data and the
# ratios. `report -- --redraw docs/plots/data` writes pages and plots again without measuring.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p target/ratios
cargo run --release -p codec-benches --bin report -- "$@" \
    --to target/ratios --against docs/baseline.json
tools/ran.sh "ratios.sh $*" "no row has lost more than 5 %"
