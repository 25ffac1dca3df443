//! Who a server is: its static key and an authority's certificate for it.
#![forbid(unsafe_code)]

use core::fmt;
#[cfg(feature = "std")]
use core::ops::RangeInclusive;

#[cfg(feature = "std")]
use crate::authority::AuthoritySecret;
use crate::certificate::Certificate;
use crate::curve::ENCODED_KEY;
use crate::error::NoiseError;
use crate::secret::Secret;

/// A server's static key, with the certificate that it shows to initiators.
///
/// Made once and shared, in an `Arc`, by all its connections. The authority's secret is
/// needed only to make one: it may stay on another machine. A new one is due when
/// [`not_valid_after`](Certificate::not_valid_after) comes near.
///
/// ```
/// use codec_noise::{AuthoritySecret, Certificate, Identity, NoiseError};
/// // On the server: the key that is to be signed.
/// let request = Identity::generate_key()?;
/// let public = Identity::key_of(&request)?;
/// // Where the authority's secret is kept:
/// let authority = AuthoritySecret::generate()?;
/// let certificate = Certificate::sign(&authority, &public, 0..=u32::MAX);
/// // On the server again:
/// let identity = Identity::new(&request, certificate)?;
/// assert_eq!(identity.static_key(), public);
/// # Ok::<(), NoiseError>(())
/// ```
pub struct Identity {
    secret: Secret,
    encoded: [u8; ENCODED_KEY],
    public: [u8; 32],
    certificate: Certificate,
}

impl Identity {
    /// A new static key, with a certificate valid for a range of seconds since 1970.
    ///
    /// # Errors
    /// [`NoEntropy`](NoiseError::NoEntropy).
    #[cfg(feature = "std")]
    pub fn issue(
        authority: &AuthoritySecret,
        valid: RangeInclusive<u32>,
    ) -> Result<Self, NoiseError> {
        let secret = Secret::of_system()?;
        let public = secret.public().to_bytes();
        Ok(Self::with(secret, Certificate::sign(authority, &public, valid)))
    }

    /// A static key with its certificate. That they belong together is checked by
    /// initiators, not here.
    ///
    /// # Errors
    /// [`SecretOutOfRange`](NoiseError::SecretOutOfRange).
    pub fn new(static_secret: &[u8; 32], certificate: Certificate) -> Result<Self, NoiseError> {
        Ok(Self::with(Secret::new(*static_secret)?, certificate))
    }

    fn with(secret: Secret, certificate: Certificate) -> Self {
        let (encoded, public) = (secret.encode(), secret.public().to_bytes());
        Self { secret, encoded, public, certificate }
    }

    /// A new static key's secret bytes.
    ///
    /// # Errors
    /// [`NoEntropy`](NoiseError::NoEntropy).
    #[cfg(feature = "std")]
    pub fn generate_key() -> Result<zeroize::Zeroizing<[u8; 32]>, NoiseError> {
        Ok(zeroize::Zeroizing::new(**Secret::of_system()?.bytes()))
    }

    /// The x coordinate that belongs to a static key's secret bytes: what is signed.
    ///
    /// # Errors
    /// [`SecretOutOfRange`](NoiseError::SecretOutOfRange).
    pub fn key_of(static_secret: &[u8; 32]) -> Result<[u8; 32], NoiseError> {
        Ok(Secret::new(*static_secret)?.public().to_bytes())
    }

    /// The x coordinate of the static key.
    pub const fn static_key(&self) -> [u8; 32] {
        self.public
    }

    /// The certificate that is sent to initiators.
    pub const fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    pub(crate) const fn secret(&self) -> &Secret {
        &self.secret
    }

    pub(crate) const fn encoded(&self) -> &[u8; ENCODED_KEY] {
        &self.encoded
    }
}

/// Shows only the certificate.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity").field("certificate", &self.certificate).finish_non_exhaustive()
    }
}
