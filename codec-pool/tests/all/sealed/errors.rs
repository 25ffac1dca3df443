//! Frames that are changed, truncated or too long are refused when they are reached, and not
//! earlier.

use std::io;

use codec_core::DecodeErrorKind;
use codec_pool::{FrameError, FrameErrorKind, FrameReadError, Pool, SealError};

use super::{Reader, pool, reader};
use crate::tagged::{NO_ID, SUMMED, frame};
use crate::toy_seal::{BLOCK, HEAD, TAG, seal_all, sealed_len};

/// Feeds everything, and reads frames up to the first error.
fn read_all(reader: &mut Reader, wire: &[u8]) -> (usize, Option<FrameError>) {
    let (mut rest, mut seen) = (wire, 0);
    loop {
        match reader.next_frame() {
            Ok(Some(_)) => seen += 1,
            Ok(None) if rest.is_empty() => return (seen, None),
            Ok(None) => {
                let taken = reader.feed(rest).expect("there is memory");
                rest = &rest[taken..];
            }
            Err(error) => return (seen, Some(error)),
        }
    }
}

#[test]
fn every_changed_byte_is_refused_in_its_frame_and_the_frames_before_it_are_not() {
    let sent = [frame(1, &[9; 10]), frame(2, &[7; 120]), frame(3, &[])];
    let wire = seal_all(&sent);
    let ends: Vec<usize> = sent
        .iter()
        .scan(0, |end, frame| {
            *end += HEAD + sealed_len(frame.len() - 4);
            Some(*end)
        })
        .collect();
    let pool = pool(1024);
    for at in (0..wire.len()).step_by(if cfg!(miri) { 17 } else { 1 }) {
        let mut changed = wire.clone();
        changed[at] ^= 0x10;
        let mut reader = reader(&pool);
        let index = ends.iter().filter(|end| **end <= at).count();
        let (seen, error) = read_all(&mut reader, &changed);
        let error = error.expect("it was changed");
        assert_eq!(seen, index, "byte {at}");
        assert_eq!(error.kind(), FrameErrorKind::Sealed(SealError::Forged));
        assert_eq!(error.offset(), index.checked_sub(1).map_or(0, |last| ends[last]) as u64);
        assert!(error.is_fatal() && reader.is_poisoned());
        assert_eq!(reader.next_frame().err(), Some(error), "and again");
        assert_eq!(reader.feed(&[0]), Err(error));
        drop(reader);
        assert_eq!(pool.stats().live(), 0);
    }
}

#[test]
fn the_end_at_every_byte_is_the_end_inside_a_frame() {
    let wire = seal_all(&[frame(1, &[9; 60])]);
    for received in (1..wire.len()).step_by(if cfg!(miri) { 9 } else { 1 }) {
        let mut reader = reader(&Pool::default());
        assert_eq!(read_all(&mut reader, &wire[..received]), (0, None));
        let error = reader.end().expect_err("the frame is not whole");
        let needed = if received < HEAD { HEAD } else { wire.len() };
        assert_eq!(error.kind(), FrameErrorKind::UnexpectedEnd { received, needed });
    }
}

#[test]
fn repeated_and_reordered_frames_are_refused() {
    let wire = seal_all(&[frame(1, &[9; 10]), frame(1, &[9; 10])]);
    let (first, second) = wire.split_at(wire.len() / 2);
    for order in [[first, first], [second, first]] {
        let (seen, error) = read_all(&mut reader(&Pool::default()), &order.concat());
        assert_eq!(
            error.expect("it is not the next").kind(),
            FrameErrorKind::Sealed(SealError::Forged)
        );
        assert_eq!(seen, usize::from(order[0] == first));
    }
}

#[test]
fn a_header_that_declares_too_much_is_refused_before_its_payload_comes() {
    let wire = seal_all(&[frame(1, &[1; 20]), frame(2, &[2; 101]), frame(3, &[3; 30])]);
    let after = HEAD + sealed_len(20);
    for (chunk_size, piece) in [(64, 1), (64, 1000), (4096, 7), (4096, 1000)] {
        let mut reader = reader(&pool(chunk_size)).with_max_payload(100);
        let mut payloads = Vec::new();
        let mut refused = None;
        for (index, mut bytes) in wire.chunks(piece).enumerate() {
            while !bytes.is_empty() {
                let taken = reader.feed(bytes).expect("nothing is unresolved");
                bytes = &bytes[taken..];
                loop {
                    match reader.next_frame() {
                        Ok(Some(frame)) => payloads.push(frame.payload().to_vec()),
                        Ok(None) => break,
                        Err(error) => {
                            refused = Some((error, (index + 1) * piece));
                            assert!(reader.skip_frame());
                        }
                    }
                }
            }
        }
        let (error, come) = refused.expect("one is too long");
        let kind = FrameErrorKind::PayloadTooLong { len: 101, max: 100 };
        assert_eq!((error.kind(), error.offset()), (kind, after as u64));
        assert!(piece > 1 || come == after + HEAD, "refused after {come} bytes");
        assert_eq!(payloads, [vec![1; 20], vec![3; 30]], "pieces of {piece}");
        assert_eq!(reader.consumed(), wire.len() as u64);
    }
}

