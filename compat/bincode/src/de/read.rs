//! Sources of bytes.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use codec_core::{Cursor, DecodeErrorKind, Int, Layout};

#[cfg(feature = "std")]
pub use self::io::IoReader;

#[cfg(feature = "alloc")]
use super::elements;
use crate::error::{DecodeError, IntegerType};
use crate::wire::{LARGEST, following};

#[cfg(feature = "std")]
mod io;

/// A source of bytes.
///
/// ```
/// use codec_bincode::de::read::Reader;
/// use codec_bincode::error::DecodeError;
/// struct Ones;
/// impl Reader for Ones {
///     fn read(&mut self, bytes: &mut [u8]) -> Result<(), DecodeError> {
///         bytes.fill(1);
///         Ok(())
///     }
/// }
/// let config = codec_bincode::config::legacy();
/// let value: u16 = codec_bincode::decode_from_reader(Ones, config)?;
/// assert_eq!(value, 0x0101);
/// # Ok::<(), DecodeError>(())
/// ```
pub trait Reader {
    /// Fills `bytes`.
    ///
    /// # Errors
    /// [`DecodeError::UnexpectedEnd`] and those of the source.
    fn read(&mut self, bytes: &mut [u8]) -> Result<(), DecodeError>;

    /// The next `n` bytes, if they can be peeked at.
    #[inline]
    fn peek_read(&mut self, n: usize) -> Option<&[u8]> {
        let _ = n;
        None
    }

    /// Skips `n` bytes after peeking at them.
    #[inline]
    fn consume(&mut self, n: usize) {
        let _ = n;
    }

    /// The number of bytes that remain, if the source knows.
    #[doc(hidden)]
    #[inline]
    fn left(&self) -> Option<usize> {
        None
    }

    /// The number of bytes that have been read, for a source that doesn't know how many remain.
    #[doc(hidden)]
    #[inline]
    fn came(&self) -> usize {
        0
    }

    /// A value that changes whenever a byte is read, if the source has one.
    #[doc(hidden)]
    #[inline]
    fn position(&self) -> Option<u64> {
        None
    }

    /// `true` if bytes that are read one by one are better read in runs, and values of a known
    /// length in blocks.
    #[doc(hidden)]
    const RUNS: bool = false;

    /// Fills `bytes`, at most 64 of them, which belong to the value. False if nothing was read:
    /// they have to be read one by one.
    ///
    /// # Errors
    /// The same as [`read`](Self::read) for one byte.
    #[doc(hidden)]
    fn run(&mut self, bytes: &mut [u8]) -> Result<bool, DecodeError> {
        let _ = bytes;
        Ok(false)
    }

    /// Fills `bytes`, all of which belong to a value: says how many came, and why no more did. `None` if
    /// nothing was read: they have to be read as the parts of the value ask for them.
    #[doc(hidden)]
    #[cfg(feature = "std")]
    fn fill(&mut self, bytes: &mut [u8]) -> Option<(usize, std::io::Result<()>)> {
        let _ = bytes;
        None
    }

    /// Reads an integer.
    ///
    /// # Errors
    /// The same as [`read`](Self::read), and [`DecodeError::InvalidIntegerType`].
    #[doc(hidden)]
    #[inline(always)]
    fn int<F: Layout, I: Int>(&mut self, expected: IntegerType) -> Result<I, DecodeError> {
        if F::int_size::<I>().fixed {
            // An array as long as the number: what is stored in parts, as in a longer one that is
            // cleared first, is slow to load again.
            macro_rules! fixed {
                ($size:literal) => {{
                    let mut bytes = [0; $size];
                    self.read(&mut bytes)?;
                    F::read_int(&mut Cursor::new(&bytes)).map_err(|_| refused(&bytes, expected))
                }};
            }
            return match I::SIZE {
                1 => fixed!(1),
                2 => fixed!(2),
                4 => fixed!(4),
                8 => fixed!(8),
                _ => fixed!(16),
            };
        }
        let mut first = [0];
        self.read(&mut first)?;
        if first[0] <= LARGEST {
            return Ok(I::from_zigzag(first[0].into()));
        }
        long_int::<F, I, Self>(self, first[0], expected)
    }

    /// Reads `len` integers into an empty vector, which the caller has: one that is returned was
    /// stored in parts just before, and is slow to move.
    ///
    /// # Errors
    /// The same as [`int`](Self::int).
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    fn ints<F: Layout, I: Int>(
        &mut self,
        values: &mut Vec<I>,
        len: usize,
        expected: IntegerType,
    ) -> Result<(), DecodeError> {
        elements::reserve(values, len.min(elements::UNKNOWN))?;
        for _ in 0..len {
            values.push(self.int::<F, I>(expected)?);
        }
        Ok(())
    }

