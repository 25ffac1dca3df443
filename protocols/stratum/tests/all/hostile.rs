//! Invalid input is an error, the same in all three forms, and never a panic.

use codec_core::{DecodeErrorKind, Header as _, Sv2};
use codec_pool::{FrameReader, Pool};
use codec_stratum::{AnyMessageRef, FrameHeader};

use crate::dice::Dice;
use crate::schema::schemas;
use crate::three_ways::agreed;
use crate::vectors::vectors;

#[test]
fn every_truncated_stream_is_an_error() {
    for vector in vectors() {
        for len in 1..vector.frame.len() {
            let mut reader = FrameReader::<FrameHeader>::new(Pool::default());
            let outcome = reader.read_frame(&mut &vector.frame[..len]).map(|_| ());
            assert!(outcome.is_err(), "{} at {len}", vector.label);
        }
    }
}

#[test]
fn every_flipped_bit_of_a_header_is_survived() {
    for vector in vectors() {
        let mut frame = vector.frame.clone();
        for bit in 0..FrameHeader::SIZE * 8 {
            frame[bit / 8] ^= 1 << (bit % 8);
            let mut reader = FrameReader::<FrameHeader>::new(Pool::default());
            if let Ok(Some(frame)) = reader.read_frame(&mut &frame[..]) {
                let _ = frame.decode_message_ref::<Sv2, AnyMessageRef<'_>>();
            }
            frame[bit / 8] ^= 1 << (bit % 8);
        }
    }
}

#[test]
fn noise_is_met_the_same_way() {
    let mut dice = Dice::new(7);
    for schema in schemas() {
        for _ in 0..codec_testing::cases(300) {
            let len = dice.below(120);
            let _ = agreed(schema.id, &dice.bytes(len), &schema.name);
        }
    }
}

#[test]
fn unknown_ids_are_errors() {
    let known: Vec<u32> = schemas().iter().map(|schema| schema.id).collect();
    for id in (0..0x400).chain([0x007f_ffff, 0x0080_0000, u32::MAX]) {
        if !known.contains(&id) {
            let error = agreed(id, &[0; 64], "unknown").expect_err("nobody has it");
            assert_eq!(error.kind(), DecodeErrorKind::UnknownMessage, "0x{id:x}");
        }
    }
}
