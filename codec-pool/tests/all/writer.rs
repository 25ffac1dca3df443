//! Frames are written whole, in order, through any kind of stream.

use std::io::{self, ErrorKind, IoSlice, Write};

use crate::tagged::{Tagged, frame};
use codec_core::{Bincode, Encode, EncodeError, EncodeErrorKind, Format, Message, Sv2, Writer};
use codec_pool::{FrameWriteError, FrameWriter, LengthHeader, Policy, Pool};

fn pool() -> Pool {
    Pool::builder().chunk_size(64).max_chunks(8).build().unwrap()
}

/// Bytes without a length prefix.
struct Raw(Vec<u8>);

impl Encode for Raw {
    fn encoded_len<F: Format>(&self) -> usize {
        self.0.len()
    }
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.bytes(&self.0)
    }
}

/// Payloads shorter and longer than a chunk; fewer under Miri, which takes a thousand times as long.
const LENGTHS: &[usize] = if cfg!(miri) {
    &[0, 1, 59, 60, 61, 3, 130, 0, 31]
} else {
    &[0, 1, 59, 60, 61, 3, 500, 7, 0, 30, 31, 64]
};

/// A writer with frames of all sizes, and the bytes it should send.
fn filled(pool: &Pool) -> (FrameWriter<Tagged>, Vec<u8>) {
    let mut writer = FrameWriter::<Tagged>::new(pool.clone());
    let mut expected = Vec::new();
    for (id, &len) in (1u8..).zip(LENGTHS) {
        let payload = vec![id; len];
        expected.extend(frame(id, &payload));
        writer.write_message::<Sv2, _>(id, 0, &Raw(payload)).unwrap();
        assert_eq!(writer.pending_len(), expected.len());
    }
    (writer, expected)
}

/// Accepts at most `step` bytes per call, and fails before each call that succeeds.
struct Stutter {
    taken: Vec<u8>,
    step: usize,
    failure: Option<ErrorKind>,
    fails_next: bool,
}

impl Write for Stutter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_vectored(&[IoSlice::new(bytes)])
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        if let Some(kind) = self.failure {
            self.fails_next = !self.fails_next;
            if !self.fails_next {
                return Err(kind.into());
            }
        }
        let before = self.taken.len();
        let bytes = pieces.iter().flat_map(|piece| piece.iter());
        self.taken.extend(bytes.take(self.step));
        Ok(self.taken.len() - before)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn all_bytes_arrive_in_order_however_few_are_taken() {
    for step in (1..80).step_by(if cfg!(miri) { 39 } else { 1 }).chain([10_000]) {
        for failure in [None, Some(ErrorKind::Interrupted), Some(ErrorKind::WouldBlock)] {
            let pool = pool();
            let (mut writer, expected) = filled(&pool);
            let mut stream = Stutter { taken: Vec::new(), step, failure, fails_next: true };
            while let Err(error) = writer.flush(&mut stream) {
                assert_eq!(error.kind(), ErrorKind::WouldBlock);
                assert_eq!(writer.pending_len(), expected.len() - stream.taken.len());
            }
            assert_eq!(stream.taken, expected, "{step} bytes a call, {failure:?}");
            assert_eq!(pool.stats().live(), 0, "an idle writer holds no chunk");
            assert!(pool.stats().reconciles());
        }
    }
}

#[test]
fn pending_shows_what_consume_takes() {
    let (mut writer, mut expected) = filled(&pool());
    while !expected.is_empty() {
        let pending: Vec<u8> = writer.pending().flatten().copied().collect();
        assert_eq!(pending, expected);
        let step = expected.len().min(37);
        writer.consume(step);
        expected.drain(..step);
    }
    assert_eq!((writer.pending_len(), writer.pending().count()), (0, 0));
}

#[test]
fn taken_pieces_are_the_bytes_and_keep_their_chunks() {
    let pool = pool();
    let (mut writer, expected) = filled(&pool);
    let pieces: Vec<_> = writer.take_pending().collect();
    assert_eq!(writer.pending_len(), 0);
    drop(writer);
    assert_eq!(pieces.concat(), expected);
    assert!(pool.stats().bytes_in_use >= expected.len());
    drop(pieces);
    assert_eq!(pool.stats().bytes_in_use, 0);
}

