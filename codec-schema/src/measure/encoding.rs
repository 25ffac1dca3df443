//! The wire format of a description in one format.

use codec_core::format::{BigEndian, Context, Fixed, In, LittleEndian, Rules};
use codec_core::schema::{Int, Order, Width};
use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Consensus, Layout, Postcard, Sv2};

/// The encoding of numbers, lengths, tags and characters in a format, as data.
///
/// ```
/// use codec_core::schema::Int;
/// use codec_schema::{Encoding, Number};
/// assert_eq!(Encoding::POSTCARD.int(Int::unsigned(4)), Number::Leb128 { bytes: 4, most: 5 });
/// assert_eq!(Encoding::BORSH.len, Number::Fixed(4));
/// assert_eq!(Encoding::ALL.len(), 7);
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Encoding {
    /// The rules of the format besides the encoding of its numbers.
    pub rules: Rules,
    /// The name of the format's type: `"Sv2"`.
    pub name: &'static str,
    ints: Ints,
    /// The length prefix of a string or a sequence.
    pub len: Number,
    /// The tag before the fields of a variant.
    pub tag: Number,
    /// A character.
    pub char: CharLayout,
    /// `true` if only bit 0 of a boolean counts; otherwise all bytes but 0 and 1 are refused.
    pub bool_by_bit: bool,
}

/// The encoding of integers of two bytes and more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ints {
    Fixed,
    Marked,
    /// LEB128; if true, an integer of 16 to 64 bits may have ten bytes, whatever its type.
    Leb128(bool),
}

/// The encoding of a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CharLayout {
    /// The UTF-8 bytes.
    Utf8,
    /// A string of that one character.
    Text,
    /// The scalar value, as a `u32`.
    Scalar,
}

/// The encoding of one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Number {
    /// This many bytes, in the byte order of the rules.
    Fixed(u8),
    /// This many bytes, little-endian in every format.
    Little(u8),
    /// One byte up to 250; above that a marker, 251 to 254, and 2, 4, 8 or 16 bytes, little-endian:
    /// at most `.0`, the width of the type. Signed numbers are zigzag-encoded.
    Marked(u8),
    /// LEB128 of a number of `bytes` bytes; at most `most` bytes are read. Signed numbers are
    /// zigzag-encoded.
    Leb128 {
        /// The width of the type.
        bytes: u8,
        /// The most bytes that are read.
        most: u8,
    },
    /// One byte up to 252; above that a marker, 253 to 255, and 2, 4 or 8 bytes, little-endian; the
    /// shortest form is required.
    CompactSize,
    /// The format has no such number.
    None,
}

/// A format whose encoding is known as data.
pub trait DescribeFormat: Layout {
    /// The encoding.
    const ENCODING: Encoding;
}

macro_rules! formats {
    ($($constant:ident $format:ident: $ints:expr, $len:expr, $tag:expr, $char:ident, $bit:literal;)*) => {
        impl Encoding {
            $(
                #[doc = concat!("That of [`", stringify!($format), "`](codec_core::", stringify!($format), ").")]
                pub const $constant: Self = Self {
                    rules: <$format as Layout>::RULES,
                    name: stringify!($format),
                    ints: $ints,
                    len: $len,
                    tag: $tag,
                    char: CharLayout::$char,
                    bool_by_bit: $bit,
                };
            )*

            /// The encodings of the seven formats.
            pub const ALL: [&Self; 7] = [$(&Self::$constant),*];
        }

        $(
            impl DescribeFormat for $format {
                const ENCODING: Encoding = Encoding::$constant;
            }
        )*
    };
}

const LEB_U32: Number = Number::Leb128 { bytes: 4, most: 5 };
const LEB_U64: Number = Number::Leb128 { bytes: 8, most: 10 };
const LEB_U32_LONG: Number = Number::Leb128 { bytes: 4, most: 10 };

formats! {
    BINCODE Bincode: Ints::Fixed, Number::Fixed(8), Number::Fixed(4), Utf8, false;
    BINCODE_VARINT BincodeVarint: Ints::Marked, Number::Marked(8), Number::Marked(4), Utf8, false;
    POSTCARD Postcard: Ints::Leb128(false), LEB_U64, LEB_U32, Text, false;
    BORSH Borsh: Ints::Fixed, Number::Fixed(4), Number::Fixed(1), Utf8, false;
    COMPACT Compact: Ints::Leb128(true), LEB_U64, LEB_U32_LONG, Scalar, false;
    CONSENSUS Consensus: Ints::Fixed, Number::CompactSize, Number::None, Utf8, false;
    SV2 Sv2: Ints::Fixed, Number::None, Number::Fixed(1), Utf8, true;
}

