#!/usr/bin/env bash
# Tests that hang, under .ci/limit: each is named, and its program is gone; what ends is as it is without.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p target/limit/deps
cd target/limit
limit=../../.ci/limit ran=0

cat >planted.rs <<'END'
use std::{thread::sleep, time::Duration};
#[test]
fn ends() {}
#[test]
fn fails() { panic!("it fails") }
#[test]
fn hangs() { loop { sleep(Duration::from_millis(10)) } }
END
rustc --test planted.rs -o deps/planted 2>/dev/null
# What libtest prints of two tests at a time, after a minute.
cat >deps/warned <<'END'
#!/bin/sh
echo 'test inner::slow has been running for over 60 seconds'
echo 'test hangs has been running for over 60 seconds'
echo 'test inner::slow ... ok'
sleep 1000
END
chmod +x deps/warned

# Runs a planted binary, and compares its status and one line of what it prints.
expect() { # status, line, seconds, command
  local out status=0
  out=$(CODEC_TEST_SECONDS=$3 "$limit" "${@:4}" 2>&1) || status=$?
  if [ "$status" != "$1" ] || ! grep -qxF "$2" <<<"$out"; then
    printf '%s: status %s, without the line "%s":\n%s\n' "${*:4}" "$status" "$2" "$out"
    exit 1
  fi
  ran=$((ran + 1))
}

expect 124 "test hangs has not ended within 2 s: killed" 2 "$PWD/deps/planted" --test-threads=1
expect 124 "test hangs has not ended within 61 s: killed" 61 "$PWD/deps/warned"
expect 0 "test ends ... ok" 300 "$PWD/deps/planted" ends
expect 101 "test fails ... FAILED" 300 "$PWD/deps/planted" fails
if pgrep -f "^$PWD/deps/planted --test-threads=1" >/dev/null; then
  echo "a test that was named still runs"
  exit 1
fi
echo "ran limit of a test: $((ran + 1))"
