//! Counts the allocations per kept message, for the group `pool_allocations`.
//!
//! `cargo run --release -p codec-benches --bin pool_allocations` prints a line for each length of
//! the last field and number of messages: for each candidate, the allocations and bytes of all
//! messages together.
#![forbid(unsafe_code)]

use codec_benches::groups::pool;

fn main() {
    print!(
        "{}",
        pool::count(|work| {
            let ((), counted) = codec_alloc::measure(work);
            (counted.count, counted.bytes)
        })
    );
}
