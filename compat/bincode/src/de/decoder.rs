//! The decoders.
#![forbid(unsafe_code)]

use codec_core::MAX_EMPTY_ELEMENTS;

use super::elements::UNKNOWN;
use super::read::{BorrowReader, Reader};
use super::sealed::Sealed;
use super::{BorrowDecoder, Decoder};
use crate::config::Config;
use crate::error::DecodeError;

/// Decodes values from a reader.
///
/// ```
/// use codec_bincode::de::{Decode, DecoderImpl, read::SliceReader};
/// let config = codec_bincode::config::standard();
/// let mut decoder = DecoderImpl::new(SliceReader::new(&[7, 1, 2]), config, ());
/// assert_eq!(u8::decode(&mut decoder)?, 7);
/// assert_eq!(<(u8, u16)>::decode(&mut decoder)?, (1, 2));
/// # Ok::<(), codec_bincode::error::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct DecoderImpl<R, C, Context> {
    reader: R,
    config: C,
    context: Context,
    /// Bytes counted against the limit.
    claimed: usize,
    nesting: usize,
    /// How many zero-length elements were decoded.
    empty: usize,
}

impl<R: Reader, C: Config, Context> DecoderImpl<R, C, Context> {
    /// Decodes from `reader`.
    pub const fn new(reader: R, config: C, context: Context) -> Self {
        Self { reader, config, context, claimed: 0, nesting: 0, empty: 0 }
    }
}

#[cold]
#[inline(never)]
const fn limit_exceeded() -> DecodeError {
    DecodeError::LimitExceeded
}

impl<R, C, Context> Sealed for DecoderImpl<R, C, Context> {}

impl<R: Reader, C: Config, Context> Decoder for DecoderImpl<R, C, Context> {
    type R = R;
    type C = C;
    type Context = Context;

    fn context(&mut self) -> &mut Context {
        &mut self.context
    }

    #[inline(always)]
    fn reader(&mut self) -> &mut R {
        &mut self.reader
    }

    fn config(&self) -> &C {
        &self.config
    }

    #[inline(always)]
    fn claim_bytes_read(&mut self, n: usize) -> Result<(), DecodeError> {
        let Some(limit) = C::LIMIT else { return Ok(()) };
        self.claimed = self.claimed.checked_add(n).ok_or_else(limit_exceeded)?;
        if self.claimed > limit { Err(limit_exceeded()) } else { Ok(()) }
    }

    #[inline(always)]
    fn unclaim_bytes_read(&mut self, n: usize) {
        if C::LIMIT.is_some() {
            self.claimed = self.claimed.saturating_sub(n);
        }
    }

    #[inline]
    fn descend(&mut self) -> Result<(), DecodeError> {
        let limit = self.config.levels();
        if self.nesting >= limit {
            return Err(DecodeError::DepthExceeded { limit });
        }
        self.nesting += 1;
        Ok(())
    }

    #[inline]
    fn ascend(&mut self) {
        self.nesting = self.nesting.saturating_sub(1);
    }

    fn nesting(&self) -> usize {
        self.nesting
    }

    #[inline]
    fn seen(&self) -> usize {
        self.reader.left().unwrap_or_else(|| self.reader.came().max(UNKNOWN))
    }

    #[inline]
    fn sees_end(&self) -> bool {
        self.reader.left().is_some()
    }

    #[inline]
    fn note_empty(&mut self) {
        self.empty += 1;
    }

    #[inline]
    fn has_many_empty(&self) -> bool {
        self.empty > MAX_EMPTY_ELEMENTS
    }
}

impl<'de, R: BorrowReader<'de>, C: Config, Context> BorrowDecoder<'de>
    for DecoderImpl<R, C, Context>
{
    type BR = R;

    #[inline(always)]
    fn borrow_reader(&mut self) -> &mut R {
        &mut self.reader
    }
}

/// A decoder with another context: [`Decoder::with_context`].
#[derive(Debug)]
pub struct WithContext<'a, D, C> {
    decoder: &'a mut D,
    context: C,
}

impl<'a, D, C> WithContext<'a, D, C> {
    pub(super) const fn new(decoder: &'a mut D, context: C) -> Self {
        Self { decoder, context }
    }
}

impl<D, C> Sealed for WithContext<'_, D, C> {}

impl<D: Decoder, Context> Decoder for WithContext<'_, D, Context> {
    type R = D::R;
    type C = D::C;
    type Context = Context;

    fn context(&mut self) -> &mut Context {
        &mut self.context
    }

    #[inline]
    fn reader(&mut self) -> &mut D::R {
        self.decoder.reader()
    }

    fn config(&self) -> &D::C {
        self.decoder.config()
    }

    #[inline]
    fn claim_bytes_read(&mut self, n: usize) -> Result<(), DecodeError> {
        self.decoder.claim_bytes_read(n)
    }

    #[inline]
    fn unclaim_bytes_read(&mut self, n: usize) {
        self.decoder.unclaim_bytes_read(n);
    }

    #[inline]
    fn descend(&mut self) -> Result<(), DecodeError> {
        self.decoder.descend()
    }

    #[inline]
    fn ascend(&mut self) {
        self.decoder.ascend();
    }

    fn nesting(&self) -> usize {
        self.decoder.nesting()
    }

    fn seen(&self) -> usize {
        self.decoder.seen()
    }

    fn sees_end(&self) -> bool {
        self.decoder.sees_end()
    }

    #[inline]
    fn note_empty(&mut self) {
        self.decoder.note_empty();
    }

    #[inline]
    fn has_many_empty(&self) -> bool {
        self.decoder.has_many_empty()
    }
}

impl<'de, D: BorrowDecoder<'de>, C> BorrowDecoder<'de> for WithContext<'_, D, C> {
    type BR = D::BR;

    #[inline]
    fn borrow_reader(&mut self) -> &mut D::BR {
        self.decoder.borrow_reader()
    }
}
