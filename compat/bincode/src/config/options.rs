//! bincode 1's options.
#![forbid(unsafe_code)]

use std::io::{Read, Write};
use std::marker::PhantomData;

use serde::de::{DeserializeOwned, DeserializeSeed};
use serde::{Deserialize, Serialize};

use super::wire::{ByteOrder, Integers, Wire};
use super::{BigEndian, DEFAULT_LEVELS, Fixint, LittleEndian};
use crate::one::{Result, calls};

/// Integers of fixed width: bincode 1's name.
pub type FixintEncoding = Fixint;

/// Integers of one to 17 bytes; the marker may be for more bytes than the type has.
#[derive(Debug, Clone, Copy)]
pub struct VarintEncoding;

impl Integers for VarintEncoding {
    const FIXED: bool = false;
    type In<E: ByteOrder> = E::Wide;
}

/// The byte order of the machine.
#[cfg(target_endian = "little")]
pub type NativeEndian = LittleEndian;

/// The byte order of the machine.
#[cfg(target_endian = "big")]
pub type NativeEndian = BigEndian;

/// Bytes after a value are an error.
#[derive(Debug, Clone, Copy)]
pub struct RejectTrailing;

/// Bytes after a value are ignored.
#[derive(Debug, Clone, Copy)]
pub struct AllowTrailing;

/// No limit except those that apply to every decode.
#[derive(Debug, Clone, Copy)]
pub struct Infinite;

/// At most that many bytes.
#[derive(Debug, Clone, Copy)]
pub struct Bounded(pub u64);

/// The treatment of bytes after a value.
pub trait Trailing: Copy {
    #[doc(hidden)]
    const ALLOWED: bool;
}

impl Trailing for RejectTrailing {
    const ALLOWED: bool = false;
}

impl Trailing for AllowTrailing {
    const ALLOWED: bool = true;
}

/// A limit of bytes.
pub trait SizeLimit: Copy {
    #[doc(hidden)]
    fn bytes(&self) -> Option<u64>;
}

impl SizeLimit for Infinite {
    fn bytes(&self) -> Option<u64> {
        None
    }
}

impl SizeLimit for Bounded {
    fn bytes(&self) -> Option<u64> {
        Some(self.0)
    }
}

/// The meaning of options. Sealed.
pub trait InternalOptions {
    #[doc(hidden)]
    type Endian: ByteOrder;
    #[doc(hidden)]
    type IntEncoding: Integers;
    #[doc(hidden)]
    type Trailing: Trailing;
    #[doc(hidden)]
    fn limit(&self) -> Option<u64>;
    #[doc(hidden)]
    fn levels(&self) -> usize;
}

impl<O: InternalOptions> InternalOptions for &mut O {
    type Endian = O::Endian;
    type IntEncoding = O::IntEncoding;
    type Trailing = O::Trailing;

    fn limit(&self) -> Option<u64> {
        O::limit(self)
    }

    fn levels(&self) -> usize {
        O::levels(self)
    }
}

/// Options as a configuration: a format, and a nesting limit.
#[derive(Debug)]
pub struct One<O> {
    levels: usize,
    options: PhantomData<fn() -> O>,
}

impl<O> Clone for One<O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for One<O> {}

impl<O: InternalOptions> One<O> {
    pub(crate) fn new(options: &O) -> Self {
        Self { levels: options.levels(), options: PhantomData }
    }
}

impl<O: InternalOptions> Wire for One<O> {
    type Format = <O::IntEncoding as Integers>::In<O::Endian>;
    const BIG: bool = O::Endian::BIG;
    const FIXED: bool = O::IntEncoding::FIXED;
    // In bincode 1 the limit is on the bytes of the reader, not on values.
    const LIMIT: Option<usize> = None;

    #[inline]
    fn levels(&self) -> usize {
        self.levels
    }
}

/// Little-endian, variable-length integers, no limit, no bytes after a value. The functions
/// at the root of the crate have `.with_fixint_encoding().allow_trailing_bytes()`.
#[derive(Debug, Clone, Copy, Default)]
pub struct DefaultOptions(());

