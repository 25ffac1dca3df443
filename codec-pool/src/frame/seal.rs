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
    /// Of a reader: whether the header of the next frame is open, and its payload is not.
    pub(crate) header_is_open: bool,
    /// Of a reader: how many bytes of that payload are.
    pub(crate) opened: usize,
}

impl<T> Sealed<T> {
    pub(crate) const fn new(by: T) -> Self {
        Self { by, header_is_open: false, opened: 0 }
    }
}

/// Nothing of what seals.
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
/// A sealed frame is a sealed header, of a fixed length, and a sealed payload, whose length
/// follows from what the header says. Both are opened in place: a header is at the end
/// of its bytes then, and a payload at the front of its own, so that the two are one piece.
///
/// After an error, every call yields it again.
pub trait Opener {
    /// Bytes of a header.
    const HEADER: usize;
    /// Bytes by which a header is longer when it is sealed.
    const OVERHEAD: usize;
    /// Bytes of a block, where payloads are sealed in several of one length: each is opened
    /// when it has come, while it is still in the cache. `usize::MAX` where they are not.
    const BLOCK: usize = usize::MAX;
    /// What opens frames that were received together.
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
    /// Opens a header, all of whose [`OVERHEAD`](Opener::OVERHEAD) +
    /// [`HEADER`](Opener::HEADER) bytes `sealed` are, and moves it to their end.
    ///
    /// # Errors
    /// As [`SealError`] says. What is in `sealed` is unspecified then.
    fn open_header(&mut self, sealed: &mut [u8]) -> Result<(), SealError>;

    /// Opens a payload, all of whose bytes `sealed` are, and leaves it at their front.
    ///
    /// # Errors
    /// As [`SealError`] says. What is in `sealed` is unspecified then.
    fn open_payload(&mut self, sealed: &mut [u8]) -> Result<(), SealError>;

    /// Opens the [blocks](Opener::BLOCK) that are present of a payload of which `sealed` is the
    /// start, and of which the first `from` bytes are open; says how many are then. The
    /// plaintext is at the front, as one piece. Not called where there are no blocks.
    ///
    /// # Errors
    /// As [`SealError`] says. What is in `sealed` is unspecified then.
    fn open_part(&mut self, sealed: &mut [u8], from: usize) -> Result<usize, SealError> {
        let _ = sealed;
        Ok(from)
    }

    /// As [`open_payload`](Self::open_payload), of a payload of which the first `from` bytes
    /// are open.
    ///
    /// # Errors
    /// As [`SealError`] says. What is in `sealed` is unspecified then.
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

    /// Seals a frame: `room` begins with [`OVERHEAD`](Self::OVERHEAD) bytes that are free,
    /// the header and the payload of `len` bytes follow, and what the payload grows by is
    /// free after it. All of `room` is the sealed frame then.
    ///
    /// # Errors
    /// As [`SealError`] says. Nothing of `room` is sent then.
    fn seal_frame(&mut self, room: &mut [u8], len: usize) -> Result<(), SealError>;
}
