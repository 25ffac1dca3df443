//! The 32-byte hash that identifies a block or a transaction.

use core::fmt;
use core::str::FromStr;

use codec_core::wire::{ParseHexError, U256};
use codec_core::{Decode, Encode, EncodeError, Format, Size, Writer};
use sha2::{Digest as _, Sha256};

/// A double SHA-256 hash, in wire order. Displayed and parsed as Bitcoin does: in hex, the
/// last byte first.
///
/// ```
/// use codec_bitcoin::Digest;
/// use codec_core::{Consensus, Format};
/// let empty = Digest::of(b"");
/// assert_eq!(empty.0[..4], [0x5d, 0xf6, 0xe0, 0xe2]); // the checksum of no payload
/// assert!(empty.to_string().ends_with("e2e0f65d"));
/// assert_eq!(empty.to_string().parse(), Ok(empty));
/// assert_eq!(Consensus::to_vec(&empty)?, empty.0);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Decode)]
#[codec(transparent, plain, schema)]
#[repr(transparent)]
pub struct Digest(pub [u8; 32]);

impl Digest {
    /// The hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self::of_parts(&[bytes])
    }

    /// The hash of these bytes, one after another.
    pub(crate) fn of_parts(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Self(Sha256::digest(hasher.finalize()).into())
    }
}

/// The root of the tree whose leaves are these hashes; `None` when there are none. A hash
/// without a right neighbour is hashed with itself, so that lists that end in the same
/// hashes twice may have the root of a shorter list.
///
/// ```
/// use codec_bitcoin::{Digest, merkle_root};
/// let [one, two] = [Digest([1; 32]), Digest([2; 32])];
/// assert_eq!(merkle_root([]), None);
/// assert_eq!(merkle_root([one]), Some(one));
/// assert_eq!(merkle_root([one, two]), Some(Digest::of(&[one.0, two.0].concat())));
/// assert_eq!(merkle_root([one, two, one]), merkle_root([one, two, one, one]));
/// ```
#[must_use]
pub fn merkle_root(leaves: impl IntoIterator<Item = Digest>) -> Option<Digest> {
    let mut level: Vec<Digest> = leaves.into_iter().collect();
    while level.len() > 1 {
        for index in 0..level.len().div_ceil(2) {
            let left = level[2 * index];
            let right = level.get(2 * index + 1).copied().unwrap_or(left);
            level[index] = Digest::of_parts(&[&left.0, &right.0]);
        }
        level.truncate(level.len().div_ceil(2));
    }
    level.first().copied()
}

impl From<[u8; 32]> for Digest {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl AsRef<[u8]> for Digest {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().rev().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// As it is displayed, after `0x` where the format has a `#`.
impl fmt::LowerHex for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&U256::from_be_bytes(self.0), f)
    }
}

/// From hex, the last byte first.
impl FromStr for Digest {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Self, ParseHexError> {
        text.parse().map(|number: U256| Self(number.to_be_bytes()))
    }
}

/// The number that is compared with a target.
impl From<Digest> for U256 {
    fn from(hash: Digest) -> Self {
        Self(hash.0)
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Hand-written: 32 bytes take fewer instructions to write than a slice of bytes.
impl Encode for Digest {
    #[inline(always)]
    fn encoded_size<F: Format>() -> Size {
        Size::fixed(32)
    }

    #[inline(always)]
    fn encoded_len<F: Format>(&self) -> usize {
        32
    }

    #[inline(always)]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.array(&self.0)
    }
}
