//! Byte strings of a fixed length: arrays, never heap vectors.
#![forbid(unsafe_code)]

use core::fmt;
use core::str::FromStr;

use super::hex::{self, ParseHexError};
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

macro_rules! byte_array {
    ($($(#[$doc:meta])* $name:ident, $len:literal, [$($order:ident),*];)*) => {$(
        $(#[$doc])*
        ///
        /// Has an alignment of eight bytes: in a `Result`, no part of it then is next to the
        /// error, and it is moved as a whole.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, $($order),*)]
        #[repr(align(8))]
        pub struct $name(pub [u8; $len]);

        impl $name {
            /// Length in bytes.
            pub const LEN: usize = $len;

            /// The bytes as they are on the wire.
            #[cfg_attr(not(debug_assertions), inline(always))]
            pub const fn as_bytes(&self) -> &[u8; $len] {
                &self.0
            }
        }

        impl Default for $name {
            #[inline]
            fn default() -> Self {
                Self([0; $len])
            }
        }

        impl From<[u8; $len]> for $name {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from(bytes: [u8; $len]) -> Self {
                Self(bytes)
            }
        }

        impl From<$name> for [u8; $len] {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from(value: $name) -> Self {
                value.0
            }
        }

        impl AsRef<[u8]> for $name {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        impl TryFrom<&[u8]> for $name {
            type Error = core::array::TryFromSliceError;

            #[inline]
            fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
                bytes.try_into().map(Self)
            }
        }

        /// Hex, in wire order.
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::LowerHex::fmt(self, f)
            }
        }

        impl fmt::LowerHex for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                hex::lower(&self.0, f)
            }
        }

        impl fmt::UpperHex for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                hex::upper(&self.0, f)
            }
        }

        /// From hex in wire order, as it is displayed.
        impl FromStr for $name {
            type Err = ParseHexError;

            fn from_str(text: &str) -> Result<Self, ParseHexError> {
                hex::parse(text).map(Self)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::LowerHex::fmt(self, f)
            }
        }

        impl Encode for $name {
            crate::value::encode::fixed_len!($len);
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                w.array(&self.0)
            }
        }

        impl Decodable for $name {
            crate::format::size::sizes!(size: Size::fixed($len));
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                r.array().map(|bytes| Self(*bytes))
            }
            crate::value::decode::extended!(#[inline] |items, r, count| {
                // A copy, instead of a loop over slots.
                let read = |chunk: &mut crate::Cursor<'_>| chunk.array().map(|bytes| Self(*bytes));
                crate::value::numbers::decode_numbers(items, r, count, (Self([0; $len]), false), read)
            });
            crate::value::memory::no_memory!();
        }

        crate::impl_plain!($name);
    )*};
}

byte_array! {
    /// `U256`: 32 raw bytes, a little-endian integer or a hash in internal
    /// byte order (Stratum V2 specification, section 3.1). Ordered by value.
    ///
    /// ```
    /// use codec_core::{Format, Sv2, wire::U256};
    /// let hash = U256::from([0xab; 32]);
    /// assert_eq!(Sv2::to_vec(&hash)?, [0xab; 32]);
    /// assert_eq!(hash.to_string(), "ab".repeat(32));
    /// assert_eq!("ab".repeat(32).parse(), Ok(hash));
    /// assert!(U256::from(255) < U256::from(256));
    /// # Ok::<(), codec_core::EncodeError>(())
    /// ```
    U256, 32, [];
    /// `PUBKEY`: a 32-byte x-only public key (BIP 340).
    PubKey, 32, [PartialOrd, Ord];
    /// `SIGNATURE`: a 64-byte signature (BIP 340).
    Signature, 64, [PartialOrd, Ord];
    /// `MAC`: a 16-byte authentication tag.
    Mac, 16, [PartialOrd, Ord];
}
