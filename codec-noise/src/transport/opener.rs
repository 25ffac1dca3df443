//! The direction in which a session receives.
#![forbid(unsafe_code)]

use core::fmt;

use super::direction::{Direction, InUse};
use super::layout::{BLOCK, HEADER, SEALED_BLOCK, SEALED_HEADER, blocks, payload_len};
use crate::cipher::{Cipher, DefaultCipher, TAG};
use crate::error::NoiseError;

/// Opens frames in place: header first, then payload.
///
/// ```
/// # use codec_noise::{AuthoritySecret, Handshake, Identity, NoiseError, Session};
/// # let secret = AuthoritySecret::generate()?;
/// # let identity = std::sync::Arc::new(Identity::issue(&secret, 0..=9)?);
/// # let mut a: Handshake = Handshake::initiator(secret.public_key())?;
/// # let mut b: Handshake = Handshake::responder(identity)?;
/// # let (first, _) = (b.input(&a.output().to_vec(), 5)?, ());
/// # a.sent(first);
/// # a.input(&b.output().to_vec(), 5)?;
/// # b.sent(234);
/// # let (client, server) = (a.finish()?, b.finish()?);
/// let (mut sealer, _) = client.split();
/// let (_, mut opener) = server.split();
/// let mut wire = vec![0; 22 + 3 + 16];
/// wire[16..25].copy_from_slice(&[0, 0, 0x1b, 3, 0, 0, 7, 8, 9]); // header and payload
/// sealer.seal_frame(&mut wire, 3)?;
///
/// let (header, payload) = wire.split_at_mut(22);
/// assert_eq!(opener.open_header(header)?, [0, 0, 0x1b, 3, 0, 0]);
/// assert_eq!(opener.open_payload(payload)?, [7, 8, 9]);
/// assert_eq!(wire[16..25], [0, 0, 0x1b, 3, 0, 0, 7, 8, 9]); // contiguous, in place
/// # Ok::<(), NoiseError>(())
/// ```
pub struct Opener<C = DefaultCipher> {
    direction: Direction<C>,
}

/// An [`Opener`] with its cipher prepared: for a caller that has a frame's header and
/// payload at once.
pub struct Opening<'a, C = DefaultCipher> {
    direction: InUse<'a, C>,
}

impl<C: Cipher> Opening<'_, C> {
    /// Like [`Opener::open_header`].
    ///
    /// # Errors
    /// The same as [`Opener::open_header`].
    #[inline]
    pub fn open_header<'a>(&mut self, sealed: &'a mut [u8]) -> Result<&'a mut [u8], NoiseError> {
        let received = sealed.len();
        if received != SEALED_HEADER {
            return Err(NoiseError::Truncated { received, needed: SEALED_HEADER });
        }
        self.direction.open(&[], sealed, 0)?;
        sealed.copy_within(..HEADER, TAG);
        Ok(&mut sealed[TAG..])
    }

    /// Like [`Opener::open_payload`].
    ///
    /// # Errors
    /// The same as [`Opener::open_payload`].
    #[inline]
    pub fn open_payload<'a>(&mut self, sealed: &'a mut [u8]) -> Result<&'a mut [u8], NoiseError> {
        let received = sealed.len();
        if received > SEALED_BLOCK {
            return self.open_blocks(sealed);
        }
        if received > 0 {
            if received <= TAG {
                return Err(NoiseError::Truncated { received, needed: TAG + 1 });
            }
            self.direction.open(&[], sealed, 0)?;
        }
        Ok(&mut sealed[..received.saturating_sub(TAG)])
    }

    /// Opens block by block, writing each after the plaintext of those before it.
    #[cold]
    fn open_blocks<'a>(&mut self, sealed: &'a mut [u8]) -> Result<&'a mut [u8], NoiseError> {
        self.open_rest(sealed, 0)
    }

    /// Opens the whole blocks that are present of a payload of which `sealed` is the start, of
    /// which the first `from` bytes are open, and says how many are then: a multiple of
    /// 65,535. The plaintext is at the front, as one piece.
    ///
    /// # Errors
    /// The same as [`Opener::open_payload`].
    pub fn open_part(&mut self, sealed: &mut [u8], from: usize) -> Result<usize, NoiseError> {
        let whole = sealed.len() / SEALED_BLOCK;
        for block in from / SEALED_BLOCK..whole {
            self.open_block(sealed, block)?;
        }
        Ok(from.max(whole * SEALED_BLOCK))
    }

    /// Like [`Opener::open_payload`], for a payload of which
    /// [`open_part`](Self::open_part) has opened the first `from` bytes.
    ///
    /// # Errors
    /// The same as [`Opener::open_payload`].
    pub fn open_rest<'a>(
        &mut self,
        sealed: &'a mut [u8],
        from: usize,
    ) -> Result<&'a mut [u8], NoiseError> {
        let received = sealed.len();
        let Some(len) = payload_len(received) else {
            let needed = received - received % SEALED_BLOCK + TAG + 1;
            return Err(NoiseError::Truncated { received, needed });
        };
        for block in from / SEALED_BLOCK..blocks(len) {
            self.open_block(sealed, block)?;
        }
        Ok(&mut sealed[..len])
    }

    fn open_block(&mut self, sealed: &mut [u8], block: usize) -> Result<(), NoiseError> {
        let end = sealed.len().min((block + 1) * SEALED_BLOCK);
        self.direction.open(&[], &mut sealed[block * BLOCK..end], block * TAG)
    }
}

