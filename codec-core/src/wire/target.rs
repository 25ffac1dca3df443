//! 256 bits as a number, and the limit that a hash has to meet.
#![forbid(unsafe_code)]

use core::cmp::Ordering;
use core::fmt;
use core::str::FromStr;

use super::U256;
use super::hex::{self, ParseHexError};
use crate::error::DecodeError;
use crate::format::Format;
use crate::format::size::sizes;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;

impl U256 {
    /// Zero.
    pub const ZERO: Self = Self([0; 32]);
    /// The largest number, 2^256 - 1.
    pub const MAX: Self = Self([0xff; 32]);

    /// The number with these bytes, the most significant first.
    ///
    /// ```
    /// use codec_core::wire::U256;
    /// let mut bytes = [0; 32];
    /// bytes[30] = 1;
    /// assert_eq!(U256::from_be_bytes(bytes), U256::from(256));
    /// assert_eq!(U256::from(256).to_be_bytes(), bytes);
    /// ```
    #[must_use]
    pub const fn from_be_bytes(bytes: [u8; 32]) -> Self {
        Self(reversed(bytes))
    }

    /// The bytes of the target, the most significant first: the order in which hashes of blocks and
    /// transactions are usually shown.
    #[must_use]
    pub const fn to_be_bytes(self) -> [u8; 32] {
        reversed(self.0)
    }
}

/// The bytes from the last to the first.
// `<[u8]>::reverse` is `const` only since Rust 1.90.
const fn reversed(bytes: [u8; 32]) -> [u8; 32] {
    let mut reversed = [0; 32];
    let mut index = 0;
    while index < bytes.len() {
        reversed[index] = bytes[bytes.len() - 1 - index];
        index += 1;
    }
    reversed
}

impl From<u64> for U256 {
    fn from(number: u64) -> Self {
        let mut bytes = [0; 32];
        if let Some(low) = bytes.first_chunk_mut() {
            *low = number.to_le_bytes();
        }
        Self(bytes)
    }
}

/// Numbers are ordered by value: the last byte is the most significant.
impl Ord for U256 {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        let (ours, _) = self.0.as_chunks::<8>();
        let (theirs, _) = other.0.as_chunks::<8>();
        let limbs = ours.iter().zip(theirs).rev();
        limbs
            .map(|(a, b)| u64::from_le_bytes(*a).cmp(&u64::from_le_bytes(*b)))
            .fold(Ordering::Equal, Ordering::then)
    }
}

impl PartialOrd for U256 {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The largest hash that is accepted. On the wire a `U256`.
///
/// ```
/// use codec_core::wire::{Target, U256};
/// let target = Target::from(U256::from(1000));
/// assert!(target.meets(&U256::from(1000)) && !target.meets(&U256::from(1001)));
///
/// // The header of a block has it in compact form. That of difficulty 1:
/// let one = Target::from_compact(0x1d00_ffff).ok_or("it is a target")?;
/// assert_eq!(one.to_string(), format!("00000000ffff{}", "00".repeat(26)));
/// assert_eq!(one.to_compact(), 0x1d00_ffff);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Target(pub U256);

impl Target {
    /// The target that every hash meets.
    pub const MAX: Self = Self(U256::MAX);

    /// Returns whether a hash, in the byte order of hash functions, is at most the target.
    #[inline]
    #[must_use]
    pub fn meets(&self, hash: &U256) -> bool {
        *hash <= self.0
    }

    /// The target in the difficulty field of a header (`nBits`): three bytes of
    /// mantissa, shifted left by as many bytes as the exponent byte says, less three. `None` for
    /// one that is negative or that does not fit into 256 bits.
    #[must_use]
    pub const fn from_compact(bits: u32) -> Option<Self> {
        let [low, middle, high, size] = bits.to_le_bytes();
        if high & 0x80 != 0 {
            return None;
        }
        let mantissa = [low, middle, high];
        let mut bytes = [0; 32];
        let mut index = 0;
        while index < 3 {
            let weight = size as usize + index;
            if weight >= 3 && weight - 3 < 32 {
                bytes[weight - 3] = mantissa[index];
            } else if weight >= 3 && mantissa[index] != 0 {
                return None;
            }
            index += 1;
        }
        Some(Self(U256(bytes)))
    }

    /// The compact form of the largest target that is not above this one and has a compact form.
    #[must_use]
    pub const fn to_compact(self) -> u32 {
        let bytes = self.0.0;
        let mut size = 32;
        while size > 0 && bytes[size - 1] == 0 {
            size -= 1;
        }
        // The first bit of the mantissa is a sign.
        if size > 0 && bytes[size - 1] & 0x80 != 0 {
            size += 1;
        }
        let mut mantissa = [0; 3];
        let mut index = 0;
        while index < 3 {
            let weight = size + index;
            if weight >= 3 && weight - 3 < 32 {
                mantissa[index] = bytes[weight - 3];
            }
            index += 1;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 33")]
        let size = size as u8;
        u32::from_le_bytes([mantissa[0], mantissa[1], mantissa[2], size])
    }
}

impl From<U256> for Target {
    fn from(limit: U256) -> Self {
        Self(limit)
    }
}

impl From<Target> for U256 {
    fn from(target: Target) -> Self {
        target.0
    }
}

/// Hex, the most significant byte first, as difficulties are usually shown.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(self, f)
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(self, f)
    }
}

impl fmt::LowerHex for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        hex::lower(&self.0.to_be_bytes(), f)
    }
}

/// From hex, as it is displayed.
impl FromStr for Target {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Self, ParseHexError> {
        hex::parse(text).map(U256::from_be_bytes).map(Self)
    }
}

crate::value::encode::encode_as!(Target as U256; |it| &it.0);

impl Decodable for Target {
    sizes!(size: <U256 as Decodable>::size::<F>());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        U256::decode(r).map(Self)
    }
}

crate::impl_plain!(Target);
