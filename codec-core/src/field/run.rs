//! The fields of structs, one after another: what generated code calls.
#![forbid(unsafe_code)]
#![expect(clippy::missing_errors_doc, reason = "errors that are not named are those of the fields")]

use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;
use crate::record::Trace;
use crate::value::decode::Decodable;
use crate::value::decode_ref::{DecodableRef, decode_part};
use crate::value::encode::{Encode, open_end};
use crate::value::varying::encode_field;
use crate::write::writer::Writer;

// Without optimisation, a field is a call: with the primitives written out for each, a wide struct
// is slow to build, and its stack frame large. A function that passes a value on returns the
// `Result` that it got, at once where there is no trace: `?` would keep three more copies of it in
// the frame, and nested values have the frames of all levels on the stack.

/// Begins a field: checks the run that starts with it, and gives its name to a trace.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn begin_field<F: Format>(
    r: &mut Reader<'_, F>,
    of: &'static str,
    field: &'static str,
    before: Size,
    run: Size,
) -> Result<(), DecodeError> {
    if Reader::<F>::FETCHES {
        r.fetch_run(before, run)?;
    }
    r.run(before, run)?;
    r.enter(of, field);
    Ok(())
}

/// Functions that read the next field of the struct `of`: `before` is the size of the field before it
/// ([`Size::UNKNOWN`] for the first) and `run` the run that starts with this one.
macro_rules! reads {
    ($($(#[$doc:meta])* $name:ident [$($param:tt)*] $input:lifetime, ($($given:ident: $type:ty)?)
        -> $result:ty, |$r:ident| $read:expr;)*) => {$(
        $(#[$doc])*
        #[cfg_attr(not(debug_assertions), inline(always))]
        pub fn $name<$($param)*>(
            $r: &mut Reader<$input, F>,
            of: &'static str,
            field: &'static str,
            before: Size,
            run: Size,
            $($given: $type,)?
        ) -> Result<$result, DecodeError> {
            begin_field($r, of, field, before, run)?;
            if !<F::State as Trace>::ON {
                return $read;
            }
            let value = $read;
            if value.is_ok() {
                $r.leave();
            }
            value
        }
    )*};
}

reads! {
    /// Decodes a field. Generated code calls this.
    read_field [F: Format, T: Decodable] '_, () -> T, |r| T::decode(r);
    /// Like [`read_field`], borrowing from the input.
    read_field_ref ['de, F: Format, T: DecodableRef<'de>] 'de, () -> T, |r| decode_part(r);
    /// Like [`read_field`], by a function.
    read_field_by ['de, F: Format, T] 'de,
        (read: impl FnOnce(&mut Reader<'de, F>) -> Result<T, DecodeError>) -> T, |r| read(r);
    /// Like [`read_field`], into an existing value.
    read_field_into [F: Format, T: Decodable] '_, (value: &mut T) -> (), |r| value.decode_into(r);
    /// Like [`read_field`], checking the value and going past it.
    skip_field [F: Format, T: Decodable] '_, () -> (), |r| T::skip(r);
}

/// Reads some of the fields of a struct that has many, in a function of its
/// own. Generated code calls this.
#[inline(never)]
pub fn read_group<'de, F: Format, T>(
    r: &mut Reader<'de, F>,
    read: impl FnOnce(&mut Reader<'de, F>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    read(r)
}

/// Writes a field that others follow, like [`write_last`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_field<F: Format, T: Encode + ?Sized>(
    w: &mut Writer<'_, F>,
    value: &T,
    before: Size,
    run: Size,
) -> Result<(), EncodeError> {
    const { open_end(&[T::OPEN, false]) };
    write_last(w, value, before, run)
}

/// Writes the last field of a struct: `before` is the size of the field
/// before it ([`Size::UNKNOWN`] for the first) and `run` the run that
/// starts with this one. Generated code calls this.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn write_last<F: Format, T: Encode + ?Sized>(
    w: &mut Writer<'_, F>,
    value: &T,
    before: Size,
    run: Size,
) -> Result<(), EncodeError> {
    if !before.fixed && T::encoded_size::<F>().fixed {
        w.ensure(run.min)?;
    }
    encode_field(value, w)
}

/// Reads the fields of a struct in a loop of the caller's, over a local copy of the reader.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn read_hoisted<'de, F: Format, T>(
    r: &mut Reader<'de, F>,
    read: impl FnOnce(&mut Reader<'de, F>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    r.hoisted(read)
}

/// Makes a local copy of the reader, for one of many messages.
#[cfg(feature = "optimize_for_size")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn hoist_message<'de, F: Format>(r: &mut Reader<'de, F>) -> Reader<'de, F> {
    r.hoist()
}

/// Continues after a message that was decoded. After an error, a reader without a trace stays at the
/// message's start: where it failed is in no register.
#[cfg(feature = "optimize_for_size")]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn settle_message<'de, F: Format>(r: &mut Reader<'de, F>, own: Reader<'de, F>, decoded: bool) {
    if decoded || <F::State as Trace>::ON {
        r.settle(own);
    }
}