/// A format without [markers](Rules::marked_above): those are little-endian in a description.
impl<F: DescribeFormat> DescribeFormat for BigEndian<F> {
    const ENCODING: Encoding = {
        assert!(F::RULES.marked_above.is_none(), "bytes behind a marker are little-endian here");
        F::ENCODING.ordered(Order::Big)
    };
}

impl<F: DescribeFormat> DescribeFormat for LittleEndian<F> {
    const ENCODING: Encoding = match F::RULES.marked_above {
        Some(_) => F::ENCODING,
        None => F::ENCODING.ordered(Order::Little),
    };
}

impl<F: DescribeFormat> DescribeFormat for Fixed<F> {
    const ENCODING: Encoding =
        F::ENCODING.ordered(if F::RULES.big_endian { Order::Big } else { Order::Little });
}

impl<F: DescribeFormat, C: Context> DescribeFormat for In<F, C> {
    const ENCODING: Encoding = F::ENCODING;
}

/// A width in bytes as a `u8`.
const fn narrow(bytes: usize) -> u8 {
    let [low, ..] = bytes.to_le_bytes();
    low
}

impl Encoding {
    /// This encoding with integers of fixed width in this byte order, as set by `be` and `le`.
    #[must_use]
    pub const fn ordered(mut self, order: Order) -> Self {
        match order {
            Order::Big => {
                self.ints = Ints::Fixed;
                self.rules = Rules { big_endian: true, ..self.rules };
            }
            Order::Little => {
                self.ints = Ints::Fixed;
                self.rules = Rules { big_endian: false, ..self.rules };
            }
            _ => {}
        }
        self
    }

    /// An integer.
    pub const fn int(&self, int: Int) -> Number {
        match int {
            Int { little: true, bytes, .. } => Number::Little(bytes),
            Int { leb128: true, bytes, .. } => {
                Number::Leb128 { bytes, most: narrow((bytes as usize * 8).div_ceil(7)) }
            }
            Int { bytes, .. } => self.int_of(bytes),
        }
    }

    /// An integer of that many bytes.
    pub const fn int_of(&self, bytes: u8) -> Number {
        match self.ints {
            Ints::Fixed => Number::Fixed(bytes),
            _ if bytes == 1 => Number::Fixed(1),
            Ints::Marked => Number::Marked(bytes),
            Ints::Leb128(long) => {
                let own = narrow((bytes as usize * 8).div_ceil(7));
                let most = if long && bytes < 8 { 10 } else { own };
                Number::Leb128 { bytes, most }
            }
        }
    }

    /// A count or a tag of this width; `own` is used for the format's own width.
    pub const fn width(&self, width: Width, own: Number) -> Number {
        match width {
            Width::Fixed(bytes) => Number::Fixed(bytes),
            Width::Varint => LEB_U64,
            _ => own,
        }
    }
}

impl Number {
    /// The number of bytes that a value takes; for a signed number, pass its zigzag form.
    pub const fn len_of(self, value: u128) -> u64 {
        match self {
            Self::Fixed(bytes) | Self::Little(bytes) => bytes as u64,
            Self::Marked(_) => match value {
                0..=250 => 1,
                251..=0xffff => 3,
                0x1_0000..=0xffff_ffff => 5,
                0x1_0000_0000..=0xffff_ffff_ffff_ffff => 9,
                _ => 17,
            },
            Self::Leb128 { .. } => {
                let bits = (128 - value.leading_zeros()) as u64;
                if bits == 0 { 1 } else { bits.div_ceil(7) }
            }
            Self::CompactSize => match value {
                0..=0xfc => 1,
                0xfd..=0xffff => 3,
                0x1_0000..=0xffff_ffff => 5,
                _ => 9,
            },
            Self::None => 0,
        }
    }

    /// The largest value of the number's type.
    pub const fn largest(self) -> u128 {
        let bytes = match self {
            Self::Fixed(bytes)
            | Self::Little(bytes)
            | Self::Marked(bytes)
            | Self::Leb128 { bytes, .. } => bytes,
            Self::CompactSize => 8,
            Self::None => 0,
        };
        if bytes >= 16 { u128::MAX } else { (1 << (8 * bytes as u32)) - 1 }
    }
}