#[test]
fn a_message_brings_its_id() {
    struct Ping(u16);
    impl Encode for Ping {
        fn encoded_len<F: Format>(&self) -> usize {
            self.0.encoded_len::<F>()
        }
        fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
            self.0.encode(w)
        }
    }
    impl Message for Ping {
        type Id = u8;
        const ID: u8 = 0x1f;
        const NAME: &'static str = "Ping";
    }
    let mut writer = FrameWriter::<Tagged>::new(pool());
    writer.write::<Sv2, _>(&Ping(0x0201)).unwrap();
    assert_eq!(writer.pending().collect::<Vec<_>>(), [[0x1f, 2, 0, 0, 1, 2]]);
}

#[test]
fn a_pushed_frame_keeps_its_place() {
    let mut writer = FrameWriter::<Tagged>::new(pool());
    writer.write_message::<Sv2, _>(1, 0, &1u8).unwrap();
    let single = writer.encode_frame::<Sv2, _>(2, 0, &2u8).unwrap();
    writer.write_message::<Sv2, _>(3, 0, &3u8).unwrap();
    writer.push(single.clone());
    writer.write_message::<Sv2, _>(4, 0, &4u8).unwrap();
    writer.push(single);
    let mut wire = Vec::new();
    writer.flush(&mut wire).unwrap();
    let ids: Vec<u8> = wire.chunks(5).map(|frame| frame[0]).collect();
    assert_eq!(ids, [1, 3, 2, 4, 2]);
}

#[test]
fn a_failed_encode_leaves_no_trace() {
    /// Declares two bytes, writes `.0`.
    struct Liar(usize);
    impl Encode for Liar {
        fn encoded_len<F: Format>(&self) -> usize {
            2
        }
        fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
            (0..self.0).try_for_each(|_| w.byte(0xee))
        }
    }
    let pool = pool();
    let mut writer = FrameWriter::<Tagged>::new(pool.clone());
    let error = writer.write_message::<Sv2, _>(1, 0, &Liar(3)).unwrap_err();
    assert!(
        matches!(error, FrameWriteError::Encode(e) if e.kind() == EncodeErrorKind::BufferTooSmall)
    );
    assert_eq!((writer.pending_len(), pool.stats().live()), (0, 0));
    writer.write_message::<Sv2, _>(1, 0, &7u8).unwrap();
    assert!(writer.write_message::<Sv2, _>(1, 0, &Liar(3)).is_err());
    // Fewer bytes than declared make a shorter frame with a correct header.
    writer.write_message::<Sv2, _>(2, 0, &Liar(1)).unwrap();
    let mut wire = Vec::new();
    writer.flush(&mut wire).unwrap();
    assert_eq!(wire, [frame(1, &[7]), frame(2, &[0xee])].concat());
}

#[test]
fn a_panic_while_encoding_leaves_no_trace() {
    struct Panics;
    impl Encode for Panics {
        fn encoded_len<F: Format>(&self) -> usize {
            4
        }
        fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
            w.bytes(&[1, 2])?;
            panic!("half-way");
        }
    }
    let mut writer = FrameWriter::<Tagged>::new(pool());
    writer.write_message::<Sv2, _>(1, 0, &7u8).unwrap();
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        writer.write_message::<Sv2, _>(2, 0, &Panics)
    }));
    assert!(result.is_err());
    let mut wire = Vec::new();
    writer.flush(&mut wire).unwrap();
    assert_eq!(wire, frame(1, &[7]));
}

#[test]
fn a_message_that_the_header_cannot_describe_is_refused_at_any_size() {
    let mut writer = FrameWriter::<LengthHeader<1>>::new(Pool::default());
    for len in [256usize, 10_000, if cfg!(miri) { 1 << 17 } else { 1 << 20 }] {
        let error = writer.write_message::<Sv2, _>((), 0, &Raw(vec![0; len])).unwrap_err();
        let FrameWriteError::Encode(error) = error else { panic!("{error}") };
        assert_eq!(error.kind(), EncodeErrorKind::LengthOverLimit);
    }
    assert_eq!(writer.pending_len(), 0);
}

#[test]
fn a_stream_that_lies_or_takes_nothing_is_an_error_and_all_still_waits() {
    struct Takes(usize);
    impl Write for Takes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(if self.0 == 0 { 0 } else { bytes.len().saturating_add(self.0) })
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = FrameWriter::<Tagged>::new(pool());
    writer.write_message::<Bincode, _>(1, 0, "hi").unwrap();
    for (stream, kind) in [
        (Takes(0), ErrorKind::WriteZero),
        (Takes(1), ErrorKind::InvalidData),
        (Takes(usize::MAX), ErrorKind::InvalidData),
    ] {
        let mut stream = stream;
        assert_eq!(writer.flush(&mut stream).unwrap_err().kind(), kind);
        assert_eq!(writer.pending_len(), 14);
    }
}

