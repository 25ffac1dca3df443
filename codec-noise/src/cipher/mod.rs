//! Ciphers: ChaCha20-Poly1305 (RFC 8439), from either library.
#![forbid(unsafe_code)]

#[cfg(feature = "ring")]
mod assembly;
#[cfg(feature = "rust-crypto")]
mod portable;

#[cfg(feature = "ring")]
pub use assembly::Ring;
#[cfg(feature = "rust-crypto")]
pub use portable::RustCrypto;

use crate::error::NoiseError;

/// The cipher that sessions use unless another is named: [`Ring`], where the feature
/// `ring` is on.
#[cfg(feature = "ring")]
pub type DefaultCipher = Ring;
/// The cipher that sessions use unless another is named.
#[cfg(all(feature = "rust-crypto", not(feature = "ring")))]
pub type DefaultCipher = RustCrypto;

/// Bytes of a tag.
pub const TAG: usize = 16;

/// A library's ChaCha20-Poly1305 under one key, for as long as a session lasts.
///
/// The two ends need not use the same library: all produce the same bytes.
///
/// ```
/// use codec_noise::{Cipher, DefaultCipher, NoiseError};
/// let cipher = DefaultCipher::new(&[7; 32]);
/// let mut sealed = *b"share...................";
/// cipher.seal([1; 12], b"context", &mut sealed)?; // 8 bytes, and room for the tag
/// assert_ne!(&sealed[..8], b"share...");
/// cipher.open([1; 12], b"context", &mut sealed, 0)?;
/// assert_eq!(&sealed[..8], b"share...");
/// # Ok::<(), NoiseError>(())
/// ```
pub trait Cipher: Sized {
    /// A cipher under this key. The state derived from the key is zeroized when it is
    /// dropped.
    fn new(key: &[u8; 32]) -> Self;

    /// Seals all of `room` but its last [`TAG`] bytes, where the tag is written.
    ///
    /// # Errors
    /// [`Truncated`](NoiseError::Truncated) when there is no room for a tag.
    fn seal(&self, nonce: [u8; 12], context: &[u8], room: &mut [u8]) -> Result<(), NoiseError>;

    /// Opens the bytes of `room` from `from` on, the last [`TAG`] of which are the tag, and
    /// writes the plaintext to the front of `room`.
    ///
    /// # Errors
    /// [`TagMismatch`](NoiseError::TagMismatch), and the contents of `room` are then
    /// unspecified; [`Truncated`](NoiseError::Truncated) when there are fewer bytes than a
    /// tag has.
    fn open(
        &self,
        nonce: [u8; 12],
        context: &[u8],
        room: &mut [u8],
        from: usize,
    ) -> Result<(), NoiseError>;
}

/// The error for sealed bytes that are shorter than a tag.
pub(crate) const fn no_tag(received: usize) -> NoiseError {
    NoiseError::Truncated { received, needed: TAG }
}
