//! Types with a length or a count, separate from the prefix that says it.
#![forbid(unsafe_code)]

use super::prefix::Prefix;
use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;
use crate::write::writer::Writer;

/// A type with a length or a count: strings in bytes, sequences in elements, an
/// `Option` as a sequence of none or one. `#[codec(len = ..)]`, `min`, `max`, `count`
/// and `tail` ask for it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a string, sequence or option",
    label = "`len`, `min`, `max`, `count` and `tail` are for strings, sequences and options",
    note = "a type such as `wire::Str0255` has its prefix and limit already",
    note = "a value of any type can have a length in bytes: `#[codec(bytes = u16)]`"
)]
pub trait Counted {
    /// Length in bytes, or number of elements.
    fn count(&self) -> usize;

    /// Encoded length of the content, without a prefix.
    fn content_len<F: Format>(&self) -> usize;

    /// Writes the content, without a prefix.
    ///
    /// # Errors
    /// The errors of the elements.
    fn encode_content<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError>;
}

/// A [`Counted`] type that can be decoded once its count is known.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a string, sequence or option",
    label = "`len`, `min`, `max`, `count` and `tail` are for strings, sequences and options",
    note = "a type such as `wire::Str0255` has its prefix and limit already",
    note = "a value of any type can have a length in bytes: `#[codec(bytes = u16)]`"
)]
pub trait DecodeCounted: Sized {
    /// Reads the content. The count is untrusted.
    ///
    /// # Errors
    /// The errors of the elements.
    fn decode_counted<F: Format>(r: &mut Reader<'_, F>, count: usize) -> Result<Self, DecodeError>;

    /// Like [`decode_counted`](Self::decode_counted), into an existing value.
    ///
    /// # Errors
    /// The errors of the elements.
    #[inline]
    fn decode_counted_into<F: Format>(
        &mut self,
        r: &mut Reader<'_, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        *self = Self::decode_counted(r, count)?;
        Ok(())
    }

    /// Number of elements that the value holds of the `count` that were read: of a map or set as
    /// many as have a key of their own.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn held(&self, count: usize) -> usize {
        count
    }

    /// Reads content until the input ends; of an `Option`, its value if any input is
    /// left.
    ///
    /// # Errors
    /// The errors of the elements, a cut last one included.
    fn decode_rest<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError>;
}

/// Like [`DecodeCounted`], borrowing from the input.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a string, sequence or option",
    label = "`len`, `min`, `max`, `count` and `tail` are for strings, sequences and options"
)]
pub trait DecodeCountedRef<'de>: Sized {
    /// Reads the content. The count is untrusted.
    ///
    /// # Errors
    /// The errors of the elements.
    fn decode_counted_ref<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError>;

    /// Returns the same as [`DecodeCounted::held`], and charges the reader for what that takes.
    ///
    /// # Errors
    /// [`MemoryExceeded`](DecodeErrorKind::MemoryExceeded),
    /// [`OutOfMemory`](DecodeErrorKind::OutOfMemory).
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn held_ref<F: Format>(
        &self,
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<usize, DecodeError> {
        let _ = r;
        Ok(count)
    }

    /// Reads content until the input ends; of an `Option`, its value if any input is
    /// left.
    ///
    /// # Errors
    /// The errors of the elements, a cut last one included.
    fn decode_rest_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError>;
}

/// The fewest and the most that a length or count may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountLimits {
    /// The fewest.
    pub min: usize,
    /// The most.
    pub max: usize,
}

impl CountLimits {
    /// Any count.
    pub const NONE: Self = Self { min: 0, max: usize::MAX };
}

/// The count that an expression over other fields gives.
///
/// # Errors
/// [`LengthOverflow`](DecodeErrorKind::LengthOverflow) when it is negative or
/// does not fit `usize`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn count<F: Format, N: TryInto<usize>>(
    r: &Reader<'_, F>,
    count: N,
) -> Result<usize, DecodeError> {
    count.try_into().map_err(|_| r.error(DecodeErrorKind::LengthOverflow))
}

