//! Fields whose length in bytes is known before their content: a prefix or another field
//! says it, and the content takes exactly that many.
#![forbid(unsafe_code)]

use core::mem::MaybeUninit;

use crate::error::{DecodeError, EncodeError, EncodeErrorKind};
use crate::format::Format;
use crate::io::cursor::Cursor;
use crate::io::output::Output;
use crate::read::reader::{Reader, SupplyOf};
use crate::value::counted::{CountLimits, check_count};
use crate::value::prefix::Prefix;
use crate::write::writer::Writer;

/// Reads content of `len` bytes, which may not reach beyond them and leaves none of them.
/// Generated code calls this for `#[codec(bytes = ..)]`.
///
/// # Errors
/// [`UnexpectedEnd`](crate::DecodeErrorKind::UnexpectedEnd),
/// [`TrailingBytes`](crate::DecodeErrorKind::TrailingBytes) at the first byte that is left,
/// and those of `read`.
#[inline]
pub fn read_delimited<'de, F: Format, T>(
    r: &mut Reader<'de, F>,
    len: usize,
    read: impl FnOnce(&mut Reader<'de, F>) -> Result<T, DecodeError>,
) -> Result<T, DecodeError> {
    let around = Around::open(r, len)?;
    let outcome = read(r);
    let left = around.close(r, outcome.is_ok());
    let value = outcome?;
    left.finish()?;
    Ok(value)
}

/// State around content of known length, while that is read. Two functions, whose frames are gone
/// where content nests.
pub(super) struct Around<'de, F: Format> {
    after: Cursor<'de>,
    supply: SupplyOf<'de, F>,
}

impl<'de, F: Format> Around<'de, F> {
    /// Leaves the reader at the begin of content of `len` bytes, with nothing after it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn open(r: &mut Reader<'de, F>, len: usize) -> Result<Self, DecodeError> {
        let offset = r.offset();
        r.fetch(len);
        let content = r.cursor_mut().take(len)?;
        let content = r.cursor().chunk(content, offset);
        let after = core::mem::replace(r.cursor_mut(), content);
        Ok(Self { after, supply: r.take_supply() })
    }

    /// Leaves the reader after the content, which was `read` or refused, and returns what is left
    /// of that.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn close(self, r: &mut Reader<'de, F>, read: bool) -> Cursor<'de> {
        r.set_supply(self.supply);
        if Reader::<F>::FETCHES && !read {
            r.close();
        }
        let left = r.cursor().clone();
        *r.cursor_mut() = self.after.charged_as(&left);
        left
    }
}

/// Writes content after its length in bytes, which is known once it is written: it would be
/// computed at every level of nesting otherwise. Generated code calls this.
///
/// # Errors
/// [`LengthOverLimit`](EncodeErrorKind::LengthOverLimit),
/// [`LengthUnderLimit`](EncodeErrorKind::LengthUnderLimit), and those of `write`.
#[inline]
pub fn write_delimited<'w, F: Format, P: Prefix>(
    w: &mut Writer<'w, F>,
    limits: CountLimits,
    write: impl FnOnce(&mut Writer<'w, F>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    let size = P::size::<F>();
    let place = w.written();
    // A prefix of one size has its place before the content, another is moved there.
    let reserved = if size.fixed { size.min } else { 0 };
    w.bytes(LONGEST.get(..reserved).unwrap_or_default())?;
    let begin = w.written();
    write(w)?;
    let len = w.written().saturating_sub(begin);
    check_count(w, len, limits)?;
    if reserved == 0 {
        P::write(w, len)?;
        let written = w.output().written_since(place);
        if written.len() < len {
            return Err(w.error(EncodeErrorKind::ForeignWriter));
        }
        written.rotate_left(len);
        return Ok(());
    }
    let mut room = [MaybeUninit::uninit(); LONGEST.len()];
    let mut prefix = Writer::<F>::new(Output::new(&mut room));
    P::write(&mut prefix, len).map_err(|error| w.error(error.kind()))?;
    let prefix = prefix.output().written_since(0);
    match w.output().written_since(place).get_mut(..reserved) {
        Some(place) if prefix.len() == reserved => place.copy_from_slice(prefix),
        _ => return Err(w.error(EncodeErrorKind::ForeignWriter)),
    }
    Ok(())
}

/// Bytes for a prefix of fixed size.
const LONGEST: [u8; 8] = [0; 8];

/// Writes content whose length in bytes another field says.
///
/// # Errors
/// [`InconsistentFields`](EncodeErrorKind::InconsistentFields) when it has another length,
/// and as [`write_delimited`].
#[inline]
pub fn write_delimited_by<'w, F: Format, N: TryInto<usize>>(
    w: &mut Writer<'w, F>,
    len: N,
    limits: CountLimits,
    write: impl FnOnce(&mut Writer<'w, F>) -> Result<(), EncodeError>,
) -> Result<(), EncodeError> {
    // Nothing is as long as what fits no length.
    let (begin, len) = (w.written(), len.try_into().unwrap_or(usize::MAX));
    write(w)?;
    let written = w.written().saturating_sub(begin);
    if len != written {
        return Err(w.error(EncodeErrorKind::InconsistentFields));
    }
    check_count(w, written, limits)
}

/// Encoded length of content of `len` bytes after a prefix.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn delimited_len<F: Format, P: Prefix>(len: usize) -> usize {
    P::encoded_len::<F>(len).wrapping_add(len)
}
