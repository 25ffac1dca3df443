//! The start of a frame that was set aside: when, and what is read after it.
#![forbid(unsafe_code)]

use core::ops::Range;
use core::task::Poll;

use crate::memory::ChunkKind;
use crate::pool::WaitMode;
use crate::read::intake::tests::{CHUNK, empty, intake};
use crate::read::intake::{Intake, NEVER};
use crate::read::partial::LAST;

/// Bytes of a frame, each by its offset.
fn wire(range: Range<u8>) -> Vec<u8> {
    range.collect()
}

/// An intake that has set aside the first `len` bytes of a frame that needs `need`.
fn aside(need: usize, len: u8) -> Intake {
    let mut intake = empty();
    intake.need = need;
    assert!(intake.keep_aside(&wire(0..len)));
    assert_eq!((intake.needed(), intake.pending_len(), intake.need), (need, len.into(), NEVER));
    intake
}

/// Makes room for `coming` bytes.
fn make_room(intake: &mut Intake, coming: usize) {
    let need = intake.need;
    let room = intake.make_room(need, coming, &mut WaitMode::Thread);
    assert!(matches!(room, Poll::Ready(Ok(()))), "{room:?}");
}

/// Reads those bytes of the frame.
fn read(intake: &mut Intake, range: Range<u8>) {
    let bytes = wire(range);
    intake.spare()[..bytes.len()].copy_from_slice(&bytes);
    assert!(intake.advance(bytes.len()));
}

/// Number of bytes that are set aside, if any, and of those in the chunk after them.
fn parts(intake: &Intake) -> Option<(usize, usize)> {
    intake.partial.as_ref().map(|partial| (partial.len(), partial.landed()))
}

/// The kind and capacity of the chunk.
fn chunk(intake: &Intake) -> Option<(ChunkKind, usize)> {
    intake.chunk.as_ref().map(|chunk| (chunk.kind(), chunk.capacity()))
}

const POOLED: Option<(ChunkKind, usize)> = Some((ChunkKind::Pooled, CHUNK));

#[test]
fn the_start_of_a_frame_is_set_aside_unless_it_takes_up_its_chunk() {
    let most = CHUNK - LAST;
    for (given, received, is_aside) in [
        (0, 1, true),
        (0, most - 1, true),
        (0, most, false),
        (0, most + 1, false),
        (10, 9 + most, true),
        (10, 10 + most, false),
    ] {
        let mut here = intake(CHUNK, given, received);
        here.need = 60;
        here.set_aside();
        let pending = received - given;
        assert_eq!(here.has_chunk(), !is_aside, "{given}..{received}");
        assert_eq!(parts(&here), is_aside.then_some((pending, 0)));
        assert_eq!((here.pending_len(), here.needed()), (pending, 60));
        assert_eq!(here.need == NEVER, is_aside);
    }
}

#[test]
fn an_empty_chunk_is_returned_and_nothing_is_set_aside() {
    let mut here = intake(CHUNK, 20, 20);
    here.set_aside();
    assert_eq!((here.has_chunk(), parts(&here), here.need), (false, None, 1));
    let mut behind = aside(60, 20);
    make_room(&mut behind, 0);
    assert_eq!(chunk(&behind), POOLED);
    behind.set_aside();
    assert_eq!((behind.has_chunk(), parts(&behind)), (false, Some((20, 0))));
}

#[test]
fn returned_chunks_join_those_that_are_set_aside() {
    for need in [60, 1000] {
        let mut here = aside(need, 20);
        make_room(&mut here, 0);
        read(&mut here, 20..25);
        read(&mut here, 25..31);
        assert_eq!(parts(&here), Some((20, 11)));
        here.set_aside();
        assert_eq!((here.has_chunk(), parts(&here)), (false, Some((31, 0))));
        assert_eq!(here.joined(), wire(0..31));
    }
}

/// Bytes that are added would come before those that have landed.
#[test]
fn nothing_is_added_to_what_is_set_aside_while_there_is_a_chunk() {
    let mut here = aside(60, 20);
    make_room(&mut here, 0);
    assert!(!here.add_aside(&[20]));
    here.set_aside();
    assert!(here.add_aside(&[20]));
    assert_eq!(here.joined(), wire(0..21));
}

#[test]
fn a_frame_is_whole_with_its_last_byte() {
    let mut here = aside(60, 20);
    make_room(&mut here, 0);
    assert!(!here.is_whole() && !here.is_full());
    read(&mut here, 20..59);
    assert!(!here.is_whole());
    read(&mut here, 59..60);
    assert!(here.is_whole() && !here.is_full());
    here.join();
    assert_eq!((here.pending(), here.need, parts(&here)), (&*wire(0..60), 60, None));
    assert!(!here.is_whole() && !here.is_full() && !empty().is_whole() && !empty().is_full());
}

