//! An error in a stream is reported with its offset, and the reader is then either at the right
//! position or poisoned.

use std::io::{self, Read};

use crate::tagged::{NO_ID, SUMMED, Tagged, frame};
use codec_core::{DecodeError, DecodeErrorKind};
use codec_pool::{
    FrameError, FrameErrorKind, FrameReadError, FrameReader, LengthHeader, Pool, PoolError,
};

fn reader() -> FrameReader<Tagged> {
    FrameReader::new(Pool::default())
}

fn frame_error(error: FrameReadError) -> FrameError {
    match error {
        FrameReadError::Frame(error) => error,
        error => panic!("{error}"),
    }
}

/// Reads up to the first error, or to the end.
fn read_to_error(reader: &mut FrameReader<Tagged>, mut stream: &[u8]) -> Option<FrameError> {
    loop {
        match reader.read_frame(&mut stream) {
            Ok(Some(_)) => {}
            Ok(None) => return None,
            Err(error) => return Some(frame_error(error)),
        }
    }
}

#[test]
fn every_truncation_is_an_unexpected_end() {
    let first = frame(1, &[1, 2, 3]);
    let second = frame(2, &[9; 10]);
    let wire = [&first[..], &second].concat();
    for cut in 1..wire.len() {
        let mut reader = reader();
        let error = read_to_error(&mut reader, &wire[..cut]);
        if cut == first.len() {
            assert_eq!(error, None, "the one cut between frames");
            continue;
        }
        let error = error.expect("the stream ends inside a frame");
        let (start, total) = if cut < first.len() { (0, 7) } else { (first.len(), 14) };
        let received = cut - start;
        let needed = if received < 4 { 4 } else { total };
        assert_eq!(error.kind(), FrameErrorKind::UnexpectedEnd { received, needed });
        assert_eq!(error.offset(), start as u64);
        assert!(reader.is_poisoned() && error.is_fatal());
        assert_eq!(reader.pending(), &wire[start..cut]);
        assert_eq!(read_to_error(&mut reader, &[]), Some(error));
    }
}

#[test]
fn an_empty_stream_has_no_frames() {
    let mut reader = reader();
    assert!(reader.read_frame(&mut io::empty()).expect("not an error").is_none());
    assert!(!reader.is_poisoned());
}

#[test]
fn a_wrong_header_poisons_the_reader() {
    let mut reader = reader();
    reader.feed(&[&frame(1, &[5])[..], &[NO_ID, 0, 0, 0], &frame(2, &[])].concat()).unwrap();
    assert!(reader.next_frame().unwrap().is_some());
    let error = reader.next_frame().unwrap_err();
    let cause = DecodeError::new(DecodeErrorKind::InvalidMagic, 0);
    assert_eq!((error.kind(), error.offset()), (FrameErrorKind::Header(cause), 5));
    assert!(reader.is_poisoned() && error.is_fatal());
    assert_eq!(reader.consumed(), 5);
    assert_eq!(reader.next_frame().unwrap_err(), error);
    assert_eq!(reader.feed(&[1]).unwrap_err(), error);
    assert_eq!(reader.commit(0).unwrap_err(), error);
    assert_eq!(reader.end().unwrap_err(), error);
}

#[test]
fn a_payload_over_the_limit_is_refused_before_it_comes() {
    let mut reader = reader().with_max_payload(1000);
    reader.feed(&[7, 0xe9, 0x03, 0x00]).unwrap();
    let error = reader.next_frame().unwrap_err();
    assert_eq!(error.kind(), FrameErrorKind::PayloadTooLong { len: 1001, max: 1000 });
    assert!(!reader.is_poisoned() && !error.is_fatal());
    assert_eq!(reader.next_frame().unwrap_err(), error, "until it is skipped");
    assert_eq!(reader.feed(&[0]).unwrap_err(), error);
}

#[test]
fn a_payload_at_the_limit_is_taken() {
    let mut reader = reader().with_max_payload(1000);
    reader.feed(&frame(7, &[1; 1000])).unwrap();
    assert_eq!(reader.next_frame().unwrap().unwrap().payload(), [1; 1000]);
}

