//! Allocation counts: the promise of each way of decoding, for all messages.

use std::hint::black_box;

use crate::golden::golden;
use allocation_counter::{AllocationInfo, measure};
use bytes::Bytes;
use codec_core::{
    Consensus, Cursor, Format as _, MessageInfo as _, Messages as _, MessagesRef as _, Reader,
};
use codec_decred::transaction::{
    Input, OutPoint, Output, Parts, Prefix, Transaction, Witness, WitnessInput,
};
use codec_decred::{AnyMessage, AnyMessageRef, AnyMessageShared, Command, Digest};

fn owned(id: &'static str, payload: &[u8]) -> AllocationInfo {
    measure(|| {
        let message = AnyMessage::decode_message(id, &mut Reader::<Consensus>::new(payload));
        let _ = black_box(message);
    })
}

fn first_transaction() -> Vec<u8> {
    let text = include_str!("../data/first_transaction.txt").trim();
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("hex");
    (48..text.len()).step_by(2).map(byte).collect()
}

/// dcrd makes 9 allocations of 1,432 bytes in all.
#[test]
fn a_transaction_of_one_input_and_one_output() {
    let payload = first_transaction();
    let info = owned("tx", &payload);
    // The outputs and the witnesses; a single input is stored inline.
    assert_eq!(info.count_total, 2, "{info:?}");
    assert!(info.bytes_total <= 11 + 67 + 17 + 77, "{info:?}");
}

/// A transaction with this many inputs and outputs, with scripts of this many bytes.
fn transaction(count: u32, script: usize) -> Transaction {
    let input = |index| Input {
        previous: OutPoint { hash: Digest([7; 32]), index, tree: 0 },
        sequence: u32::MAX,
    };
    let output = |index| Output { value: index, script_version: 0, script: vec![9; script] };
    let witness = |index| WitnessInput {
        value: index,
        block_height: 0,
        block_index: 1,
        signature_script: vec![8; script],
    };
    let (inputs, outputs) = (0..count).map(|index| (input(index), output(index.into()))).unzip();
    let prefix = Prefix { inputs, outputs, lock_time: 0, expiry: 0 };
    let witness = Witness { inputs: (0..count).map(|index| witness(index.into())).collect() };
    Transaction { version: 1, parts: Parts::Full(prefix, witness) }
}

/// dcrd makes 10 for a thousand of each.
#[test]
fn a_transaction_asks_five_times_however_many_scripts_it_has() {
    for (count, script, most) in [(2, 25, 5), (1000, 25, 5), (1000, 107, 5), (30_000, 0, 5)] {
        let payload = Consensus::to_vec(&transaction(count, script)).expect("it encodes");
        let info = owned("tx", &payload);
        assert_eq!(info.count_total, most, "{count}: {info:?}");
        // The offsets of all elements but the first, for both lists; and an input takes three bytes
        // more in memory than on the wire.
        let more = (2 * 8 + 3) * u64::from(count);
        assert!(info.bytes_total <= payload.len() as u64 + more, "{count}: {info:?}");
    }
}

#[test]
fn a_large_message_over_another_allocates_nothing() {
    let payload = Consensus::to_vec(&transaction(1000, 25)).expect("it encodes");
    let mut over = transaction(1001, 26);
    let info = measure(|| Consensus::decode_into(&mut over, &payload).expect("it is valid"));
    assert_eq!(info.count_total, 0, "{info:?}");
    assert_eq!(over, transaction(1000, 25));
}

#[test]
fn a_message_over_another_of_its_kind_allocates_nothing() {
    let payload = first_transaction();
    let mut r = Reader::<Consensus>::new(&payload);
    let message = AnyMessage::decode_message("tx", &mut r).expect("it is valid");
    let AnyMessage::Transaction(mut transaction) = message else { panic!("{message:?}") };
    let info = measure(|| {
        Consensus::decode_into(&mut transaction, &payload).expect("it is valid");
    });
    assert_eq!(info.count_total, 0, "{info:?}");
}

#[test]
fn borrowed_decode_allocates_nothing() {
    let mut all: Vec<_> =
        golden().into_iter().map(|(message, payload)| (message.id(), payload)).collect();
    all.push(("tx", first_transaction()));
    for (id, payload) in all {
        let info = measure(|| {
            let mut r = Reader::<Consensus>::new(&payload);
            black_box(AnyMessageRef::decode_message_ref(id, &mut r)).expect("it is valid");
        });
        assert_eq!(info.count_total, 0, "{id}");
    }
}

#[test]
fn shared_decode_allocates_nothing() {
    for (message, payload) in golden() {
        let id = message.id();
        let source = Bytes::from(payload);
        // `Bytes` made from a vector allocates its reference count when it is first cloned.
        let _second = source.clone();
        let info = measure(|| {
            let mut r = Reader::<Consensus>::from_cursor(Cursor::from_bytes(&source));
            black_box(AnyMessageShared::decode_message(id, &mut r)).expect("it is valid");
        });
        assert_eq!(info.count_total, 0, "{id}");
    }
}

#[test]
fn encode_into_a_warm_buffer_allocates_nothing() {
    for (message, payload) in golden() {
        let id = message.id();
        let borrowed = message.to_ref();
        let mut buffer = Vec::with_capacity(payload.len());
        let info = measure(|| {
            Consensus::encode_into(&message, &mut buffer).expect("it encodes");
            buffer.clear();
            Consensus::encode_into(&borrowed, &mut buffer).expect("it encodes");
        });
        assert_eq!(info.count_total, 0, "{id}");
        assert_eq!(buffer, payload, "{id}");
    }
}

/// Memory is requested in proportion to the bytes received, whatever a count declares.
#[test]
fn hostile_counts_reserve_nothing() {
    const CLAIMS: [&[u8]; 6] = [
        &[0xfc],
        &[0xfd, 0xf4, 0x01],
        &[0xfd, 0xff, 0xff],
        &[0xfe, 0x50, 0xc3, 0, 0],
        &[0xfe, 0x30, 0xe8, 0x0b, 0],
        &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    ];
    for (message, payload) in golden() {
        let id = message.id();
        for at in 0..payload.len().min(400) {
            for claim in CLAIMS {
                let mut hostile = payload[..at].to_vec();
                hostile.extend(claim);
                for rest in [0, 100] {
                    hostile.resize(at + claim.len() + rest, 0);
                    let info = owned(id, &hostile);
                    let most = 16 * hostile.len() as u64 + 1024;
                    assert!(info.bytes_total <= most, "{id} at {at}, {claim:x?}: {info:?}");
                }
            }
        }
    }
    for command in Command::all() {
        for claim in CLAIMS {
            let info = owned(command.name(), claim);
            assert!(info.bytes_total <= 1024, "{}: {info:?}", command.name());
        }
    }
}

#[test]
fn a_message_is_cheap_to_move() {
    assert!(size_of::<AnyMessage>() <= 320, "{}", size_of::<AnyMessage>());
    assert!(size_of::<AnyMessageRef<'_>>() <= 400, "{}", size_of::<AnyMessageRef<'_>>());
}
