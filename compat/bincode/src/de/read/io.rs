//! Bytes of a `std::io::Read`.
#![forbid(unsafe_code)]

use std::io::{self, ErrorKind, Read};
use std::vec;
use std::vec::Vec;

use codec_core::{Cursor, Int, Layout};

use super::{AT_ONCE, Reader, many_bytes};
use crate::de::elements;
use crate::error::{DecodeError, IntegerType};

/// A [`std::io::Read`] as a source; nothing is read past the decoded value.
#[derive(Debug)]
pub struct IoReader<R> {
    reader: R,
    /// Bytes of `limit` that may still be read from the source.
    left: u64,
    limit: u64,
}

impl<R> IoReader<R> {
    pub(crate) const fn new(reader: R) -> Self {
        Self { reader, left: u64::MAX, limit: u64::MAX }
    }

    /// Reads at most `limit` bytes.
    #[cfg(feature = "serde")]
    pub(crate) const fn with_limit(mut self, limit: u64) -> Self {
        self.left = limit;
        self.limit = limit;
        self
    }
}

/// The error of `read_exact` at the end of a source.
#[cold]
fn ended() -> io::Result<()> {
    io::empty().read_exact(&mut [0])
}

/// The error for a block of numbers as that for the one that is missing.
#[cold]
#[inline(never)]
fn at_one(error: DecodeError, size: usize) -> DecodeError {
    match error {
        DecodeError::Io { inner, .. } => DecodeError::Io { inner, additional: size },
        error => error,
    }
}

/// The most numbers of fixed width that are read one by one; the buffers for more, in bytes.
const FEW: usize = 8;
const SMALL: usize = 256;
const LARGE: usize = 4096;

/// The number of bytes of a long byte string that are reserved for each that came of it.
const PER_BYTE: usize = 7;

impl<R: Read> IoReader<R> {
    /// Reads `len` integers of fixed width through a buffer of so many bytes. Never inlined: the buffer
    /// would be in the frame of each level of a type that contains itself.
    #[inline(never)]
    fn fixed<F: Layout, I: Int, const BUFFER: usize>(
        &mut self,
        values: &mut Vec<I>,
        len: usize,
    ) -> Result<(), DecodeError> {
        let mut buffer = [0; BUFFER];
        let mut left = len;
        while left > 0 {
            let count = left.min(BUFFER / I::SIZE);
            let bytes = &mut buffer[..count * I::SIZE];
            self.read(bytes).map_err(|error| at_one(error, I::SIZE))?;
            values.extend(
                bytes
                    .chunks_exact(I::SIZE)
                    .filter_map(|bytes| F::read_int::<I>(&mut Cursor::new(bytes)).ok()),
            );
            left -= count;
        }
        debug_assert_eq!(values.len(), len, "integers of fixed width are any bytes");
        Ok(())
    }
}

impl<R: Read> IoReader<R> {
    /// Reads a long byte string, of which all may be read. Its memory is not cleared first: of what
    /// is reserved, only the part that comes is touched.
    #[cold]
    #[inline(never)]
    fn long(&mut self, len: usize) -> Result<Vec<u8>, DecodeError> {
        let mut values = Vec::new();
        while values.len() < len {
            let came = values.len();
            let step = (len - came).min(came.saturating_mul(PER_BYTE).max(AT_ONCE));
            elements::reserve(&mut values, step)?;
            self.left = self.left.saturating_sub(step as u64);
            let outcome = match self.reader.by_ref().take(step as u64).read_to_end(&mut values) {
                Ok(read) if read == step => Ok(()),
                Ok(_) => ended(),
                Err(inner) => Err(inner),
            };
            outcome.map_err(|inner| DecodeError::Io { inner, additional: len })?;
        }
        Ok(values)
    }
}

impl<R: Read> Reader for IoReader<R> {
    const RUNS: bool = true;

    #[inline(always)]
    fn read(&mut self, bytes: &mut [u8]) -> Result<(), DecodeError> {
        let Some(left) = self.left.checked_sub(bytes.len() as u64) else {
            self.left = 0;
            return Err(DecodeError::LimitExceeded);
        };
        self.left = left;
        match self.reader.read_exact(bytes) {
            Ok(()) => Ok(()),
            Err(inner) => Err(DecodeError::Io { inner, additional: bytes.len() }),
        }
    }

    #[inline]
    fn came(&self) -> usize {
        usize::try_from(self.limit - self.left).unwrap_or(usize::MAX)
    }

    #[inline]
    fn position(&self) -> Option<u64> {
        Some(self.left)
    }

    fn run(&mut self, bytes: &mut [u8]) -> Result<bool, DecodeError> {
        let Some(left) = self.left.checked_sub(bytes.len() as u64) else { return Ok(false) };
        self.left = left;
        // Bytes are requested one by one: the error is that of the first one missing.
        self.reader.read_exact(bytes).map_err(|inner| DecodeError::Io { inner, additional: 1 })?;
        Ok(true)
    }

    #[inline]
    fn bytes(&mut self, len: usize) -> Result<Vec<u8>, DecodeError> {
        if len > AT_ONCE {
            let all = self.left >= len as u64;
            return if all { self.long(len) } else { many_bytes(self, len) };
        }
        let mut values = vec![0; len];
        self.read(&mut values)?;
        Ok(values)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Option<(usize, io::Result<()>)> {
        self.left = self.left.checked_sub(bytes.len() as u64)?;
        let mut came = 0;
        while came < bytes.len() {
            match self.reader.read(&mut bytes[came..]) {
                Ok(0) => return Some((came, ended())),
                Ok(more) => came += more,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Some((came, Err(error))),
            }
        }
        Some((came, Ok(())))
    }

    fn ints<F: Layout, I: Int>(
        &mut self,
        values: &mut Vec<I>,
        len: usize,
        expected: IntegerType,
    ) -> Result<(), DecodeError> {
        let is_fixed = F::int_size::<I>().fixed;
        let most = if is_fixed { LARGE / I::SIZE } else { elements::UNKNOWN };
        elements::reserve(values, len.min(most))?;
        // Clearing the large buffer takes longer than reading a few numbers.
        if !is_fixed || len <= FEW {
            for _ in 0..len {
                values.push(self.int::<F, I>(expected)?);
            }
            Ok(())
        } else if len <= SMALL / I::SIZE {
            self.fixed::<F, I, SMALL>(values, len)
        } else {
            self.fixed::<F, I, LARGE>(values, len)
        }
    }
}
