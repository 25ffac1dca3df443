//! Frames that are changed in place, plain and sealed, while others are kept.

use codec_pool::{
    FrameErrorKind, FrameReader, FrameWriter, LengthHeader, Pool, PoolBytes, ReadLayer,
};

use super::{frames, pool, reader};
use crate::random::Random;
use crate::tagged::Tagged;
use crate::toy_seal::seal_all;

/// Bytes that are kept, and a copy made on arrival.
type Kept = Vec<(Box<dyn AsRef<[u8]>>, Vec<u8>)>;

/// Changes the first byte of every mutable frame, keeps frames in each form, and compares
/// everything that is kept after each step.
fn patch_and_compare<L: ReadLayer>(
    mut reader: FrameReader<Tagged, L>,
    sent: &[Vec<u8>],
    wire: &[u8],
    seed: u64,
) -> (usize, usize) {
    let mut random = Random::new(seed);
    let (mut kept, mut rest): (Kept, _) = (Vec::new(), wire);
    let (mut count, mut patched, mut refused) = (0, 0, 0);
    while !rest.is_empty() {
        let len = 1 + random.below(rest.len().min(700));
        rest = &rest[reader.feed(&rest[..len]).expect("there is memory")..];
        loop {
            match reader.next_frame_mut() {
                Ok(None) => break,
                Ok(Some(mut frame)) => {
                    let mut expected = sent[count].clone();
                    assert_eq!(
                        (frame.payload(), frame.view().bytes()),
                        (&expected[4..], &*expected)
                    );
                    if let Some(byte) = frame.payload_mut().first_mut() {
                        *byte ^= 0x55;
                        expected[4] ^= 0x55;
                    }
                    let mut frame = frame.freeze();
                    assert_eq!(frame.bytes(), expected);
                    match random.below(8) {
                        0 => kept.push((Box::new(frame.to_bytes()), expected)),
                        1..4 => kept.push((Box::new(frame.detach()), expected)),
                        _ => {}
                    }
                    patched += 1;
                }
                Err(error) => {
                    assert_eq!((error.kind(), error.is_fatal()), (FrameErrorKind::Shared, false));
                    let frame = reader.next_frame().expect("it is valid").expect("it is there");
                    assert_eq!((frame.bytes(), frame.offset()), (&*sent[count], error.offset()));
                    if random.below(2) == 0 {
                        kept.push((Box::new(frame.detach()), sent[count].clone()));
                    }
                    refused += 1;
                }
            }
            count += 1;
            for (bytes, copy) in &kept {
                assert_eq!((**bytes).as_ref(), copy, "a frame that is kept has changed");
            }
            if kept.len() > 20 {
                kept.drain(..random.below(20));
            }
        }
    }
    assert_eq!(count, sent.len());
    (patched, refused)
}

#[test]
fn plain_frames_are_changed_and_no_other_that_is_kept() {
    for (seed, chunk_size) in [(1, 64), (2, 512), (3, 4096)] {
        let sent = frames(&mut Random::new(seed), if cfg!(miri) { 40 } else { 600 }, 60);
        let pool = pool(chunk_size);
        let wire = sent.concat();
        let counts = patch_and_compare(FrameReader::new(pool.clone()), &sent, &wire, seed);
        assert!(counts.0 > 10 && (counts.1 > 0 || cfg!(miri)), "{counts:?}");
        assert_eq!(pool.stats().live(), 0);
    }
}

#[test]
fn opened_frames_are_changed_and_no_other_that_is_kept() {
    for (seed, chunk_size) in [(4, 64), (5, 512), (6, 4096)] {
        let sent = frames(&mut Random::new(seed), if cfg!(miri) { 40 } else { 600 }, 60);
        let pool = pool(chunk_size);
        let counts = patch_and_compare(reader(&pool), &sent, &seal_all(&sent), seed);
        assert!(counts.0 > 10 && (counts.1 > 0 || cfg!(miri)), "{counts:?}");
        assert_eq!(pool.stats().live(), 0);
    }
}

fn two_frames() -> FrameReader<LengthHeader<1>> {
    let mut reader = FrameReader::new(Pool::default());
    reader.feed(&[2, 7, 8, 2, 9, 10]).expect("there is memory");
    reader
}

#[test]
fn frames_that_were_detached_before_don_t_stand_in_the_way() {
    let mut reader = two_frames();
    let first = reader.next_frame().expect("valid").expect("whole").detach();
    let mut second = reader.next_frame_mut().expect("nothing is shared").expect("whole");
    second.payload_mut().fill(0);
    assert_eq!((first.bytes(), second.detach().bytes()), (&[2, 7, 8][..], &[2, 0, 0][..]));
}

