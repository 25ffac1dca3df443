//! Allocation counts: the promise of each way of decoding, for all messages.

use std::hint::black_box;

use crate::golden::{bytes, golden};
use allocation_counter::{AllocationInfo, measure};
use bytes::Bytes;
use codec_bitcoin::transaction::{Input, OutPoint, Output, Transaction, Witness};
use codec_bitcoin::{AnyMessage, AnyMessageRef, AnyMessageShared, Command, Digest};
use codec_core::{
    Consensus, Cursor, Format as _, MessageInfo as _, Messages as _, MessagesRef as _, Reader,
};

fn owned(id: &'static str, payload: &[u8]) -> AllocationInfo {
    measure(|| {
        let message = AnyMessage::decode_message(id, &mut Reader::<Consensus>::new(payload));
        let _ = black_box(message);
    })
}

#[test]
fn borrowed_messages_allocate_nothing() {
    for (message, payload) in golden() {
        let id = message.id();
        let info = measure(|| {
            let mut r = Reader::<Consensus>::new(&payload);
            let message = AnyMessageRef::decode_message_ref(id, &mut r);
            assert!(black_box(message).is_ok());
        });
        assert_eq!(info.count_total, 0, "{id}: {info:?}");
    }
}

#[test]
fn shared_messages_copy_nothing() {
    for (message, payload) in golden() {
        let (id, source) = (message.id(), Bytes::from(payload));
        // The reference count is allocated when the first handle is cloned.
        let _handle = source.clone();
        let info = measure(|| {
            let mut r = Reader::<Consensus>::from_cursor(Cursor::from_bytes(&source));
            let message = AnyMessageShared::decode_message(id, &mut r);
            assert!(black_box(message).is_ok());
        });
        assert_eq!(info.count_total, 0, "{id}: {info:?}");
    }
}

/// A transaction with this many inputs and outputs, each with a script of that many bytes and a
/// witness of two items.
fn transaction(count: u32, script: usize) -> Transaction {
    let input = |index| Input {
        previous: OutPoint { txid: Digest([7; 32]), index },
        script: vec![9; script],
        sequence: u32::MAX,
    };
    let output = |index: u32| Output { value: index.into(), script: vec![9; script] };
    let witness = |_| Witness { items: vec![vec![1; 71], vec![2; 33]] };
    let each = 0..count;
    Transaction::new(2, each.clone().map(input), each.clone().map(output), each.map(witness), 0)
}

#[test]
fn a_transaction_asks_six_times_however_many_scripts_it_has() {
    for (count, most) in [(1, 3), (2, 6), (1000, 6), (20_000, 6)] {
        let payload = Consensus::to_vec(&transaction(count, 25)).expect("it encodes");
        let info = owned("tx", &payload);
        assert_eq!(info.count_total, most, "{count}: {info:?}");
        // And the offset of each element but the first, for three lists.
        let most = payload.len() as u64 + 3 * 8 * u64::from(count);
        assert!(info.bytes_total <= most, "{count}: {info:?}");
    }
}

/// Whatever a payload declares, memory is requested in proportion to the bytes that are present.
#[test]
fn hostile_counts_ask_for_little() {
    for command in Command::all() {
        for (prefix, fill) in [(0, 0xfe), (4, 0xfe), (33, 0xfe), (80, 0xfe), (88, 0xfe), (0, 1)] {
            let payload = bytes![vec![0; prefix], [fill, 0, 0, 1, 0], [0; 64]];
            let info = owned(command.name(), &payload);
            let most = 64 * payload.len() as u64;
            assert!(info.bytes_total <= most, "{}: {info:?}", command.name());
        }
    }
}
