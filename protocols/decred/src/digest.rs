//! The 32-byte hash that identifies a block, a transaction or a mixing message.

use core::fmt;
use core::str::FromStr;

use codec_core::wire::{ParseHexError, U256};
use codec_core::{Decode, Encode, EncodeError, Format, Size, Writer};

use crate::blake256::blake256;

/// A BLAKE-256 hash, in wire order. Displayed and parsed as Decred does: in hex, the last
/// byte first.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::Digest;
/// let mut hash = Digest::default();
/// hash.0[0] = 0xab;
/// assert_eq!(hash.to_string(), format!("{}ab", "00".repeat(31)));
/// assert_eq!(hash.to_string().parse(), Ok(hash));
/// assert_eq!(Consensus::to_vec(&hash)?[..2], [0xab, 0]);
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
        Self(blake256(bytes))
    }
}

/// The root of the tree whose leaves are these hashes; zero when there are none. A hash without
/// a right neighbour is hashed with itself.
///
/// ```
/// use codec_decred::{Digest, merkle_root};
/// let [one, two] = [Digest([1; 32]), Digest([2; 32])];
/// assert_eq!((merkle_root([]), merkle_root([one])), (Digest::default(), one));
/// assert_eq!(merkle_root([one, two]), Digest::of(&[one.0, two.0].concat()));
/// assert_eq!(merkle_root([one, two, one]), merkle_root([one, two, one, one]));
/// ```
#[must_use]
pub fn merkle_root(leaves: impl IntoIterator<Item = Digest>) -> Digest {
    let mut level: Vec<Digest> = leaves.into_iter().collect();
    while level.len() > 1 {
        let parents = level.len().div_ceil(2);
        for index in 0..parents {
            let left = level[2 * index];
            let right = level.get(2 * index + 1).copied().unwrap_or(left);
            level[index] = Digest::of(&[left.0, right.0].concat());
        }
        level.truncate(parents);
    }
    level.first().copied().unwrap_or_default()
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
