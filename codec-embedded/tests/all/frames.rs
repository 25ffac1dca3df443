//! Frames with a header and a payload.

use crate::link::{Any, Link, Pieces, Ping, Samples};
use codec_core::{DecodeErrorKind, EncodeErrorKind};
use codec_embedded::{
    FixedFrameError, FixedFrameReader, FixedFrameWriter, FixedReadError, FixedSendError,
};
use embedded_io::ErrorKind;

fn samples(len: u8) -> Any {
    Any::Samples(Samples { values: (0..len).map(|value| 0xfffd + u16::from(value % 3)).collect() })
}

/// Some messages, and their frames one after another.
fn session() -> (Vec<Any>, Vec<u8>) {
    let messages: Vec<Any> =
        (0..9).flat_map(|n| [Any::Ping(Ping { nonce: n.into() }), samples(n.min(8))]).collect();
    let mut writer = FixedFrameWriter::<Link, 32>::new();
    let mut bytes = Vec::new();
    for message in &messages {
        bytes.extend(writer.encode(message).unwrap());
    }
    (messages, bytes)
}

#[test]
fn the_bytes_are_header_and_payload() {
    let mut writer = FixedFrameWriter::<Link, 32>::new();
    assert_eq!(writer.encode(&Ping { nonce: 258 }).unwrap(), [1, 4, 0, 2, 1, 0, 0]);
    assert_eq!(writer.encode(&samples(2)).unwrap(), [2, 5, 0, 2, 0xfd, 0xff, 0xfe, 0xff]);
    let mut sent = [0; 7];
    let mut sink = &mut sent[..];
    writer.send(&Ping { nonce: 1 }, &mut sink).unwrap();
    assert_eq!(sent, [1, 4, 0, 1, 0, 0, 0]);
}

#[test]
fn every_cut_brings_the_same_messages() {
    let (messages, bytes) = session();
    for len in 1..=bytes.len() {
        let mut reader = FixedFrameReader::<Link, 24>::new();
        let mut source = Pieces { bytes: &bytes, lens: &[len] };
        for message in &messages {
            assert_eq!(reader.read_message(&mut source).unwrap().as_ref(), Some(message));
        }
        assert_eq!(reader.read_message(&mut source), Ok(None));
    }
}

#[test]
fn a_source_that_fails_costs_no_byte() {
    let (messages, bytes) = session();
    let lens: Vec<usize> = (0..bytes.len() * 2).map(|n| n % 2).collect();
    let mut reader = FixedFrameReader::<Link, 24>::new();
    let mut source = Pieces { bytes: &bytes, lens: &lens };
    let mut failures = 0;
    for message in &messages {
        let read = loop {
            match reader.read_message(&mut source) {
                Err(FixedReadError::Read(ErrorKind::Interrupted)) => failures += 1,
                read => break read,
            }
        };
        assert_eq!(read.unwrap().as_ref(), Some(message));
    }
    assert_eq!(failures, bytes.len());
}

#[test]
fn an_end_within_a_frame_differs_from_one_between_frames() {
    let bytes = [1, 4, 0, 2, 1, 0, 0];
    for cut in 1..bytes.len() {
        let mut reader = FixedFrameReader::<Link, 24>::new();
        let mut source = Pieces { bytes: &bytes[..cut], lens: &[3] };
        assert_eq!(reader.read_message(&mut source), Err(FixedReadError::UnexpectedEnd));
    }
}

#[test]
fn a_frame_that_is_too_long_is_skipped() {
    let mut bytes = vec![2, 200, 0];
    bytes.extend([7; 200]);
    bytes.extend([1, 4, 0, 9, 0, 0, 0]);
    for len in [1, 5, 24, 300] {
        let mut reader = FixedFrameReader::<Link, 24>::new();
        let mut source = Pieces { bytes: &bytes, lens: &[len] };
        let error = FixedFrameError::TooLong { needed: 203, capacity: 24 };
        assert!(error.is_recoverable());
        assert_eq!(reader.read_message(&mut source), Err(FixedReadError::Frame(error)));
        let next = reader.read_message(&mut source).unwrap();
        assert_eq!(next, Some(Any::Ping(Ping { nonce: 9 })));
    }
}

#[test]
fn a_payload_that_is_no_message_is_skipped() {
    let bytes = [9, 1, 0, 0, 1, 3, 0, 1, 2, 3, 1, 4, 0, 9, 0, 0, 0];
    let mut reader = FixedFrameReader::<Link, 24>::new();
    let mut source = Pieces { bytes: &bytes, lens: &[64] };
    let mut kinds = Vec::new();
    let message = loop {
        match reader.read_message(&mut source) {
            Err(FixedReadError::Frame(FixedFrameError::Payload(error))) => kinds.push(error.kind()),
            read => break read.unwrap(),
        }
    };
    assert!(matches!(kinds[..], [DecodeErrorKind::UnknownMessage, DecodeErrorKind::UnexpectedEnd]));
    assert_eq!(message, Some(Any::Ping(Ping { nonce: 9 })));
}

#[test]
fn what_does_not_fit_is_not_sent() {
    let mut writer = FixedFrameWriter::<Link, 8>::new();
    let mut sent = [0; 32];
    let mut sink = &mut sent[..];
    let error = writer.send(&samples(8), &mut sink).unwrap_err();
    let FixedSendError::Encode(error) = error else { panic!("{error}") };
    assert_eq!(error.kind(), EncodeErrorKind::BufferTooSmall);
    assert_eq!(sent, [0; 32]);
}

#[test]
fn a_frame_stays_where_it_was_received() {
    let mut reader = FixedFrameReader::<Link, 24>::new();
    let room = reader.room();
    room[..9].copy_from_slice(&[1, 4, 0, 9, 0, 0, 0, 1, 4]);
    let place = room[3..].as_ptr();
    reader.fill(9);
    let frame = reader.next_frame().unwrap().unwrap();
    assert_eq!((frame.id(), frame.payload()), (1, &[9, 0, 0, 0][..]));
    assert_eq!(frame.payload().as_ptr(), place);
    assert_eq!(reader.pending_len(), 2);
    assert!(reader.next_frame().unwrap().is_none());
}

#[test]
fn nothing_allocates() {
    let (messages, bytes) = session();
    let counted = allocation_counter::measure(|| {
        let mut reader = FixedFrameReader::<Link, 24>::new();
        let mut writer = FixedFrameWriter::<Link, 24>::new();
        let mut source = Pieces { bytes: &bytes, lens: &[5] };
        for message in &messages {
            let read = reader.read_message(&mut source).unwrap().unwrap();
            assert_eq!(read, *message);
            writer.encode(&read).unwrap();
        }
    });
    assert_eq!(counted.count_total, 0);
}
