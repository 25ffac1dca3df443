//! Allocation counts: the promise of each way of decoding, for all messages.

use std::hint::black_box;

use crate::dice::Dice;
use crate::schema::{Schema, schemas};
use bytes::Bytes;
use codec_core::{Cursor, Format as _, Messages as _, MessagesRef as _, Reader, Sv2};
use codec_stratum::{AnyMessage, AnyMessageRef, AnyMessageShared};

/// Up to this many bytes are stored inline in a `Str0255` and a `B0255`.
const INLINE: usize = 30;
const CASES: u32 = 64;

fn allocations(run: impl FnOnce()) -> u64 {
    allocation_counter::measure(run).count_total
}

/// Random payloads of each message, with the bytes of each field.
fn for_all(seed: u64, mut check: impl FnMut(&Schema, &[Vec<u8>], &[u8])) {
    let mut dice = Dice::new(seed);
    for schema in schemas() {
        for _ in 0..codec_testing::cases(CASES) {
            let parts = schema.random(&mut dice);
            check(&schema, &parts, &parts.concat());
        }
    }
}

#[test]
fn borrowed_decode_allocates_nothing() {
    for_all(21, |schema, _, payload| {
        let count = allocations(|| {
            let mut r = Reader::<Sv2>::new(payload);
            black_box(AnyMessageRef::decode_message_ref(schema.id, &mut r)).expect("it is valid");
        });
        assert_eq!(count, 0, "{} ({}, {})", schema.name, schema.subprotocol, schema.channel);
    });
}

#[test]
fn shared_decode_allocates_nothing() {
    for_all(22, |schema, _, payload| {
        let source = Bytes::copy_from_slice(payload);
        // `Bytes` made from a vector allocates its reference count when it is first cloned.
        let _second = source.clone();
        let count = allocations(|| {
            let mut r = Reader::<Sv2>::from_cursor(Cursor::from_bytes(&source));
            black_box(AnyMessageShared::decode_message(schema.id, &mut r)).expect("it is valid");
        });
        assert_eq!(count, 0, "{}", schema.name);
    });
}

#[test]
fn owned_decode_allocates_at_most_once_a_field_that_is_not_inline() {
    for_all(23, |schema, parts, payload| {
        let most: u64 = schema
            .fields
            .iter()
            .zip(parts)
            .map(|(field, part)| most_allocations(&field.kind, part))
            .sum();
        let count = allocations(|| {
            let mut r = Reader::<Sv2>::new(payload);
            black_box(AnyMessage::decode_message(schema.id, &mut r)).expect("it is valid");
        });
        assert!(count <= most, "{}: {count} allocations, not {most}", schema.name);
    });
}

#[test]
fn encode_into_a_warm_buffer_allocates_nothing() {
    for_all(24, |schema, _, payload| {
        let message = AnyMessage::decode_message(schema.id, &mut Reader::<Sv2>::new(payload));
        let message = message.expect("it is valid");
        let mut r = Reader::<Sv2>::new(payload);
        let borrowed = AnyMessageRef::decode_message_ref(schema.id, &mut r).expect("it is valid");
        let mut buffer = Vec::with_capacity(payload.len());
        let mut slice = vec![0; payload.len()];
        let count = allocations(|| {
            Sv2::encode_into(&message, &mut buffer).expect("it encodes");
            buffer.clear();
            Sv2::encode_into(&borrowed, &mut buffer).expect("it encodes");
            Sv2::encode_into(&message, slice.as_mut_slice()).expect("it encodes");
        });
        assert_eq!(count, 0, "{}", schema.name);
        assert!(buffer == payload && slice == payload, "{}", schema.name);
    });
}

#[test]
fn memory_is_asked_for_in_proportion_to_the_bytes_that_came() {
    let mut dice = Dice::new(25);
    for schema in schemas() {
        for case in 0..codec_testing::cases(8 * CASES) {
            let mut payload = schema.random(&mut dice).concat();
            payload.truncate(dice.below(200));
            // Lengths and counts at their maximum.
            for _ in 0..case % 4 {
                let at = dice.below(payload.len().max(1));
                payload.iter_mut().skip(at).take(3).for_each(|byte| *byte = 0xff);
            }
            let info = allocation_counter::measure(|| {
                let mut r = Reader::<Sv2>::new(&payload);
                let _ = black_box(AnyMessage::decode_message(schema.id, &mut r));
            });
            let most = 16 * payload.len() as u64;
            assert!(info.bytes_total <= most, "{}: {info:?} for {payload:02x?}", schema.name);
        }
    }
}

/// The promise for one field.
fn most_allocations(kind: &str, part: &[u8]) -> u64 {
    match kind {
        "STR0_255" | "B0_255" => u64::from(part.len() > 1 + INLINE),
        "B0_64K" => u64::from(part.len() > 2),
        "SEQ0_255[U256]" => u64::from(part.len() > 1),
        // All bytes in one allocation, and the offsets of all elements but the first.
        "SEQ0_64K[B0_16M]" => u64::from(u16::from_le_bytes([part[0], part[1]]).min(2)),
        kind if kind.starts_with("SEQ0_64K") => u64::from(part.len() > 2),
        _ => 0,
    }
}
