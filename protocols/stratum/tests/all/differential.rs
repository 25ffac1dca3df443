//! Comparison with the reference crates: what one encodes the other decodes and encodes again, and
//! both refuse the same bytes.

use binary_sv2::{from_bytes, to_bytes};
use codec_core::{Header as _, Message as _, Messages as _, Reader, Sv2};
use codec_stratum::common::SetupConnection;
use codec_stratum::{AnyMessage, FrameHeader};

use codec_testing::cases;

use crate::dice::Dice;
use crate::schema::{Schema, schemas};
use crate::three_ways;
use crate::vectors::vectors;

/// Payloads of each message.
const CASES: u32 = 300;

macro_rules! theirs {
    ($($id:literal => $message:path,)*) => {
        /// The reference crate's result for a payload: encoded again, or `None` when it is refused.
        /// It modifies its input.
        #[expect(elided_lifetimes_in_paths, reason = "some messages have one, some have not")]
        fn theirs(id: u32, payload: &[u8]) -> Option<Vec<u8>> {
            let mut payload = payload.to_vec();
            match id {
                $($id => {
                    let message = from_bytes::<$message>(&mut payload).ok()?;
                    Some(to_bytes(message).expect("what was decoded encodes"))
                })*
                _ => panic!("0x{id:x} has no counterpart"),
            }
        }
    };
}

theirs! {
    0x00 => common_messages_sv2::SetupConnection,
    0x01 => common_messages_sv2::SetupConnectionSuccess,
    0x02 => common_messages_sv2::SetupConnectionError,
    0x03 => common_messages_sv2::ChannelEndpointChanged,
    0x04 => common_messages_sv2::Reconnect,
    0x10 => mining_sv2::OpenStandardMiningChannel,
    0x11 => mining_sv2::OpenStandardMiningChannelSuccess,
    0x12 => mining_sv2::OpenMiningChannelError,
    0x13 => mining_sv2::OpenExtendedMiningChannel,
    0x14 => mining_sv2::OpenExtendedMiningChannelSuccess,
    0x15 => mining_sv2::NewMiningJob,
    0x16 => mining_sv2::UpdateChannel,
    0x17 => mining_sv2::UpdateChannelError,
    0x18 => mining_sv2::CloseChannel,
    0x19 => mining_sv2::SetExtranoncePrefix,
    0x1a => mining_sv2::SubmitSharesStandard,
    0x1b => mining_sv2::SubmitSharesExtended,
    0x1c => mining_sv2::SubmitSharesSuccess,
    0x1d => mining_sv2::SubmitSharesError,
    0x1f => mining_sv2::NewExtendedMiningJob,
    0x20 => mining_sv2::SetNewPrevHash,
    0x21 => mining_sv2::SetTarget,
    0x22 => mining_sv2::SetCustomMiningJob,
    0x23 => mining_sv2::SetCustomMiningJobSuccess,
    0x24 => mining_sv2::SetCustomMiningJobError,
    0x25 => mining_sv2::SetGroupChannel,
    0x50 => job_declaration_sv2::AllocateMiningJobToken,
    0x51 => job_declaration_sv2::AllocateMiningJobTokenSuccess,
    0x55 => job_declaration_sv2::ProvideMissingTransactions,
    0x56 => job_declaration_sv2::ProvideMissingTransactionsSuccess,
    0x57 => job_declaration_sv2::DeclareMiningJob,
    0x58 => job_declaration_sv2::DeclareMiningJobSuccess,
    0x59 => job_declaration_sv2::DeclareMiningJobError,
    0x60 => job_declaration_sv2::PushSolution,
    0x70 => template_distribution_sv2::CoinbaseOutputConstraints,
    0x71 => template_distribution_sv2::NewTemplate,
    0x72 => template_distribution_sv2::SetNewPrevHash,
    0x73 => template_distribution_sv2::RequestTransactionData,
    0x74 => template_distribution_sv2::RequestTransactionDataSuccess,
    0x75 => template_distribution_sv2::RequestTransactionDataError,
    0x76 => template_distribution_sv2::SubmitSolution,
    0x100 => extensions_sv2::RequestExtensions,
    0x101 => extensions_sv2::RequestExtensionsSuccess,
    0x102 => extensions_sv2::RequestExtensionsError,
}

