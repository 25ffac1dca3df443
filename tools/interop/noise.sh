#!/usr/bin/env bash
# Encrypted connections over loopback against `NoiseTcpStream` of stratum-apps 0.8.0: each side
# as the initiator, ours blocking and over tokio; 10,000 frames each way of each of the four
# connections, of 0 bytes to 16 MiB, which the peer opens, seals again and sends back.
# Not part of the ordinary checks: stratum-apps has two hundred dependencies, so that the program
# has a workspace and a lock of its own. Takes a few minutes, most of them to build.
#
#   tools/interop/noise.sh
#
# Everything is built in a directory of its own, WORK, kept for the next run.
set -euo pipefail
cd "$(dirname "$0")/noise"
export CARGO_TARGET_DIR=${WORK:-${XDG_CACHE_HOME:-$HOME/.cache}/codec-interop-noise}
cargo build --release --quiet --locked
timeout "${LIMIT:-600}" "$CARGO_TARGET_DIR/release/codec-noise-interop"
../../ran.sh interop-noise.sh "every frame as it was sent"
