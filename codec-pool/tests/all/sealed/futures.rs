//! Cancellation at any await loses nothing, although frames are opened in place.

use super::{frames, pool, reader, writer};
use crate::halting::{Halting, once};
use crate::random::Random;
use crate::toy_seal::seal_all;
use codec_pool::FrameReader;

#[test]
fn a_read_that_is_dropped_at_any_await_loses_nothing() {
    let sent = frames(&mut Random::new(5), 40, 100);
    let wire = seal_all(&sent);
    for step in [1, 5, 64, 10_000] {
        let pool = pool(256);
        let (mut stream, mut reader) = (Halting::new(wire.clone(), step), reader(&pool));
        let (mut seen, mut dropped) = (Vec::new(), 0);
        loop {
            match once(reader.read_frame_async(&mut stream)) {
                None => dropped += 1,
                Some(Ok(Some(frame))) => seen.push(frame.bytes().to_vec()),
                Some(Ok(None)) => break,
                Some(Err(error)) => panic!("{error}"),
            }
        }
        assert!(seen == sent && dropped > 0, "{step} bytes a read");
        assert_eq!(pool.stats().live(), 0);
    }
}

#[test]
fn a_flush_that_is_dropped_at_any_await_sends_each_byte_once() {
    let sent = frames(&mut Random::new(6), 40, 100);
    for step in [1, 5, 64] {
        let pool = pool(256);
        let mut writer = writer(&pool);
        let mut plain = FrameReader::new(pool.clone());
        for sent in &sent {
            let frame = plain.read_frame(&mut &sent[..]).expect("valid").expect("whole");
            writer.write_frame(frame.view()).expect("there is memory");
        }
        let mut stream = Halting::new(Vec::new(), step);
        while once(writer.flush_async(&mut stream)).is_none() {}
        assert!(stream.bytes == seal_all(&sent), "{step} bytes a write");
    }
}
