//! Sinks for bytes.
#![forbid(unsafe_code)]

use codec_core::{EncodeErrorKind, Format, Target};

use super::EncoderImpl;
use crate::config::Config;
use crate::error::EncodeError;
use crate::impls::Scalar;

/// A sink for bytes.
pub trait Writer {
    /// Writes all of `bytes`.
    ///
    /// # Errors
    /// [`EncodeError::UnexpectedEnd`] and those of the sink.
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError>;

    /// Writes a number, boolean or character.
    ///
    /// # Errors
    /// The same as [`write`](Self::write).
    #[doc(hidden)]
    #[inline(always)]
    fn scalar<F: Format, T: Scalar>(&mut self, value: T) -> Result<(), EncodeError> {
        scalar_by_bytes::<F, T, Self>(self, value)
    }

    /// Writes many of them.
    ///
    /// # Errors
    /// The same as [`write`](Self::write).
    #[doc(hidden)]
    #[inline(always)]
    fn scalars<F: Format, T: Scalar>(&mut self, values: &[T]) -> Result<(), EncodeError> {
        scalars_by_bytes::<F, T, Self>(self, values)
    }
}

/// The bytes of the longest number, and of those that are written at once.
const LONGEST: usize = 17;
const CHUNK: usize = 1024;

/// Writes a number by its bytes, and no byte more.
#[inline(always)]
fn scalar_by_bytes<F: Format, T: Scalar, W: Writer + ?Sized>(
    writer: &mut W,
    value: T,
) -> Result<(), EncodeError> {
    let mut bytes = [0; LONGEST];
    let len = bytes.write_with(LONGEST, |out| {
        let mut writer = codec_core::Writer::<F>::new(out);
        value.encode(&mut writer)?;
        Ok(writer.into_output())
    });
    let size = T::encoded_size::<F>();
    // Each of a length that the compiler knows, a copy of any length being a call; and the marker of
    // a long number alone, as it was stored, since what is stored in parts is slow to load as one.
    match if size.fixed { size.min } else { len.unwrap_or_default() } {
        len if size.fixed => writer.write(&bytes[..len]),
        0 | 1 => writer.write(&bytes[..1]),
        len => {
            writer.write(&bytes[..1])?;
            match len {
                3 => writer.write(&bytes[1..3]),
                5 => writer.write(&bytes[1..5]),
                9 => writer.write(&bytes[1..9]),
                len => writer.write(&bytes[1..len]),
            }
        }
    }
}

/// Writes many of them so. Never inlined: its buffer would be in the frame of each level of a type
/// that contains itself.
#[inline(never)]
fn scalars_by_bytes<F: Format, T: Scalar, W: Writer + ?Sized>(
    writer: &mut W,
    values: &[T],
) -> Result<(), EncodeError> {
    let size = T::encoded_size::<F>();
    let longest = if size.fixed { size.min } else { LONGEST };
    let mut bytes = [0; CHUNK];
    for values in values.chunks(CHUNK / longest) {
        let len = bytes.write_with(CHUNK, |out| {
            let mut writer = codec_core::Writer::<F>::new(out);
            T::encode_slice(values, &mut writer)?;
            Ok(writer.into_output())
        });
        writer.write(&bytes[..len.unwrap_or_default()])?;
    }
    Ok(())
}

/// Room for a value in a format, as a target of `codec-core` has it: as much as the value needs, or
/// `MORE`. A configuration has one format: that of the room is the one that is asked for.
#[derive(Debug)]
pub(crate) struct Filled<'w, F, const MORE: bool>(codec_core::Writer<'w, F>);

impl<F: Format, const MORE: bool> Filled<'_, F, MORE> {
    /// Returns true if bytes behind such a number would be written to that are not this value's.
    fn spills<T: Scalar>() -> bool {
        MORE && size_of::<T>() == 2 && !T::encoded_size::<F>().fixed
    }
}

impl<F: Format, const MORE: bool> Writer for Filled<'_, F, MORE> {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.0.bytes(bytes).map_err(full)
    }

    #[inline(always)]
    fn scalar<G: Format, T: Scalar>(&mut self, value: T) -> Result<(), EncodeError> {
        if Self::spills::<T>() {
            return scalar_by_bytes::<F, T, Self>(self, value);
        }
        value.encode(&mut self.0).map_err(full)
    }

    #[inline]
    fn scalars<G: Format, T: Scalar>(&mut self, values: &[T]) -> Result<(), EncodeError> {
        if Self::spills::<T>() {
            return scalars_by_bytes::<F, T, Self>(self, values);
        }
        T::encode_slice(values, &mut self.0).map_err(full)
    }
}

/// The error of an output: a scalar has no other.
#[cold]
const fn full(_: codec_core::EncodeError) -> EncodeError {
    EncodeError::UnexpectedEnd
}

/// The error of an encoder, or of the target itself.
#[cold]
#[inline(never)]
fn failure<X: From<EncodeError>>(failed: &mut Option<X>, error: codec_core::EncodeError) -> X {
    failed.take().unwrap_or_else(|| full(error).into())
}

/// Lets `encode` write to room for `len` bytes in a target, and returns how many it wrote. With `MORE`,
/// those may be fewer.
///
/// # Errors
/// The errors of `encode`.
#[inline(always)]
pub(crate) fn fill<const MORE: bool, T: Target + ?Sized, C: Config, X: From<EncodeError>>(
    target: &mut T,
    len: usize,
    config: C,
    encode: impl FnOnce(&mut EncoderImpl<Filled<'_, C::Format, MORE>, C>) -> Result<(), X>,
) -> Result<usize, X> {
    let mut failed = None;
    let written = target.write_with(len, |out| {
        let mut encoder = EncoderImpl::new(Filled(codec_core::Writer::new(out)), config);
        if let Err(error) = encode(&mut encoder) {
            // Only an error is moved: what a call has just returned in memory is slow to load.
            failed = Some(error);
            return Err(codec_core::EncodeError::new(EncodeErrorKind::InvalidValue, 0));
        }
        Ok(encoder.into_writer().0.into_output())
    });
    written.map_err(|error| failure(&mut failed, error))
}

impl<T: Writer> Writer for &mut T {
    #[inline]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        T::write(self, bytes)
    }

    #[inline]
    fn scalar<F: Format, V: Scalar>(&mut self, value: V) -> Result<(), EncodeError> {
        T::scalar::<F, V>(self, value)
    }

    #[inline]
    fn scalars<F: Format, V: Scalar>(&mut self, values: &[V]) -> Result<(), EncodeError> {
        T::scalars::<F, V>(self, values)
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

    /// The number of bytes that have been written.
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
    /// The number of bytes that have been written.
    pub bytes_written: usize,
}

impl Writer for SizeWriter {
    #[inline(always)]
    fn write(&mut self, bytes: &[u8]) -> Result<(), EncodeError> {
        self.bytes_written += bytes.len();
        Ok(())
    }

    #[inline(always)]
    fn scalar<F: Format, T: Scalar>(&mut self, value: T) -> Result<(), EncodeError> {
        self.bytes_written += value.encoded_len::<F>();
        Ok(())
    }

    #[inline]
    fn scalars<F: Format, T: Scalar>(&mut self, values: &[T]) -> Result<(), EncodeError> {
        self.bytes_written += T::slice_len::<F>(values);
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
