//! All messages with values generated from their descriptions: valid ones, those at the ends of each
//! range and beyond, truncations, flipped bits, and golden vectors for other implementations.

use codec_core::{Consensus, Format as _};
use codec_decred::mixing::{DcNet, DcShape, MESSAGE_LEN, MessageLen, Sender};
use codec_decred::{Command, DecredProtocol, Digest, MainNet};
use codec_schema::value::{Written, check_protocol_with, payloads_with};

use crate::dice::Dice;
use crate::three_ways::agreed;

type Decred = DecredProtocol<MainNet>;

/// A function counts the cells of its matrix, which a description can't express.
const WRITTEN: [Written; 1] = [("DcNet", dc_net)];

fn dc_net(number: u64) -> Vec<u8> {
    let mut dice = Dice::new(number);
    let [rows, columns] = [6, 9].map(|end| u16::try_from(dice.below(end)).expect("it is small"));
    let sender = Sender {
        signature: core::array::from_fn(|_| dice.byte()),
        identity: core::array::from_fn(|_| dice.byte()),
        session: core::array::from_fn(|_| dice.byte()),
        run: dice.byte().into(),
    };
    let cells = usize::from(rows) * usize::from(columns);
    let message: [u8; MESSAGE_LEN] = core::array::from_fn(|_| dice.byte());
    let net = DcNet {
        sender,
        rows,
        shape: (rows != 0).then_some(DcShape { columns, message_len: MessageLen::default() }),
        matrix: vec![message; cells],
        seen: (0..dice.below(4)).map(|_| Digest([dice.byte(); 32])).collect(),
    };
    Consensus::to_vec(&net).expect("it encodes")
}

#[test]
fn all_messages_hold_at_their_limits_and_not_beyond_and_when_damaged() {
    let tested = check_protocol_with::<Decred>(&WRITTEN).unwrap_or_else(|what| panic!("{what}"));
    assert_eq!(tested.len(), Command::all().len());
    let without: Vec<_> = tested.iter().filter(|one| one.1 == 0).map(|one| one.0).collect();
    assert_eq!(without, [""; 0], "no value");
}

#[test]
fn the_wire_format_is_that_of_the_lock() {
    codec_schema::assert_locked!("tests/data/protocol.lock", protocol Decred);
}

/// A hash over values holds the parts that are not described.
#[test]
fn the_bytes_of_what_is_not_described_are_those_of_the_lock() {
    codec_schema::assert_locked!(
        "tests/data/dcnet.lock",
        codec_decred::mixing::DcNet,
        codec_core::Consensus,
        &WRITTEN
    );
}

#[test]
fn the_golden_vectors_are_those_of_all_messages() {
    codec_schema::assert_golden!("tests/data/golden.json", protocol Decred);
}

#[test]
fn all_forms_agree_on_generated_payloads() {
    let payloads = payloads_with::<Decred>(20, &WRITTEN).expect("it is within its limits");
    let share = codec_effort::share();
    for (_, payload) in payloads.iter().enumerate().filter(|(index, _)| share(*index)) {
        payload
            .compare(&agreed(payload.id, &payload.sample.bytes))
            .unwrap_or_else(|what| panic!("{what}"));
    }
}
