//! The keys of an authority, which certifies servers, and the text encodings of the keys.
#![forbid(unsafe_code)]

use core::fmt;
use core::str::FromStr;

use secp256k1::{XOnlyPublicKey, schnorr};
use zeroize::{Zeroize, Zeroizing};

use crate::error::NoiseError;
use crate::secret::Secret;

/// Version of the text encoding of a public key, before its bytes.
const PREFIX: [u8; 2] = [1, 0];

/// Why a string is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyError {
    /// A character that base 58 doesn't have.
    Character,
    /// The checksum does not match: a mistake in typing or copying.
    Checksum,
    /// Not as many bytes as a key has.
    Length,
    /// A public key of a version other than 1.
    Version,
    /// The bytes are not a key: not a point of the curve, or not a secret key.
    Key,
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Character => "a character that base 58 doesn't have",
            Self::Checksum => "the key's checksum does not match",
            Self::Length => "too many or too few bytes for a key",
            Self::Version => "a key of an unknown version",
            Self::Key => "the bytes are no key of the curve",
        })
    }
}

impl core::error::Error for KeyError {}

/// Decodes base 58 with a checksum of four bytes at its end into exactly `N` bytes.
fn decode<const N: usize>(text: &str) -> Result<Zeroizing<[u8; N]>, KeyError> {
    // A string that is too long is refused without decoding it.
    if text.len() > 2 * (N + 4) {
        return Err(KeyError::Length);
    }
    let decoded = bs58::decode(text).with_check(None).into_vec();
    let mut bytes = decoded.map_err(|error| match error {
        bs58::decode::Error::InvalidCharacter { .. }
        | bs58::decode::Error::NonAsciiCharacter { .. } => KeyError::Character,
        bs58::decode::Error::InvalidChecksum { .. } => KeyError::Checksum,
        _ => KeyError::Length,
    })?;
    let key = <[u8; N]>::try_from(&bytes[..]).map(Zeroizing::new);
    bytes.zeroize();
    key.map_err(|_| KeyError::Length)
}

/// The public key of an authority, with which an initiator authenticates a server. A pool
/// publishes it, or includes it in its URL.
///
/// The text encoding is base 58 with a checksum over a version and the key's x coordinate
/// (Stratum V2, 4.7).
///
/// ```
/// use codec_noise::{AuthorityKey, KeyError};
/// let text = "9bXiEd8boQVhq7WddEcERUL5tyyJVFYdU8th3HfbNXK3Yw6GRXh";
/// let key: AuthorityKey = text.parse()?;
/// assert_eq!(key.to_bytes()[..4], [118, 99, 112, 0]);
/// assert_eq!(key.to_string(), text);
/// let typo = text.replace("boQV", "boQW");
/// assert_eq!(typo.parse::<AuthorityKey>(), Err(KeyError::Checksum));
/// # Ok::<(), KeyError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AuthorityKey(XOnlyPublicKey);

impl AuthorityKey {
    /// A key from the x coordinate of its point (BIP 340).
    ///
    /// # Errors
    /// [`KeyError::Key`] when there is no such point.
    pub fn from_bytes(bytes: [u8; 32]) -> Result<Self, KeyError> {
        XOnlyPublicKey::from_byte_array(bytes).map(Self).map_err(|_| KeyError::Key)
    }

    /// The x coordinate.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_byte_array()
    }

    /// Returns whether the authority has signed this message.
    pub(crate) fn has_signed(&self, message: &[u8], signature: &schnorr::Signature) -> bool {
        schnorr::verify(signature, message, &self.0).is_ok()
    }
}

impl FromStr for AuthorityKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let bytes = decode::<34>(text)?;
        let (prefix, key) = bytes.split_first_chunk::<2>().ok_or(KeyError::Length)?;
        if *prefix != PREFIX {
            return Err(KeyError::Version);
        }
        Self::from_bytes(key.try_into().map_err(|_| KeyError::Length)?)
    }
}

impl fmt::Display for AuthorityKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = [0; 34];
        bytes[..2].copy_from_slice(&PREFIX);
        bytes[2..].copy_from_slice(&self.to_bytes());
        f.write_str(&bs58::encode(bytes).with_check().into_string())
    }
}

impl fmt::Debug for AuthorityKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AuthorityKey({self})")
    }
}

/// The secret key of an authority, which signs [certificates](crate::Certificate). It is
/// zeroized when it is dropped, and its `Debug` output does not show it.
///
/// The text encoding is base 58 with a checksum over the 32 bytes, as in the reference
/// implementation's programs.
///
/// ```
/// use codec_noise::AuthoritySecret;
/// let secret = AuthoritySecret::generate()?;
/// let again: AuthoritySecret = secret.to_base58().parse()?;
/// assert_eq!(again.public_key(), secret.public_key());
/// assert_eq!(format!("{secret:?}"), format!("AuthoritySecret(of {})", secret.public_key()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct AuthoritySecret(Secret);

impl AuthoritySecret {
    /// A new key, from the system's random bytes.
    ///
    /// # Errors
    /// [`NoEntropy`](NoiseError::NoEntropy).
    pub fn generate() -> Result<Self, NoiseError> {
        Secret::random().map(Self)
    }

    /// A key from its bytes, big-endian.
    ///
    /// # Errors
    /// [`SecretOutOfRange`](NoiseError::SecretOutOfRange).
    pub fn from_bytes(bytes: [u8; 32]) -> Result<Self, NoiseError> {
        Secret::new(bytes).map(Self)
    }

    /// The bytes of the key. Anyone who has them can sign as the authority.
    pub fn to_bytes(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(**self.0.bytes())
    }

    /// The text encoding. Anyone who has it can sign as the authority.
    pub fn to_base58(&self) -> Zeroizing<String> {
        Zeroizing::new(bs58::encode(&self.0.bytes()[..]).with_check().into_string())
    }

    /// The public key, which is to be published.
    pub fn public_key(&self) -> AuthorityKey {
        AuthorityKey(self.0.x_only())
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        self.0.with_pair(|pair| schnorr::sign_no_aux_rand(message, pair).to_byte_array())
    }
}

impl FromStr for AuthoritySecret {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        Self::from_bytes(*decode::<32>(text)?).map_err(|_| KeyError::Key)
    }
}

/// Shows only the public key.
impl fmt::Debug for AuthoritySecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AuthoritySecret(of {})", self.public_key())
    }
}
