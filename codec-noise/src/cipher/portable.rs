//! The cipher of `RustCrypto`.
#![forbid(unsafe_code)]

use chacha20poly1305::aead::inout::InOutBuf;
use chacha20poly1305::aead::{AeadInOut, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Nonce, Tag};

use super::{Cipher, TAG, no_tag};
use crate::error::NoiseError;

/// ChaCha20-Poly1305 of `RustCrypto`: in pure Rust, which needs no C compiler.
pub struct RustCrypto(ChaCha20Poly1305);

impl Cipher for RustCrypto {
    fn new(key: &[u8; 32]) -> Self {
        Self(ChaCha20Poly1305::new(key.into()))
    }

    #[inline]
    fn seal(&self, nonce: [u8; 12], context: &[u8], room: &mut [u8]) -> Result<(), NoiseError> {
        let len = room.len();
        let (data, tag) = room.split_last_chunk_mut::<TAG>().ok_or(no_tag(len))?;
        let made = self
            .0
            .encrypt_inout_detached(&Nonce::from(nonce), context, InOutBuf::from(data))
            .map_err(|_| no_tag(len))?;
        tag.copy_from_slice(&made);
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
        let sealed = room.get_mut(from..).ok_or(no_tag(len))?;
        let (data, tag) = sealed.split_last_chunk_mut::<TAG>().ok_or(no_tag(len))?;
        let tag = Tag::from(*tag);
        self.0
            .decrypt_inout_detached(&Nonce::from(nonce), context, InOutBuf::from(data), &tag)
            .map_err(|_| NoiseError::TagMismatch)?;
        if from > 0 {
            room.copy_within(from..from + len - TAG, 0);
        }
        Ok(())
    }
}
