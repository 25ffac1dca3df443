//! All messages with values generated from their descriptions: valid ones, those at the ends of each
//! range and beyond, truncations, flipped bits, and golden vectors for other implementations.

use codec_industrial::Gateway;
use codec_schema::value::check_protocol;

#[test]
fn all_messages_hold_at_their_limits_and_not_beyond_and_when_damaged() {
    let tested = check_protocol::<Gateway>().unwrap_or_else(|what| panic!("{what}"));
    assert_eq!(tested.len(), 4);
    let without: Vec<_> = tested.iter().filter(|one| one.1 == 0).map(|one| one.0).collect();
    assert_eq!(without, [""; 0], "no value");
}

#[test]
fn the_wire_format_is_that_of_the_lock() {
    codec_schema::assert_locked!("tests/data/protocol.lock", protocol Gateway);
}

#[test]
fn the_golden_vectors_are_those_of_all_messages() {
    codec_schema::assert_golden!("tests/data/golden.json", protocol Gateway);
}
