//! The cipher of `ring`.
#![forbid(unsafe_code)]

use core::hint::black_box;

use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};

use super::{Cipher, TAG, no_tag};
use crate::error::NoiseError;

/// ChaCha20-Poly1305 of `ring`: in assembly, the faster of the two ciphers.
pub struct Ring(LessSafeKey);

fn expand(key: &[u8; 32]) -> LessSafeKey {
    LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, key).expect("a key has 32 bytes"))
}

impl Cipher for Ring {
    fn new(key: &[u8; 32]) -> Self {
        Self(expand(key))
    }

    #[inline]
    fn seal(&self, nonce: [u8; 12], context: &[u8], room: &mut [u8]) -> Result<(), NoiseError> {
        let len = room.len();
        let (data, tag) = room.split_last_chunk_mut::<TAG>().ok_or(no_tag(len))?;
        let nonce = Nonce::assume_unique_for_key(nonce);
        let made = self
            .0
            .seal_in_place_separate_tag(nonce, Aad::from(context), data)
            .map_err(|_| no_tag(len))?;
        tag.copy_from_slice(made.as_ref());
        Ok(())
    }

    #[inline]
    fn open(
        &self,
        nonce: [u8; 12],
        context: &[u8],
        room: &mut [u8],
        from: usize,
    ) -> Result<(), NoiseError> {
        let len = room.len().saturating_sub(from);
        if len < TAG {
            return Err(no_tag(len));
        }
        let nonce = Nonce::assume_unique_for_key(nonce);
        match self.0.open_within(nonce, Aad::from(context), room, from..) {
            Ok(_) => Ok(()),
            Err(_) => Err(NoiseError::TagMismatch),
        }
    }
}

/// `ring` doesn't zeroize keys: this one is overwritten with another key, and the compiler
/// may not elide the write.
impl Drop for Ring {
    fn drop(&mut self) {
        self.0 = expand(&[0; 32]);
        black_box(&mut self.0);
    }
}
