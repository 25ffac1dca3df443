//! Vectors of values that all have the same length, such as structs of numbers: a source is read for
//! many of them at once, not once for each number.
#![forbid(unsafe_code)]

use std::io;
use std::vec::Vec;

use super::decoder::{Counts, Parts};
use super::elements::{element, reserve_more};
use super::read::{Reader as _, SliceReader};
use super::sealed::Sealed;
use super::{Decode, Decoder};
use crate::config::Config;
use crate::error::DecodeError;

/// The buffers, in bytes.
const SMALL: usize = 256;
const LARGE: usize = 4096;

/// Returns `true` if [`vec`] reads values of so many bytes.
pub(super) const fn fit(size: usize) -> bool {
    size > 0 && size <= SMALL
}

/// Reads `len` values, all of which have the same length. Those that can't be decoded have the error
/// that they have one by one; the source may then have been read further.
///
/// Never inlined: its buffers would be in the frame of each level of a type that contains itself.
///
/// # Errors
/// The errors of the type and the reader.
#[inline(never)]
pub(super) fn vec<D: Decoder, T: Decode<D::Context>>(
    decoder: &mut D,
    len: usize,
) -> Result<Vec<T>, DecodeError> {
    let size = const { T::SIZES.of::<D::C>() };
    decoder.claim_container_read::<T>(len)?;
    let level = decoder.nesting();
    decoder.descend()?;
    let mut values = Vec::new();
    let (mut small, mut large);
    let buffer = if len <= SMALL / size {
        small = [0; SMALL];
        &mut small[..]
    } else {
        large = [0; LARGE];
        &mut large[..]
    };
    while values.len() < len {
        let left = len - values.len();
        let free = match values.capacity() - values.len() {
            0 => reserve_more(decoder, &mut values, level, left)?,
            free => free,
        };
        let count = left.min(free).min(buffer.len() / size);
        let bytes = &mut buffer[..count * size];
        match decoder.reader().fill(bytes) {
            None => one_by_one(decoder, &mut values, count)?,
            Some((_, Ok(()))) => block(decoder, &mut values, bytes)?,
            Some((came, Err(inner))) => {
                return Err(ended(decoder, &mut values, &bytes[..came], inner));
            }
        }
    }
    decoder.ascend();
    Ok(values)
}

#[cold]
#[inline(never)]
fn one_by_one<D: Decoder, T: Decode<D::Context>>(
    decoder: &mut D,
    values: &mut Vec<T>,
    count: usize,
) -> Result<(), DecodeError> {
    for _ in 0..count {
        values.push(element(decoder, size_of::<T>(), true, T::decode)?);
    }
    Ok(())
}

/// Decodes the values of a block.
#[inline(never)]
fn block<D: Decoder, T: Decode<D::Context>>(
    decoder: &mut D,
    values: &mut Vec<T>,
    bytes: &[u8],
) -> Result<(), DecodeError> {
    for bytes in bytes.chunks_exact(const { T::SIZES.of::<D::C>() }) {
        decoder.unclaim_bytes_read(size_of::<T>());
        values.push(T::decode(&mut Block::of(decoder, bytes))?);
    }
    Ok(())
}

/// The error for a source that ended or failed within a block: that of a value before it which can't
/// be decoded, or else the source's, at the number that it had no more bytes for.
#[cold]
#[inline(never)]
fn ended<D: Decoder, T: Decode<D::Context>>(
    decoder: &mut D,
    values: &mut Vec<T>,
    bytes: &[u8],
    inner: io::Error,
) -> DecodeError {
    let size = const { T::SIZES.of::<D::C>() };
    let (complete, rest) = bytes.split_at(bytes.len() - bytes.len() % size);
    if let Err(error) = block(decoder, values, complete) {
        return error;
    }
    decoder.unclaim_bytes_read(size_of::<T>());
    let mut block = Block::of(decoder, rest);
    match T::decode(&mut block) {
        Err(DecodeError::UnexpectedEnd { additional }) => {
            DecodeError::Io { inner, additional: additional + block.reader.rest().len() }
        }
        Err(error) => error,
        Ok(_) => DecodeError::Io { inner, additional: size - rest.len() },
    }
}

/// A decoder over the bytes of one value, which the source of another was read for. The other's type is
/// no part of this one: types that contain themselves would have decoders without end.
struct Block<'a, C, Context> {
    reader: SliceReader<'a>,
    config: C,
    parts: Parts<'a, Context>,
}

impl<'a, C: Config, Context> Block<'a, C, Context> {
    #[inline(always)]
    fn of<D: Decoder<C = C, Context = Context>>(decoder: &'a mut D, bytes: &'a [u8]) -> Self {
        let config = *decoder.config();
        Self { reader: SliceReader::new(bytes), config, parts: decoder.parts() }
    }
}

impl<C, Context> Sealed for Block<'_, C, Context> {}

impl<'a, C: Config, Context> Decoder for Block<'a, C, Context> {
    type R = SliceReader<'a>;
    type C = C;
    type Context = Context;

    fn context(&mut self) -> &mut Context {
        self.parts.0
    }

    #[inline(always)]
    fn reader(&mut self) -> &mut SliceReader<'a> {
        &mut self.reader
    }

    #[inline]
    fn config(&self) -> &C {
        &self.config
    }

    #[inline(always)]
    fn parts(&mut self) -> Parts<'_, Context> {
        (self.parts.0, self.parts.1)
    }

    #[inline]
    fn counts(&self) -> &Counts {
        self.parts.1
    }

    #[inline]
    fn seen(&self) -> usize {
        self.reader.rest().len()
    }

    #[inline]
    fn sees_end(&self) -> bool {
        true
    }
}
