//! The bytes of an intake that are opened, and the number that a long frame misses.
#![forbid(unsafe_code)]

use codec_core::Header;

use crate::LengthHeader;
use crate::frame::SealError;
use crate::pool::{Pool, Request};
use crate::read::intake::{Intake, NEVER};
use crate::read::layer::Opened;
use crate::read::layer::sealed::Layer;
use crate::read::read_chunk::ReadChunk;

const CHUNK: usize = 64;

/// A layer that inverts the sealed bytes, and what it says of them.
struct Inverts {
    len: usize,
    need: Result<Option<usize>, SealError>,
}

fn invert(bytes: &mut [u8]) {
    for byte in bytes {
        *byte = !*byte;
    }
}

impl Layer for Inverts {
    type Raw = usize;
    const IS_SEALED: bool = true;
    const OVERHEAD: usize = 0;
    const READ: usize = usize::MAX;

    fn sealed_len(len: usize) -> usize {
        len
    }

    fn has_part(&self, _: usize) -> bool {
        false
    }

    fn open_part(&mut self, sealed: &mut [u8]) -> Result<(), SealError> {
        invert(sealed);
        self.need.map(drop)
    }

    fn pass_payload(&mut self, _: usize) {}

    fn open_frames<H: Header>(&mut self, sealed: &mut [u8], _: impl Fn(&H) -> bool) -> Opened {
        invert(&mut sealed[..self.len]);
        Opened { len: self.len, need: self.need }
    }
}

fn empty(need: usize) -> Intake<usize> {
    let pool = Pool::builder().chunk_size(CHUNK).build().expect("it is valid");
    Intake::new(pool, need, 1000)
}

/// An intake that has received these bytes and needs so many.
fn received(bytes: &[u8], need: usize) -> Intake<usize> {
    let mut intake = empty(need);
    let chunk = intake.pool.take(Request::Chunk(CHUNK)).expect("there is memory");
    let mut chunk = ReadChunk::new(chunk);
    assert_eq!(chunk.append(bytes), bytes.len());
    intake.chunk = Some(chunk);
    intake
}

fn open(
    intake: &mut Intake<usize>,
    len: usize,
    need: Result<Option<usize>, SealError>,
) -> Result<Option<usize>, SealError> {
    intake.open_frames::<LengthHeader<1>, _>(&mut Inverts { len, need }, |_| true)
}

#[test]
fn the_front_is_open_while_an_opened_byte_is_there() {
    let mut here = received(&[1, 2, 3, 4], 1);
    assert!(!here.is_front_open() && !empty(1).is_front_open());
    assert_eq!(open(&mut here, 2, Ok(Some(9))), Ok(None), "a frame is there: it is the first");
    assert!(here.is_front_open());
    assert_eq!(here.pending(), [!1, !2, 3, 4]);
    here.discard(1);
    assert!(here.is_front_open());
    here.discard(1);
    assert!(!here.is_front_open());
    assert_eq!(here.pending(), [3, 4]);
}

#[test]
fn where_no_frame_is_whole_the_layer_says_why() {
    for need in [Ok(Some(9)), Ok(None), Err(SealError::Forged)] {
        let mut here = received(&[1, 2], 1);
        assert_eq!(open(&mut here, 0, need), need);
        assert!(!here.is_front_open());
        assert_eq!(open(&mut here, 1, need), Ok(None), "what comes later is told later");
    }
    assert_eq!(open(&mut empty(7), 0, Err(SealError::Forged)), Ok(Some(7)), "nothing came");
}

#[test]
fn a_part_is_opened_in_its_place() {
    let mut here = received(&[1, 2, 3], 60);
    let mut layer = Inverts { len: 0, need: Ok(None) };
    assert_eq!(here.open_part(&mut layer), Ok(()));
    assert_eq!((here.pending(), here.is_front_open()), (&[!1, !2, !3][..], false));
    layer.need = Err(SealError::Forged);
    assert_eq!(here.open_part(&mut layer), Err(SealError::Forged));
    assert_eq!(empty(60).open_part(&mut layer), Ok(()));
}

#[test]
fn only_a_frame_longer_than_a_chunk_limits_how_much_is_read() {
    for (need, head, missing) in [
        (NEVER, 0, usize::MAX),
        (CHUNK - 1, 0, usize::MAX),
        (CHUNK, 0, usize::MAX),
        (CHUNK + 1, 0, CHUNK + 1 - 3),
        (CHUNK + 1, 4, CHUNK + 5 - 3),
        (1000, 4, 1001),
    ] {
        assert_eq!(received(&[1, 2, 3], need).missing(head), missing, "{need} and {head}");
    }
    let mut more = received(&[7; CHUNK], 100);
    more.need = CHUNK + 1;
    assert_eq!((more.missing(0), more.missing(1)), (1, 2));
}
