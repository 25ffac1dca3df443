//! `U24`: three bytes, little-endian, in every format.
#![forbid(unsafe_code)]

use core::fmt;

use super::{MAX_U24, TooLong};
use crate::error::{DecodeError, EncodeError};
use crate::field::expression::Integer;
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;
use crate::record::Value;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// An unsigned integer of 24 bits (Stratum V2 specification, section 3.1).
///
/// ```
/// use codec_core::{Format, Sv2, wire::U24};
/// assert_eq!(Sv2::to_vec(&U24::try_from(0x010203)?)?, [3, 2, 1]);
/// assert!(U24::try_from(0x0100_0000).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct U24([u8; 3]);

impl U24 {
    /// 16,777,215.
    pub const MAX: Self = Self([0xff; 3]);

    /// From its bytes in wire order.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn from_le_bytes(bytes: [u8; 3]) -> Self {
        Self(bytes)
    }

    /// The value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn get(self) -> u32 {
        let [a, b, c] = self.0;
        u32::from_le_bytes([a, b, c, 0])
    }
}

// By value: the bytes are little-endian.
impl Ord for U24 {
    #[inline]
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        self.get().cmp(&other.get())
    }
}

impl PartialOrd for U24 {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl TryFrom<u32> for U24 {
    type Error = TooLong;

    #[inline]
    fn try_from(value: u32) -> Result<Self, TooLong> {
        match value.to_le_bytes() {
            [a, b, c, 0] => Ok(Self([a, b, c])),
            _ => Err(TooLong { len: value as usize, max: MAX_U24 }),
        }
    }
}

impl From<U24> for u32 {
    #[inline]
    fn from(value: U24) -> Self {
        value.get()
    }
}

impl fmt::Debug for U24 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl fmt::Display for U24 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl Integer for U24 {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn wide(self) -> Option<i128> {
        u32::from(self).wide()
    }
}

impl Encode for U24 {
    crate::value::encode::fixed_len!(3);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.array(&self.0)
    }
}

impl Decodable for U24 {
    sizes!(size: Size::fixed(3));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let start = r.offset();
        r.fetch(3);
        let value = Self(*r.cursor_mut().array()?);
        r.note_value(start, || Value::Unsigned(value.get().into()));
        Ok(value)
    }

    crate::value::memory::no_memory!();
}

crate::impl_plain!(U24);

crate::value::width::fixed! {
    U24: 3, MAX_U24 as u64;
}
