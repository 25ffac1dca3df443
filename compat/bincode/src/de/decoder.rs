//! The decoders.
#![forbid(unsafe_code)]

use super::elements::UNKNOWN;
use super::read::{BorrowReader, Reader};
use super::sealed::Sealed;
use super::{BorrowDecoder, Decoder};
use crate::config::Config;

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
    counts: Counts,
}

/// The counts of a decoder, whichever its source.
#[derive(Debug, Default)]
pub struct Counts {
    /// Bytes counted against the limit.
    pub(super) claimed: usize,
    /// The nesting depth.
    pub(super) nesting: usize,
    /// The number of zero-length elements that were decoded, by their weight.
    pub(super) empty: usize,
    /// Bytes of memory behind pointers.
    pub(super) heap: usize,
}

impl Counts {
    /// Bytes of memory behind pointers so far.
    pub(crate) const fn heap(&self) -> usize {
        self.heap
    }
}

/// The parts of a decoder that outlive its source: its context and its counts.
pub(super) type Parts<'a, Context> = (&'a mut Context, &'a mut Counts);

impl<R: Reader, C: Config, Context> DecoderImpl<R, C, Context> {
    /// Decodes from `reader`.
    pub const fn new(reader: R, config: C, context: Context) -> Self {
        let counts = Counts { claimed: 0, nesting: 0, empty: 0, heap: 0 };
        Self { reader, config, context, counts }
    }
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
    fn parts(&mut self) -> Parts<'_, Context> {
        (&mut self.context, &mut self.counts)
    }

    #[inline]
    fn counts(&self) -> &Counts {
        &self.counts
    }

    #[inline]
    fn seen(&self) -> usize {
        self.reader.left().unwrap_or_else(|| self.reader.came().max(UNKNOWN))
    }

    #[inline]
    fn sees_end(&self) -> bool {
        self.reader.left().is_some()
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
    fn parts(&mut self) -> Parts<'_, Context> {
        (&mut self.context, self.decoder.parts().1)
    }

    #[inline]
    fn counts(&self) -> &Counts {
        self.decoder.counts()
    }

    fn seen(&self) -> usize {
        self.decoder.seen()
    }

    fn sees_end(&self) -> bool {
        self.decoder.sees_end()
    }
}

impl<'de, D: BorrowDecoder<'de>, C> BorrowDecoder<'de> for WithContext<'_, D, C> {
    type BR = D::BR;

    #[inline]
    fn borrow_reader(&mut self) -> &mut D::BR {
        self.decoder.borrow_reader()
    }
}
