//! Frames that a reader lends.
#![forbid(unsafe_code)]

use core::fmt;
use core::ops::{Deref, Range};

use bytes::Bytes;
use codec_core::message::{check_flags, decode_all};
use codec_core::{
    ById, Cursor, Decodable, DecodeError, Format, Header as _, IdOf, Messages, Protocol, Reader,
    Single,
};

use crate::frame::batch::Batch;
use crate::frame::detached::Frame;
use crate::frame::frame_view::FrameView;
use crate::memory::ChunkSlice;

/// A frame that a [`FrameReader`](crate::FrameReader) lends until the next is requested: no copy,
/// no count, no allocation. All that a [`FrameView`] does, this does too.
///
/// ```
/// use codec_core::Sv2;
/// use codec_pool::{FrameReader, LengthHeader, Pool};
/// let mut reader = FrameReader::<LengthHeader<1>>::new(Pool::default());
/// reader.feed(&[1, 7, 2, 8, 9])?;
/// let _first = reader.next_frame()?;
/// let frame = reader.next_frame()?.expect("both are there");
/// assert_eq!((frame.offset(), frame.payload()), (2, &[8, 9][..]));
/// assert_eq!(frame.decode::<Sv2, u16>()?, 0x0908);
/// let kept = frame.detach();
/// assert!(reader.next_frame()?.is_none());
/// assert_eq!(kept.payload(), [8, 9]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FrameRef<'r, P: Protocol> {
    view: FrameView<'r, P>,
    offset: u64,
    /// The offset of the frame in its chunk.
    start: usize,
    slice: ChunkSlice<'r>,
    batch: &'r mut Batch,
}

impl<'r, P: Protocol> FrameRef<'r, P> {
    #[inline]
    pub(crate) fn new(
        header: P::Header,
        offset: u64,
        start: usize,
        slice: ChunkSlice<'r>,
        batch: &'r mut Batch,
    ) -> Self {
        Self { view: FrameView::new(header, slice.bytes()), offset, start, slice, batch }
    }

    /// A view of the frame: what borrows from it lives as long as the reader
    /// is not asked for another frame.
    #[inline]
    pub const fn view(&self) -> FrameView<'r, P> {
        self.view
    }

    /// Byte offset of the frame's first byte from the start of the stream.
    #[inline]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Turns it into a frame that may be kept and sent to other threads. Copies nothing, allocates
    /// nothing, and does no atomic operation: the reader holds references in reserve and hands one
    /// over.
    #[inline]
    #[must_use]
    #[track_caller]
    pub fn detach(mut self) -> Frame<P> {
        Frame::new(self.view.header(), self.slice.share())
    }

    fn in_chunk(&self, skipped: usize) -> Range<usize> {
        self.start + skipped..self.start + self.view.bytes().len()
    }

    /// Header and payload as `Bytes`, without a copy. The small box that
    /// `Bytes` needs for its count is allocated once for all the frames that
    /// came with one read.
    #[track_caller]
    pub fn to_bytes(&mut self) -> Bytes {
        self.batch.slice(self.in_chunk(0), &mut self.slice)
    }

    /// The payload as `Bytes`; see [`to_bytes`](Self::to_bytes).
    #[track_caller]
    pub fn to_payload(&mut self) -> Bytes {
        self.batch.slice(self.in_chunk(self.view.header().size()), &mut self.slice)
    }

    /// Decodes the payload; fields of type `Bytes` and the shared wire types become slices of the
    /// pool's memory that keep it alive. Costs one reference count for each such field, and what
    /// [`to_bytes`](Self::to_bytes) costs.
    ///
    /// # Errors
    /// The same as [`Format::from_bytes`].
    #[inline(always)]
    #[track_caller]
    pub fn decode_shared<F: Format, T: Decodable>(&mut self) -> Result<T, DecodeError> {
        decode_all::<F, Single, _, T>((), &mut self.shared_reader())
    }

    /// Like [`decode_shared`](Self::decode_shared), for the message with the header's id.
    ///
    /// # Errors
    /// [`UnknownMessage`](codec_core::DecodeErrorKind::UnknownMessage), and
    /// those of [`decode_shared`](Self::decode_shared).
    #[inline]
    #[track_caller]
    pub fn decode_message_shared<F: Format, M: Messages<Id = IdOf<P>>>(
        &mut self,
    ) -> Result<M, DecodeError> {
        let header = self.view.header();
        let decoded = decode_all::<F, ById, _, M>(header.id(), &mut self.shared_reader());
        check_flags::<F, ById, _, _>(&header, decoded)
    }

    /// A reader of the payload as a part of reference-counted memory: only what is kept of it takes
    /// a reference, not the decoding itself.
    #[inline]
    #[track_caller]
    fn shared_reader<F: Format>(&mut self) -> Reader<'_, F> {
        let range = self.in_chunk(self.view.header().size());
        let source = self.batch.cover(&range, &mut self.slice);
        let cursor = Cursor::within(source, self.view.payload()).with_limits(self.view.limits());
        Reader::from_cursor(cursor)
    }
}

impl<'r, P: Protocol> Deref for FrameRef<'r, P> {
    type Target = FrameView<'r, P>;

    #[inline]
    fn deref(&self) -> &FrameView<'r, P> {
        &self.view
    }
}

impl<P: Protocol> AsRef<[u8]> for FrameRef<'_, P> {
    /// Header and payload.
    fn as_ref(&self) -> &[u8] {
        self.slice.bytes()
    }
}

/// The header and the length, not the payload.
impl<P: Protocol> fmt::Debug for FrameRef<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameRef")
            .field("header", &self.view.header())
            .field("offset", &self.offset)
            .field("len", &self.view.bytes().len())
            .finish()
    }
}