/// Like the reference crates, ignores bytes after the message.
fn ours(id: u32, payload: &[u8]) -> Option<Vec<u8>> {
    use codec_core::Format as _;
    let message = AnyMessage::decode_message(id, &mut Reader::<Sv2>::new(payload)).ok()?;
    Some(Sv2::to_vec(&message).expect("what was decoded encodes"))
}

#[test]
fn every_vector_is_read_and_rewritten_by_both() {
    for vector in vectors() {
        let payload = vector.payload();
        assert_eq!(ours(vector.id, payload).as_deref(), Some(payload), "{}", vector.label);
        assert_eq!(theirs(vector.id, payload).as_deref(), Some(payload), "{}", vector.label);
    }
}

#[test]
fn headers_are_read_and_written_alike() {
    let mut dice = Dice::new(10);
    for _ in 0..cases(10_000) {
        let bytes: [u8; FrameHeader::SIZE] = std::array::from_fn(|_| dice.byte());
        let ours = FrameHeader::parse(&bytes).expect("any six bytes are a header");
        let theirs = framing_sv2::header::Header::from_bytes(&bytes).expect("any six bytes are");
        assert_eq!(ours.extension_type(), theirs.ext_type_without_channel_msg());
        assert_eq!(ours.msg_type(), theirs.msg_type());
        assert_eq!(ours.is_channel(), theirs.channel_msg());
        assert_eq!(ours.payload_len(), theirs.payload_length());
        let mut written = [[0; FrameHeader::SIZE]; 2];
        ours.write(&mut written[0]);
        theirs.write_into(&mut written[1]).expect("six bytes are enough");
        assert_eq!(written, [bytes; 2]);
    }
}

#[test]
fn what_we_write_they_read_and_what_they_write_we_read() {
    let mut dice = Dice::new(11);
    for schema in schemas() {
        for case in 0..cases(CASES) {
            let payload = schema.random(&mut dice).concat();
            let label = format!("{} {case}", schema.name);
            let from_us = three_ways::agreed(schema.id, &payload, &label).expect(&label);
            let from_them = theirs(schema.id, &from_us).expect(&label);
            assert_eq!(three_ways::agreed(schema.id, &from_them, &label), Ok(payload), "{label}");
        }
    }
}

/// A payload with a few bytes changed.
fn damaged(schema: &Schema, dice: &mut Dice) -> Vec<u8> {
    let mut payload = schema.random(dice).concat();
    match dice.below(3) {
        0 => payload.truncate(dice.below(payload.len() + 1)),
        1 => {
            let at = dice.below(payload.len());
            payload[at] ^= 1 << dice.below(8);
        }
        _ => (0..=dice.below(4)).for_each(|_| {
            let at = dice.below(payload.len());
            payload[at] = dice.byte();
        }),
    }
    payload
}

#[test]
fn both_refuse_the_same_damaged_payloads() {
    let mut dice = Dice::new(12);
    for schema in schemas() {
        for case in 0..cases(CASES) {
            let payload = damaged(&schema, &mut dice);
            assert_same(&schema, &payload, &format!("{} {case}", schema.name));
        }
    }
}

#[test]
fn both_refuse_the_same_noise() {
    let mut dice = Dice::new(13);
    for schema in schemas() {
        for case in 0..cases(CASES) {
            let len = dice.below(150);
            let payload = dice.bytes(len);
            assert_same(&schema, &payload, &format!("{} {case}", schema.name));
        }
    }
}

fn assert_same(schema: &Schema, payload: &[u8], label: &str) {
    // They refuse subprotocols that they don't know, before the message is there to be answered.
    if schema.id == SetupConnection::ID && payload.first().is_some_and(|protocol| *protocol > 2) {
        return;
    }
    assert_eq!(ours(schema.id, payload), theirs(schema.id, payload), "{label}: {payload:02x?}");
}
