//! The work of a reader on bytes before there is a frame in them.
#![forbid(unsafe_code)]

use codec_core::Header;

use crate::frame::{Opener, Opening, Plain, SealError, Sealed};
use crate::read::read_chunk::RawCount;

/// The layer between the bytes that a [`FrameReader`](crate::FrameReader) reads and its frames:
/// [`Plain`], or [`Sealed`] by an [`Opener`]. No other type can implement it.
pub trait ReadLayer: sealed::Layer {}

impl<T: sealed::Layer> ReadLayer for T {}

/// The result of opening sealed bytes.
pub struct Opened {
    /// Number of bytes in them that are whole frames, which are open now.
    pub(crate) len: usize,
    /// Number of bytes that the frame after those needs; `None` when its header is open and is
    /// invalid, or declares too much.
    pub(crate) need: Result<Option<usize>, SealError>,
}

pub(crate) mod sealed {
    use super::{Header, Opened, RawCount, SealError};

    /// The work of a layer; not to be called or implemented by others.
    pub trait Layer: Sized {
        /// The number of bytes of a chunk that are sealed.
        type Raw: RawCount;
        /// `true` if anything is sealed.
        const IS_SEALED: bool;
        /// Bytes by which a header is longer when it is sealed.
        const OVERHEAD: usize;

        /// Bytes that are read at once at most, so that they are opened before they leave the
        /// cache.
        const READ: usize;

        /// Bytes of a sealed payload of `len` bytes.
        fn sealed_len(len: usize) -> usize;

        /// Returns whether there is something to open in the first `pending` bytes of a frame
        /// that is not whole.
        fn has_part(&self, pending: usize) -> bool;

        /// Opens what there is of a frame that is not whole.
        ///
        /// # Errors
        /// See [`SealError`].
        fn open_part(&mut self, sealed: &mut [u8]) -> Result<(), SealError>;

        /// Records that the payload of `len` bytes is skipped, whose header is open.
        fn pass_payload(&mut self, len: usize);

        /// Opens all frames that are whole and whose headers are accepted, and the header of the
        /// next.
        fn open_frames<H: Header>(
            &mut self,
            sealed: &mut [u8],
            accepts: impl Fn(&H) -> bool,
        ) -> Opened;
    }
}

impl sealed::Layer for Plain {
    type Raw = ();
    const IS_SEALED: bool = false;
    const OVERHEAD: usize = 0;
    const READ: usize = usize::MAX;

    #[inline(always)]
    fn sealed_len(len: usize) -> usize {
        len
    }

    #[inline(always)]
    fn has_part(&self, _: usize) -> bool {
        false
    }

    fn open_part(&mut self, _: &mut [u8]) -> Result<(), SealError> {
        Ok(())
    }

    #[inline(always)]
    fn pass_payload(&mut self, _: usize) {}

    fn open_frames<H: Header>(&mut self, sealed: &mut [u8], _: impl Fn(&H) -> bool) -> Opened {
        Opened { len: sealed.len(), need: Ok(None) }
    }
}

impl<O: Opener> sealed::Layer for Sealed<O> {
    type Raw = usize;
    const IS_SEALED: bool = true;
    const OVERHEAD: usize = O::OVERHEAD;
    const READ: usize = O::BLOCK.saturating_mul(2);

    #[inline]
    fn sealed_len(len: usize) -> usize {
        O::sealed_len(len)
    }

    #[inline]
    fn has_part(&self, pending: usize) -> bool {
        let needed = (O::OVERHEAD + O::HEADER + self.opened).saturating_add(O::BLOCK);
        self.header_is_open && needed <= pending
    }

    fn open_part(&mut self, sealed: &mut [u8]) -> Result<(), SealError> {
        let payload = &mut sealed[O::OVERHEAD + O::HEADER..];
        self.opened = self.by.begin().open_part(payload, self.opened)?;
        Ok(())
    }

    fn pass_payload(&mut self, len: usize) {
        self.by.skip_payload(len);
        self.header_is_open = false;
    }

    fn open_frames<H: Header>(
        &mut self,
        sealed: &mut [u8],
        accepts: impl Fn(&H) -> bool,
    ) -> Opened {
        let mut opening = self.by.begin();
        let mut len = 0;
        let need = loop {
            match open_frame::<H, O>(
                &mut opening,
                (&mut self.header_is_open, &mut self.opened),
                &mut sealed[len..],
                &accepts,
            ) {
                Ok(Front::Whole(frame)) => len += frame,
                Ok(Front::Needs(need)) => break Ok(Some(need)),
                Ok(Front::Refused) => break Ok(None),
                Err(error) => break Err(error),
            }
        };
        Opened { len, need }
    }
}

/// The front of sealed bytes.
enum Front {
    /// A frame of that many bytes, which is open now.
    Whole(usize),
    /// A part of a frame, or of its header: that many bytes are needed.
    Needs(usize),
    /// The header, open now, of a frame that is not to be opened.
    Refused,
}

/// Opens the frame at the front, or as much of it as can be.
#[inline]
fn open_frame<'a, H: Header, O: Opener + 'a>(
    opening: &mut O::Opening<'a>,
    (header_is_open, opened): (&mut bool, &mut usize),
    sealed: &mut [u8],
    accepts: impl Fn(&H) -> bool,
) -> Result<Front, SealError> {
    let size = O::OVERHEAD + O::HEADER;
    let Some((head, rest)) = sealed.split_at_mut_checked(size) else {
        return Ok(Front::Needs(size));
    };
    if !*header_is_open {
        opening.open_header(head)?;
        *header_is_open = true;
    }
    let len = match H::parse(&head[O::OVERHEAD..]) {
        // Where the limit was lowered after some of it was opened, the reader enforces it.
        Ok(header) if accepts(&header) || *opened > 0 => header.payload_len(),
        _ => return Ok(Front::Refused),
    };
    let whole = size + O::sealed_len(len);
    let Some(payload) = rest.get_mut(..whole - size) else {
        return Ok(Front::Needs(whole));
    };
    opening.open_payload(payload, *opened)?;
    (*header_is_open, *opened) = (false, 0);
    Ok(Front::Whole(whole))
}