#[test]
fn a_limit_lowered_after_a_frame_was_opened_refuses_it_and_the_next_ones_still_open() {
    let sent = [frame(1, &[1; 20]), frame(2, &[2; 60]), frame(3, &[3; 30]), frame(4, &[4; 9])];
    let wire = seal_all(&sent);
    let (three, last) = wire.split_at(wire.len() - HEAD - sealed_len(9));
    let mut reader = reader(&Pool::default());
    reader.feed(three).expect("there is memory");
    assert!(reader.next_frame().expect("nothing was changed").is_some());
    let mut reader = reader.with_max_payload(50);
    let error = reader.next_frame().expect_err("it is too long now");
    assert_eq!(error.kind(), FrameErrorKind::PayloadTooLong { len: 60, max: 50 });
    assert!(reader.skip_frame());
    let frame = reader.next_frame().expect("nothing was changed").expect("it is there");
    assert_eq!(frame.payload(), [3; 30]);
    reader.feed(last).expect("there is memory");
    let frame = reader.next_frame().expect("nothing was changed").expect("it is there");
    assert_eq!(frame.payload(), [4; 9]);
}

#[test]
fn headers_and_payloads_are_checked_once_they_are_open() {
    let bad = frame(SUMMED, &[1, 1, 1]);
    let wire = seal_all(&[bad.clone(), frame(1, &[7]), frame(NO_ID, &[])]);
    let mut reader = reader(&Pool::default());
    reader.feed(&wire).expect("there is memory");
    let error = reader.next_frame().expect_err("the sum is wrong");
    assert!(
        matches!(error.kind(), FrameErrorKind::Payload(e) if e.kind() == DecodeErrorKind::InvalidChecksum)
    );
    let frame = reader.next_frame().expect("it goes on").expect("it is there");
    assert_eq!(frame.payload(), [7]);
    let error = reader.next_frame().expect_err("no header");
    assert!(
        matches!(error.kind(), FrameErrorKind::Header(e) if e.kind() == DecodeErrorKind::InvalidMagic)
    );
    assert_eq!(error.offset(), (HEAD + 3 + TAG + HEAD + 1 + TAG) as u64);
    assert!(reader.is_poisoned());
}

/// Returns at most that many bytes per read; none when everything was read.
struct Pieces<'a>(&'a [u8], usize);

impl io::Read for Pieces<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            return Err(io::ErrorKind::WouldBlock.into());
        }
        let len = self.0.len().min(self.1).min(room.len());
        let (now, later) = self.0.split_at(len);
        room[..len].copy_from_slice(now);
        self.0 = later;
        Ok(len)
    }
}

#[test]
fn the_blocks_of_a_long_frame_are_opened_as_they_come() {
    let sent = frame(1, &[7; 20 * BLOCK + 1]);
    let wire = seal_all([&sent]);
    let whole = BLOCK + TAG;
    for (come, opened) in [(HEAD + 5, 1), (HEAD + whole, 2), (HEAD + 7 * whole + 9, 8)] {
        let mut reader = reader(&pool(4096));
        let error = reader.read_frame(&mut Pieces(&wire[..come], 30)).expect_err("no more came");
        assert!(error.would_block());
        assert_eq!(reader.opener().next, opened, "{come} bytes");
        let frame =
            reader.read_frame(&mut Pieces(&wire[come..], 1000)).expect("nothing was changed");
        assert_eq!(frame.expect("it is whole").bytes(), sent);
        assert_eq!(reader.opener().next, 22);
    }
}

#[test]
fn a_changed_block_is_refused_before_the_rest_of_its_frame_comes() {
    let mut wire = seal_all(&[frame(1, &[7; 20 * BLOCK])]);
    let third = HEAD + 2 * (BLOCK + TAG);
    wire[third + 4] ^= 1;
    let pool = pool(4096);
    let mut reader = reader(&pool);
    let come = &wire[..third + BLOCK + TAG];
    let error = reader.read_frame(&mut Pieces(come, 40)).expect_err("it was changed");
    let FrameReadError::Frame(error) = error else { panic!("{error}") };
    assert_eq!(error.kind(), FrameErrorKind::Sealed(SealError::Forged));
    assert!(reader.is_poisoned());
    drop(reader);
    assert_eq!(pool.stats().live(), 0);
}

#[test]
fn a_limit_lowered_inside_a_frame_refuses_it_when_it_is_whole() {
    let sent = [frame(1, &[1; 4 * BLOCK]), frame(2, &[2; 9])];
    let wire = seal_all(&sent);
    let come = HEAD + 2 * (BLOCK + TAG) + 3;
    let mut reader = reader(&pool(4096));
    let error = reader.read_frame(&mut Pieces(&wire[..come], 50)).expect_err("no more came");
    assert!(error.would_block() && reader.opener().next == 3, "two blocks are open");
    let mut reader = reader.with_max_payload(100);
    let mut rest = Pieces(&wire[come..], 50);
    let FrameReadError::Frame(error) = reader.read_frame(&mut rest).expect_err("it is too long")
    else {
        panic!("it is no error of the stream")
    };
    assert_eq!(error.kind(), FrameErrorKind::PayloadTooLong { len: 4 * BLOCK, max: 100 });
    assert!(reader.skip_frame());
    let frame = reader.read_frame(&mut rest).expect("nothing was changed").expect("it is there");
    assert_eq!(frame.bytes(), sent[1]);
}
