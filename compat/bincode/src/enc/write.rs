//! Where bytes go.
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use codec_core::{Int, Layout, Target as _};

use crate::error::EncodeError;

/// A sink for bytes.
pub trait Writer {
    /// Writes all of `bytes`.
    ///
    /// # Errors
    /// [`EncodeError::UnexpectedEnd`] and those of the sink.
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError>;

    /// Writes an integer.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    #[doc(hidden)]
    #[inline]
    fn int<F: Layout, I: Int>(&mut self, value: I) -> Result<(), EncodeError> {
        let (bytes, len) = encoded::<F, I>(value);
        self.write(&bytes[..len])
    }
}

/// The bytes of an integer, and their number.
#[inline(always)]
pub(crate) fn encoded<F: Layout, I: Int>(value: I) -> ([u8; 17], usize) {
    let mut bytes = [0; 17];
    let len = bytes.write_with(17, |mut out| {
        F::write_int(&mut out, value)?;
        Ok(out)
    });
    // 17 bytes suffice for any.
    (bytes, len.unwrap_or_default())
}

impl<T: Writer> Writer for &mut T {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        T::write(self, bytes)
    }

    #[inline]
    fn int<F: Layout, I: Int>(&mut self, value: I) -> Result<(), EncodeError> {
        T::int::<F, I>(self, value)
    }
}

/// A slice as a sink, filled from its front.
#[derive(Debug)]
pub struct SliceWriter<'storage> {
    rest: &'storage mut [u8],
    len: usize,
}

impl<'storage> SliceWriter<'storage> {
    /// Writes into `bytes`.
    pub fn new(bytes: &'storage mut [u8]) -> Self {
        let len = bytes.len();
        Self { rest: bytes, len }
    }

    /// How many bytes have been written.
    pub fn bytes_written(&self) -> usize {
        self.len - self.rest.len()
    }
}

impl Writer for SliceWriter<'_> {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        let rest = core::mem::take(&mut self.rest);
        match rest.split_at_mut_checked(bytes.len()) {
            Some((head, rest)) => {
                head.copy_from_slice(bytes);
                self.rest = rest;
                Ok(())
            }
            None => Err(EncodeError::UnexpectedEnd),
        }
    }
}

/// A sink that only counts bytes.
#[derive(Debug, Default)]
pub struct SizeWriter {
    /// How many bytes have been written.
    pub bytes_written: usize,
}

impl Writer for SizeWriter {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.bytes_written += bytes.len();
        Ok(())
    }

    #[inline(always)]
    fn int<F: Layout, I: Int>(&mut self, value: I) -> Result<(), EncodeError> {
        self.bytes_written += F::int_len(value);
        Ok(())
    }
}

/// A vector as a sink.
#[cfg(feature = "alloc")]
#[derive(Debug, Default)]
pub(crate) struct VecWriter(pub(crate) Vec<u8>);

#[cfg(feature = "alloc")]
impl Writer for VecWriter {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }
}

/// A `std::io::Write` as a sink.
#[cfg(feature = "std")]
#[derive(Debug)]
pub(crate) struct IoWriter<'a, W> {
    writer: &'a mut W,
    written: usize,
}

#[cfg(feature = "std")]
impl<'a, W> IoWriter<'a, W> {
    pub(crate) const fn new(writer: &'a mut W) -> Self {
        Self { writer, written: 0 }
    }

    pub(crate) const fn written(&self) -> usize {
        self.written
    }
}

#[cfg(feature = "std")]
impl<W: std::io::Write> Writer for IoWriter<'_, W> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        match self.writer.write_all(bytes) {
            Ok(()) => {
                self.written += bytes.len();
                Ok(())
            }
            Err(inner) => Err(EncodeError::Io { inner, index: self.written }),
        }
    }
}
