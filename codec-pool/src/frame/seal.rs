//! The layer between the bytes of a connection and its frames: nothing, or encryption in place.
#![forbid(unsafe_code)]

use core::fmt;

/// Frames are sent as they are: the default of readers and writers. It takes no space and does
/// nothing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Plain;

/// Frames on the wire are sealed: `FrameReader<H, Sealed<O>>` opens them with an
/// [`Opener`], `FrameWriter<H, Sealed<S>>` seals them with a [`Sealer`].
pub struct Sealed<T> {
    pub(crate) by: T,
    /// For a reader: whether the header of the next frame is opened, and its payload is not.
    pub(crate) header_is_open: bool,
    /// For a reader: how many bytes of that payload are opened.
    pub(crate) opened: usize,
}

impl<T> Sealed<T> {
    pub(crate) const fn new(by: T) -> Self {
        Self { by, header_is_open: false, opened: 0 }
    }
}

/// Shows nothing of the sealer or opener.
impl<T> fmt::Debug for Sealed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sealed").finish_non_exhaustive()
    }
}

/// Why sealed bytes were not opened, or bytes not sealed. The connection is to be closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SealError {
    /// The bytes are not what the peer has sealed, or not what it has sealed next: they
    /// were changed, repeated, left out or reordered.
    Forged,
    /// The keys were used as often as they may be.
    Exhausted,
}

impl fmt::Display for SealError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Forged => "sealed bytes were changed, repeated or reordered on the way",
            Self::Exhausted => "the keys of the connection are used up",
        })
    }
}

impl core::error::Error for SealError {}

/// Opens the frames of one direction of a connection, in their order.
///
/// A sealed frame is a sealed header, of a fixed length, and a sealed payload, whose length follows
/// from the header. Both are opened in place: the header is then at the end of its bytes, and the
/// payload at the front of its own, so that the two are contiguous.
///
/// After an error, every call returns it again.
pub trait Opener {
    /// Bytes of a header.
    const HEADER: usize;
    /// Bytes by which a header is longer when it is sealed.
    const OVERHEAD: usize;
    /// Bytes of a block, where payloads are sealed in blocks of equal length: each is opened when
    /// it has arrived, while it is still in the cache. `usize::MAX` where there are no blocks.
    const BLOCK: usize = usize::MAX;
    /// The type that opens frames that were received together.
    type Opening<'a>: Opening
    where
        Self: 'a;

    /// Bytes of a sealed payload of `len` bytes: 0 for none, else more than `len`.
    fn sealed_len(len: usize) -> usize;

    /// Begins to open frames that were received together.
    fn begin(&mut self) -> Self::Opening<'_>;

    /// Skips a payload of `len` bytes that is not opened.
    fn skip_payload(&mut self, len: usize);
}

/// Opens frames that were received together; see [`Opener`].
pub trait Opening {
    /// Opens a header, and moves it to the end of `sealed`, which is all of its
    /// [`OVERHEAD`](Opener::OVERHEAD) + [`HEADER`](Opener::HEADER) bytes.
    ///
    /// # Errors
    /// See [`SealError`]. What is in `sealed` is unspecified then.
    fn open_header(&mut self, sealed: &mut [u8]) -> Result<(), SealError>;

    /// Opens a payload, and leaves it at the front of `sealed`, which is all of its bytes.
    ///
    /// # Errors
    /// See [`SealError`]. What is in `sealed` is unspecified then.
    fn open_payload(&mut self, sealed: &mut [u8]) -> Result<(), SealError>;

    /// Opens the [blocks](Opener::BLOCK) that are present of a payload that starts with `sealed`
    /// and whose first `from` bytes are open; returns how many are open then. The plaintext is at
    /// the front, contiguous. Not called where there are no blocks.
    ///
    /// # Errors
    /// See [`SealError`]. What is in `sealed` is unspecified then.
    fn open_part(&mut self, sealed: &mut [u8], from: usize) -> Result<usize, SealError> {
        let _ = sealed;
        Ok(from)
    }

    /// Like [`open_payload`](Self::open_payload), for a payload whose first `from` bytes are open.
    ///
    /// # Errors
    /// See [`SealError`]. What is in `sealed` is unspecified then.
    fn open_rest(&mut self, sealed: &mut [u8], from: usize) -> Result<(), SealError> {
        debug_assert!(from == 0, "`open_part` opens nothing");
        self.open_payload(sealed)
    }
}

/// Seals the frames of one direction of a connection; the other end's [`Opener`] opens
/// them.
pub trait Sealer {
    /// Bytes of a header.
    const HEADER: usize;
    /// Bytes by which a header is longer when it is sealed.
    const OVERHEAD: usize;

    /// Bytes of a sealed payload of `len` bytes: 0 for none, else more than `len`.
    fn sealed_len(len: usize) -> usize;

    /// Seals a frame: `room` begins with [`OVERHEAD`](Self::OVERHEAD) free bytes; the header and
    /// the payload of `len` bytes follow, and then free space for what the payload grows by.
    /// Afterwards, all of `room` is the sealed frame.
    ///
    /// # Errors
    /// See [`SealError`]. Nothing of `room` is sent then.
    fn seal_frame(&mut self, room: &mut [u8], len: usize) -> Result<(), SealError>;
}
