//! A buffer for writers that keeps its memory.
#![forbid(unsafe_code)]

use core::fmt;

use codec_core::{Encode, EncodeError, EncodeErrorKind, Format, Header};

use crate::memory::Chunk;
use crate::pool::{Pool, PoolError, Request};
use crate::write::amend::AsDescribed;
use crate::write::error::FrameWriteError;
use crate::write::writer::{frame_into, frame_len};

/// A buffer in a pool's memory into which messages are encoded one at a time. It takes a chunk with
/// the first, a larger one when a message does not fit, and keeps it: after its largest message, it
/// requests no more memory.
///
/// The bytes that it lends may be changed in place: encrypted, for example.
///
/// For sessions that encode, encrypt or hash, and send by themselves. What
/// waits to be sent is the job of a [`FrameWriter`](crate::FrameWriter).
///
/// ```
/// use codec_core::Sv2;
/// use codec_pool::{LengthHeader, Pool};
/// let pool = Pool::default();
/// let mut scratch = pool.scratch();
/// assert_eq!(scratch.encode::<Sv2, _>(&(1u8, 0x0302u16))?, [1, 2, 3]);
/// assert_eq!(scratch.frame::<Sv2, LengthHeader<2>, _>((), 0, &7u8)?, [1, 0, 7]);
/// assert_eq!(pool.stats().acquired, 1);
/// # Ok::<(), codec_pool::FrameWriteError>(())
/// ```
pub struct Scratch {
    pool: Pool,
    /// Only its spare part is written to, again and again.
    chunk: Option<Chunk>,
}

impl Pool {
    /// A buffer for writers, which keeps its memory from message to message.
    pub fn scratch(&self) -> Scratch {
        Scratch::new(self.clone())
    }
}

impl Scratch {
    const fn new(pool: Pool) -> Self {
        Self { pool, chunk: None }
    }

    /// Encodes a message, replacing the last one.
    ///
    /// # Errors
    /// [`FrameWriteError::Encode`] when the message has no encoding,
    /// [`FrameWriteError::Pool`] when there is no memory. What was encoded before is gone then.
    pub fn encode<F: Format, T: Encode + ?Sized>(
        &mut self,
        message: &T,
    ) -> Result<&mut [u8], FrameWriteError> {
        self.write_with(|room| F::encode_into(message, room), || Ok(message.encoded_len::<F>()))
    }

    /// Encodes a message with its header, replacing the last one.
    ///
    /// # Errors
    /// The same as [`encode`](Self::encode), and [`FrameWriteError::Encode`] when the
    /// message is too long for the header.
    pub fn frame<F: Format, H: Header, T: Encode + ?Sized>(
        &mut self,
        id: H::Id,
        flags: u32,
        message: &T,
    ) -> Result<&mut [u8], FrameWriteError> {
        self.write_with(
            |room| {
                let frame = frame_into::<F, H, T>(room, id, flags, message, &mut AsDescribed);
                frame.map(|(_, len)| len)
            },
            || frame_len::<F, H, T>(message),
        )
    }

    /// Number of bytes that a message may have without requesting memory.
    pub fn capacity(&self) -> usize {
        self.chunk.as_ref().map_or(0, Chunk::spare_len)
    }

    /// Gives the memory back to the pool; the next message requests it again.
    pub fn release(&mut self) {
        if let Some(chunk) = self.chunk.take() {
            self.pool.give_back(chunk);
        }
    }

    fn write_with(
        &mut self,
        mut write: impl FnMut(&mut [u8]) -> Result<usize, EncodeError>,
        len: impl FnOnce() -> Result<usize, EncodeError>,
    ) -> Result<&mut [u8], FrameWriteError> {
        // Most messages fit, and then their size need not be computed first.
        let written = match write(self.room()) {
            Err(error) if error.kind() == EncodeErrorKind::BufferTooSmall => {
                self.grow(len()?)?;
                write(self.room())?
            }
            result => result?,
        };
        Ok(&mut self.room()[..written])
    }

    fn room(&mut self) -> &mut [u8] {
        self.chunk.as_mut().map_or(&mut [], Chunk::spare)
    }

    fn grow(&mut self, needed: usize) -> Result<(), PoolError> {
        self.release();
        let request = if needed <= self.pool.chunk_size() {
            Request::Chunk(needed)
        } else {
            Request::Large(needed)
        };
        let chunk = self.pool.take(request)?;
        self.chunk = Some(chunk);
        Ok(())
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        self.release();
    }
}

/// Shows how much it can hold, not what is in it.
impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scratch").field("capacity", &self.capacity()).finish_non_exhaustive()
    }
}
