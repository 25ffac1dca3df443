//! The trait of types that can be written.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use super::estimate;
use crate::error::EncodeError;
use crate::format::Format;
use crate::format::size::Size;
use crate::write::writer::Writer;

/// A type that can be encoded in any format that carries it.
///
/// Derive it with `#[derive(Encode)]`. Written by hand, an implementation
/// returns the exact length and then writes exactly that many bytes; when it
/// does not, encoding fails or yields what was written, and nothing worse.
///
/// ```
/// use codec_core::{Encode, EncodeError, Format, Sv2, Writer};
/// struct Version(u16);
/// impl Encode for Version {
///     fn encoded_len<F: Format>(&self) -> usize { self.0.encoded_len::<F>() }
///     fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
///         self.0.encode(w)
///     }
/// }
/// assert_eq!(Sv2::to_vec(&Version(2))?, [2, 0]);
/// # Ok::<(), EncodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be encoded",
    label = "`Encode` is not implemented for this type",
    note = "add `#[derive(codec_core::Encode)]` to it",
    note = "for a field of a type of another crate, name a module: `#[codec(with = module)]`"
)]
pub trait Encode {
    /// Encode by an outlined function. The derive sets it for types that are long, take several
    /// allocations or contain themselves; it is not for others to set.
    #[doc(hidden)]
    const OUTLINED: bool = false;

    /// True if a value takes the rest of the input, so that nothing can follow it. The derive sets it
    /// for types that end with `tail`; it is not for others to set. False for a type behind a pointer,
    /// which may be the type itself.
    #[doc(hidden)]
    const OPEN: bool = false;

    /// Bounds on the encoded length that the type alone gives; they let a struct check
    /// once for a run of fields. The default claims none.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_size<F: Format>() -> Size {
        Size::UNKNOWN
    }

    /// Exact length of the encoding of this value, in bytes.
    fn encoded_len<F: Format>(&self) -> usize;

    /// Number of bytes of a string or of bytes, and 0 of another value whose encoded length takes few
    /// instructions to compute: room for these is made before they are written, which is then done
    /// once. `None` of all others.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn copied<F: Format>(&self) -> Option<usize> {
        None
    }

    /// Writes the value.
    ///
    /// # Errors
    /// [`LengthOverLimit`](crate::EncodeErrorKind::LengthOverLimit) and
    /// [`InvalidValue`](crate::EncodeErrorKind::InvalidValue) when the format
    /// has no encoding for this value.
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError>;

    /// Writes the value where something follows it.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode_inner<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { open_end(&[Self::OPEN, false]) };
        self.encode(w)
    }

    /// Length of the encodings of these values, one after another: exact, except that
    /// [`Format::to_vec`] has it estimated for 64 or more values of varying length.
    #[inline]
    fn slice_len<F: Format>(items: &[Self]) -> usize
    where
        Self: Sized,
    {
        let size = Self::encoded_size::<F>();
        if size.fixed {
            return size.min.wrapping_mul(items.len());
        }
        // A constant: without estimates, the other function is not compiled.
        #[cfg(feature = "alloc")]
        if const { F::RULES.estimates } && items.len() >= estimate::LONG {
            return estimate::slice_len::<F, Self>(items);
        }
        let mut len = 0usize;
        for item in items {
            len = len.wrapping_add(item.encoded_len::<F>());
        }
        len
    }

    /// Writes these values one after another.
    ///
    /// # Errors
    /// The same as [`encode`](Self::encode).
    #[inline]
    fn encode_slice<F: Format>(items: &[Self], w: &mut Writer<'_, F>) -> Result<(), EncodeError>
    where
        Self: Sized,
    {
        crate::value::bulk::encode_slice(items, w)
    }
}

/// Stops the build unless the last of these parts alone may take the rest of the input, and returns
/// true if it does.
pub(crate) const fn open_end(parts: &[bool]) -> bool {
    let (mut index, mut open) = (0, false);
    while index < parts.len() {
        assert!(
            !open,
            "`#[codec(tail)]` takes the rest of the input, and something follows the type that has it: \
             write `bytes = ..` on the field, or put it last"
        );
        open = parts[index];
        index += 1;
    }
    open
}

/// The size of a type whose values all have that many bytes, in every format.
macro_rules! fixed_len {
    ($len:expr) => {
        $crate::format::size::sizes!(encoded_size: $crate::Size::fixed($len));

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn encoded_len<F: $crate::Format>(&self) -> usize {
            $len
        }
    };
}

/// A type that is encoded as another: the closure returns a reference to that one. With `fast`,
/// `copied` is that type's as well.
macro_rules! encode_as {
    (@fast $other:ty) => {
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn copied<F: $crate::Format>(&self) -> Option<usize> {
            <$other as $crate::Encode>::copied::<F>(self)
        }
    };
    (
        $({$($params:tt)*})? $type:ty as $other:ty;
        |$value:ident| $shown:expr $(; $fast:ident)?
    ) => {
        impl$(<$($params)*>)? $crate::Encode for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_size<F: $crate::Format>() -> $crate::Size {
                <$other as $crate::Encode>::encoded_size::<F>()
            }

            $($crate::value::encode::encode_as!(@$fast $other);)?

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_len<F: $crate::Format>(&self) -> usize {
                let $value = self;
                <$other as $crate::Encode>::encoded_len::<F>($shown)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<F: $crate::Format>(
                &self,
                w: &mut $crate::Writer<'_, F>,
            ) -> Result<(), $crate::EncodeError> {
                let $value = self;
                <$other as $crate::Encode>::encode($shown, w)
            }
        }
    };
}

/// A `Counted` type that is encoded as its count and its content. `$refuse` stops the build for a
/// format that can't carry it.
macro_rules! encode_counted {
    (
        $({$($params:tt)*})? $type:ty $(where {$($bounds:tt)*})?;
        $refuse:ident::<$item:ty>
    ) => {
        impl$(<$($params)*>)? $crate::Encode for $type $(where $($bounds)*)? {
            $crate::format::size::sizes!(encoded_size: $crate::Size::at_least(F::len_size().min));

            #[inline]
            fn encoded_len<F: $crate::Format>(&self) -> usize {
                let content = $crate::value::counted::Counted::content_len::<F>(self);
                F::len_len($crate::value::counted::Counted::count(self)).wrapping_add(content)
            }

            #[inline]
            fn encode<F: $crate::Format>(
                &self,
                w: &mut $crate::Writer<'_, F>,
            ) -> Result<(), $crate::EncodeError> {
                const { F::RULES.unsupported.$refuse::<$item>() };
                w.length($crate::value::counted::Counted::count(self))?;
                $crate::value::counted::Counted::encode_content(self, w)
            }
        }
    };
}

pub(crate) use {encode_as, encode_counted, fixed_len};