#[test]
fn a_writer_without_memory_keeps_what_waits() {
    let pool = Pool::builder().chunk_size(64).max_chunks(1).policy(Policy::Fail).build().unwrap();
    let mut writer = FrameWriter::<Tagged>::new(pool);
    writer.write_message::<Sv2, _>(1, 0, &Raw(vec![1; 40])).unwrap();
    assert!(writer.write_message::<Sv2, _>(2, 0, &Raw(vec![2; 40])).is_err());
    let mut wire = Vec::new();
    writer.flush(&mut wire).unwrap();
    assert_eq!(wire, frame(1, &[1; 40]));
    writer.write_message::<Sv2, _>(2, 0, &Raw(vec![2; 40])).unwrap();
}

/// A writer with twenty queued pieces, more than fit in one call.
fn in_pieces(pool: &Pool) -> (FrameWriter<Tagged>, Vec<u8>) {
    let mut writer = FrameWriter::<Tagged>::new(pool.clone());
    let mut wire = Vec::new();
    for id in 0..20u8 {
        let frame = writer.encode_frame::<Sv2, _>(id, 0, &Raw(vec![id; 10])).unwrap();
        wire.extend_from_slice(frame.bytes());
        writer.push(frame);
    }
    (writer, wire)
}

#[test]
fn a_stream_that_claims_more_than_it_was_given_is_found_out_though_more_waits() {
    struct Claims;
    impl Write for Claims {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len() + 1)
        }
        fn write_vectored(&mut self, pieces: &[io::IoSlice<'_>]) -> io::Result<usize> {
            Ok(pieces.iter().map(|piece| piece.len()).sum::<usize>() + 1)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let (mut writer, wire) = in_pieces(&pool());
    assert_eq!(writer.flush(&mut Claims).unwrap_err().kind(), ErrorKind::InvalidData);
    assert_eq!(writer.pending_len(), wire.len());
    assert_eq!(writer.pending().flatten().copied().collect::<Vec<_>>(), wire);
}

#[test]
fn every_number_of_bytes_that_a_call_takes_sends_each_once() {
    struct Takes(usize, Vec<u8>);
    impl Write for Takes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let len = self.0.min(bytes.len());
            self.1.extend_from_slice(&bytes[..len]);
            Ok(len)
        }
        fn write_vectored(&mut self, pieces: &[io::IoSlice<'_>]) -> io::Result<usize> {
            let before = self.1.len();
            for piece in pieces {
                let len = piece.len().min(self.0 - (self.1.len() - before));
                self.1.extend_from_slice(&piece[..len]);
            }
            Ok(self.1.len() - before)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let pool = pool();
    for most in (1..=300).step_by(if cfg!(miri) { 73 } else { 1 }) {
        let (mut writer, mut wire) = in_pieces(&pool);
        // And one that is still written to, after the pieces.
        writer.write_message::<Sv2, _>(99, 0, &Raw(vec![5; 3])).unwrap();
        wire.extend(frame(99, &[5; 3]));
        let mut stream = Takes(most, Vec::new());
        writer.flush(&mut stream).unwrap();
        assert!(stream.1 == wire, "{most} a call");
        assert_eq!((writer.pending_len(), writer.pending().count()), (0, 0));
    }
    assert_eq!(pool.stats().live(), 0);
}

#[test]
fn taken_pieces_are_not_sent_again() {
    for taken in [0, 1, 20] {
        let pool = pool();
        let (mut writer, _) = in_pieces(&pool);
        writer.write_message::<Sv2, _>(99, 0, &Raw(vec![5; 3])).unwrap();
        assert_eq!(writer.take_pending().take(taken).count(), taken);
        assert_eq!((writer.pending_len(), writer.pending().count()), (0, 0));
        writer.write_message::<Sv2, _>(7, 0, &Raw(vec![6; 2])).unwrap();
        let mut wire = Vec::new();
        writer.flush(&mut wire).unwrap();
        assert_eq!(wire, frame(7, &[6; 2]));
        assert_eq!(pool.stats().live(), 0);
    }
}
