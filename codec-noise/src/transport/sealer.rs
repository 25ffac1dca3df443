//! The direction in which a session sends.
#![forbid(unsafe_code)]

use core::fmt;

use super::direction::Direction;
use super::layout::{BLOCK, SEALED_BLOCK, SEALED_HEADER, blocks, sealed_payload_len};
use crate::cipher::{Cipher, DefaultCipher, TAG};
use crate::error::NoiseError;

/// Seals frames in place. All sealed frames must be sent, in the same order.
///
/// See [`Opener`](crate::Opener) for an example.
pub struct Sealer<C = DefaultCipher> {
    direction: Direction<C>,
}

impl<C: Cipher> Sealer<C> {
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        Self { direction: Direction::new(key) }
    }

    /// Seals a frame: `room` has its header at byte 16, its payload of `len` bytes after
    /// that, and then space for the tags: `22 + sealed_payload_len(len)` bytes in total,
    /// all of which must then be sent.
    ///
    /// # Errors
    /// [`NonceExhausted`](NoiseError::NonceExhausted), and
    /// [`Truncated`](NoiseError::Truncated) when `room` has another length. Then none of it
    /// may be sent: it may still hold plaintext.
    #[inline]
    pub fn seal_frame(&mut self, room: &mut [u8], len: usize) -> Result<(), NoiseError> {
        let (received, needed) = (room.len(), SEALED_HEADER + sealed_payload_len(len));
        if received != needed {
            return Err(NoiseError::Truncated { received, needed });
        }
        room.copy_within(TAG..SEALED_HEADER, 0);
        let (header, payload) = room.split_at_mut(SEALED_HEADER);
        let mut direction = self.direction.begin();
        direction.seal(&[], header)?;
        if len > BLOCK {
            spread(payload, len);
            return payload
                .chunks_mut(SEALED_BLOCK)
                .try_for_each(|block| direction.seal(&[], block));
        }
        if len > 0 { direction.seal(&[], payload) } else { Ok(()) }
    }

    pub(super) const fn key(&self) -> &crate::key::KeyBytes {
        self.direction.key()
    }

    /// The error that ended the session in this direction, if any.
    pub const fn error(&self) -> Option<NoiseError> {
        self.direction.end()
    }

    /// Number of times the key was used: once per header, and once per block of payload.
    pub const fn used_nonces(&self) -> u64 {
        self.direction.count()
    }
}

/// Moves the blocks of a payload of `len` bytes apart, from the last to the first, each to
/// the position where it is sealed.
#[cold]
fn spread(room: &mut [u8], len: usize) {
    for block in (1..blocks(len)).rev() {
        room.copy_within(block * BLOCK..len.min((block + 1) * BLOCK), block * SEALED_BLOCK);
    }
}

/// Shows how often the key was used, and nothing else.
impl<C: Cipher> fmt::Debug for Sealer<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sealer").field("used_nonces", &self.used_nonces()).finish_non_exhaustive()
    }
}
