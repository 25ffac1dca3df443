//! The keys of an authority, which certifies servers, and the text encodings of the keys.
#![forbid(unsafe_code)]

use core::fmt;
use core::str::FromStr;

use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::curve::{self, PublicKey};
use crate::error::NoiseError;
use crate::secret::Secret;

/// Version of the text encoding of a public key, before its bytes.
const PREFIX: [u8; 2] = [1, 0];
/// Bytes of a checksum, the first of two rounds of SHA-256 over those before.
const CHECK: usize = 4;
/// Room for the bytes of a text encoding with their checksum.
const ROOM: usize = PREFIX.len() + 32 + CHECK;
/// Room for the longest text encoding: 38 bytes have at most 52 digits.
const TEXT: usize = 52;

/// Why a string is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyError {
    /// A character that base 58 doesn't have.
    Character,
    /// The checksum does not match: a mistake in typing or copying.
    Checksum,
    /// The number of bytes is not that of a key.
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

fn checksum(bytes: &[u8]) -> [u8; CHECK] {
    let hash: [u8; 32] = Sha256::digest(Sha256::digest(bytes)).into();
    core::array::from_fn(|i| hash[i])
}

/// Decodes base 58 with a checksum of four bytes at its end into exactly `N` bytes.
fn decode<const N: usize>(text: &str) -> Result<Zeroizing<[u8; N]>, KeyError> {
    let mut room = Zeroizing::new([0; ROOM]);
    let len = bs58::decode(text).onto(&mut room[..]).map_err(|error| match error {
        bs58::decode::Error::InvalidCharacter { .. }
        | bs58::decode::Error::NonAsciiCharacter { .. } => KeyError::Character,
        _ => KeyError::Length,
    })?;
    let (bytes, check) = room[..len].split_last_chunk::<CHECK>().ok_or(KeyError::Length)?;
    if *check != checksum(bytes) {
        return Err(KeyError::Checksum);
    }
    bytes.try_into().map(Zeroizing::new).map_err(|_| KeyError::Length)
}

/// Calls `show` with the text encoding of at most 34 bytes.
fn encode<T>(bytes: &[u8], show: impl FnOnce(&str) -> T) -> T {
    let (mut room, mut text) = (Zeroizing::new([0; ROOM]), Zeroizing::new([0; TEXT]));
    let len = bytes.len();
    room[..len].copy_from_slice(bytes);
    room[len..len + CHECK].copy_from_slice(&checksum(bytes));
    let len = bs58::encode(&room[..len + CHECK]).onto(&mut text[..]).expect("there is room");
    show(core::str::from_utf8(&text[..len]).expect("digits are ASCII"))
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
pub struct AuthorityKey(PublicKey);

impl AuthorityKey {
    /// A key from the x coordinate of its point (BIP 340).
    ///
    /// # Errors
    /// [`KeyError::Key`] when there is no such point.
    pub fn from_bytes(bytes: [u8; 32]) -> Result<Self, KeyError> {
        PublicKey::from_bytes(bytes).map(Self).ok_or(KeyError::Key)
    }

    /// The x coordinate.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// Returns whether the authority has signed this message.
    pub(crate) fn has_signed(&self, message: &[u8], signature: &[u8; 64]) -> bool {
        self.0.has_signed(message, signature)
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
        encode(&bytes, |text| f.write_str(text))
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
    #[cfg(feature = "std")]
    pub fn generate() -> Result<Self, NoiseError> {
        Secret::of_system().map(Self)
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
    #[cfg(feature = "alloc")]
    pub fn to_base58(&self) -> Zeroizing<alloc::string::String> {
        encode(&self.0.bytes()[..], |text| Zeroizing::new(text.into()))
    }

    /// The public key, which is to be published.
    pub fn public_key(&self) -> AuthorityKey {
        AuthorityKey(self.0.public())
    }

    pub(crate) fn sign(&self, message: &[u8]) -> [u8; 64] {
        curve::sign(self.0.bytes(), message)
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
