//! The gates that count allocations, by an allocator that takes 56 instructions more a call.
//!
//! `cargo run --release -p codec-benches --bin counts NAME [OPTION]..`; each gate's file says what
//! it checks, and `--bless` accepts what it finds.
#![forbid(unsafe_code)]

mod allocations;
mod scale;

use std::process::ExitCode;

fn main() -> ExitCode {
    codec_benches::gate::run(&[
        ("allocations", allocations::gate),
        #[cfg(feature = "groups")]
        ("pool_allocations", allocations::of_pools),
        ("scale", scale::gate),
    ])
}
