//! The meaning of the attributes of a field or a type.

use super::expression::Expression;
use super::record::attributes;
use crate::wire::LengthPrefix;

/// The width of a count or a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Width {
    /// The format's own.
    Format,
    /// This many bytes, 1, 2, 3, 4 or 8, in every format.
    Fixed(u8),
    /// LEB128 of up to ten bytes, in every format.
    Varint,
}

impl Width {
    /// The largest number that fits; `u64::MAX` for the format's own width.
    pub const fn max(self) -> u64 {
        match self {
            Self::Fixed(bytes) if bytes < 8 => (1 << (8 * bytes as u32)) - 1,
            Self::Fixed(_) | Self::Format | Self::Varint => u64::MAX,
        }
    }
}

/// The count before the elements of a sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Prefix {
    /// The width.
    pub width: Width,
    /// `true` if it is little-endian, whatever the byte order of the enclosing type.
    pub little: bool,
}

impl Prefix {
    /// The format's own.
    pub const FORMAT: Self = Self { width: Width::Format, little: false };

    /// The prefix of a bounded type of [`wire`](crate::wire).
    pub const fn of<L: LengthPrefix>() -> Self {
        let [bytes, ..] = L::SIZE.to_le_bytes();
        Self { width: Width::Fixed(bytes), little: true }
    }

    /// A prefix of this width, in the byte order of the enclosing type.
    pub const fn new(width: Width) -> Self {
        Self { width, little: false }
    }
}

/// The byte order that a field or a type sets: `be`, `le`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Order {
    /// The byte order of the enclosing type.
    Around,
    /// Integers of fixed width, big-endian.
    Big,
    /// Integers of fixed width, little-endian.
    Little,
}

/// The bytes that a `span` covers, by field index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Span {
    /// The whole value.
    Whole,
    /// The run from one field to another.
    Fields(u16, u16),
}

/// Padding bytes around a field, which belong to no value: `pad_before`, `pad_after`, `align`. They
/// are written as zeros, and any bytes are accepted when reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Padding {
    /// Bytes before the field.
    pub before: u64,
    /// Bytes after it.
    pub after: u64,
    /// The field starts at a multiple of this many bytes, counted from the first field of the
    /// struct or variant; the alignment bytes come after those of [`before`](Self::before).
    pub align: u64,
}

impl Padding {
    /// No padding and no alignment.
    pub const NONE: Self = Self { before: 0, after: 0, align: 1 };

    /// Bytes before, bytes after, and the alignment of the field's start.
    pub const fn new(before: usize, after: usize, align: usize) -> Self {
        Self { before: before as u64, after: after as u64, align: align as u64 }
    }
}

/// The length in bytes of a field's content: `bytes`, with its `min` and `max`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Extent<E = Expression> {
    /// The source of the length.
    pub told: ExtentLen<E>,
    /// The fewest bytes.
    pub min: u64,
    /// The most bytes.
    pub max: Option<u64>,
}

/// The source of a length in bytes.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum ExtentLen<E = Expression> {
    /// A number before the content.
    Prefix(Width),
    /// An expression over earlier fields.
    Expression(E),
}

impl<E> Extent<E> {
    /// A length from this source, without limits.
    pub const fn new(told: ExtentLen<E>) -> Self {
        Self { told, min: 0, max: None }
    }

    attributes! {
        /// With at least that many bytes.
        min: usize, min as u64;
        /// With at most that many bytes; `usize::MAX` is no limit.
        max: usize, if max == usize::MAX { None } else { Some(max as u64) };
    }
}

/// The last element of a sequence: `until` with a closure.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Until<E = Expression> {
    /// The condition that the last element meets: over [the element](super::Operand::Element), and
    /// earlier fields.
    pub end: E,
    /// `true` if the sequence may also end where the input does.
    pub open: bool,
}

impl<E> Until<E> {
    /// Up to the first element of which `end` is true; if `open`, also to the end of the input.
    pub const fn new(end: E, open: bool) -> Self {
        Self { end, open }
    }
}

/// A constant on the wire: `magic`.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Constant {
    /// The constant's length if it is bytes, its width if it is an integer, in bytes. `None` for a
    /// slice: see [`value`](Self::value).
    pub size: Option<u8>,
    /// `true` if it is an integer, encoded as the format encodes its type.
    pub integer: bool,
    /// The constant as it is written in the source code.
    pub text: &'static str,
    /// The value.
    pub value: fn() -> ConstantValue,
}

impl Constant {
    /// The constant `value`, which `find` returns.
    ///
    /// # Panics
    /// If it has more than 255 bytes.
    pub const fn new<T: DescribeConstant + ?Sized>(
        value: &T,
        text: &'static str,
        find: fn() -> ConstantValue,
    ) -> Self {
        let _ = value;
        let size = match T::SIZE {
            None => None,
            Some(size) => {
                assert!(size <= 255, "a constant has 255 bytes at most in a description");
                let [size, ..] = size.to_le_bytes();
                Some(size)
            }
        };
        Self { size, integer: T::INTEGER, text, value: find }
    }
}

/// The value of a [`Constant`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::large_enum_variant, reason = "there is no memory to allocate")]
pub enum ConstantValue {
    /// Bytes: the first `.1` of this array.
    Bytes([u8; 255], u8),
    /// An unsigned integer.
    Unsigned(u128),
    /// A signed integer.
    Signed(i128),
}

/// A type of constants that `magic` accepts.
pub trait DescribeConstant {
    /// The size in bytes; `None` if values differ in size.
    const SIZE: Option<usize>;
    /// `true` if it is an integer.
    const INTEGER: bool;

    /// The value.
    fn value(&self) -> ConstantValue;
}

impl<const N: usize> DescribeConstant for [u8; N] {
    const SIZE: Option<usize> = Some(N);
    const INTEGER: bool = false;

    fn value(&self) -> ConstantValue {
        self[..].value()
    }
}

impl DescribeConstant for [u8] {
    const SIZE: Option<usize> = None;
    const INTEGER: bool = false;

    fn value(&self) -> ConstantValue {
        let (mut bytes, len) = ([0; 255], u8::try_from(self.len()).unwrap_or(u8::MAX));
        for (to, from) in bytes.iter_mut().zip(self) {
            *to = *from;
        }
        ConstantValue::Bytes(bytes, len)
    }
}

impl<T: DescribeConstant + ?Sized> DescribeConstant for &T {
    const SIZE: Option<usize> = T::SIZE;
    const INTEGER: bool = T::INTEGER;

    fn value(&self) -> ConstantValue {
        (**self).value()
    }
}

macro_rules! integers {
    ($($variant:ident: $($int:ty)*;)*) => {$($(
        impl DescribeConstant for $int {
            const SIZE: Option<usize> = Some(size_of::<$int>());
            const INTEGER: bool = true;

            fn value(&self) -> ConstantValue {
                ConstantValue::$variant((*self).into())
            }
        }
    )*)*};
}

integers! {
    Unsigned: u8 u16 u32 u64 u128;
    Signed: i8 i16 i32 i64 i128;
}
