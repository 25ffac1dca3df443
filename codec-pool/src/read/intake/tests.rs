//! When a chunk is filled further, when from its start again, and when it is left.
#![forbid(unsafe_code)]

use super::{Intake, NEVER};
use crate::memory::PoolBytes;
use crate::pool::{Pool, Request};
use crate::read::read_chunk::ReadChunk;

/// The size of a chunk: less room than that is not worth a read.
pub(super) const CHUNK: usize = 64;

/// An intake without a chunk, of a pool of small ones.
pub(super) fn empty() -> Intake {
    let pool = Pool::builder().chunk_size(CHUNK).build().expect("it is valid");
    Intake::new(pool, 1, 1000)
}

/// An intake whose chunk of that capacity has given out `start` of the `end` bytes received.
pub(super) fn intake(capacity: usize, start: usize, end: usize) -> Intake {
    let mut intake = empty();
    let request = if capacity == CHUNK { Request::Chunk(CHUNK) } else { Request::Large(capacity) };
    let mut chunk = ReadChunk::new(intake.pool.take(request).expect("there is memory"));
    assert_eq!((chunk.capacity(), chunk.append(&vec![7; end])), (capacity, end));
    chunk.pass(start);
    intake.chunk = Some(chunk);
    intake
}

/// Like [`intake`], with a frame of what was given out, which is kept.
fn kept(capacity: usize, start: usize, end: usize) -> (Intake, PoolBytes) {
    let mut intake = intake(capacity, 0, end);
    let frame = intake.lend(0, start, start).1.share();
    (intake, frame)
}

fn start(intake: &Intake) -> Option<usize> {
    intake.chunk.as_ref().map(ReadChunk::start)
}

#[test]
fn without_a_chunk_nothing_is_taken_in() {
    let mut intake = empty();
    assert!(!intake.has_chunk() && !intake.is_oversized() && !intake.has_room(1));
    assert!(intake.advance(0) && !intake.advance(1));
    assert_eq!(intake.take_in(b"abc"), None);
}

#[test]
fn an_emptied_chunk_of_a_large_frame_is_oversized() {
    let mut large = intake(128, 0, 0);
    assert!(large.has_chunk() && large.is_oversized());
    assert_eq!(large.take_in(b"abc"), Some(3));
    assert!(!large.is_oversized());
    assert!(!intake(CHUNK, 0, 0).is_oversized());
}

#[test]
fn a_chunk_is_filled_from_its_start_again_when_a_quarter_of_it_was_given_out() {
    for (given, received, after) in
        [(0, 0, 0), (16, 16, 16), (17, 17, 0), (40, 40, 0), (40, 48, 40)]
    {
        let mut intake = intake(CHUNK, given, received);
        assert!(intake.has_room(1));
        assert_eq!(start(&intake), Some(after), "{given} of {received}");
    }
}

#[test]
fn a_full_chunk_takes_in_more_when_no_frame_is_kept() {
    let mut full = intake(CHUNK, 60, 60);
    assert!(!full.has_room(1), "four bytes are not worth a read");
    assert_eq!((full.take_in(b"abcdefgh"), start(&full)), (Some(8), Some(0)));
    assert_eq!(full.pending(), b"abcdefgh");
    let (mut pinned, frame) = kept(CHUNK, 60, 60);
    assert_eq!((pinned.take_in(b"abcdefgh"), start(&pinned)), (None, Some(60)));
    assert_eq!(frame, [7; 60]);
    let mut unknown = intake(CHUNK, 60, 60);
    unknown.need = NEVER;
    assert_eq!(unknown.take_in(b"abcdefgh"), None);
}

/// Pending bytes move to the front of the chunk if they would otherwise have to move later.
#[test]
fn a_frame_moves_to_the_front_when_it_does_not_fit_where_it_begins() {
    for (capacity, given, received, need, after) in [
        // The length of a chunk: it needs all of one.
        (CHUNK, 10, 30, CHUNK, 0),
        // Ten bytes are left for it, and it misses twenty.
        (CHUNK, 34, 54, 40, 0),
        // Few bytes are left, but they are enough, and much would have to move.
        (CHUNK, 30, 60, 34, 30),
        // Few bytes are left, they are enough, and little would have to move.
        (CHUNK, 54, 60, 8, 0),
        (CHUNK, 52, 60, 10, 0),
        // It fits, with room for a read.
        (CHUNK, 49, 54, 15, 49),
        // Longer than a chunk, in a larger one, where it fits or does not.
        (128, 20, 30, 100, 20),
        (128, 60, 70, 100, 0),
        // It does not fit: what is pending moves if that is at most an eighth of the chunk.
        (128, 60, 75, 100, 0),
        (128, 60, 76, 100, 0),
        (128, 60, 77, 100, 60),
    ] {
        let mut here = intake(capacity, given, received);
        assert!(here.make_room_at_once(need));
        assert_eq!(start(&here), Some(after), "{given}..{received} of {capacity} for {need}");
        assert_eq!(here.pending(), vec![7; received - given]);
        // Nothing moves in front of a frame that is kept.
        let (mut here, _frame) = kept(capacity, given, received);
        assert_eq!(here.make_room_at_once(need), after == given, "{given}..{received}, {need}");
        assert_eq!(start(&here), Some(given));
    }
}

#[test]
fn what_comes_after_the_start_of_a_frame_is_added_to_it_until_the_last_byte() {
    let mut here = intake(1 << 16, 0, 5);
    here.need = 20;
    here.set_aside();
    assert_eq!((here.has_chunk(), here.pending_len()), (false, 5));
    assert!(here.add_aside(&[7; 14]) && !here.add_aside(&[7]), "a whole frame needs a chunk");
    assert_eq!(here.pending_len(), 19);
    assert!(!empty().add_aside(&[7]), "nothing is set aside");
    let mut begun = empty();
    assert!(begun.keep_aside(&[7; 3]));
    assert_eq!(begun.pending_len(), 3);
}
