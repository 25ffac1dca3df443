//! A seal without security, but with the layout of a real one: a tag for the header, and one for
//! each block of the payload, over the bytes and the number of the block.

use codec_pool::{Opener, Opening, SealError, Sealer};

/// Bytes of a tag.
pub(crate) const TAG: usize = 3;
/// Bytes of payload per tag.
pub(crate) const BLOCK: usize = 50;
/// Bytes of a sealed header.
pub(crate) const HEAD: usize = 4 + TAG;

pub(crate) fn sealed_len(len: usize) -> usize {
    len + len.div_ceil(BLOCK) * TAG
}

fn mask(number: u32, bytes: &mut [u8]) {
    for (at, byte) in (0u32..).zip(bytes) {
        *byte ^= (at ^ number).wrapping_mul(0x9e37_79b1).to_be_bytes()[0] | 1;
    }
}

fn tag(number: u32, sealed: &[u8]) -> [u8; TAG] {
    let sum = sealed.iter().fold(number.wrapping_mul(0x0100_0193), |sum, byte| {
        (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193).rotate_left(5)
    });
    [0, 1, 2].map(|at| sum.to_be_bytes()[at])
}

/// Seals one block after another, up to a maximum number.
#[derive(Clone)]
pub(crate) struct ToySealer {
    pub(crate) next: u32,
    pub(crate) end: u32,
}

impl ToySealer {
    pub(crate) fn new() -> Self {
        Self { next: 0, end: u32::MAX }
    }

    fn seal(&mut self, room: &mut [u8]) -> Result<(), SealError> {
        if self.next == self.end {
            return Err(SealError::Exhausted);
        }
        let (bytes, end) = room.split_last_chunk_mut::<TAG>().expect("there is room for a tag");
        mask(self.next, bytes);
        *end = tag(self.next, bytes);
        self.next += 1;
        Ok(())
    }
}

impl Sealer for ToySealer {
    const HEADER: usize = 4;
    const OVERHEAD: usize = TAG;

    fn sealed_len(len: usize) -> usize {
        sealed_len(len)
    }

    fn seal_frame(&mut self, room: &mut [u8], len: usize) -> Result<(), SealError> {
        assert_eq!(room.len(), HEAD + sealed_len(len), "the room is as long as the frame");
        room.copy_within(TAG..HEAD, 0);
        self.seal(&mut room[..HEAD])?;
        let room = &mut room[HEAD..];
        for block in (0..len.div_ceil(BLOCK)).rev() {
            room.copy_within(block * BLOCK..len.min((block + 1) * BLOCK), block * (BLOCK + TAG));
        }
        room.chunks_mut(BLOCK + TAG).try_for_each(|block| self.seal(block))
    }
}

/// Opens what a [`ToySealer`] has sealed.
#[derive(Clone)]
pub(crate) struct ToyOpener {
    pub(crate) next: u32,
    failed: bool,
}

impl ToyOpener {
    pub(crate) fn new() -> Self {
        Self { next: 0, failed: false }
    }

    fn open(&mut self, sealed: &mut [u8]) -> Result<(), SealError> {
        let (bytes, end) = sealed.split_last_chunk_mut::<TAG>().expect("there is a tag");
        self.failed |= *end != tag(self.next, bytes);
        // The contents after an error are unspecified.
        mask(self.next, bytes);
        self.next += 1;
        if self.failed { Err(SealError::Forged) } else { Ok(()) }
    }
}

impl Opener for ToyOpener {
    const HEADER: usize = 4;
    const OVERHEAD: usize = TAG;
    const BLOCK: usize = BLOCK + TAG;
    type Opening<'a> = &'a mut Self;

    fn sealed_len(len: usize) -> usize {
        sealed_len(len)
    }

    fn begin(&mut self) -> &mut Self {
        self
    }

    fn skip_payload(&mut self, len: usize) {
        self.next += u32::try_from(len.div_ceil(BLOCK)).expect("few blocks");
    }
}

impl Opening for &mut ToyOpener {
    fn open_header(&mut self, sealed: &mut [u8]) -> Result<(), SealError> {
        assert_eq!(sealed.len(), HEAD, "a header as it was sealed");
        self.open(sealed)?;
        sealed.copy_within(..4, TAG);
        Ok(())
    }

    fn open_part(&mut self, sealed: &mut [u8], from: usize) -> Result<usize, SealError> {
        let whole = sealed.len() - sealed.len() % (BLOCK + TAG);
        assert!(from < whole, "there is a block to open");
        self.open_payload(&mut sealed[..whole], from)?;
        Ok(whole)
    }

    fn open_payload(&mut self, sealed: &mut [u8], from: usize) -> Result<(), SealError> {
        assert_eq!(from % (BLOCK + TAG), 0, "whole blocks are open");
        for start in (from..sealed.len()).step_by(BLOCK + TAG) {
            let end = sealed.len().min(start + BLOCK + TAG);
            self.open(&mut sealed[start..end])?;
            sealed.copy_within(start..end - TAG, start / (BLOCK + TAG) * BLOCK);
        }
        Ok(())
    }
}

impl ToySealer {
    /// Seals a frame and appends it to the bytes on the wire.
    pub(crate) fn append(&mut self, frame: &[u8], wire: &mut Vec<u8>) {
        let (start, len) = (wire.len(), frame.len() - 4);
        wire.resize(start + HEAD + sealed_len(len), 0);
        wire[start + TAG..start + TAG + frame.len()].copy_from_slice(frame);
        self.seal_frame(&mut wire[start..], len).expect("nothing is used up");
    }
}

/// Sealed frames as they are on the wire.
pub(crate) fn seal_all<'a>(frames: impl IntoIterator<Item = &'a Vec<u8>>) -> Vec<u8> {
    let (mut sealer, mut wire) = (ToySealer::new(), Vec::new());
    frames.into_iter().for_each(|frame| sealer.append(frame, &mut wire));
    wire
}
