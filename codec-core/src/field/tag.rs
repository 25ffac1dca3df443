//! The tag that distinguishes the variants of an enum.
#![forbid(unsafe_code)]

use core::mem::ManuallyDrop;

use super::{FormatWidth, Width};
use crate::error::{DecodeError, EncodeError};
use crate::format::size::{Size, sizes};
use crate::format::{Format, Unsupported};
use crate::read::fetch::by_cursor;
use crate::read::reader::Reader;
use crate::record::Value;
use crate::write::writer::Writer;

/// The tag of an enum: the format's [`FormatWidth`], or of a [`Width`] that the enum
/// chooses (`#[codec(tag = u8)]`).
pub trait Tag {
    /// The size of a tag.
    fn size<F: Format>() -> Size;

    /// The encoded length of this tag, in bytes.
    fn encoded_len<F: Format>(tag: u64) -> usize;

    /// Reads a tag.
    ///
    /// # Errors
    /// The errors that the format prescribes.
    fn read<F: Format>(r: &mut Reader<'_, F>) -> Result<u64, DecodeError>;

    /// Writes a tag.
    ///
    /// # Errors
    /// [`IntegerOutOfRange`](crate::EncodeErrorKind::IntegerOutOfRange) when
    /// there is no room for it.
    fn write<F: Format>(w: &mut Writer<'_, F>, tag: u64) -> Result<(), EncodeError>;
}

impl Tag for FormatWidth {
    sizes!(size: F::tag_size());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(tag: u64) -> usize {
        u32::try_from(tag).map_or(0, F::tag_len)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format>(r: &mut Reader<'_, F>) -> Result<u64, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.tag) };
        let start = r.offset();
        let tag = by_cursor!(F: r, F::tag_size().min, F::read_tag)?;
        r.note_value(start, || Value::Unsigned(tag.into()));
        Ok(tag.into())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: Format>(w: &mut Writer<'_, F>, tag: u64) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.tag) };
        match u32::try_from(tag) {
            Ok(tag) => F::write_tag(w.output(), tag),
            Err(_) => Err(w.error(crate::EncodeErrorKind::IntegerOutOfRange)),
        }
    }
}

impl<W: Width> Tag for W {
    sizes!(size: W::size());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(tag: u64) -> usize {
        W::encoded_len(tag)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read<F: Format>(r: &mut Reader<'_, F>) -> Result<u64, DecodeError> {
        let start = r.offset();
        let tag = <W as Width>::read(r)?;
        r.note_value(start, || Value::Unsigned(tag.into()));
        Ok(tag)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<F: Format>(w: &mut Writer<'_, F>, tag: u64) -> Result<(), EncodeError> {
        <W as Width>::write(w, tag)
    }
}

/// Stops the build when an enum has a tag that the format has no room for.
/// Generated code calls it in an inline constant.
///
/// # Panics
/// At compile time.
pub const fn assert_fits(tag: u64, room: u64) {
    assert!(
        tag <= room,
        "there is no room for a tag of this enum: write a wider `#[codec(tag = ..)]`"
    );
}

/// Stops the build when two variants have the same tag, each the first and the last of its tags.
/// Generated code calls it where the tags are constants of the user's.
///
/// # Panics
/// At compile time.
pub const fn assert_distinct(tags: &[(u64, u64)]) {
    let mut one = 0;
    while one < tags.len() {
        let mut other = one + 1;
        while other < tags.len() {
            assert!(
                tags[one].1 < tags[other].0 || tags[other].1 < tags[one].0,
                "two variants have the same tag: give one of them another `#[codec(value = ..)]`"
            );
            other += 1;
        }
        one += 1;
    }
}

/// A discriminant as a tag. Generated code calls it.
///
/// # Panics
/// At compile time, when the discriminant is negative or beyond 64 bits.
pub const fn from_discriminant(discriminant: i128) -> u64 {
    assert!(
        discriminant >= 0 && discriminant <= u64::MAX as i128,
        "a tag can't be negative: give the variant one with `#[codec(value = ..)]`"
    );
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked above")]
    let tag = discriminant as u64;
    tag
}

/// The variant of a tag, when none has a field and they are numbered
/// from zero. Nothing is dropped.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn variant_at<T, const N: usize>(variants: [T; N], tag: u64) -> Option<T> {
    let index = usize::try_from(tag).ok()?;
    if const { !core::mem::needs_drop::<T>() } {
        return variants.into_iter().nth(index);
    }
    let mut variants = variants.map(ManuallyDrop::new).into_iter();
    variants.nth(index).map(ManuallyDrop::into_inner)
}
