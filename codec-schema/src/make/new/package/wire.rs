//! The wire format. Where a change of it is meant, `CODEC_LOCK=bless cargo test` writes the lock and
//! the vectors anew.

use codec_core::{Format, Postcard};
use package::{Reading, State, Wire};

/// A change of the format fails here, and the failure says what it does to programs in use.
#[test]
fn the_format_is_that_of_the_lock() {
    codec_schema::assert_locked!("wire/protocol.lock", protocol Wire);
}

/// Programs in other languages are tested with the same file.
#[test]
fn the_vectors_are_read_and_written() {
    codec_schema::assert_golden!("wire/vectors.json", protocol Wire);
}

/// Valid values, values at each limit and beyond it, and damaged ones.
#[test]
fn every_message_keeps_its_limits() {
    let valid = codec_schema::value::check_protocol::<Wire>().unwrap();
    assert!(valid.iter().all(|(_, count)| *count > 0), "{valid:?}");
}

#[test]
fn a_reading_has_these_bytes() {
    let reading = Reading { sensor: 7, state: State::Broken, values: vec![-1, 300] };
    let bytes = Postcard::to_vec(&reading).unwrap();
    assert_eq!(bytes, [7, 255, 2, 1, 0xd8, 4]);
    assert_eq!(Postcard::from_slice::<Reading>(&bytes).unwrap(), reading);
}