#[test]
fn a_skipped_frame_leaves_the_reader_right_behind_it_at_every_split() {
    let wire = [frame(1, &[1]), frame(2, &[2; 300]), frame(3, &[3; 20])].concat();
    let pool = Pool::builder().chunk_size(64).build().unwrap();
    for split in 0..=wire.len() {
        let mut reader = FrameReader::<Tagged>::new(pool.clone()).with_max_payload(100);
        let mut seen = Vec::new();
        for mut piece in [&wire[..split], &wire[split..]] {
            loop {
                match reader.next_frame() {
                    Ok(Some(frame)) => seen.push((frame.offset(), frame.payload().to_vec())),
                    Ok(None) if piece.is_empty() => break,
                    Ok(None) => piece = &piece[reader.feed(piece).unwrap()..],
                    Err(error) => {
                        assert_eq!(error.offset(), 5);
                        assert!(reader.skip_frame() && !reader.skip_frame());
                    }
                }
            }
        }
        assert_eq!(seen, [(0, vec![1]), (309, vec![3; 20])], "split at {split}");
        assert_eq!(reader.consumed(), wire.len() as u64);
    }
    assert_eq!(pool.stats().large, 0, "what is skipped needs no memory");
}

#[test]
fn the_end_inside_a_skipped_frame_is_an_error() {
    let mut reader = reader().with_max_payload(1);
    reader.feed(&frame(1, &[0; 9])[..10]).unwrap();
    assert!(reader.next_frame().is_err() && reader.skip_frame());
    let error = reader.end().unwrap_err();
    assert_eq!(error.kind(), FrameErrorKind::UnexpectedEnd { received: 10, needed: 13 });
}

#[test]
fn a_payload_that_does_not_match_is_dropped_and_the_next_one_read() {
    let mut reader = reader();
    let wire = [frame(SUMMED, &[9, 1, 2]), frame(SUMMED, &[3, 1, 2])].concat();
    reader.feed(&wire).unwrap();
    let error = reader.next_frame().unwrap_err();
    let cause = DecodeError::new(DecodeErrorKind::InvalidChecksum, 0);
    assert_eq!((error.kind(), error.offset()), (FrameErrorKind::Payload(cause), 0));
    assert!(!error.is_fatal() && !reader.is_poisoned());
    let next = reader.next_frame().unwrap().expect("the next one is right");
    assert_eq!((next.offset(), next.payload()), (7, &[3, 1, 2][..]));
}

#[test]
fn a_read_that_lies_is_found_out() {
    struct Liar(usize);
    impl Read for Liar {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            room.fill(1);
            Ok(room.len().saturating_add(self.0))
        }
    }
    for lie in [1, 7, usize::MAX] {
        let mut reader = reader();
        let error = frame_error(reader.read_frame(&mut Liar(lie)).unwrap_err());
        assert_eq!(error.kind(), FrameErrorKind::ReadOverrun);
        assert!(reader.is_poisoned());
        assert!(reader.pending().is_empty(), "nothing that was not written is shown");
    }
}

#[test]
fn a_commit_without_room_is_an_overrun() {
    assert_eq!(reader().commit(1).unwrap_err().kind(), FrameErrorKind::ReadOverrun);
    assert_eq!(reader().commit(0), Ok(()));
}

#[test]
fn a_length_that_wraps_is_over_the_limit() {
    for len in [u64::MAX, u64::MAX - 7, u64::MAX - 8 + 1, 1 << 63] {
        let mut reader = FrameReader::<LengthHeader<8>>::new(Pool::default()).with_max_payload(100);
        reader.feed(&len.to_le_bytes()).unwrap();
        let kind = reader.next_frame().unwrap_err().kind();
        assert!(matches!(kind, FrameErrorKind::PayloadTooLong { max: 100, .. }), "{kind:?}");
        assert!(reader.skip_frame());
        reader.feed(&[1; 1000]).unwrap();
        assert!(reader.next_frame().unwrap().is_none(), "all that comes belongs to it");
    }
}

#[test]
fn errors_become_io_errors_of_a_fitting_kind() {
    let mut reader = reader();
    reader.feed(&[1]).unwrap();
    let error = io::Error::from(reader.end().unwrap_err());
    assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<FrameError>());
    assert_eq!(inner.map(|error| error.offset()), Some(0));
    assert_eq!(PoolError::Exhausted.to_string(), "all chunks of the pool are in use");
}
