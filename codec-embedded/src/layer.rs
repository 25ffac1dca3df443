//! The layer between bytes and frames: nothing, or encryption in place.

use codec_core::message::{Opener, Opening as _, SealError, Sealer};

/// Frames are sent as they are: the default of readers and writers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Plain;

/// The layer below a [`FixedFrameReader`](crate::FixedFrameReader): [`Plain`], or an [`Opener`]. No
/// other type can implement it.
pub trait ReadLayer: sealed::Read {}

impl<T: sealed::Read> ReadLayer for T {}

/// The layer below a [`FixedFrameWriter`](crate::FixedFrameWriter): [`Plain`], or a [`Sealer`]. No
/// other type can implement it.
pub trait WriteLayer: sealed::Write {}

impl<T: sealed::Write> WriteLayer for T {}

pub(crate) mod sealed {
    use super::SealError;

    /// Opens frames.
    pub trait Read {
        /// Bytes by which a header is longer when it is sealed.
        const OVERHEAD: usize;

        /// Bytes of a sealed payload of `len` bytes.
        fn sealed_len(len: usize) -> usize;

        /// Opens a header, and moves it to the end of its bytes.
        fn open_header(&mut self, sealed: &mut [u8]) -> Result<(), SealError>;

        /// Opens a payload, and leaves it at the front of its bytes.
        fn open_payload(&mut self, sealed: &mut [u8]) -> Result<(), SealError>;

        /// Skips a payload of `len` bytes that is not opened.
        fn skip_payload(&mut self, len: usize);
    }

    /// Seals frames.
    pub trait Write {
        /// Bytes by which a header is longer when it is sealed.
        const OVERHEAD: usize;

        /// Bytes of a sealed payload of `len` bytes.
        fn sealed_len(len: usize) -> usize;

        /// Seals a frame whose header begins after [`OVERHEAD`](Self::OVERHEAD) free bytes.
        fn seal_frame(&mut self, room: &mut [u8], len: usize) -> Result<(), SealError>;
    }
}

impl sealed::Read for Plain {
    const OVERHEAD: usize = 0;

    fn sealed_len(len: usize) -> usize {
        len
    }

    fn open_header(&mut self, _: &mut [u8]) -> Result<(), SealError> {
        Ok(())
    }

    fn open_payload(&mut self, _: &mut [u8]) -> Result<(), SealError> {
        Ok(())
    }

    fn skip_payload(&mut self, _: usize) {}
}

impl<O: Opener> sealed::Read for O {
    const OVERHEAD: usize = O::OVERHEAD;

    fn sealed_len(len: usize) -> usize {
        O::sealed_len(len)
    }

    fn open_header(&mut self, sealed: &mut [u8]) -> Result<(), SealError> {
        self.begin().open_header(sealed)
    }

    fn open_payload(&mut self, sealed: &mut [u8]) -> Result<(), SealError> {
        self.begin().open_payload(sealed, 0)
    }

    fn skip_payload(&mut self, len: usize) {
        self.skip_payload(len);
    }
}

impl sealed::Write for Plain {
    const OVERHEAD: usize = 0;

    fn sealed_len(len: usize) -> usize {
        len
    }

    fn seal_frame(&mut self, _: &mut [u8], _: usize) -> Result<(), SealError> {
        Ok(())
    }
}

impl<S: Sealer> sealed::Write for S {
    const OVERHEAD: usize = S::OVERHEAD;

    fn sealed_len(len: usize) -> usize {
        S::sealed_len(len)
    }

    fn seal_frame(&mut self, room: &mut [u8], len: usize) -> Result<(), SealError> {
        self.seal_frame(room, len)
    }
}
