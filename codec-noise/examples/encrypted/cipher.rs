//! The cipher alone: the time in which `ring` opens the blocks of a frame in place, with a key that
//! was prepared before.

use std::hint::black_box;

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};

use crate::Contender;
use crate::message::wire_len;

/// Bytes of a sealed header; maximum length of a sealed block.
const HEADER: usize = 22;
const BLOCK: usize = 65_535;

/// The cipher and nothing else.
pub(crate) struct Alone {
    key: LessSafeKey,
    sealed: u32,
    opened: u32,
}

fn nonce(number: &mut u32) -> Nonce {
    let [a, b, c, d] = number.to_le_bytes();
    *number += 1;
    Nonce::assume_unique_for_key([0, 0, 0, 0, a, b, c, d, 0, 0, 0, 0])
}

fn blocks(frame: &mut [u8]) -> impl Iterator<Item = &mut [u8]> {
    let (header, payload) = frame.split_at_mut(HEADER);
    std::iter::once(header).chain(payload.chunks_mut(BLOCK))
}

impl Contender for Alone {
    const NAME: &'static str = "cipher alone";

    fn connect() -> Self {
        let key = UnboundKey::new(&CHACHA20_POLY1305, &[7; 32]).expect("32 bytes");
        Self { key: LessSafeKey::new(key), sealed: 0, opened: 0 }
    }

    fn seal(&mut self, size: usize, count: usize) -> Vec<u8> {
        let mut wire = vec![7; count * wire_len(size)];
        for block in wire.chunks_mut(wire_len(size)).flat_map(blocks) {
            let (bytes, tag) = block.split_at_mut(block.len() - 16);
            let nonce = nonce(&mut self.sealed);
            let made = self.key.seal_in_place_separate_tag(nonce, Aad::empty(), bytes);
            tag.copy_from_slice(made.expect("it is not too long").as_ref());
        }
        wire
    }

    fn open(&mut self, wire: &mut [u8], size: usize) {
        for block in wire.chunks_mut(wire_len(size)).flat_map(blocks) {
            let nonce = nonce(&mut self.opened);
            self.key.open_in_place(nonce, Aad::empty(), block).expect("nothing was changed");
        }
    }
}

/// With one copy of each frame to where it is opened, as when it is read from a socket: a minimum
/// for every reader.
pub(crate) struct Copied {
    cipher: Alone,
    room: Vec<u8>,
}

impl Contender for Copied {
    const NAME: &'static str = "copy and cipher";

    fn connect() -> Self {
        Self { cipher: Alone::connect(), room: Vec::new() }
    }

    fn seal(&mut self, size: usize, count: usize) -> Vec<u8> {
        self.room.resize(wire_len(size), 0);
        self.cipher.seal(size, count)
    }

    fn open(&mut self, wire: &mut [u8], size: usize) {
        for frame in wire.chunks(wire_len(size)) {
            self.room.copy_from_slice(frame);
            self.cipher.open(&mut self.room, size);
        }
    }
}

/// With a second copy, of the payload into new memory: a minimum for an owned value, since the next
/// frame is read over the first copy.
pub(crate) struct CopiedOut {
    copied: Copied,
}

impl Contender for CopiedOut {
    const NAME: &'static str = "copy, cipher, copy";

    fn connect() -> Self {
        Self { copied: Copied::connect() }
    }

    fn seal(&mut self, size: usize, count: usize) -> Vec<u8> {
        self.copied.seal(size, count)
    }

    fn open(&mut self, wire: &mut [u8], size: usize) {
        for frame in wire.chunks_mut(wire_len(size)) {
            self.copied.open(frame, size);
            black_box(self.copied.room[HEADER..HEADER + size].to_vec());
        }
    }
}
