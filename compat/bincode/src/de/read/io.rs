//! Bytes of a `std::io::Read`.
#![forbid(unsafe_code)]

use std::io::Read;
use std::vec::Vec;

use codec_core::{Cursor, Int, Layout};

use super::Reader;
use crate::de::elements;
use crate::error::{DecodeError, IntegerType};

/// A [`std::io::Read`] as a source; nothing is read past the decoded value.
#[derive(Debug)]
pub struct IoReader<R> {
    reader: R,
    /// How many more bytes of `limit` may be read.
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

/// How many numbers of fixed width are read one by one; the buffers for more of them, in bytes.
const FEW: usize = 8;
const SMALL: usize = 256;
const LARGE: usize = 4096;

impl<R: Read> IoReader<R> {
    /// Reads `len` integers of fixed width through a buffer of so many bytes.
    #[inline]
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
            self.read(bytes)?;
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

impl<R: Read> Reader for IoReader<R> {
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

    fn ints<F: Layout, I: Int>(
        &mut self,
        len: usize,
        expected: IntegerType,
    ) -> Result<Vec<I>, DecodeError> {
        if !F::int_size::<I>().fixed {
            let mut values = elements::reserved(len.min(elements::UNKNOWN))?;
            for _ in 0..len {
                values.push(self.int::<F, I>(expected)?);
            }
            return Ok(values);
        }
        let mut values = elements::reserved(len.min(LARGE / I::SIZE))?;
        // Clearing the large buffer takes longer than reading a few numbers.
        if len <= FEW {
            for _ in 0..len {
                values.push(self.int::<F, I>(expected)?);
            }
        } else if len <= SMALL / I::SIZE {
            self.fixed::<F, I, SMALL>(&mut values, len)?;
        } else {
            self.fixed::<F, I, LARGE>(&mut values, len)?;
        }
        Ok(values)
    }
}
