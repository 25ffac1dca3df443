//! Encryption of frames in place.
#![forbid(unsafe_code)]
#![expect(clippy::missing_errors_doc, reason = "`SealError` says when")]

/// Why sealed bytes were not opened, or bytes not sealed. The connection is to be closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SealError {
    /// The bytes are not what the peer has sealed next: changed, repeated, left out or reordered.
    Forged,
    /// The keys were used as often as they may be.
    Exhausted,
}

impl core::fmt::Display for SealError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let forged = "sealed bytes were changed, repeated or reordered on the way";
        let exhausted = "the keys of the connection are used up";
        f.write_str(if *self == Self::Forged { forged } else { exhausted })
    }
}

impl core::error::Error for SealError {}

/// Opens the frames of a connection's direction, in their order, in place: a header moves to the end of
/// its bytes, a payload to the front of its own. After an error, every call returns it again.
pub trait Opener {
    /// Bytes of a header.
    const HEADER: usize;
    /// Bytes by which a header is longer when it is sealed.
    const OVERHEAD: usize;
    /// Bytes of a block, where payloads are sealed in blocks, each opened when it has arrived.
    const BLOCK: usize = usize::MAX;
    /// Opens frames that were received together.
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

/// Opens frames that were received together. After an error, the bytes given are unspecified.
pub trait Opening {
    /// Opens the header in `sealed`, [`OVERHEAD`](Opener::OVERHEAD) + [`HEADER`](Opener::HEADER) bytes.
    fn open_header(&mut self, sealed: &mut [u8]) -> Result<(), SealError>;

    /// Opens a whole payload, of which [`open_part`](Self::open_part) has opened `from` bytes.
    fn open_payload(&mut self, sealed: &mut [u8], from: usize) -> Result<(), SealError>;

    /// Opens the [blocks](Opener::BLOCK) that are present of a payload that begins with `sealed`, of
    /// which `from` bytes are open; returns how many are then. Not called where there are no blocks.
    fn open_part(&mut self, sealed: &mut [u8], from: usize) -> Result<usize, SealError>;
}

/// Seals the frames of one direction of a connection, which the other end's [`Opener`] opens.
pub trait Sealer {
    /// Bytes of a header.
    const HEADER: usize;
    /// Bytes by which a header is longer when it is sealed.
    const OVERHEAD: usize;

    /// Bytes of a sealed payload of `len` bytes: 0 for none, else more than `len`.
    fn sealed_len(len: usize) -> usize;

    /// Seals a frame in `room`: [`OVERHEAD`](Self::OVERHEAD) free bytes, header, payload of `len`
    /// bytes, room for what it grows by. After an error, nothing of it is sent.
    fn seal_frame(&mut self, room: &mut [u8], len: usize) -> Result<(), SealError>;
}