impl DefaultOptions {
    /// The options.
    pub const fn new() -> Self {
        Self(())
    }
}

impl InternalOptions for DefaultOptions {
    type Endian = LittleEndian;
    type IntEncoding = VarintEncoding;
    type Trailing = RejectTrailing;

    fn limit(&self) -> Option<u64> {
        None
    }

    fn levels(&self) -> usize {
        DEFAULT_LEVELS
    }
}

/// Options that replace one setting of others.
macro_rules! others {
    ($($(#[$meta:meta])* $name:ident<$param:ident: $bound:ident>: $endian:ty, $int:ty, $trailing:ty;)*) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy)]
        pub struct $name<O, $param>(O, PhantomData<$param>);

        impl<O: InternalOptions, $param: $bound> InternalOptions for $name<O, $param> {
            type Endian = $endian;
            type IntEncoding = $int;
            type Trailing = $trailing;

            fn limit(&self) -> Option<u64> {
                self.0.limit()
            }

            fn levels(&self) -> usize {
                self.0.levels()
            }
        }
    )*};
}

others! {
    /// Options with another byte order.
    WithOtherEndian<E: ByteOrder>: E, O::IntEncoding, O::Trailing;
    /// Options with another integer encoding.
    WithOtherIntEncoding<I: Integers>: O::Endian, I, O::Trailing;
    /// Options with another treatment of bytes after a value.
    WithOtherTrailing<T: Trailing>: O::Endian, O::IntEncoding, T;
}

/// Options with another limit.
#[derive(Debug, Clone, Copy)]
pub struct WithOtherLimit<O, L>(O, L);

impl<O: InternalOptions, L: SizeLimit> InternalOptions for WithOtherLimit<O, L> {
    type Endian = O::Endian;
    type IntEncoding = O::IntEncoding;
    type Trailing = O::Trailing;

    fn limit(&self) -> Option<u64> {
        self.1.bytes()
    }

    fn levels(&self) -> usize {
        self.0.levels()
    }
}

/// Options with another nesting limit.
#[derive(Debug, Clone, Copy)]
pub struct WithDepth<O>(O, usize);

impl<O: InternalOptions> InternalOptions for WithDepth<O> {
    type Endian = O::Endian;
    type IntEncoding = O::IntEncoding;
    type Trailing = O::Trailing;

    fn limit(&self) -> Option<u64> {
        self.0.limit()
    }

    fn levels(&self) -> usize {
        self.1
    }
}

/// The encoding and decoding options of bincode 1.
///
/// ```
/// use codec_bincode::Options as _;
/// let options = codec_bincode::options().with_big_endian().with_fixint_encoding();
/// assert_eq!(options.serialize(&258u16)?, [1, 2]);
/// assert!(options.deserialize::<u16>(&[1, 2, 3]).is_err()); // a byte after it
/// assert_eq!(options.allow_trailing_bytes().deserialize::<u16>(&[1, 2, 3])?, 258);
/// assert!(options.with_limit(1).serialize(&258u16).is_err());
/// # Ok::<(), codec_bincode::Error>(())
/// ```
pub trait Options: InternalOptions + Sized {
    /// No limit except those that apply to every decode.
    fn with_no_limit(self) -> WithOtherLimit<Self, Infinite> {
        WithOtherLimit(self, Infinite)
    }

    /// At most that many bytes are written, or read from a source. As in bincode 1, a slice
    /// is not limited: its length is known.
    fn with_limit(self, limit: u64) -> WithOtherLimit<Self, Bounded> {
        WithOtherLimit(self, Bounded(limit))
    }

    /// At most this many levels of nested sequences, maps, options and enums: 128 by default.
    /// bincode has no such limit, and overflows the stack.
    fn with_depth(self, levels: usize) -> WithDepth<Self> {
        WithDepth(self, levels)
    }

    /// Little-endian integers and floats.
    fn with_little_endian(self) -> WithOtherEndian<Self, LittleEndian> {
        WithOtherEndian(self, PhantomData)
    }

    /// Big-endian integers and floats.
    fn with_big_endian(self) -> WithOtherEndian<Self, BigEndian> {
        WithOtherEndian(self, PhantomData)
    }

    /// Integers and floats in the machine's byte order.
    fn with_native_endian(self) -> WithOtherEndian<Self, NativeEndian> {
        WithOtherEndian(self, PhantomData)
    }

    /// Integers of one to 17 bytes.
    fn with_varint_encoding(self) -> WithOtherIntEncoding<Self, VarintEncoding> {
        WithOtherIntEncoding(self, PhantomData)
    }

    /// Integers of fixed width, lengths of 8 bytes, tags of 4.
    fn with_fixint_encoding(self) -> WithOtherIntEncoding<Self, FixintEncoding> {
        WithOtherIntEncoding(self, PhantomData)
    }

    /// Bytes after a value are an error.
    fn reject_trailing_bytes(self) -> WithOtherTrailing<Self, RejectTrailing> {
        WithOtherTrailing(self, PhantomData)
    }

    /// Bytes after a value are ignored.
    fn allow_trailing_bytes(self) -> WithOtherTrailing<Self, AllowTrailing> {
        WithOtherTrailing(self, PhantomData)
    }

    /// Encodes a value into a new vector.
    ///
    /// # Errors
    /// [`SizeLimit`](crate::ErrorKind::SizeLimit), and those of the value.
    fn serialize<S: Serialize + ?Sized>(self, t: &S) -> Result<Vec<u8>> {
        calls::serialize(t, &self)
    }

    /// The length of a value's encoding in bytes.
    ///
    /// # Errors
    /// The same as [`serialize`](Self::serialize).
    fn serialized_size<T: Serialize + ?Sized>(self, t: &T) -> Result<u64> {
        calls::serialized_size(t, &self)
    }

    /// Encodes a value into a sink.
    ///
    /// # Errors
    /// The same as [`serialize`](Self::serialize), and [`Io`](crate::ErrorKind::Io).
    fn serialize_into<W: Write, T: Serialize + ?Sized>(self, w: W, t: &T) -> Result<()> {
        calls::serialize_into(w, t, &self)
    }

    /// Decodes a value from a slice, from which it may borrow.
    ///
    /// # Errors
    /// [`Io`](crate::ErrorKind::Io) with `UnexpectedEof` when the slice ends, and the others
    /// of [`ErrorKind`](crate::ErrorKind).
    fn deserialize<'a, T: Deserialize<'a>>(self, bytes: &'a [u8]) -> Result<T> {
        calls::deserialize_seed(PhantomData, bytes, &self)
    }

    /// Like [`deserialize`](Self::deserialize), for a value that a seed makes.
    ///
    /// # Errors
    /// The same as [`deserialize`](Self::deserialize).
    fn deserialize_seed<'a, T: DeserializeSeed<'a>>(
        self,
        seed: T,
        bytes: &'a [u8],
    ) -> Result<T::Value> {
        calls::deserialize_seed(seed, bytes, &self)
    }

    /// Decodes a value from a source, without reading past it.
    ///
    /// # Errors
    /// [`SizeLimit`](crate::ErrorKind::SizeLimit), and those of [`deserialize`](Self::deserialize).
    fn deserialize_from<R: Read, T: DeserializeOwned>(self, reader: R) -> Result<T> {
        calls::deserialize_from_seed(PhantomData, reader, &self)
    }

    /// Like [`deserialize_from`](Self::deserialize_from), for a value that a seed makes.
    ///
    /// # Errors
    /// The same as [`deserialize_from`](Self::deserialize_from).
    fn deserialize_from_seed<'a, R: Read, T: DeserializeSeed<'a>>(
        self,
        seed: T,
        reader: R,
    ) -> Result<T::Value> {
        calls::deserialize_from_seed(seed, reader, &self)
    }
}

impl<T: InternalOptions> Options for T {}