#[test]
fn a_frame_that_is_whole_without_a_chunk_is_joined_in_one() {
    let mut here = aside(60, 59);
    assert!(!here.is_full());
    make_room(&mut here, 0);
    assert_eq!((parts(&here), here.spare().len()), (Some((59, 0)), CHUNK - 59));
    let mut here = aside(60, 60);
    assert!(here.is_full() && !here.is_whole());
    make_room(&mut here, 0);
    assert_eq!((parts(&here), here.pending()), (None, &*wire(0..60)));
    // More of the stream than a frame of that length has.
    let mut here = aside(50, 62);
    make_room(&mut here, 0);
    assert_eq!((parts(&here), here.pending()), (None, &*wire(0..62)));
}

#[test]
fn without_a_chunk_a_chunk_or_the_frame_is_filled() {
    assert_eq!(empty().room_aside(), CHUNK);
    assert_eq!(aside(60, 20).room_aside(), CHUNK - 20);
    assert_eq!(aside(100, 20).room_aside(), 80);
    let mut unread = empty();
    unread.need = 100;
    assert_eq!(unread.room_aside(), 100);
}

#[test]
fn room_after_the_start_of_a_frame_ends_with_the_chunk_or_before_its_last_bytes() {
    for (need, room) in [
        // In a chunk, the start has its place in front.
        (CHUNK, CHUNK - 20),
        // In memory of its own, the last bytes come.
        (CHUNK + 1, CHUNK + 1 - 20 - LAST),
        (100, 100 - 20 - LAST),
        (1000, CHUNK),
    ] {
        let mut here = aside(need, 20);
        assert_eq!((here.spare().len(), here.advance(1)), (0, false), "there is no chunk");
        assert!(here.advance(0));
        make_room(&mut here, 0);
        assert_eq!((chunk(&here), here.spare().len()), (POOLED, room), "{need}");
        assert!(!here.advance(room + 1));
        assert_eq!(parts(&here), Some((20, 0)));
        assert!(here.advance(room - 1) && here.advance(1) && !here.advance(1));
        assert_eq!((parts(&here), here.spare().len()), (Some((20, room)), 0));
    }
}

#[test]
fn a_chunk_of_a_long_frame_is_exchanged_when_little_is_left_of_it() {
    for (landed, after) in [(56, (20, 56)), (57, (77, 0))] {
        let mut here = aside(1000, 20);
        make_room(&mut here, 0);
        read(&mut here, 20..20 + landed);
        make_room(&mut here, 0);
        assert_eq!((chunk(&here), parts(&here)), (POOLED, Some(after)));
        assert_eq!(here.joined(), wire(0..20 + landed));
    }
}

/// However little is left of a chunk that has room for all of the frame.
#[test]
fn a_chunk_of_a_short_frame_stays() {
    for landed in [0, 40, 60, 63] {
        let mut here = aside(CHUNK, 1);
        make_room(&mut here, 0);
        read(&mut here, 1..1 + landed);
        make_room(&mut here, 0);
        assert_eq!((chunk(&here), parts(&here)), (POOLED, Some((1, landed.into()))));
    }
}

#[test]
fn the_last_bytes_of_a_long_frame_come_to_memory_of_its_length() {
    let exactly = |len| Some((ChunkKind::Large, len));
    for (len, to) in [(200 - 33, POOLED), (200 - 32, exactly(200)), (199, exactly(200))] {
        let mut here = aside(200, len);
        make_room(&mut here, 0);
        assert_eq!(chunk(&here), to, "{len}");
        assert_eq!((parts(&here).is_none(), here.pending_len()), (to != POOLED, len.into()));
        assert_eq!(here.joined(), wire(0..len));
    }
    // All but the last bytes have landed, and there would be more room in the chunk.
    let mut here = aside(100, 20);
    make_room(&mut here, 0);
    read(&mut here, 20..68);
    make_room(&mut here, 0);
    assert_eq!((chunk(&here), here.pending()), (exactly(100), &*wire(0..68)));
    assert_eq!((here.need, here.spare().len()), (100, 32));
}

#[test]
fn a_long_frame_whose_rest_is_at_hand_is_assembled_at_once() {
    let class = Some((ChunkKind::Large, 256));
    for (len, coming, to) in
        [(20, 179, POOLED), (20, 180, class), (20, 181, class), (200, 0, class), (201, 0, class)]
    {
        let mut here = aside(200, len);
        make_room(&mut here, coming);
        assert_eq!(chunk(&here), to, "{len} and {coming}");
        assert_eq!(here.joined(), wire(0..len));
    }
}

#[test]
fn one_reader_of_a_pool_has_the_right_to_wait() {
    let here = empty();
    let other = Intake::<()>::new(here.pool.clone(), 1, 1000);
    assert!(here.lease() && !other.lease());
    here.unlease();
    assert!(other.lease() && !here.lease());
}