/// Reads a length prefix, and checks it against limits.
///
/// # Errors
/// [`LengthOverLimit`](DecodeErrorKind::LengthOverLimit),
/// [`LengthUnderLimit`](DecodeErrorKind::LengthUnderLimit).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_prefix<F: Format, P: Prefix>(
    r: &mut Reader<'_, F>,
    limits: CountLimits,
) -> Result<usize, DecodeError> {
    let start = r.offset();
    let count = P::read(r)?;
    check_limit(r, start, count, limits)
}

/// Checks a count against limits; `start` is its offset, or where the
/// content begins.
///
/// # Errors
/// [`LengthOverLimit`](DecodeErrorKind::LengthOverLimit),
/// [`LengthUnderLimit`](DecodeErrorKind::LengthUnderLimit).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn check_limit<F: Format>(
    r: &mut Reader<'_, F>,
    start: usize,
    count: usize,
    limits: CountLimits,
) -> Result<usize, DecodeError> {
    if count > limits.max {
        return Err(r.over_limit(start, count, limits.max));
    }
    if count < limits.min {
        return Err(DecodeError::new(DecodeErrorKind::LengthUnderLimit, start));
    }
    Ok(count)
}

/// Checks that a value of which at least `least` elements were declared, at `start`, holds as many.
///
/// # Errors
/// [`LengthUnderLimit`](DecodeErrorKind::LengthUnderLimit).
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn check_held(start: usize, held: usize, least: usize) -> Result<(), DecodeError> {
    if held < least {
        return Err(DecodeError::new(DecodeErrorKind::LengthUnderLimit, start));
    }
    Ok(())
}

/// Writes a value after a prefix of its own.
///
/// # Errors
/// [`LengthOverLimit`](EncodeErrorKind::LengthOverLimit),
/// [`LengthUnderLimit`](EncodeErrorKind::LengthUnderLimit), and those of the value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_counted<F: Format, P: Prefix>(
    w: &mut Writer<'_, F>,
    value: &(impl Counted + ?Sized),
    limits: CountLimits,
) -> Result<(), EncodeError> {
    let count = value.count();
    check_count(w, count, limits)?;
    P::write(w, count)?;
    value.encode_content(w)
}

/// Writes a value without a prefix, whose count another field says.
///
/// # Errors
/// [`InconsistentFields`](EncodeErrorKind::InconsistentFields) when it has
/// another count, and as [`write_counted`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_counted_by<F: Format, N: TryInto<usize>>(
    w: &mut Writer<'_, F>,
    value: &(impl Counted + ?Sized),
    count: N,
    limits: CountLimits,
) -> Result<(), EncodeError> {
    if count.try_into().ok() != Some(value.count()) {
        return Err(w.error(EncodeErrorKind::InconsistentFields));
    }
    check_count(w, value.count(), limits)?;
    value.encode_content(w)
}

/// Writes one of several tails, after the tail `before`. That is an option:
/// nothing is left after a string or a sequence.
///
/// # Errors
/// [`InconsistentFields`](EncodeErrorKind::InconsistentFields) when it is
/// there and the one before it is not: it would be taken for that one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_tail_after<F: Format, T>(
    w: &mut Writer<'_, F>,
    before: &Option<T>,
    value: &(impl Counted + ?Sized),
) -> Result<(), EncodeError> {
    if before.is_none() && value.count() > 0 {
        return Err(w.error(EncodeErrorKind::InconsistentFields));
    }
    value.encode_content(w)
}

/// Checks the length of a value that is written against limits.
///
/// # Errors
/// [`LengthOverLimit`](EncodeErrorKind::LengthOverLimit),
/// [`LengthUnderLimit`](EncodeErrorKind::LengthUnderLimit).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn check_count<F: Format>(
    w: &Writer<'_, F>,
    count: usize,
    limits: CountLimits,
) -> Result<(), EncodeError> {
    if count > limits.max {
        return Err(w.error(EncodeErrorKind::LengthOverLimit));
    }
    if count < limits.min {
        return Err(w.error(EncodeErrorKind::LengthUnderLimit));
    }
    Ok(())
}

/// Encoded length of a value after a prefix of its own.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn counted_len<F: Format, P: Prefix>(value: &(impl Counted + ?Sized)) -> usize {
    P::encoded_len::<F>(value.count()).wrapping_add(value.content_len::<F>())
}

