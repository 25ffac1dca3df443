//! Byte order, integer encoding, limits.
#![forbid(unsafe_code)]

#[cfg(all(feature = "serde", feature = "std"))]
mod options;
mod wire;

use core::marker::PhantomData;

use codec_core::DEFAULT_DEPTH;
#[cfg(all(feature = "serde", feature = "std"))]
pub use options::{
    AllowTrailing, Bounded, DefaultOptions, FixintEncoding, Infinite, NativeEndian, Options,
    RejectTrailing, VarintEncoding, WithDepth, WithOtherEndian, WithOtherIntEncoding,
    WithOtherLimit, WithOtherTrailing,
};
#[cfg(all(feature = "serde", feature = "std"))]
pub(crate) use options::{InternalOptions, One, Trailing};
pub(crate) use wire::Wire;

/// The configuration of bincode 2.
///
/// ```
/// use codec_bincode::config;
/// let mut room = [0; 9];
/// let encoded = |len, room: &[u8]| room[..len].to_vec();
/// let len = codec_bincode::encode_into_slice(300u64, &mut room, config::standard())?;
/// assert_eq!(encoded(len, &room), [251, 44, 1]);
/// let big = config::standard().with_big_endian();
/// let len = codec_bincode::encode_into_slice(300u64, &mut room, big)?;
/// assert_eq!(encoded(len, &room), [251, 1, 44]);
/// let len = codec_bincode::encode_into_slice(300u64, &mut room, config::legacy())?;
/// assert_eq!(encoded(len, &room), [44, 1, 0, 0, 0, 0, 0, 0]);
/// # Ok::<(), codec_bincode::error::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Configuration<E = LittleEndian, I = Varint, L = NoLimit, D = Depth<DEFAULT_LEVELS>>(
    PhantomData<(E, I, L, D)>,
);

/// The depth to which values may nest unless a configuration says otherwise: 128 levels.
pub const DEFAULT_LEVELS: usize = DEFAULT_DEPTH as usize;

/// bincode 2's configuration for new programs: little-endian, variable-length integers, no
/// limit.
pub const fn standard() -> Configuration {
    Configuration(PhantomData)
}

/// The layout of bincode 1's functions: little-endian, integers of fixed width, no limit.
pub const fn legacy() -> Configuration<LittleEndian, Fixint, NoLimit> {
    Configuration(PhantomData)
}

impl<E, I, L, D> Default for Configuration<E, I, L, D> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<E, I, L, D> Configuration<E, I, L, D> {
    /// Big-endian integers and floats.
    #[must_use]
    pub const fn with_big_endian(self) -> Configuration<BigEndian, I, L, D> {
        Configuration(PhantomData)
    }

    /// Little-endian integers and floats.
    #[must_use]
    pub const fn with_little_endian(self) -> Configuration<LittleEndian, I, L, D> {
        Configuration(PhantomData)
    }

    /// Integers of one to 17 bytes.
    #[must_use]
    pub const fn with_variable_int_encoding(self) -> Configuration<E, Varint, L, D> {
        Configuration(PhantomData)
    }

    /// Integers of fixed width, lengths of 8 bytes, tags of 4.
    #[must_use]
    pub const fn with_fixed_int_encoding(self) -> Configuration<E, Fixint, L, D> {
        Configuration(PhantomData)
    }

    /// At most `N` bytes, as bincode counts them: the width of each number, whatever its encoded
    /// size, and `size_of` each element of a sequence before it is read.
    #[must_use]
    pub const fn with_limit<const N: usize>(self) -> Configuration<E, I, Limit<N>, D> {
        Configuration(PhantomData)
    }

    /// No limit except those that apply to every decode.
    #[must_use]
    pub const fn with_no_limit(self) -> Configuration<E, I, NoLimit, D> {
        Configuration(PhantomData)
    }

    /// At most `N` levels of nested sequences, maps, options, boxes and, for types of serde, enums;
    /// a sequence of numbers is not a level. bincode has no such limit, and overflows the stack.
    ///
    /// ```
    /// # #[cfg(feature = "alloc")] {
    /// use codec_bincode::config;
    /// type Nested = Vec<Vec<Vec<u8>>>;
    /// let flat = config::standard().with_depth::<1>();
    /// assert!(codec_bincode::decode_from_slice::<Vec<u8>, _>(&[0], flat).is_ok());
    /// assert!(codec_bincode::decode_from_slice::<Nested, _>(&[1, 1, 0], flat).is_err());
    /// # }
    /// ```
    #[must_use]
    pub const fn with_depth<const N: usize>(self) -> Configuration<E, I, L, Depth<N>> {
        Configuration(PhantomData)
    }
}

/// The configuration of encoders and decoders: implemented by [`Configuration`].
pub trait Config: Wire {
    /// The byte order.
    fn endianness(&self) -> Endianness;

    /// The integer encoding.
    fn int_encoding(&self) -> IntEncoding;

    /// The most bytes, if there is a limit.
    fn limit(&self) -> Option<usize>;
}

impl<T: Wire> Config for T {
    fn endianness(&self) -> Endianness {
        if T::BIG { Endianness::Big } else { Endianness::Little }
    }

    fn int_encoding(&self) -> IntEncoding {
        if T::FIXED { IntEncoding::Fixed } else { IntEncoding::Variable }
    }

    fn limit(&self) -> Option<usize> {
        T::LIMIT
    }
}

/// Little-endian integers and floats.
#[derive(Debug, Clone, Copy)]
pub struct LittleEndian;

/// Big-endian integers and floats.
#[derive(Debug, Clone, Copy)]
pub struct BigEndian;

/// Integers of fixed width.
#[derive(Debug, Clone, Copy)]
pub struct Fixint;

/// Integers of one to 17 bytes.
#[derive(Debug, Clone, Copy)]
pub struct Varint;

/// No limit except those that apply to every decode.
#[derive(Debug, Clone, Copy)]
pub struct NoLimit;

/// At most `N` bytes.
#[derive(Debug, Clone, Copy)]
pub struct Limit<const N: usize>;

/// At most `N` levels of nesting.
#[derive(Debug, Clone, Copy)]
pub struct Depth<const N: usize>;

/// The byte order of a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Endianness {
    /// The least significant byte first.
    Little,
    /// The most significant byte first.
    Big,
}

/// The integer encoding of a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum IntEncoding {
    /// Fixed width.
    Fixed,
    /// One to 17 bytes.
    Variable,
}
