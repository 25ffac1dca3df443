//! Frames that are sealed in the chunk from which they are sent.
#![forbid(unsafe_code)]

use codec_core::{Encode, EncodeError, EncodeErrorKind, Format, Header as _, IdOf, Protocol};

use crate::frame::{Frame, FrameView, Sealed, Sealer};
use crate::pool::Pool;
use crate::write::amend::Amend;
use crate::write::error::FrameWriteError;
use crate::write::layer::WriteLayer;
use crate::write::writer::{FrameWriter, frame_into, frame_len};

impl<P: Protocol, S: Sealer> FrameWriter<P, Sealed<S>> {
    /// A writer that seals its frames, with nothing to send. All that a writer does, this
    /// one does too, except that it takes a frame that was made before by
    /// [`write_frame`](Self::write_frame).
    ///
    /// Each is encoded where it is sealed, and sealed where it is sent from, in the order in
    /// which they are written: what waits is sealed already, and is to be sent in that order.
    /// After an error of the sealer nothing more can be sent.
    pub const fn sealed(pool: Pool, sealer: S) -> Self {
        const {
            assert!(
                <P::Header>::SIZE == <P::Header>::MAX_SIZE,
                "only a header of fixed size can be sealed"
            );
            assert!(<P::Header>::SIZE == S::HEADER, "the sealer is for headers of another size");
        }
        Self::with_layer(pool, Sealed::new(sealer))
    }

    /// The sealer of the frames.
    pub const fn sealer(&self) -> &S {
        &self.layer.by
    }

    /// Queues a frame that was made, or received, before: a copy of it is sealed.
    ///
    /// # Errors
    /// [`FrameWriteError::Pool`] when there is no memory, [`FrameWriteError::Sealed`] when it
    /// can't be sealed. Nothing is queued then, and what was before stays.
    pub fn write_frame(&mut self, frame: FrameView<'_, P>) -> Result<(), FrameWriteError> {
        self.write_bytes(frame.bytes())
    }
}

impl<P: Protocol, L: WriteLayer> FrameWriter<P, L> {
    /// Queues a frame that was made before: without a copy where frames are not sealed,
    /// else a copy of it.
    pub(crate) fn forward(&mut self, frame: Frame<P>) -> Result<(), FrameWriteError> {
        if L::IS_SEALED {
            return self.write_bytes(frame.bytes());
        }
        self.outbox.admit_piece(frame.bytes().len())?;
        self.outbox.push(frame.into_bytes());
        Ok(())
    }

    /// Length on the wire of a frame that has `len` bytes before it is sealed.
    pub(super) fn on_wire(len: usize) -> usize {
        if !L::IS_SEALED {
            return len;
        }
        L::OVERHEAD + <P::Header>::SIZE + L::sealed_len(len.saturating_sub(<P::Header>::SIZE))
    }

    /// Seals a copy of a frame.
    fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), FrameWriteError> {
        self.write_with(
            || Ok(bytes.len()),
            |room| match room.get_mut(..bytes.len()) {
                Some(room) => {
                    room.copy_from_slice(bytes);
                    Ok(bytes.len())
                }
                None => Err(EncodeError::new(EncodeErrorKind::BufferTooSmall, 0)),
            },
        )
    }

    /// Like [`write_message`](Self::write_message).
    #[inline]
    pub(super) fn write_sealed<F: Format, T: Encode + ?Sized>(
        &mut self,
        id: IdOf<P>,
        flags: u32,
        message: &T,
        amend: &mut impl Amend<P::Header>,
    ) -> Result<(), FrameWriteError> {
        self.write_with(
            || frame_len::<F, P::Header, T>(message),
            |room| {
                let frame = frame_into::<F, P::Header, T>(room, id, flags, message, amend);
                frame.map(|(_, len)| len)
            },
        )
    }

    /// Queues what `write` writes to the front of the room that it is given, which must have `len`
    /// bytes.
    #[inline]
    fn write_with(
        &mut self,
        len: impl FnOnce() -> Result<usize, EncodeError>,
        mut write: impl FnMut(&mut [u8]) -> Result<usize, EncodeError>,
    ) -> Result<(), FrameWriteError> {
        // Most frames fit the room there is, and then their size need not be computed first.
        match Self::seal_into(&mut self.layer, self.outbox.spare(), &mut write) {
            Ok(len) => {
                self.outbox.append(len);
                Ok(())
            }
            Err(FrameWriteError::Encode(error))
                if error.kind() == EncodeErrorKind::BufferTooSmall =>
            {
                let result = self.seal_with_room(len, &mut write);
                if result.is_err() {
                    self.outbox.release_if_empty();
                }
                result
            }
            Err(error) => Err(error),
        }
    }

    #[cold]
    fn seal_with_room(
        &mut self,
        len: impl FnOnce() -> Result<usize, EncodeError>,
        write: &mut impl FnMut(&mut [u8]) -> Result<usize, EncodeError>,
    ) -> Result<(), FrameWriteError> {
        let len = Self::on_wire(len()?);
        if len <= self.outbox.pool().chunk_size() {
            self.outbox.make_room_to_queue(len)?;
            let len = Self::seal_into(&mut self.layer, self.outbox.spare(), write)?;
            self.outbox.append(len);
            return Ok(());
        }
        self.outbox.admit_piece(len)?;
        let mut chunk = self.outbox.take_large(len)?;
        let sealed = Self::seal_into(&mut self.layer, chunk.spare(), write);
        let sealed = sealed.map(|len| {
            let fits = chunk.advance(len);
            debug_assert!(fits, "it was just written there");
            self.outbox.push(chunk.share_next(len));
        });
        self.outbox.pool().give_back(chunk);
        sealed
    }

    /// Writes a frame to the front of `room` and seals it there; returns its length on the wire.
    #[inline]
    fn seal_into(
        layer: &mut L,
        room: &mut [u8],
        write: &mut impl FnMut(&mut [u8]) -> Result<usize, EncodeError>,
    ) -> Result<usize, FrameWriteError> {
        let too_small = EncodeError::new(EncodeErrorKind::BufferTooSmall, 0);
        let len = write(room.get_mut(L::OVERHEAD..).ok_or(too_small)?)?;
        let on_wire = Self::on_wire(len);
        let room = room.get_mut(..on_wire).ok_or(too_small)?;
        layer.seal_frame(room, len - <P::Header>::SIZE).map_err(FrameWriteError::Sealed)?;
        Ok(on_wire)
    }
}
