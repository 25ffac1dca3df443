//! The work of a codec on the bytes of its buffers besides splitting them.
#![forbid(unsafe_code)]

use bytes::BytesMut;
use codec_core::Header;

use crate::frame::{Opener, Plain, SealError, Sealed, Sealer};
use crate::read::ReadLayer;
use crate::write::WriteLayer;

/// The opener of the frames of a codec's input, and the sealer of those of its output.
pub(crate) struct CodecLayers<R: ReadLayer, W: WriteLayer> {
    read: R,
    write: W,
    /// Number of bytes at the front of the input that are open.
    opened: usize,
    /// Number of bytes that the frame after those needs.
    need: usize,
}

impl CodecLayers<Plain, Plain> {
    pub(super) const PLAIN: Self = Self { read: Plain, write: Plain, opened: 0, need: 0 };
}

impl<S: Sealer, O: Opener> CodecLayers<Sealed<O>, Sealed<S>> {
    pub(super) const fn sealed(sealer: S, opener: O) -> Self {
        Self { read: Sealed::new(opener), write: Sealed::new(sealer), opened: 0, need: 0 }
    }
}

impl<R: ReadLayer, W: WriteLayer> CodecLayers<R, W> {
    /// Bytes of a frame of the input with a payload of `len` bytes.
    pub(super) fn incoming_len<H: Header>(len: usize) -> usize {
        R::OVERHEAD + H::SIZE + R::sealed_len(len)
    }

    /// Bytes of a frame of the output that has `len` bytes before it is sealed.
    fn outgoing_len<H: Header>(len: usize) -> usize {
        if !W::IS_SEALED {
            return len;
        }
        W::OVERHEAD + H::SIZE + W::sealed_len(len.saturating_sub(H::SIZE))
    }

    /// Opens what there is of the input; returns whether the front is a frame, or a header that is
    /// invalid or declares too much.
    pub(super) fn open<H: Header>(
        &mut self,
        buffer: &mut BytesMut,
        max_payload: usize,
    ) -> Result<bool, SealError> {
        if self.opened > 0 {
            return Ok(true);
        }
        if buffer.len() < self.need {
            return Ok(false);
        }
        let accepts = |header: &H| header.payload_len() <= max_payload;
        let opened = self.read.open_frames(buffer, accepts);
        self.opened = opened.len;
        if opened.len > 0 {
            self.need = 0;
            return Ok(true);
        }
        match opened.need? {
            Some(need) => {
                self.need = need;
                Ok(false)
            }
            None => Ok(true),
        }
    }

    /// Records that a frame of that many bytes was taken off the front.
    pub(super) fn taken(&mut self, len: usize) {
        self.opened = self.opened.saturating_sub(len);
    }

    /// Number of bytes that the partly received frame needs.
    pub(super) fn needed<H: Header>(&self) -> usize {
        self.need.max(R::OVERHEAD + H::SIZE)
    }

    /// Appends a frame to the output: `write` writes its header and payload to the front of
    /// the room that it is given, `len` bytes of them.
    pub(super) fn append<H: Header, E: From<SealError>>(
        &mut self,
        buffer: &mut BytesMut,
        len: usize,
        write: impl FnOnce(&mut [u8]) -> Result<usize, E>,
    ) -> Result<(), E> {
        let start = buffer.len();
        buffer.resize(start + Self::outgoing_len::<H>(len), 0);
        let written = write(&mut buffer[start + W::OVERHEAD..][..len]).and_then(|len| {
            buffer.truncate(start + Self::outgoing_len::<H>(len));
            self.write.seal_frame(&mut buffer[start..], len - H::SIZE)?;
            Ok(())
        });
        if written.is_err() {
            // Nothing of a frame that failed is sent.
            buffer.truncate(start);
        }
        written
    }
}