#[test]
fn bytes_of_all_that_came_stand_in_the_way_until_they_are_dropped() {
    let mut reader = two_frames();
    let bytes = reader.next_frame().expect("valid").expect("whole").to_bytes();
    let error = reader.next_frame_mut().expect_err("the bytes cover it");
    assert_eq!(error.to_string(), "a shared payload can't be changed in the frame at byte 3");
    assert_eq!(reader.next_frame_mut().err(), Some(error), "it is still there");
    drop(bytes);
    let mut frame = reader.next_frame_mut().expect("nobody holds it").expect("whole");
    frame.payload_mut()[0] = 1;
    assert_eq!(frame.freeze().payload(), [1, 10]);
    assert!(reader.next_frame().expect("valid").is_none());
    assert_eq!(reader.consumed(), 6);
}

#[test]
fn a_frame_that_came_after_the_bytes_is_free() {
    let mut reader = two_frames();
    let bytes = reader.next_frame().expect("valid").expect("whole").to_bytes();
    assert!(reader.next_frame().expect("valid").is_some());
    reader.feed(&[1, 3]).expect("there is memory");
    let mut frame = reader.next_frame_mut().expect("it came later").expect("whole");
    frame.payload_mut()[0] = 4;
    assert_eq!((frame.freeze().payload(), &bytes[..]), (&[4][..], &[2, 7, 8][..]));
}

#[test]
fn a_kept_frame_changes_only_while_it_is_alone_in_its_memory() {
    let mut reader = two_frames();
    let mut first = reader.next_frame().expect("valid").expect("whole").detach();
    assert!(first.payload_mut().is_none(), "the reader fills the chunk");
    let mut second = reader.next_frame().expect("valid").expect("whole").detach();
    drop(reader);
    assert!(first.payload_mut().is_none(), "the other frame lies in the chunk");
    let slice: PoolBytes = first.slice(..1);
    drop(first);
    assert!(second.payload_mut().is_none(), "and a slice of it");
    drop(slice);
    second.payload_mut().expect("it is alone, but for the pool").fill(5);
    let clone = second.clone();
    assert!(second.payload_mut().is_none(), "the clone has the same bytes");
    assert_eq!(clone.bytes(), [2, 5, 5]);
    let mut own = second.into_owned();
    own.payload_mut().expect("it has its own memory").fill(6);
    assert_eq!((own.payload(), clone.payload()), (&[6, 6][..], &[5, 5][..]));
}

#[test]
fn a_frame_in_two_pieces_is_changed_when_it_is_whole() {
    for cut in 1..5 {
        let mut reader = FrameReader::<LengthHeader<1>>::new(pool(64));
        let wire = [4, 1, 2, 3, 4];
        reader.feed(&wire[..cut]).expect("there is memory");
        assert!(reader.next_frame_mut().expect("valid").is_none());
        reader.feed(&wire[cut..]).expect("there is memory");
        let mut frame = reader.next_frame_mut().expect("nothing is shared").expect("whole");
        frame.payload_mut().reverse();
        assert_eq!(frame.detach().bytes(), [4, 4, 3, 2, 1]);
    }
}

#[test]
fn a_proxy_passes_changed_frames_on_without_copying_them() {
    let pool = Pool::default();
    let mut upstream = FrameReader::<LengthHeader<2>>::new(pool.clone());
    let mut downstream = FrameWriter::<LengthHeader<2>>::new(pool.clone());
    let payload = [1; 1000];
    let wire = [&[0xe8, 3][..], &payload].concat();
    let (mut stream, mut passed) = (&wire.repeat(20)[..], 0);
    while let Some(mut frame) = upstream.read_frame_mut(&mut stream).expect("valid") {
        frame.payload_mut()[..4].copy_from_slice(&u32::to_le_bytes(passed));
        downstream.push(frame.freeze().detach());
        passed += 1;
    }
    assert_eq!((passed, pool.stats().acquired), (20, 1), "all lie where they were read");
    let mut sent = Vec::new();
    downstream.flush(&mut sent).expect("a vector takes all");
    for (index, frame) in (0u32..).zip(sent.chunks(1002)) {
        assert_eq!((&frame[2..6], &frame[6..]), (&index.to_le_bytes()[..], &payload[4..]));
    }
}