    /// Reads `len` bytes into a new vector.
    ///
    /// # Errors
    /// The same as [`read`](Self::read).
    #[doc(hidden)]
    #[cfg(feature = "alloc")]
    #[inline]
    fn bytes(&mut self, len: usize) -> Result<Vec<u8>, DecodeError> {
        if len > AT_ONCE {
            return many_bytes(self, len);
        }
        let mut values = vec![0; len];
        self.read(&mut values)?;
        Ok(values)
    }
}

/// Reads a long byte string, which grows each time by as much as has been read.
#[cfg(feature = "alloc")]
#[cold]
#[inline(never)]
fn many_bytes<R: Reader + ?Sized>(reader: &mut R, len: usize) -> Result<Vec<u8>, DecodeError> {
    let mut values = vec![0; AT_ONCE];
    reader.read(&mut values)?;
    while values.len() < len {
        let start = values.len();
        let step = (len - start).min(start);
        values.try_reserve(step).map_err(|_| DecodeError::OutOfMemory)?;
        values.resize(start + step, 0);
        reader.read(&mut values[start..])?;
    }
    Ok(values)
}

/// The number of bytes of a byte string that are reserved before any of them has been read.
#[cfg(feature = "alloc")]
pub(crate) const AT_ONCE: usize = 256 * 1024;

/// Reads the rest of an integer of more than one byte.
#[inline]
fn long_int<F: Layout, I: Int, R: Reader + ?Sized>(
    reader: &mut R,
    first: u8,
    expected: IntegerType,
) -> Result<I, DecodeError> {
    /// The remaining bytes, as many as the number has.
    macro_rules! rest {
        ($number:ty) => {{
            let mut bytes = [0; size_of::<$number>()];
            reader.read(&mut bytes)?;
            let big = F::RULES.big_endian;
            if big { <$number>::from_be_bytes(bytes) } else { <$number>::from_le_bytes(bytes) }
        }};
    }
    let value = match following(first) {
        Some(2) if I::SIZE >= 2 => u128::from(rest!(u16)),
        Some(4) if I::SIZE >= 4 => u128::from(rest!(u32)),
        Some(8) if I::SIZE >= 8 => u128::from(rest!(u64)),
        Some(16) if I::SIZE >= 16 => rest!(u128),
        _ => return wide_int::<F, I, R>(reader, first, expected),
    };
    Ok(I::from_zigzag(value))
}

/// Like [`long_int`], for more bytes than the type has, which few formats accept.
#[cold]
fn wide_int<F: Layout, I: Int, R: Reader + ?Sized>(
    reader: &mut R,
    first: u8,
    expected: IntegerType,
) -> Result<I, DecodeError> {
    let more = following(first).unwrap_or(0);
    // If the format refuses the first byte, no more is read.
    if more == 0 || more > I::SIZE {
        let outcome = F::read_int::<I>(&mut Cursor::new(&[first]));
        if outcome.is_err_and(|error| error.kind() != DecodeErrorKind::UnexpectedEnd) {
            return Err(refused(&[first], expected));
        }
    }
    let mut bytes = [first; 17];
    reader.read(&mut bytes[1..=more])?;
    F::read_int(&mut Cursor::new(&bytes[..=more])).map_err(|_| refused(&bytes, expected))
}

/// The error for bytes that are not a valid integer.
#[inline(always)]
fn refused(bytes: &[u8], expected: IntegerType) -> DecodeError {
    let found = IntegerType::of_marker(bytes.first().copied().unwrap_or(0), expected);
    DecodeError::InvalidIntegerType { expected, found }
}

impl<T: Reader> Reader for &mut T {
    const RUNS: bool = T::RUNS;

    #[inline]
    fn read(&mut self, bytes: &mut [u8]) -> Result<(), DecodeError> {
        T::read(self, bytes)
    }

    #[inline]
    fn peek_read(&mut self, n: usize) -> Option<&[u8]> {
        T::peek_read(self, n)
    }

    #[inline]
    fn consume(&mut self, n: usize) {
        T::consume(self, n);
    }

    #[inline]
    fn left(&self) -> Option<usize> {
        T::left(self)
    }

    #[inline]
    fn came(&self) -> usize {
        T::came(self)
    }

    #[inline]
    fn position(&self) -> Option<u64> {
        T::position(self)
    }

    fn run(&mut self, bytes: &mut [u8]) -> Result<bool, DecodeError> {
        T::run(self, bytes)
    }

    #[cfg(feature = "std")]
    fn fill(&mut self, bytes: &mut [u8]) -> Option<(usize, std::io::Result<()>)> {
        T::fill(self, bytes)
    }

    #[inline]
    fn int<F: Layout, I: Int>(&mut self, expected: IntegerType) -> Result<I, DecodeError> {
        T::int::<F, I>(self, expected)
    }

