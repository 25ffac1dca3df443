//! Invalid input is an error, the same in every form, and never a panic.

use codec_bitcoin::compact_block::SendCompact;
use codec_bitcoin::transaction::{Transaction, Witness};
use codec_bitcoin::{AnyMessage, Command};
use codec_core::{
    Consensus, DecodeErrorKind, EncodeError, EncodeErrorKind, Format as _, MessageInfo as _,
    Messages as _, Reader,
};

use crate::dice::Dice;
use crate::golden::{bytes, golden, segwit};
use crate::three_ways::agreed;

/// Returns whether a payload may also end after `len` bytes: before an optional field.
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
    // The one that is left is empty, which a check refuses first.
    assert_eq!(kind(&transaction), Err(EncodeErrorKind::InvalidValue));
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
    for (network, len) in [(1u8, 4u8), (2, 16), (4, 32), (5, 32), (6, 16)] {
        for other in 0..=40 {
            let host = bytes![[network, other], vec![1; other.into()]];
            assert_eq!(agreed("addrv2", &payload(&host)).is_ok(), other == len, "{network}");
        }
    }
    // Version 2 of Tor is an unknown network today.
    for other in [0, 9, 10, 40] {
        assert!(agreed("addrv2", &payload(&bytes![[3, other], vec![1; other.into()]])).is_ok());
    }
    assert!(agreed("addrv2", &payload(&bytes![[7, 0xfd, 0, 2], [1; 512]])).is_ok());
    let error = agreed("addrv2", &payload(&bytes![[7, 0xfd, 1, 2], [1; 513]])).expect_err("long");
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 7));
}

/// An address that is none does not spoil the others in its message, as in Bitcoin Core.
#[test]
fn an_address_that_its_network_has_not_is_read_and_not_valid() {
    let host = |host: &[u8]| {
        let payload = bytes![[1], [0; 4], [0], host, [0, 1]];
        let message = AnyMessage::decode_message("addrv2", &mut Reader::<Consensus>::new(&payload));
        let Ok(AnyMessage::AddrV2(addresses)) = message else { panic!("{message:?}") };
        addresses.addresses[0].host.is_valid()
    };
    assert!(host(&bytes![[6, 16, 0xfc], [1; 15]]));
    assert!(!host(&bytes![[6, 16, 0xfd], [1; 15]]));
    assert!(host(&[1, 4, 1, 2, 3, 4]) && host(&bytes![[4, 32], [1; 32]]));
    assert!(host(&bytes![[2, 16, 0x20, 1], [0; 14]]));
    // An address of IPv4, one of version 2 of Tor, and a name, in IPv6.
    assert!(!host(&bytes![[2, 16], [0; 10], [0xff, 0xff, 1, 2, 3, 4]]));
    assert!(!host(&bytes![[2, 16, 0xfd, 0x87, 0xd8, 0x7e, 0xeb, 0x43], [1; 10]]));
    assert!(!host(&bytes![[2, 16, 0xfd, 0x6b, 0x88, 0xc0, 0x87, 0x24], [1; 10]]));
    assert!(!host(&bytes![[3, 10], [1; 10]]) && !host(&[7, 0]));
}

#[test]
fn a_boolean_is_any_byte() {
    for byte in 0..=255 {
        let announce = bytes![[byte], [2, 0, 0, 0, 0, 0, 0, 0]];
        assert_eq!(agreed("sendcmpct", &announce).as_ref(), Ok(&announce));
        let read = Consensus::from_slice::<SendCompact>(&announce).expect("it is one");
        assert_eq!(read.announce.is_set(), byte != 0);
    }
    let (_, mut version) = golden()
        .into_iter()
        .find(|(message, _)| matches!(message, AnyMessage::Version(version) if version.relay.is_some()))
        .expect("one has it");
    *version.last_mut().expect("it has bytes") = 200;
    assert_eq!(agreed("version", &version).as_ref(), Ok(&version));
}

/// `CompactSize` of 16 bits.
fn gap(gap: u16) -> Vec<u8> {
    if gap < 0xfd { vec![gap.to_le_bytes()[0]] } else { bytes![[0xfd], gap.to_le_bytes()] }
}

#[test]
fn indices_in_a_block_have_16_bits() {
    use bitcoin::bip152::{BlockTransactionsRequest, HeaderAndShortIds};
    use bitcoin::consensus::deserialize;
    let request = |gaps: &[u16]| {
        let count = u8::try_from(gaps.len()).unwrap();
        let payload =
            bytes![[5; 32], [count], gaps.iter().flat_map(|each| gap(*each)).collect::<Vec<_>>()];
        let ours = agreed("getblocktxn", &payload);
        // It does not look at their sums.
        assert!(deserialize::<BlockTransactionsRequest>(&payload).is_ok());
        ours.map(drop).map_err(|error| (error.kind(), error.offset()))
    };
    let refused = Err((DecodeErrorKind::CheckFailed, 0));
    assert_eq!(request(&[0xffff]), Ok(()));
    assert_eq!(request(&[0xfffe, 0]), Ok(()));
    assert_eq!(request(&[0xffff, 0]), refused);
    assert_eq!(request(&[1, 0xfffd, 1]), refused);

    // Of short names, and of prefilled transactions with these gaps.
    let (_, transaction) = segwit();
    let block = |short: usize, gaps: &[u16]| {
        let prefilled = gaps.iter().flat_map(|each| bytes![gap(*each), &transaction]);
        let count = u8::try_from(gaps.len()).unwrap();
        let short = bytes![[0xfd], u16::try_from(short).unwrap().to_le_bytes(), vec![7; 6 * short]];
        let payload = bytes![[0; 88], short, [count], prefilled.collect::<Vec<_>>()];
        // It does not count them.
        assert!(deserialize::<HeaderAndShortIds>(&payload).is_ok());
        let ours = agreed("cmpctblock", &payload).map(drop);
        ours.map_err(|error| (error.kind(), error.offset()))
    };
    assert_eq!(block(0xffff, &[]), Ok(()));
    assert_eq!(block(0xfffe, &[0xffff]), Ok(()));
    assert_eq!(block(0xffff, &[0]), refused);
    // Core refuses it later, when it looks for the transactions.
    assert_eq!(block(0xff, &[0xffff, 0]), refused);
}
