//! The reader that a `decode` reads from: a [`Cursor`], and the format it is laid out in.
#![forbid(unsafe_code)]

use super::fetch::by_cursor;
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::int::Int;
use crate::format::size::Size;
use crate::format::{Format, Layout};
use crate::io::cursor::Cursor;
use crate::record::{Trace, Value};

pub(crate) type SupplyOf<'de, F> = <<F as Layout>::State as Trace>::Supply<'de>;

/// A reader in the format `F`.
///
/// ```
/// use codec_core::{DecodeError, Reader, Sv2};
/// let mut r = Reader::<Sv2>::new(&[0x34, 0x12, 1]);
/// assert_eq!(r.int::<u16>()?, 0x1234);
/// assert_eq!((r.offset(), r.remaining()), (2, 1));
/// # Ok::<(), DecodeError>(())
/// ```
#[derive(Debug)]
pub struct Reader<'de, F: Format> {
    pub(super) cursor: Cursor<'de>,
    pub(super) state: F::State,
    pub(super) supply: SupplyOf<'de, F>,
}

impl<'de, F: Format> Reader<'de, F> {
    /// A reader at the start of `input`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(input: &'de [u8]) -> Self {
        Self::from_cursor(Cursor::new(input))
    }

    /// A reader that continues at the position of `cursor`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn from_cursor(cursor: Cursor<'de>) -> Self {
        Self::from_parts(cursor, F::State::default())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn from_parts(cursor: Cursor<'de>, state: F::State) -> Self {
        Self { cursor, state, supply: SupplyOf::<'de, F>::default() }
    }

    /// Takes what was recorded so far; the record starts again.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn take_state(&mut self) -> F::State {
        core::mem::take(&mut self.state)
    }

    /// The position, and what the format recorded on the way.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn into_parts(self) -> (Cursor<'de>, F::State) {
        (self.cursor, self.state)
    }

    /// The position.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn cursor(&self) -> &Cursor<'de> {
        &self.cursor
    }

    /// The position, to be read from without a format and without a trace.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn cursor_mut(&mut self) -> &mut Cursor<'de> {
        &mut self.cursor
    }

    /// Byte offset from the start of the input.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn offset(&self) -> usize {
        self.cursor.offset()
    }

    /// Number of bytes left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn remaining(&self) -> usize {
        self.cursor.remaining()
    }

    /// An error of this kind at the current offset.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn error(&self, kind: DecodeErrorKind) -> DecodeError {
        self.cursor.error(kind)
    }

    /// Checks once that `len` bytes are left. A traced reader doesn't, so that
    /// it stops at the very field that is cut; nor does one that fetches more.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn ensure(&self, len: usize) -> Result<(), DecodeError> {
        if <F::State as Trace>::ON || Self::FETCHES { Ok(()) } else { self.cursor.ensure(len) }
    }

    /// Reports to a trace the value of the bytes from `start` to the current offset. A plain reader
    /// does nothing, and does not compute the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn note_value(&mut self, start: usize, value: impl FnOnce() -> Value) {
        if <F::State as Trace>::ON {
            let end = self.offset();
            self.state.value(start..end, value());
        }
    }

    /// Reads one byte, an unsigned integer.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn byte(&mut self) -> Result<u8, DecodeError> {
        let start = self.offset();
        self.fetch(1);
        let byte = self.cursor.byte()?;
        self.note_value(start, || Value::Unsigned(byte.into()));
        Ok(byte)
    }

    /// Reads one byte, a signed integer in two's complement.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn signed_byte(&mut self) -> Result<i8, DecodeError> {
        let start = self.offset();
        self.fetch(1);
        let value = self.cursor.byte()?.cast_signed();
        self.note_value(start, || Value::Signed(value.into()));
        Ok(value)
    }

    /// Reads an integer as the format lays it out.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd), and the errors of a variable-length
    /// format.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn int<I: Int>(&mut self) -> Result<I, DecodeError> {
        let start = self.offset();
        let value = by_cursor!(F: self, F::int_size::<I>().min, F::read_int::<I>)?;
        self.note_value(start, || value.value());
        Ok(value)
    }

    /// Reads a boolean.
    ///
    /// # Errors
    /// [`InvalidBool`](DecodeErrorKind::InvalidBool) where the format is strict.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn bool(&mut self) -> Result<bool, DecodeError> {
        let start = self.offset();
        let value = by_cursor!(F: self, 1, F::read_bool)?;
        self.note_value(start, || Value::Bool(value));
        Ok(value)
    }

    /// Reads four bytes of IEEE 754, little-endian.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn f32(&mut self) -> Result<f32, DecodeError> {
        let start = self.offset();
        let value = by_cursor!(F: self, 4, F::read_f32)?;
        self.note_value(start, || Value::Single(value));
        Ok(value)
    }

    /// Reads eight bytes of IEEE 754, little-endian.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn f64(&mut self) -> Result<f64, DecodeError> {
        let start = self.offset();
        let value = by_cursor!(F: self, 8, F::read_f64)?;
        self.note_value(start, || Value::Double(value));
        Ok(value)
    }

    /// Reads a character.
    ///
    /// # Errors
    /// [`InvalidChar`](DecodeErrorKind::InvalidChar).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn char(&mut self) -> Result<char, DecodeError> {
        let start = self.offset();
        let value = by_cursor!(F: self, F::char_size().min, F::read_char)?;
        self.note_value(start, || Value::Char(value));
        Ok(value)
    }

    /// Reads a length prefix or count as the format lays it out. It is untrusted: never reserve
    /// memory because of it alone.
    ///
    /// # Errors
    /// [`LengthOverflow`](DecodeErrorKind::LengthOverflow) when it does not fit `usize`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn length(&mut self) -> Result<usize, DecodeError> {
        let start = self.offset();
        let len = by_cursor!(F: self, F::len_size().min, F::read_len)?;
        self.note_value(start, || Value::Length(len));
        Ok(len)
    }

    /// The error of a length at `start` that is over `max`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn over_limit(&mut self, start: usize, len: usize, max: usize) -> DecodeError {
        self.state.over_limit(len, max);
        DecodeError::new(DecodeErrorKind::LengthOverLimit, start)
    }

    /// Reads whether an option holds a value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn option_tag(&mut self) -> Result<bool, DecodeError> {
        let start = self.offset();
        self.fetch(1);
        match self.cursor.byte()? {
            0 => {
                self.note_value(start, || Value::Absent);
                Ok(false)
            }
            1 => Ok(true),
            _ => Err(DecodeError::new(DecodeErrorKind::InvalidOptionTag, self.offset() - 1)),
        }
    }

    /// Reads exactly `N` bytes without copying.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn array<const N: usize>(&mut self) -> Result<&'de [u8; N], DecodeError> {
        let start = self.offset();
        self.fetch(N);
        let bytes = self.cursor.array::<N>()?;
        self.note_value(start, || Value::Bytes);
        Ok(bytes)
    }

    /// Reads `len` bytes without copying.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn take(&mut self, len: usize) -> Result<&'de [u8], DecodeError> {
        let start = self.offset();
        self.fetch(len);
        let bytes = self.cursor.take(len)?;
        self.note_value(start, || Value::Bytes);
        Ok(bytes)
    }

    /// Reads `len` bytes without copying that are meant as text, whether or
    /// not they are UTF-8.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn take_str_bytes(&mut self, len: usize) -> Result<&'de [u8], DecodeError> {
        let start = self.offset();
        self.fetch(len);
        let bytes = self.cursor.take(len)?;
        self.note_value(start, || Value::Text);
        Ok(bytes)
    }

    /// Reads `len` bytes of UTF-8 without copying.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd),
    /// [`InvalidUtf8`](DecodeErrorKind::InvalidUtf8).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn str(&mut self, len: usize) -> Result<&'de str, DecodeError> {
        let start = self.offset();
        self.fetch(len);
        let text = self.cursor.str(len)?;
        self.note_value(start, || Value::Text);
        Ok(text)
    }

    /// Reads `len` bytes as a slice that shares the input's reference-counted memory, or as a
    /// copy when the input has none.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[cfg(feature = "bytes")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn shared(&mut self, len: usize) -> Result<bytes::Bytes, DecodeError> {
        let start = self.offset();
        self.fetch(len);
        let bytes = self.cursor.shared(len)?;
        self.note_value(start, || Value::Bytes);
        Ok(bytes)
    }

    /// Like [`shared`](Self::shared), for bytes that are meant as text.
    ///
    /// # Errors
    /// [`UnexpectedEnd`](DecodeErrorKind::UnexpectedEnd).
    #[cfg(feature = "bytes")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn shared_str(&mut self, len: usize) -> Result<bytes::Bytes, DecodeError> {
        let start = self.offset();
        self.fetch(len);
        let bytes = self.cursor.shared(len)?;
        self.note_value(start, || Value::Text);
        Ok(bytes)
    }

    /// Runs a loop over a local copy of the reader. The caller's reader lives in memory
    /// when the caller was not inlined; in a loop every field would be a load
    /// and a store of the position. Generated code calls this, too.
    ///
    /// # Errors
    /// The errors of `run`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn hoisted<T>(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<T, DecodeError> {
        if <F::State as Trace>::ON || cfg!(debug_assertions) {
            return run(self);
        }
        let mut own = self.hoist();
        let outcome = run(&mut own);
        self.settle(own);
        outcome
    }

    /// The first half of [`hoisted`](Self::hoisted): a local copy, which has the record.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn hoist(&mut self) -> Self {
        let state = self.take_state();
        Self::from_parts(self.cursor.clone(), state).with_supply(self.supply)
    }

    /// The second half of [`hoisted`](Self::hoisted): continues where the copy is.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn settle(&mut self, own: Self) {
        self.cursor = own.cursor;
        self.state = own.state;
    }

    /// Charges heap memory, in bytes, against the [`Limits`](crate::Limits) of the
    /// decode. A `decode` that allocates more than its bytes of input charges it first.
    ///
    /// # Errors
    /// [`MemoryExceeded`](DecodeErrorKind::MemoryExceeded).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub const fn charge(&mut self, bytes: usize) -> Result<(), DecodeError> {
        self.cursor.charge(bytes)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn run(&self, before: Size, run: Size) -> Result<(), DecodeError> {
        if before.fixed { Ok(()) } else { self.ensure(run.min) }
    }

    /// A reader over the next `len` bytes alone, in a plain format.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn chunk(&self, chunk: &'de [u8], offset: usize) -> Self {
        Self::from_cursor(self.cursor.chunk(chunk, offset))
    }
}
