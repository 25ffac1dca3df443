//! The encoder.
#![forbid(unsafe_code)]

use super::Encoder;
use super::write::Writer;
use crate::config::Config;
use crate::de::sealed::Sealed;

/// Encodes values into a writer.
///
/// ```
/// use codec_bincode::enc::{Encode, EncoderImpl, write::SliceWriter};
/// let mut room = [0; 4];
/// let mut encoder = EncoderImpl::new(SliceWriter::new(&mut room), codec_bincode::config::standard());
/// (7u8, 300u16).encode(&mut encoder)?;
/// assert_eq!(encoder.into_writer().bytes_written(), 4);
/// assert_eq!(room, [7, 251, 44, 1]);
/// # Ok::<(), codec_bincode::error::EncodeError>(())
/// ```
#[derive(Debug)]
pub struct EncoderImpl<W, C> {
    writer: W,
    config: C,
}

impl<W: Writer, C: Config> EncoderImpl<W, C> {
    /// Encodes into `writer`.
    pub const fn new(writer: W, config: C) -> Self {
        Self { writer, config }
    }

    /// The writer.
    #[inline]
    pub fn into_writer(self) -> W {
        self.writer
    }
}

impl<W, C> Sealed for EncoderImpl<W, C> {}

impl<W: Writer, C: Config> Encoder for EncoderImpl<W, C> {
    type W = W;
    type C = C;

    #[inline(always)]
    fn writer(&mut self) -> &mut W {
        &mut self.writer
    }

    fn config(&self) -> &C {
        &self.config
    }
}
