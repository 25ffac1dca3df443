//! Reading while other readers of the pool hold chunks and wait.
//!
//! A call of `read` may wait for as long as the peer likes, and holds its buffer as long. Only one
//! reader of a pool at a time waits with a chunk, and those whose last read filled all the room
//! there was, because there may be more at once. All others read onto the stack, a few KiB, and
//! until then hold only what was received of the next frame. What is read this way is copied once
//! more.
#![forbid(unsafe_code)]

use std::io::{ErrorKind, Read};

use codec_core::Protocol;

use crate::pool::PoolError;
use crate::read::error::{FrameErrorKind, FrameReadError};
use crate::read::layer::ReadLayer;
use crate::read::reader::{FrameReader, State};

/// Bytes of stack to read into.
const PROBE: usize = 4096;

impl<P: Protocol, L: ReadLayer> FrameReader<P, L> {
    /// Reads once, without a chunk if that can be; false at the end of the stream.
    #[inline(never)]
    pub(super) fn probe<R: Read + ?Sized>(
        &mut self,
        stream: &mut R,
    ) -> Result<bool, FrameReadError> {
        if self.intake.has_budget() {
            // Reading onto the stack would need a grant first.
            return self.fill_chunk(stream, false);
        }
        self.park();
        let room = match self.state {
            // All that was needed had arrived, but there was no memory to join it.
            _ if self.intake.is_full() => {
                self.spare_capacity()?;
                return Ok(true);
            }
            // There was no memory to set it aside, or nothing would be saved.
            _ if self.intake.has_chunk() => return self.fill_chunk(stream, false),
            State::Skipping { left, .. } => left,
            _ => self.intake.room_aside(),
        };
        let mut probe = [0; PROBE];
        let room = room.min(PROBE);
        loop {
            match stream.read(&mut probe[..room]) {
                Ok(0) => {
                    self.end()?;
                    return Ok(false);
                }
                Ok(len) if len > room => {
                    return Err(self.poison(FrameErrorKind::ReadOverrun).into());
                }
                Ok(len) => {
                    self.take_in(&probe[..len])?;
                    self.note_read(len, room);
                    return Ok(true);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Takes in bytes that were read. They are set aside first, so that they are kept when there is
    /// no chunk for them.
    fn take_in(&mut self, bytes: &[u8]) -> Result<(), FrameReadError> {
        if let State::Skipping { .. } = self.state {
            self.pass(bytes.len());
            return Ok(());
        }
        if !self.intake.keep_aside(bytes) {
            return Err(self.poison(FrameErrorKind::Lost(PoolError::OutOfMemory)).into());
        }
        if self.intake.is_full() {
            self.spare_capacity()?;
        }
        Ok(())
    }
}
