//! Messages out of frames, in the protocol of the reader.
#![forbid(unsafe_code)]

use std::io::Read;

use codec_core::{DecodeError, Header as _, Protocol};

use crate::frame::FrameRef;
use crate::read::error::MessageError;
use crate::read::layer::ReadLayer;
use crate::read::reader::FrameReader;
use crate::read::unknown::{Miss, UnknownFrame, is_unknown};

impl<P: Protocol, L: ReadLayer> FrameReader<P, L> {
    /// The next message; `None` when its frame is not complete.
    ///
    /// # Errors
    /// [`MessageError::Decode`] when the payload is no message of the protocol, and
    /// [`MessageError::Unknown`] when the protocol has none with the frame's id: the next call
    /// continues after it. [`MessageError::Read`] with those of [`next_frame`](Self::next_frame).
    pub fn next_message(&mut self) -> Result<Option<P::Message>, MessageError> {
        let frame = self.next_frame().map_err(MessageError::frame)?;
        frame.map(|frame| decoded(&frame, frame.message())).transpose()
    }

    /// Like [`next_message`](Self::next_message), borrowing from the reader's memory.
    ///
    /// # Errors
    /// The same as [`next_message`](Self::next_message).
    #[inline]
    pub fn next_message_ref(&mut self) -> Result<Option<P::MessageRef<'_>>, MessageError> {
        let frame = self.next_frame().map_err(MessageError::frame)?;
        frame.map(|frame| decoded(&frame, frame.message_ref())).transpose()
    }

    /// The next message, and reads if it has not arrived yet, as [`read_frame`](Self::read_frame)
    /// does. `None` at the end of the stream.
    ///
    /// # Errors
    /// [`MessageError::Decode`] when the payload is no message of the protocol, and
    /// [`MessageError::Unknown`] when the protocol has none with the frame's id: the next call
    /// continues after it. [`MessageError::Read`] with those of [`read_frame`](Self::read_frame).
    pub fn read_message<R: Read + ?Sized>(
        &mut self,
        stream: &mut R,
    ) -> Result<Option<P::Message>, MessageError> {
        let frame = self.read_frame(stream)?;
        frame.map(|frame| decoded(&frame, frame.message())).transpose()
    }

    /// Like [`read_message`](Self::read_message), borrowing from the reader's memory.
    ///
    /// # Errors
    /// The same as [`read_message`](Self::read_message).
    #[inline]
    pub fn read_message_ref<R: Read + ?Sized>(
        &mut self,
        stream: &mut R,
    ) -> Result<Option<P::MessageRef<'_>>, MessageError> {
        let frame = self.read_frame(stream)?;
        frame.map(|frame| decoded(&frame, frame.message_ref())).transpose()
    }
}

/// The result of decoding a frame's message, with the frame named in the error.
#[inline]
fn decoded<P: Protocol, M>(
    frame: &FrameRef<'_, P>,
    outcome: Result<M, DecodeError>,
) -> Result<M, MessageError> {
    outcome.map_err(|error| match undecoded::<P>(frame.header(), frame.offset(), error) {
        Miss::Unknown { header, offset } => UnknownFrame::new(header, offset).into(),
        Miss::Error(error) => error,
    })
}

/// Why there is no message in the frame with this header, at this byte of the stream. By value: a
/// frame of which a reference is taken is in memory on the common path, too.
#[cold]
pub(crate) fn undecoded<P: Protocol>(
    header: P::Header,
    offset: u64,
    error: DecodeError,
) -> Miss<P::Header, MessageError> {
    if is_unknown::<P>(&header, error) {
        return Miss::Unknown { header, offset };
    }
    let message = P::name_of(header.id());
    let at = offset + (header.size() + error.offset()) as u64;
    Miss::Error(MessageError::Decode { message, offset, at, error })
}
