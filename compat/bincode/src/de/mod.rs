//! Decoding.
#![forbid(unsafe_code)]

#[cfg(feature = "std")]
mod blocks;
mod decoder;
pub(crate) mod elements;
pub mod read;
mod sizes;

pub use decoder::{DecoderImpl, WithContext};
#[doc(hidden)]
pub use sizes::Sizes;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use codec_core::MAX_EMPTY_ELEMENTS;
use decoder::{Counts, Parts};
use read::{BorrowReader, Reader};

use crate::config::{Config, Wire};
use crate::error::DecodeError;

/// Bytes of memory of an element that has none in the input, for one of [`MAX_EMPTY_ELEMENTS`].
const EMPTY_ELEMENT: usize = 4;

/// A type that is decoded without borrowing from the input. `Context` is a value that the caller
/// passes to all parts; most types accept any.
///
/// ```
/// use codec_bincode::de::{Decode, Decoder};
/// use codec_bincode::error::DecodeError;
/// #[derive(Debug, PartialEq)]
/// struct Port(u16);
/// impl<Context> Decode<Context> for Port {
///     fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
///         Ok(Self(Decode::decode(decoder)?))
///     }
/// }
/// codec_bincode::impl_borrow_decode!(Port);
/// let config = codec_bincode::config::standard();
/// assert_eq!(codec_bincode::decode_from_slice::<Port, _>(&[80], config)?, (Port(80), 1));
/// # Ok::<(), DecodeError>(())
/// ```
pub trait Decode<Context = ()>: Sized {
    /// `true` if every value has at least one byte, so that elements of the type need not be
    /// counted. Only a type that contains another directly may take this from it: through a
    /// pointer, a type can contain itself.
    #[doc(hidden)]
    const NEVER_EMPTY: bool = false;

    /// The number of bytes of each value, if all have as many. As for `NEVER_EMPTY`, a type takes
    /// this from those that it contains directly.
    #[doc(hidden)]
    const SIZES: Sizes = Sizes::UNKNOWN;

    /// Decodes a value.
    ///
    /// # Errors
    /// The errors of the type and the reader.
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError>;

    /// Decodes `len` values; numbers are decoded in bulk.
    ///
    /// # Errors
    /// The same as [`decode`](Self::decode).
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    #[inline]
    fn decode_vec<D: Decoder<Context = Context>>(
        decoder: &mut D,
        len: usize,
    ) -> Result<Vec<Self>, DecodeError> {
        #[cfg(feature = "std")]
        if D::R::RUNS && blocks::fit(Self::SIZES.of::<D::C>()) {
            return blocks::vec(decoder, len);
        }
        elements::collection(decoder, len, Self::NEVER_EMPTY, Self::decode)
    }

    /// Decodes an array; bytes are read in bulk.
    ///
    /// # Errors
    /// The same as [`decode`](Self::decode).
    #[doc(hidden)]
    #[inline]
    fn decode_array<D: Decoder<Context = Context>, const N: usize>(
        decoder: &mut D,
    ) -> Result<[Self; N], DecodeError> {
        elements::array(decoder, Self::decode)
    }
}

/// A type that may borrow from the input.
pub trait BorrowDecode<'de, Context = ()>: Sized {
    /// The same as for [`Decode`].
    #[doc(hidden)]
    const NEVER_EMPTY: bool = false;

    /// Decodes a value.
    ///
    /// # Errors
    /// The errors of the type and the reader.
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError>;

    /// Decodes `len` values; numbers are decoded in bulk.
    ///
    /// # Errors
    /// The same as [`borrow_decode`](Self::borrow_decode).
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    #[inline]
    fn borrow_decode_vec<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
        len: usize,
    ) -> Result<Vec<Self>, DecodeError> {
        elements::collection(decoder, len, Self::NEVER_EMPTY, Self::borrow_decode)
    }

    /// Decodes an array; bytes are read in bulk.
    ///
    /// # Errors
    /// The same as [`borrow_decode`](Self::borrow_decode).
    #[doc(hidden)]
    #[inline]
    fn borrow_decode_array<D: BorrowDecoder<'de, Context = Context>, const N: usize>(
        decoder: &mut D,
    ) -> Result<[Self; N], DecodeError> {
        elements::array(decoder, Self::borrow_decode)
    }
}

