//! Invalid input is an error, the same in every form, and never a panic.

use codec_bitcoin::transaction::{Transaction, Witness};
use codec_bitcoin::{AnyMessage, Command};
use codec_core::{
    Consensus, DecodeErrorKind, EncodeError, EncodeErrorKind, Format as _, MessageInfo as _,
};

use crate::dice::Dice;
use crate::golden::{bytes, golden, segwit};
use crate::three_ways::agreed;

/// Where a payload may also end: before an optional field.
fn may_end(message: &AnyMessage, len: usize, whole: usize) -> bool {
    match message {
        AnyMessage::Version(version) => version.relay.is_some() && len == whole - 1,
        AnyMessage::Reject(_) => len == whole - 32,
        _ => false,
    }
}

#[test]
fn every_truncation_is_an_error() {
    for (message, payload) in golden() {
        let id = message.id();
        for len in 0..payload.len() {
            let outcome = agreed(id, &payload[..len]);
            if may_end(&message, len, payload.len()) {
                assert!(outcome.is_ok(), "{id} may end at {len}");
                continue;
            }
            let error = outcome.expect_err(id);
            assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd, "{id} at {len}");
            assert!(error.offset() <= len, "{id} at {len}");
        }
    }
}

#[test]
fn one_byte_more_is_an_error() {
    for (message, mut payload) in golden() {
        let (id, len) = (message.id(), payload.len());
        payload.push(0);
        let outcome = agreed(id, &payload);
        if matches!(message, AnyMessage::Version(ref version) if version.relay.is_none()) {
            assert!(outcome.is_ok(), "the byte is the next field");
            continue;
        }
        let error = outcome.expect_err(id);
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::TrailingBytes, len), "{id}");
    }
}

#[test]
fn noise_is_met_the_same_way() {
    let mut dice = Dice::new(7);
    for command in Command::all() {
        for _ in 0..codec_testing::cases(300) {
            let len = dice.below(200);
            let _ = agreed(command.name(), &dice.bytes(len));
        }
    }
}

fn refused(payload: &[u8]) -> (DecodeErrorKind, usize) {
    let error = agreed("tx", payload).expect_err("it is no transaction");
    (error.kind(), error.offset())
}

#[test]
fn a_transaction_whose_witnesses_are_all_empty_is_refused() {
    let (mut transaction, payload) = segwit();
    let witnesses = payload.len() - 4 - 9;
    let superfluous = bytes![&payload[..witnesses], [0, 0], &payload[payload.len() - 4..]];
    assert_eq!(refused(&superfluous), (DecodeErrorKind::CheckFailed, 0));
    let told = Consensus::explain::<Transaction>(&superfluous).to_string();
    assert!(told.contains("needs one that is not empty"), "{told}");
    // A transaction built with empty witnesses is encoded without the marker.
    let inputs = transaction.inputs.to_vec();
    transaction = Transaction::new(2, inputs, [], [Witness::default(), Witness::default()], 0);
    assert!(!transaction.is_segwit && transaction.witnesses.is_empty());
}

#[test]
fn a_transaction_has_inputs_and_known_flags() {
    let (_, payload) = segwit();
    for flag in (0..=255).filter(|flag| *flag != 1) {
        let mut flagged = payload.clone();
        flagged[5] = flag;
        assert_eq!(refused(&flagged), (DecodeErrorKind::InvalidValue, 5), "{flag}");
    }
    let none = bytes![[2, 0, 0, 0], [0, 1], [0], [0], [0; 4]];
    assert_eq!(refused(&none), (DecodeErrorKind::LengthUnderLimit, 6));
    // Truncated after the marker, and after its first byte.
    assert_eq!(refused(&payload[..6]), (DecodeErrorKind::UnexpectedEnd, 6));
    assert_eq!(refused(&payload[..5]).0, DecodeErrorKind::UnexpectedEnd);
}

#[test]
fn a_witness_for_each_input_is_needed_to_encode() {
    let (mut transaction, _) = segwit();
    transaction.witnesses.truncate(1);
    let kind =
        |transaction: &Transaction| Consensus::to_vec(transaction).map_err(EncodeError::kind);
    assert_eq!(kind(&transaction), Err(EncodeErrorKind::InconsistentFields));
    transaction.is_segwit = false;
    assert_eq!(kind(&transaction), Err(EncodeErrorKind::InconsistentFields));
    transaction.witnesses.clear();
    assert!(kind(&transaction).is_ok());
}

#[test]
fn a_number_has_one_encoding() {
    let payload = |services: &[u8]| bytes![[1], [0; 4], services, [1, 4, 1, 2, 3, 4], [0, 1]];
    assert!(agreed("addrv2", &payload(&[9])).is_ok());
    for long in [&[0xfd, 9, 0][..], &[0xfe, 9, 0, 0, 0], &[0xff, 9, 0, 0, 0, 0, 0, 0, 0]] {
        let error = agreed("addrv2", &payload(long)).expect_err("it is too long");
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::NonCanonical, 5));
    }
    assert!(agreed("addrv2", &payload(&[0xfd, 0xfc, 0])).is_err());
    assert!(agreed("addrv2", &payload(&[0xfd, 0xfd, 0])).is_ok());
    let gaps = |gap: &[u8]| agreed("getblocktxn", &bytes![[5; 32], [1], gap]);
    assert!(gaps(&[0xfd, 0xff, 0xff]).is_ok());
    let error = gaps(&[0xfe, 0, 0, 1, 0]).expect_err("it has 17 bits");
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::IntegerOutOfRange, 33));
}

#[test]
fn an_address_has_the_length_of_its_network() {
    let payload = |host: &[u8]| bytes![[1], [0; 4], [0], host, [0, 1]];
    for (network, len) in [(1u8, 4u8), (2, 16), (3, 10), (4, 32), (5, 32), (6, 16)] {
        for other in 0..=40 {
            let host = bytes![[network, other], vec![1; other.into()]];
            assert_eq!(agreed("addrv2", &payload(&host)).is_ok(), other == len, "{network}");
        }
    }
    assert!(agreed("addrv2", &payload(&bytes![[7, 0xfd, 0, 2], [1; 512]])).is_ok());
    let error = agreed("addrv2", &payload(&bytes![[7, 0xfd, 1, 2], [1; 513]])).expect_err("long");
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 7));
}
