//! All messages with values generated from their descriptions: valid ones, those at the ends of each
//! range and beyond, truncations, flipped bits, and golden vectors for other implementations.

use codec_bitcoin::{BitcoinProtocol, Command, MainNet};
use codec_schema::value::{Written, check_protocol_with, payloads_with};

use crate::random;
use crate::three_ways::agreed;

type Bitcoin = BitcoinProtocol<MainNet>;

/// Messages that a description can't express: bytes before inputs say if there are witnesses.
const WRITTEN: [Written; 1] = [("Transaction", random::written)];

#[test]
fn all_messages_hold_at_their_limits_and_not_beyond_and_when_damaged() {
    let tested = check_protocol_with::<Bitcoin>(&WRITTEN).unwrap_or_else(|what| panic!("{what}"));
    assert_eq!(tested.len(), Command::all().len());
    let without: Vec<_> = tested.iter().filter(|one| one.1 == 0).map(|one| one.0).collect();
    assert_eq!(without, [""; 0], "no value");
}

#[test]
fn the_wire_format_is_that_of_the_lock() {
    codec_schema::assert_locked!("tests/data/protocol.lock", protocol Bitcoin);
}

/// A hash over values holds the parts that are not described.
#[test]
fn the_bytes_of_what_is_not_described_are_those_of_the_lock() {
    codec_schema::assert_locked!(
        "tests/data/transaction.lock",
        codec_bitcoin::transaction::Transaction,
        codec_core::Consensus,
        &WRITTEN
    );
}

#[test]
fn the_golden_vectors_are_those_of_all_messages() {
    codec_schema::assert_golden!("tests/data/golden.json", protocol Bitcoin);
}

#[test]
fn all_forms_agree_on_generated_payloads() {
    let payloads = payloads_with::<Bitcoin>(20, &WRITTEN).expect("it is within its limits");
    let share = codec_effort::share();
    for (_, payload) in payloads.iter().enumerate().filter(|(index, _)| share(*index)) {
        payload
            .compare(&agreed(payload.id, &payload.sample.bytes))
            .unwrap_or_else(|what| panic!("{what}"));
    }
}
