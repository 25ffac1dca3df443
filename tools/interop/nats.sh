#!/bin/sh
# Publishes frames to a real NATS server and reads them back, while that server is killed and
# started again: the tests of `sv2 watch --to` and `sv2 consume`. Not a part of the ordinary
# checks: it installs nats-server, which needs Go.
#
#     tools/interop/nats.sh
#
# NATS_DIR is where nats-server is installed, target/nats by default.
set -eu

NATS_VERSION=v2.11.4

root=$(cd "$(dirname "$0")/../.." && pwd)
dir=${NATS_DIR:-$root/target/nats}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
server=$dir/nats-server
if [ "$("$server" --version 2>/dev/null)" != "nats-server: $NATS_VERSION" ]; then
    command -v go >/dev/null || { echo "nats: go is missing" >&2; exit 1; }
    GOBIN=$dir go install "github.com/nats-io/nats-server/v2@$NATS_VERSION"
fi
cd "$root"
NATS_SERVER=$server cargo test -p sv2 --features nats --test program broker:: -- \
    --ignored --nocapture
tools/ran.sh nats.sh "each frame once and in order, nats-server $NATS_VERSION"
