//! Runs of numbers, several at once.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use super::bulk::{claim, claim_room, decode_extend, make_room, make_room_for_one};
use super::bulk::{encode_copied, encode_slice, is_copy};
#[cfg(feature = "alloc")]
use super::decode::Decodable;
use super::encode::Encode;
#[cfg(feature = "alloc")]
use crate::error::DecodeError;
use crate::error::EncodeError;
use crate::format::Format;
#[cfg(feature = "alloc")]
use crate::format::int::Int;
#[cfg(feature = "alloc")]
use crate::io::cursor::Cursor;
use crate::io::output::Output;
#[cfg(feature = "alloc")]
use crate::read::reader::Reader;
#[cfg(feature = "alloc")]
use crate::record::Trace;
use crate::write::writer::Writer;

/// Appends `count` numbers. Those of one size, of which some may be `refused`, are read in a loop
/// that no number ends early, in SIMD registers; when one was, they are read again for the error.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn decode_numbers<F: Format, T: Decodable + Copy>(
    items: &mut Vec<T>,
    r: &mut Reader<'_, F>,
    count: usize,
    (zero, refused): (T, bool),
    read: impl Fn(&mut Cursor<'_>) -> Result<T, DecodeError>,
) -> Result<(), DecodeError> {
    let size = T::size::<F>();
    if is_copy::<F, T>(size) && !refused {
        return decode_extend(items, r, count);
    }
    if size.fixed && size.min > 0 && !<F::State as Trace>::ON {
        claim(r, count, size, size_of::<T>(), true)?;
        let (before, run) = (items.len(), &r.cursor().rest()[..count * size.min]);
        make_room(items, count, r)?;
        let mut bad = false;
        items.extend(run.chunks_exact(size.min).map(|chunk| {
            let number = read(&mut Cursor::new(chunk));
            bad |= number.is_err();
            number.unwrap_or(zero)
        }));
        if !bad {
            return r.cursor_mut().take(run.len()).map(drop);
        }
        items.truncate(before);
        r.cursor_mut().refund(count * size_of::<T>());
    }
    decode_extend(items, r, count)
}

/// Appends `count` integers of varying length, as many at once as the format can read.
#[cfg(feature = "alloc")]
#[inline]
pub(crate) fn decode_varints<F: Format, I: Int + Decodable>(
    items: &mut Vec<I>,
    r: &mut Reader<'_, F>,
    count: usize,
) -> Result<(), DecodeError> {
    if <F::State as Trace>::ON || Reader::<F>::FETCHES {
        return decode_extend(items, r, count);
    }
    let room = claim_room(items, r, count, I::size::<F>())?;
    let before = items.len();
    // There is memory for them already.
    items.resize(before + room, I::from_zigzag(0));
    let (mut cursor, mut done) = (r.cursor().clone(), before);
    let outcome = loop {
        done += F::read_ints(&mut cursor, &mut items[done..]);
        let Some(next) = items.get_mut(done) else { break Ok(()) };
        match F::read_int(&mut cursor) {
            Ok(value) => *next = value,
            Err(error) => break Err(error),
        }
        done += 1;
    };
    *r.cursor_mut() = cursor;
    items.truncate(done);
    outcome?;
    for _ in room..count {
        make_room_for_one(items, r)?;
        items.push(r.int()?);
    }
    Ok(())
}

/// Writes numbers in a row, those that take `N` bytes each, and of which some may be `refused`, in
/// a loop that none ends early; when one was, or there is no room, they are written again for the
/// error.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn encode_numbers<F: Format, T: Encode + Copy, const N: usize>(
    items: &[T],
    w: &mut Writer<'_, F>,
    refused: bool,
    write: impl Fn(&mut Output<'_>, T) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    let size = T::encoded_size::<F>();
    if is_copy::<F, T>(size) && !refused {
        return encode_copied(items, w);
    }
    if size.fixed && size.min == N && w.output().arrays::<T, N>(items, write) {
        return Ok(());
    }
    encode_slice(items, w)
}