/// Implements `BorrowDecode` for a type that has `Decode`, in any context.
#[macro_export]
macro_rules! impl_borrow_decode {
    ($ty:ty $(, $param:tt)*) => {
        impl<'de $(, $param)*, __Context> $crate::BorrowDecode<'de, __Context> for $ty {
            const NEVER_EMPTY: bool = <$ty as $crate::Decode<__Context>>::NEVER_EMPTY;

            fn borrow_decode<D: $crate::de::BorrowDecoder<'de, Context = __Context>>(
                decoder: &mut D,
            ) -> ::core::result::Result<Self, $crate::error::DecodeError> {
                $crate::Decode::decode(decoder)
            }
        }
    };
}

/// Implements `BorrowDecode` for a type that has `Decode` in one context.
#[macro_export]
macro_rules! impl_borrow_decode_with_context {
    ($ty:ty, $context:ty $(, $param:tt)*) => {
        impl<'de $(, $param)*> $crate::BorrowDecode<'de, $context> for $ty {
            const NEVER_EMPTY: bool = <$ty as $crate::Decode<$context>>::NEVER_EMPTY;

            fn borrow_decode<D: $crate::de::BorrowDecoder<'de, Context = $context>>(
                decoder: &mut D,
            ) -> ::core::result::Result<Self, $crate::error::DecodeError> {
                $crate::Decode::decode(decoder)
            }
        }
    };
}

pub(crate) mod sealed {
    /// Implemented by the decoders and encoders of this crate.
    pub trait Sealed {}
    impl<T: Sealed> Sealed for &mut T {}
}

/// The decoder that a type decodes from. Sealed: [`DecoderImpl`] and its wrappers.
pub trait Decoder: sealed::Sealed {
    /// The source.
    type R: Reader;
    /// The configuration.
    type C: Config;
    /// The value that the caller passes to all parts.
    type Context;

    /// The context passed by the caller.
    fn context(&mut self) -> &mut Self::Context;

    /// The same decoder with another context.
    fn with_context<C>(&mut self, context: C) -> WithContext<'_, Self, C>
    where
        Self: Sized,
    {
        WithContext::new(self, context)
    }

    /// The source.
    fn reader(&mut self) -> &mut Self::R;

    /// The configuration.
    fn config(&self) -> &Self::C;

    /// The context, and what is counted.
    #[doc(hidden)]
    fn parts(&mut self) -> Parts<'_, Self::Context>;

    /// The counts.
    #[doc(hidden)]
    fn counts(&self) -> &Counts;

    /// The number of bytes that capacity is based on: those remaining if known, else those read so
    /// far.
    #[doc(hidden)]
    fn seen(&self) -> usize;

    /// Returns `true` if [`seen`](Self::seen) is the number of bytes that remain.
    #[doc(hidden)]
    fn sees_end(&self) -> bool;

    /// Counts bytes against the limit of the configuration.
    ///
    /// # Errors
    /// [`DecodeError::LimitExceeded`].
    #[inline(always)]
    fn claim_bytes_read(&mut self, n: usize) -> Result<(), DecodeError> {
        let Some(limit) = <Self::C as Wire>::LIMIT else { return Ok(()) };
        let claimed = &mut self.parts().1.claimed;
        *claimed = claimed.checked_add(n).ok_or(DecodeError::LimitExceeded)?;
        if *claimed > limit { Err(DecodeError::LimitExceeded) } else { Ok(()) }
    }

    /// Counts `len` elements against the limit of the configuration, before they are read.
    ///
    /// # Errors
    /// [`DecodeError::LimitExceeded`].
    #[inline]
    fn claim_container_read<T>(&mut self, len: usize) -> Result<(), DecodeError> {
        if <Self::C as Wire>::LIMIT.is_none() {
            return Ok(());
        }
        let bytes = len.checked_mul(size_of::<T>()).ok_or(DecodeError::LimitExceeded)?;
        self.claim_bytes_read(bytes)
    }