    #[cfg(feature = "alloc")]
    fn ints<F: Layout, I: Int>(
        &mut self,
        values: &mut Vec<I>,
        len: usize,
        expected: IntegerType,
    ) -> Result<(), DecodeError> {
        T::ints::<F, I>(self, values, len, expected)
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn bytes(&mut self, len: usize) -> Result<Vec<u8>, DecodeError> {
        T::bytes(self, len)
    }
}

/// A source whose bytes can be borrowed.
pub trait BorrowReader<'storage>: Reader {
    /// The next `length` bytes.
    ///
    /// # Errors
    /// [`DecodeError::UnexpectedEnd`].
    fn take_bytes(&mut self, length: usize) -> Result<&'storage [u8], DecodeError>;
}

/// A slice as a source.
#[derive(Debug, Clone)]
pub struct SliceReader<'storage> {
    slice: &'storage [u8],
}

impl<'storage> SliceReader<'storage> {
    /// Reads from the front of `bytes`.
    pub const fn new(bytes: &'storage [u8]) -> Self {
        Self { slice: bytes }
    }

    /// The bytes not yet read.
    pub(crate) const fn rest(&self) -> &'storage [u8] {
        self.slice
    }
}

/// The error for reading `needed` bytes of so many. Inlined, as the next is: of an error that a call
/// leaves in memory the compiler does not know that it is no value of the result, and the code for a
/// value is behind it, with the registers that it takes.
#[inline(always)]
const fn ends(left: usize, needed: usize) -> DecodeError {
    DecodeError::UnexpectedEnd { additional: needed.saturating_sub(left) }
}

/// The error for an integer of variable length that could not be read from `input`.
#[inline(always)]
fn no_int(error: codec_core::DecodeError, input: &[u8], expected: IntegerType) -> DecodeError {
    if error.kind() != DecodeErrorKind::UnexpectedEnd {
        return refused(input, expected);
    }
    let first = input.first().copied().unwrap_or(0);
    ends(input.len(), 1 + following(first).unwrap_or(0))
}

impl Reader for SliceReader<'_> {
    #[inline(always)]
    fn read(&mut self, bytes: &mut [u8]) -> Result<(), DecodeError> {
        let Some((head, rest)) = self.slice.split_at_checked(bytes.len()) else {
            return Err(ends(self.slice.len(), bytes.len()));
        };
        bytes.copy_from_slice(head);
        self.slice = rest;
        Ok(())
    }

    #[inline]
    fn peek_read(&mut self, n: usize) -> Option<&[u8]> {
        self.slice.get(..n)
    }

    #[inline]
    fn consume(&mut self, n: usize) {
        self.slice = self.slice.get(n..).unwrap_or_default();
    }

    #[inline(always)]
    fn left(&self) -> Option<usize> {
        Some(self.slice.len())
    }

    #[inline(always)]
    fn position(&self) -> Option<u64> {
        Some(self.slice.len() as u64)
    }

    #[inline(always)]
    fn int<F: Layout, I: Int>(&mut self, expected: IntegerType) -> Result<I, DecodeError> {
        if F::int_size::<I>().fixed {
            let bytes = self.take_bytes(I::SIZE)?;
            return F::read_int(&mut Cursor::new(bytes)).map_err(|_| refused(bytes, expected));
        }
        let mut cursor = Cursor::new(self.slice);
        match F::read_int(&mut cursor) {
            Ok(value) => {
                self.slice = cursor.rest();
                Ok(value)
            }
            Err(error) => Err(no_int(error, self.slice, expected)),
        }
    }

    #[cfg(feature = "alloc")]
    fn ints<F: Layout, I: Int>(
        &mut self,
        values: &mut Vec<I>,
        len: usize,
        expected: IntegerType,
    ) -> Result<(), DecodeError> {
        // Each takes at least one byte.
        if len > self.slice.len() {
            return Err(ends(self.slice.len(), len));
        }
        if F::int_size::<I>().fixed {
            let bytes = self.take_bytes(len.saturating_mul(I::SIZE))?;
            elements::reserve(values, len)?;
            values.extend(
                bytes
                    .chunks_exact(I::SIZE)
                    .filter_map(|bytes| F::read_int::<I>(&mut Cursor::new(bytes)).ok()),
            );
            return Ok(());
        }
        elements::reserve(values, len)?;
        for _ in 0..len {
            values.push(self.int::<F, I>(expected)?);
        }
        Ok(())
    }

    #[cfg(feature = "alloc")]
    #[inline]
    fn bytes(&mut self, len: usize) -> Result<Vec<u8>, DecodeError> {
        self.take_bytes(len).map(<[u8]>::to_vec)
    }
}

impl<'storage> BorrowReader<'storage> for SliceReader<'storage> {
    #[inline(always)]
    fn take_bytes(&mut self, length: usize) -> Result<&'storage [u8], DecodeError> {
        let Some((head, rest)) = self.slice.split_at_checked(length) else {
            return Err(ends(self.slice.len(), length));
        };
        self.slice = rest;
        Ok(head)
    }
}
