//! An authority's certificate for a server's key, and its validity (Stratum V2, 4.5.3).
#![forbid(unsafe_code)]

use core::fmt;

use sha2::{Digest, Sha256};

use crate::authority::{AuthorityKey, AuthoritySecret};
use crate::curve;
use crate::error::NoiseError;

/// Bytes of a certificate as it is sent.
pub(crate) const CERTIFICATE: usize = 74;
/// Bytes before the signature, which the signature covers.
const SIGNED: usize = 10;
/// The only version.
const VERSION: u16 = 0;

/// An authority's signature over a server's static key, with its period of validity. The
/// key itself is sent alongside.
///
/// ```
/// use codec_noise::{AuthoritySecret, Certificate, Identity, NoiseError};
/// let authority = AuthoritySecret::generate()?;
/// let identity = Identity::issue(&authority, 1_000..=2_000)?;
/// let certificate = Certificate::from_bytes(&identity.certificate().to_bytes());
/// assert_eq!((certificate.version(), certificate.valid_from()), (0, 1_000));
/// let (key, trusted) = (identity.static_key(), authority.public_key());
/// certificate.check(&key, &trusted, 1_500, 0)?;
/// assert_eq!(
///     certificate.check(&key, &trusted, 2_001, 0),
///     Err(NoiseError::Expired { not_valid_after: 2_000 })
/// );
/// # Ok::<(), NoiseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Certificate {
    bytes: [u8; CERTIFICATE],
}

/// Returns the hash that is signed.
fn digest(signed: &[u8], static_key: &[u8; 32]) -> [u8; 32] {
    Sha256::new().chain_update(signed).chain_update(static_key).finalize().into()
}

impl Certificate {
    /// Signs a server's static key, the x coordinate of its point, for a range of seconds
    /// since 1970, both ends included.
    pub fn sign(
        authority: &AuthoritySecret,
        static_key: &[u8; 32],
        valid: core::ops::RangeInclusive<u32>,
    ) -> Self {
        let mut bytes = [0; CERTIFICATE];
        bytes[..2].copy_from_slice(&VERSION.to_le_bytes());
        bytes[2..6].copy_from_slice(&valid.start().to_le_bytes());
        bytes[6..SIGNED].copy_from_slice(&valid.end().to_le_bytes());
        let signature = authority.sign(&digest(&bytes[..SIGNED], static_key));
        bytes[SIGNED..].copy_from_slice(&signature);
        Self { bytes }
    }

    /// A certificate as it is sent: version, first and last second, signature. It is not
    /// checked.
    pub const fn from_bytes(bytes: &[u8; CERTIFICATE]) -> Self {
        Self { bytes: *bytes }
    }

    /// The certificate as it is sent.
    pub const fn to_bytes(&self) -> [u8; CERTIFICATE] {
        self.bytes
    }

    fn field<const N: usize>(&self, at: usize) -> [u8; N] {
        core::array::from_fn(|i| self.bytes[at + i])
    }

    /// The version of the format: 0.
    pub fn version(&self) -> u16 {
        u16::from_le_bytes(self.field(0))
    }

    /// The first second, since 1970, at which it is valid.
    pub fn valid_from(&self) -> u32 {
        u32::from_le_bytes(self.field(2))
    }

    /// The last second at which it is valid.
    pub fn not_valid_after(&self) -> u32 {
        u32::from_le_bytes(self.field(6))
    }

    /// Checks that the authority has signed this static key, and that the certificate is
    /// valid at this time: seconds since 1970, by a clock that may be off by `tolerance`
    /// seconds.
    ///
    /// # Errors
    /// [`CertificateVersion`](NoiseError::CertificateVersion),
    /// [`BadSignature`](NoiseError::BadSignature) when the signature can't be anyone's,
    /// [`WrongAuthority`](NoiseError::WrongAuthority) when it is not that of this authority
    /// over these very bytes, [`NotYetValid`](NoiseError::NotYetValid) and
    /// [`Expired`](NoiseError::Expired); in this order.
    pub fn check(
        &self,
        static_key: &[u8; 32],
        authority: &AuthorityKey,
        now: u64,
        tolerance: u32,
    ) -> Result<(), NoiseError> {
        if self.version() != VERSION {
            return Err(NoiseError::CertificateVersion(self.version()));
        }
        let signature = self.signature().ok_or(NoiseError::BadSignature)?;
        if !authority.has_signed(&digest(&self.bytes[..SIGNED], static_key), &signature) {
            return Err(NoiseError::WrongAuthority);
        }
        self.check_time(now, tolerance)
    }

    fn check_time(&self, now: u64, tolerance: u32) -> Result<(), NoiseError> {
        let (valid_from, not_valid_after) = (self.valid_from(), self.not_valid_after());
        if now.saturating_add(tolerance.into()) < valid_from.into() {
            return Err(NoiseError::NotYetValid { valid_from });
        }
        if now > u64::from(not_valid_after) + u64::from(tolerance) {
            return Err(NoiseError::Expired { not_valid_after });
        }
        Ok(())
    }

    /// The signature; `None` when its halves are not a coordinate and a number below the
    /// curve's order, as BIP 340 requires.
    fn signature(&self) -> Option<[u8; 64]> {
        let signature = self.field(SIGNED);
        curve::is_signature(&signature).then_some(signature)
    }
}

/// Version and validity: a certificate is public, but its signature tells a reader nothing.
impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate")
            .field("version", &self.version())
            .field("valid_from", &self.valid_from())
            .field("not_valid_after", &self.not_valid_after())
            .finish_non_exhaustive()
    }
}
