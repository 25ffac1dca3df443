//! Frames of readers and writers, opened and sealed in their memory.
#![forbid(unsafe_code)]

use codec_core::message::{self as layer, SealError};

use crate::cipher::{Cipher, TAG};
use crate::error::NoiseError;
use crate::transport::{HEADER, Opener, Opening, SEALED_BLOCK, Sealer, sealed_payload_len};

impl From<NoiseError> for SealError {
    /// [`Exhausted`](Self::Exhausted) when the nonces are exhausted; everything else is
    /// [`Forged`](Self::Forged).
    fn from(error: NoiseError) -> Self {
        match error {
            NoiseError::NonceExhausted => Self::Exhausted,
            _ => Self::Forged,
        }
    }
}

impl<C: Cipher> layer::Opener for Opener<C> {
    const HEADER: usize = HEADER;
    const OVERHEAD: usize = TAG;
    const BLOCK: usize = SEALED_BLOCK;
    type Opening<'a>
        = Opening<'a, C>
    where
        C: 'a;

    #[inline]
    fn sealed_len(len: usize) -> usize {
        sealed_payload_len(len)
    }

    #[inline]
    fn begin(&mut self) -> Opening<'_, C> {
        self.begin()
    }

    fn skip_payload(&mut self, len: usize) {
        // When this exhausts the nonces, the next call to open reports it.
        let _ = self.skip_payload(len);
    }
}

impl<C: Cipher> layer::Opening for Opening<'_, C> {
    #[inline]
    fn open_header(&mut self, sealed: &mut [u8]) -> Result<(), SealError> {
        self.open_header(sealed)?;
        Ok(())
    }

    #[inline]
    fn open_payload(&mut self, sealed: &mut [u8], from: usize) -> Result<(), SealError> {
        if from == 0 {
            self.open_payload(sealed)?
        } else {
            self.open_rest(sealed, from)?
        };
        Ok(())
    }

    fn open_part(&mut self, sealed: &mut [u8], from: usize) -> Result<usize, SealError> {
        Ok(self.open_part(sealed, from)?)
    }
}

impl<C: Cipher> layer::Sealer for Sealer<C> {
    const HEADER: usize = HEADER;
    const OVERHEAD: usize = TAG;

    #[inline]
    fn sealed_len(len: usize) -> usize {
        sealed_payload_len(len)
    }

    #[inline]
    fn seal_frame(&mut self, room: &mut [u8], len: usize) -> Result<(), SealError> {
        self.seal_frame(room, len)?;
        Ok(())
    }
}
