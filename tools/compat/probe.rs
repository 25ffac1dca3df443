//! One program with a crate twice: over bincode (`one`) and over codec-bincode (`two`). Reads and
//! writes again what the crate makes, holds the bytes of both against each other, and measures how long each takes
//! to load them: in turn, medians, in microseconds.

mod one;
mod two;

use std::hint::black_box;
use std::time::Instant;

const ROUNDS: usize = 41;

/// Microseconds to load; what was loaded is dropped outside of them.
fn time<T>(load: fn(&[u8]) -> T, bytes: &[u8]) -> u128 {
    let start = Instant::now();
    let value = load(black_box(bytes));
    let took = start.elapsed().as_micros();
    drop(black_box(value));
    took
}

fn median(mut times: Vec<u128>) -> u128 {
    times.sort_unstable();
    times[times.len() / 2]
}

fn main() {
    let bytes = one::make();
    let again = one::store(&one::load(&bytes));
    assert!(two::store(&two::load(&bytes)) == again, "read and written by both: the bytes differ");
    // For a profiler: one load more, of one of them.
    match std::env::args().nth(1).as_deref() {
        None => {}
        Some("bincode") => return drop(one::load(&bytes)),
        Some("codec") => return drop(two::load(&bytes)),
        Some(_) => return,
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for round in 0..ROUNDS {
        // Each is the first of a round every other time.
        if round % 2 == 0 {
            theirs.push(time(one::load, &bytes));
            ours.push(time(two::load, &bytes));
        } else {
            ours.push(time(two::load, &bytes));
            theirs.push(time(one::load, &bytes));
        }
    }
    println!("{} {} {}", bytes.len(), median(theirs), median(ours));
}
