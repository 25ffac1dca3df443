//! A writer sends what was written, sealed once and in order.

use codec_core::Bincode;
use codec_pool::{FrameReader, FrameWriteError, FrameWriter, Pool, SealError};

use super::{Writer, frames, pool, reader, writer};
use crate::random::Random;
use crate::tagged::{Tagged, frame};
use crate::toy_seal::{HEAD, TAG, ToySealer, seal_all, sealed_len};

#[test]
fn messages_are_sent_as_a_sealer_alone_would_seal_them() {
    for chunk_size in [64, 256, 65_536] {
        let pool = pool(chunk_size);
        let mut writer = writer(&pool);
        let mut sent = Vec::new();
        let mut wire = Vec::new();
        for len in (0..200usize).step_by(if cfg!(miri) { 9 } else { 1 }).chain([1000, 5000]) {
            let value = vec![len.to_le_bytes()[0]; len];
            writer.write_message::<Bincode, _>(9, 0, &value).expect("there is memory");
            sent.push(frame(9, &[&(len as u64).to_le_bytes()[..], &value].concat()));
            if len % 6 == 0 {
                writer.flush(&mut wire).expect("a vector takes all");
            }
        }
        writer.flush(&mut wire).expect("a vector takes all");
        assert!(wire == seal_all(&sent), "chunks of {chunk_size}");
        drop(writer);
        assert_eq!(pool.stats().live(), 0);
    }
}

#[test]
fn what_a_writer_sends_a_reader_reads() {
    for seed in 1..=codec_effort::cases(if cfg!(miri) { 1 } else { 9 }).into() {
        let random = &mut Random::new(seed);
        let sent = frames(random, 50, 150);
        let pool = pool(512);
        let (mut writer, mut reader) = (writer(&pool), reader(&pool));
        let mut plain = FrameReader::<Tagged>::new(pool.clone());
        let mut wire = Vec::new();
        for sent in &sent {
            // Frames received from elsewhere are sealed again.
            let mut stream = &sent[..];
            let frame = plain.read_frame(&mut stream).expect("it is valid").expect("it is whole");
            writer.write_frame(frame.view()).expect("there is memory");
        }
        assert_eq!(writer.pending_len(), seal_all(&sent).len());
        writer.flush(&mut wire).expect("a vector takes all");
        let mut stream = &wire[..];
        for sent in &sent {
            let frame = reader.read_frame(&mut stream).expect("valid").expect("as many came");
            assert_eq!(frame.bytes(), sent);
        }
    }
}

#[test]
fn a_message_that_has_no_encoding_uses_up_nothing() {
    let mut writer = writer(&Pool::default());
    if cfg!(miri) {
        return; // 16 MiB take minutes there
    }
    let too_long = vec![0u8; 1 << 24];
    let error = writer.write_message::<Bincode, _>(1, 0, &too_long).expect_err("24 bits");
    assert!(matches!(error, FrameWriteError::Encode(_)));
    assert_eq!((writer.pending_len(), writer.sealer().next), (0, 0));
    writer.write_message::<Bincode, _>(1, 0, &7u8).expect("there is memory");
    assert_eq!(writer.pending_len(), HEAD + 1 + TAG);
}

#[test]
fn nothing_is_queued_when_the_sealer_is_used_up() {
    for large in [false, true] {
        let pool = pool(256);
        let mut writer = Writer::sealed(pool.clone(), ToySealer { next: 0, end: 3 });
        writer.write_message::<Bincode, _>(1, 0, &7u8).expect("there is memory");
        let queued = writer.pending_len();
        // Its header can be sealed, but not its payload.
        let message = vec![3u8; if large { 1000 } else { 100 }];
        let error = writer.write_message::<Bincode, _>(1, 0, &message).expect_err("used up");
        assert_eq!(error, FrameWriteError::Sealed(SealError::Exhausted));
        assert_eq!(writer.pending_len(), queued);
        let mut wire = Vec::new();
        writer.flush(&mut wire).expect("a vector takes all");
        assert_eq!(wire, seal_all(&[frame(1, &[7])]));
        drop(writer);
        assert_eq!(pool.stats().live(), 0);
    }
}

#[test]
fn frames_that_are_not_queued_are_not_sealed() {
    let mut writer = writer(&Pool::default());
    let made = writer.encode_frame::<Bincode, _>(1, 0, &[7u8; 3]).expect("there is memory");
    assert_eq!(made.bytes(), frame(1, &[7; 3]));
    let mut plain = FrameWriter::<Tagged>::new(Pool::default());
    plain.push(made.clone());
    writer.write_frame(made.view()).expect("there is memory");
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes all");
    assert_eq!(wire.len(), HEAD + sealed_len(3));
}
