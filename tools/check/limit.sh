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
# Notes that libtest prints about slow tests, after a minute.
cat >deps/warned <<'END'
#!/bin/sh
echo 'test inner::slow has been running for over 60 seconds'
echo 'test hangs has been running for over 60 seconds'
echo 'test inner::slow ... ok'
sleep 1000
END
chmod +x deps/warned

# Doc tests, of which rustdoc builds one program, and one that has its own.
cat >doc.rs <<'END'
//! ```
//! assert_eq!(1, 1);
//! ```

/// ```
/// loop { std::thread::sleep(std::time::Duration::from_millis(10)) }
/// ```
pub fn hangs() {}
END
sed '1,4d; 5s/$/standalone_crate/' doc.rs >alone.rs
sed -n '1,3p' doc.rs >good.rs
doc() { rustdoc --test --edition 2024 --test-runtool "$PWD/$limit" --test-args --test-threads=1 "$@"; }

# Runs a planted binary, and compares its status and one line of what it prints.
expect() { # status, line, seconds, command
  local out status=0
  out=$(CODEC_TEST_SECONDS=$3 "${@:4}" 2>&1) || status=$?
  if [ "$status" != "$1" ] || ! grep -qxF "$2" <<<"$out"; then
    printf '%s: status %s, without the line "%s":\n%s\n' "${*:4}" "$status" "$2" "$out"
    exit 1
  fi
  ran=$((ran + 1))
}

expect 124 "test hangs has not ended within 2 s: killed" 2 "$limit" "$PWD/deps/planted" --test-threads=1
expect 124 "test hangs has not ended within 61 s: killed" 61 "$limit" "$PWD/deps/warned"
expect 0 "test ends ... ok" 300 "$limit" "$PWD/deps/planted" ends
expect 101 "test fails ... FAILED" 300 "$limit" "$PWD/deps/planted" fails
expect 101 "test doc.rs - hangs (line 5) has not ended within 2 s: killed" 2 doc doc.rs
expect 101 "test alone.rs - hangs (line 1) ... FAILED" 2 doc alone.rs
expect 0 "test good.rs - (line 1) ... ok" 300 doc good.rs
if pgrep -f "^$PWD/deps/planted --test-threads=1" >/dev/null; then
  echo "a test that was named still runs"
  exit 1
fi
echo "ran limit of a test: $((ran + 1))"