impl<C: Cipher> Opener<C> {
    /// Opens one direction of a session from its first frame on: for recordings, whose keys
    /// [`Session::secret_keys`](crate::Session::secret_keys) returns.
    pub fn new(key: &[u8; 32]) -> Self {
        Self { direction: Direction::new(key) }
    }

    /// Prepares the cipher: opening with it costs a little less than with the opener's own
    /// methods, each of which prepares it again.
    #[inline]
    pub fn begin(&mut self) -> Opening<'_, C> {
        Opening { direction: self.direction.begin() }
    }

    /// Opens a frame's header from its 22 bytes in `sealed`, and moves it to their end,
    /// directly before the payload.
    ///
    /// # Errors
    /// [`TagMismatch`](NoiseError::TagMismatch),
    /// [`NonceExhausted`](NoiseError::NonceExhausted), and
    /// [`Truncated`](NoiseError::Truncated) when these are not 22 bytes. The session has
    /// then ended.
    pub fn open_header<'a>(&mut self, sealed: &'a mut [u8]) -> Result<&'a mut [u8], NoiseError> {
        self.begin().open_header(sealed)
    }

    /// Opens a payload from all of its bytes in `sealed`: the plaintext of one block stays
    /// where it is, at the front, and that of further blocks is appended to it.
    ///
    /// # Errors
    /// [`TagMismatch`](NoiseError::TagMismatch),
    /// [`NonceExhausted`](NoiseError::NonceExhausted), and
    /// [`Truncated`](NoiseError::Truncated) when no payload has so many sealed bytes. The
    /// session has then ended, and the contents of `sealed` are unspecified.
    pub fn open_payload<'a>(&mut self, sealed: &'a mut [u8]) -> Result<&'a mut [u8], NoiseError> {
        self.begin().open_payload(sealed)
    }

    /// Skips a payload of `len` bytes without opening it, as when it is over a limit. Its
    /// integrity is not checked.
    ///
    /// # Errors
    /// [`NonceExhausted`](NoiseError::NonceExhausted), and the error that ended the
    /// session.
    pub fn skip_payload(&mut self, len: usize) -> Result<(), NoiseError> {
        self.direction.skip(blocks(len) as u64)
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

/// Shows how often the key was used, and nothing else.
impl<C: Cipher> fmt::Debug for Opener<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opener").field("used_nonces", &self.used_nonces()).finish_non_exhaustive()
    }
}

/// Shows nothing of the key.
impl<C> fmt::Debug for Opening<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opening").finish_non_exhaustive()
    }
}
