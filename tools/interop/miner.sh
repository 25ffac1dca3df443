#!/usr/bin/env bash
# The miner's firmware (codec-embedded/miner) on an emulated Cortex-M4 and RISC-V, encrypted, against a
# pool by stratum-apps 0.8.0 and its crates alone (noise/src/bin/pool.rs): their handshake and frames,
# their messages, and their `StandardChannel`, which makes the job and accepts the share.
# Not part of the ordinary checks, for the reason of noise.sh, whose workspace and WORK it has.
# Needs qemu-system-arm and qemu-system-riscv32; takes minutes, most of them to build.
#
#   tools/interop/miner.sh
set -euo pipefail
cd "$(dirname "$0")/../.."
work=${WORK:-${XDG_CACHE_HOME:-$HOME/.cache}/codec-interop-noise}
CARGO_TARGET_DIR=$work cargo build --release --quiet --locked --manifest-path tools/interop/noise/Cargo.toml --bin pool
POOL=$work/release/pool tools/targets.sh miner
tools/ran.sh interop-miner.sh "a share accepted of the firmware on thumbv7em-none-eabihf, and one on riscv32imc-unknown-none-elf"
