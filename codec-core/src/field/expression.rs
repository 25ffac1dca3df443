//! Expressions over fields: what a name is bound to, and arithmetic that neither panics nor wraps.
#![forbid(unsafe_code)]

use core::cmp::Ordering;
use core::ops::Deref;

use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::read::reader::Reader;

/// A field that an expression names: [`get`](Self::get) copies a `Copy` value; of others, the method of
/// [`Referred`] is found, which returns the reference.
pub struct Bound<'f, T: ?Sized>(Referred<'f, T>);

/// A field that is no `Copy` value.
pub struct Referred<'f, T: ?Sized>(&'f T);

/// Binds a field.
#[cfg_attr(not(debug_assertions), inline(always))]
pub const fn bound<T: ?Sized>(field: &T) -> Bound<'_, T> {
    Bound(Referred(field))
}

impl<T: Copy> Bound<'_, T> {
    /// A copy.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn get(&self) -> T {
        *self.0.0
    }
}

impl<'f, T: ?Sized> Referred<'f, T> {
    /// The reference.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn get(&self) -> &'f T {
        self.0
    }
}

impl<T: Integer> Bound<'_, T> {
    /// The integer itself, for `*` of its name.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn star(&self) -> &T {
        self.0.0
    }
}

impl<'f, T: Deref + ?Sized> Referred<'f, T> {
    /// The place that `*` of the name means.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn star(&self) -> &'f T::Target {
        self.0
    }
}

impl<'f, T: ?Sized> Deref for Bound<'f, T> {
    type Target = Referred<'f, T>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn deref(&self) -> &Referred<'f, T> {
        &self.0
    }
}

/// An integer, which arithmetic over fields takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer",
    label = "arithmetic over fields is of integers",
    note = "in a block, `{{ .. }}`, arithmetic is Rust's own"
)]
pub trait Integer: Copy {
    /// The number, unless it is above `i128::MAX`.
    fn wide(self) -> Option<i128>;
}

macro_rules! integers {
    ($($integer:ty)*) => {$(
        impl Integer for $integer {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn wide(self) -> Option<i128> {
                self.try_into().ok()
            }
        }
    )*};
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl<T: Integer> Integer for &T {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn wide(self) -> Option<i128> {
        (*self).wide()
    }
}

/// `value << by`, when no bit is lost.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn shl(value: i128, by: i128) -> Option<i128> {
    let by = u32::try_from(by).ok()?;
    let shifted = value.checked_shl(by)?;
    (shifted >> by == value).then_some(shifted)
}

/// `value >> by`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn shr(value: i128, by: i128) -> Option<i128> {
    value.checked_shr(u32::try_from(by).ok()?)
}

/// Compares two numbers.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn compare(one: i128, other: i128) -> Ordering {
    // Where the operands are short, the compiler knows that they fit, and compares registers.
    match (i64::try_from(one), i64::try_from(other)) {
        (Ok(one), Ok(other)) => one.cmp(&other),
        _ => one.cmp(&other),
    }
}

/// Number of bytes that are left, to the end of a stream.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn remaining<F: Format>(r: &mut Reader<'_, F>) -> usize {
    r.fetch_all();
    r.remaining()
}

/// The value of an expression, or `None` when it can't be computed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn tried<T>(compute: impl FnOnce() -> Option<T>) -> Option<T> {
    compute()
}

/// A length, unless it can't be computed.
pub struct Length(Option<usize>);

impl TryFrom<Length> for usize {
    type Error = ();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn try_from(Length(len): Length) -> Result<Self, ()> {
        len.ok_or(())
    }
}

/// A number for a length.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn number(compute: impl FnOnce() -> Option<i128>) -> Length {
    Length(compute().and_then(|number| number.try_into().ok()))
}

/// A number for a tag; one that fits none, of what can't be computed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn tag(compute: impl FnOnce() -> Option<i128>) -> i128 {
    compute().unwrap_or(-1)
}

/// The result of a check; one that can't be computed fails.
///
/// # Errors
/// The refusal of the check.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn verdict<V: super::check::Verdict>(
    compute: impl FnOnce() -> Option<V>,
) -> Result<(), &'static str> {
    match compute().map(V::refusal) {
        Some(None) => Ok(()),
        Some(Some(refusal)) => Err(refusal),
        None => Err("check can't be computed"),
    }
}

/// The value of a field that is computed of others.
///
/// # Errors
/// [`IntegerOutOfRange`](DecodeErrorKind::IntegerOutOfRange) when it does not fit.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn made<F: Format, T, V: TryInto<T>>(
    r: &Reader<'_, F>,
    compute: impl FnOnce() -> Option<V>,
) -> Result<T, DecodeError> {
    compute().and_then(converted).ok_or_else(|| r.error(DecodeErrorKind::IntegerOutOfRange))
}

/// Converts a number, if it fits.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn converted<T, V: TryInto<T>>(value: V) -> Option<T> {
    value.try_into().ok()
}