    /// Takes back a claim, for bytes that are counted as they are read.
    #[inline(always)]
    fn unclaim_bytes_read(&mut self, n: usize) {
        if <Self::C as Wire>::LIMIT.is_some() {
            let claimed = &mut self.parts().1.claimed;
            *claimed = claimed.saturating_sub(n);
        }
    }

    /// Enters a nested value.
    ///
    /// # Errors
    /// [`DecodeError::DepthExceeded`].
    #[doc(hidden)]
    #[inline]
    fn descend(&mut self) -> Result<(), DecodeError> {
        let limit = self.config().levels();
        let nesting = &mut self.parts().1.nesting;
        if *nesting >= limit {
            return Err(DecodeError::DepthExceeded { limit });
        }
        *nesting += 1;
        Ok(())
    }

    /// Leaves it.
    #[doc(hidden)]
    #[inline]
    fn ascend(&mut self) {
        let nesting = &mut self.parts().1.nesting;
        *nesting = nesting.saturating_sub(1);
    }

    /// The current nesting depth.
    #[doc(hidden)]
    #[inline]
    fn nesting(&self) -> usize {
        self.counts().nesting
    }

    /// Counts an element without bytes, which takes so much memory; what it has on the heap was
    /// [noted](Self::note_heap) since `heap`.
    #[doc(hidden)]
    #[inline]
    fn note_empty(&mut self, memory: usize, heap: usize) {
        let counts = self.parts().1;
        let memory = memory.saturating_add(counts.heap.wrapping_sub(heap));
        let weight = memory.div_ceil(EMPTY_ELEMENT).max(1);
        counts.empty = counts.empty.saturating_add(weight);
        // The limit of the configuration counts it like elements with bytes.
        if <Self::C as Wire>::LIMIT.is_some() {
            counts.claimed = counts.claimed.saturating_add(memory);
        }
    }

    /// Counts memory of a value behind a pointer.
    #[doc(hidden)]
    #[inline]
    fn note_heap(&mut self, memory: usize) {
        let heap = &mut self.parts().1.heap;
        *heap = heap.wrapping_add(memory);
    }

    /// Returns the error when more elements without bytes came than may be.
    #[doc(hidden)]
    #[inline]
    fn many_empty(&self) -> Option<DecodeError> {
        let counts = self.counts();
        if counts.empty > MAX_EMPTY_ELEMENTS {
            return Some(DecodeError::TooManyEmptyElements);
        }
        let limit = <Self::C as Wire>::LIMIT?;
        (counts.claimed > limit).then_some(DecodeError::LimitExceeded)
    }
}

/// The decoder that a borrowing type decodes from.
pub trait BorrowDecoder<'de>: Decoder {
    /// The source.
    type BR: BorrowReader<'de>;

    /// The source.
    fn borrow_reader(&mut self) -> &mut Self::BR;
}

impl<T: Decoder> Decoder for &mut T {
    type R = T::R;
    type C = T::C;
    type Context = T::Context;

    fn context(&mut self) -> &mut Self::Context {
        T::context(self)
    }

    #[inline]
    fn reader(&mut self) -> &mut Self::R {
        T::reader(self)
    }

    fn config(&self) -> &Self::C {
        T::config(self)
    }

    #[inline]
    fn parts(&mut self) -> Parts<'_, T::Context> {
        T::parts(self)
    }

    #[inline]
    fn counts(&self) -> &Counts {
        T::counts(self)
    }

    fn seen(&self) -> usize {
        T::seen(self)
    }

    fn sees_end(&self) -> bool {
        T::sees_end(self)
    }
}

impl<'de, T: BorrowDecoder<'de>> BorrowDecoder<'de> for &mut T {
    type BR = T::BR;

    #[inline]
    fn borrow_reader(&mut self) -> &mut Self::BR {
        T::borrow_reader(self)
    }
}