/// A type whose count and content are those of another `Counted` type: of the one that it
/// dereferences to, or of the one that the closure returns.
macro_rules! as_counted {
    ($({$($params:tt)*})? $type:ty) => {
        $crate::value::counted::as_counted!($({$($params)*})? $type; |it| &**it);
    };
    ($({$($params:tt)*})? $type:ty; |$value:ident| $shown:expr) => {
        impl<$($($params)*)?> $crate::value::counted::Counted for $type {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn count(&self) -> usize {
                let $value = self;
                $crate::value::counted::Counted::count($shown)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn content_len<F: $crate::Format>(&self) -> usize {
                let $value = self;
                $crate::value::counted::Counted::content_len::<F>($shown)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode_content<F: $crate::Format>(
                &self,
                w: &mut $crate::Writer<'_, F>,
            ) -> Result<(), $crate::EncodeError> {
                let $value = self;
                $crate::value::counted::Counted::encode_content($shown, w)
            }
        }
    };
}

/// The methods `size`, `decode` and `decode_into` of a `Decodable` type that is a count and then so
/// many `$item`.
#[cfg(feature = "alloc")]
macro_rules! after_count {
    ($item:ty) => {
        $crate::format::size::sizes!(size: $crate::Size::at_least(F::len_size().min));

        #[inline]
        fn decode<F: $crate::Format>(
            r: &mut $crate::Reader<'_, F>,
        ) -> Result<Self, $crate::DecodeError> {
            const { F::RULES.unsupported.refuse_sequence::<$item>() };
            let count = r.length()?;
            <Self as $crate::value::counted::DecodeCounted>::decode_counted(r, count)
        }

        #[inline]
        fn decode_into<F: $crate::Format>(
            &mut self,
            r: &mut $crate::Reader<'_, F>,
        ) -> Result<(), $crate::DecodeError> {
            const { F::RULES.unsupported.refuse_sequence::<$item>() };
            let count = r.length()?;
            $crate::value::counted::DecodeCounted::decode_counted_into(self, r, count)
        }
    };
}

/// Reads the content of a type without its count, `own` or `borrow`ed from the input: so many
/// elements, and up to the end. The way to read `over` a value and other methods of the trait follow.
macro_rules! content {
    (
        own #[$inline:meta] $({$($params:tt)*})? $type:ty $(where {$($bounds:tt)*})?;
        |$r:ident, $count:ident| $some:expr; $all:expr;
        over |$own:ident, $from:ident, $all_of:ident| $over:expr $(; $($more:tt)*)?
    ) => {
        $crate::value::counted::content! {own
            #[$inline] $({$($params)*})? $type $(where {$($bounds)*})?;
            |$r, $count| $some; $all;
            #[inline]
            fn decode_counted_into<F: $crate::Format>(
                &mut self,
                $from: &mut $crate::Reader<'_, F>,
                $all_of: usize,
            ) -> Result<(), $crate::DecodeError> {
                let $own = self;
                $over
            }
            $($($more)*)?
        }
    };
    (own $($of:tt)*) => {
        $crate::value::counted::content!(@ DecodeCounted, '_, decode_counted decode_rest; $($of)*);
    };
    (borrow $($of:tt)*) => {
        $crate::value::counted::content!(
            @ DecodeCountedRef<'de>, 'de, decode_counted_ref decode_rest_ref; $($of)*
        );
    };
    (
        @ $trait:ident $(<$de:lifetime>)?, $input:lifetime, $counted:ident $rest:ident;
        #[$inline:meta] $({$($params:tt)*})? $type:ty $(where {$($bounds:tt)*})?;
        |$r:ident, $count:ident| $some:expr; $all:expr $(; $($more:tt)*)?
    ) => {
        impl<$($de,)? $($($params)*)?> $crate::value::counted::$trait $(<$de>)? for $type
        $(where $($bounds)*)?
        {
            #[$inline]
            fn $counted<F: $crate::Format>(
                $r: &mut $crate::Reader<$input, F>,
                $count: usize,
            ) -> Result<Self, $crate::DecodeError> {
                $some
            }

            #[$inline]
            fn $rest<F: $crate::Format>(
                $r: &mut $crate::Reader<$input, F>,
            ) -> Result<Self, $crate::DecodeError> {
                $all
            }

            $($($more)*)?
        }
    };
}

#[cfg(feature = "alloc")]
pub(crate) use after_count;
pub(crate) use {as_counted, content};
