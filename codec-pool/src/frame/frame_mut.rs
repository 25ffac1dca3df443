//! Frames that a reader lends to be changed.
#![forbid(unsafe_code)]

use core::fmt;

use codec_core::{Header as _, Protocol};

use crate::frame::batch::Batch;
use crate::frame::detached::Frame;
use crate::frame::frame_ref::FrameRef;
use crate::frame::frame_view::FrameView;
use crate::memory::ChunkSliceMut;

/// A frame that a [`FrameReader`](crate::FrameReader) lends until the next is requested,
/// and whose payload may be changed in place: a proxy writes another channel id into
/// it and passes it on, without a copy. [`freeze`](Self::freeze) makes a [`FrameRef`] of it.
///
/// A reader lends it by [`next_frame_mut`](crate::FrameReader::next_frame_mut) and the related
/// calls, which refuse a frame while others hold bytes of it. The header stays as it is: the
/// payload keeps its length, and where a header has a checksum, that is not recomputed.
///
/// ```
/// use codec_pool::{FrameReader, FrameWriter, LengthHeader, Pool};
/// let pool = Pool::default();
/// let mut upstream = FrameReader::<LengthHeader<1>>::new(pool.clone());
/// let mut downstream = FrameWriter::<LengthHeader<1>>::new(pool);
/// upstream.feed(&[3, 7, 8, 9, 1, 7])?;
/// while let Some(mut frame) = upstream.next_frame_mut()? {
///     frame.payload_mut()[0] = 1;
///     downstream.push(frame.freeze().detach());
/// }
/// let mut wire = Vec::new();
/// downstream.flush(&mut wire)?;
/// assert_eq!(wire, [3, 1, 8, 9, 1, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FrameMut<'r, P: Protocol> {
    header: P::Header,
    offset: u64,
    /// The offset of the frame in its chunk.
    start: usize,
    slice: ChunkSliceMut<'r>,
    batch: &'r mut Batch,
}

impl<'r, P: Protocol> FrameMut<'r, P> {
    pub(crate) fn new(
        header: P::Header,
        offset: u64,
        start: usize,
        slice: ChunkSliceMut<'r>,
        batch: &'r mut Batch,
    ) -> Self {
        Self { header, offset, start, slice, batch }
    }

    /// The frame's header, as received.
    pub const fn header(&self) -> P::Header {
        self.header
    }

    /// Byte offset of the frame's first byte from the start of the stream.
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// The payload as it is now.
    pub fn payload(&self) -> &[u8] {
        &self.slice.bytes()[self.header.size()..]
    }

    /// The payload, to be changed.
    pub fn payload_mut(&mut self) -> &mut [u8] {
        &mut self.slice.bytes_mut()[self.header.size()..]
    }

    /// A view of the frame as it is now, to decode it owned or borrowed.
    pub fn view(&self) -> FrameView<'_, P> {
        FrameView::new(self.header, self.slice.bytes())
    }

    /// Returns the frame, which does not change any more and may be kept.
    #[must_use]
    pub fn freeze(self) -> FrameRef<'r, P> {
        let Self { header, offset, start, slice, batch } = self;
        FrameRef::new(header, offset, start, slice.freeze(), batch)
    }

    /// Returns the frame to keep and send: [`freeze`](Self::freeze), then
    /// [`FrameRef::detach`].
    #[must_use]
    #[track_caller]
    pub fn detach(self) -> Frame<P> {
        self.freeze().detach()
    }
}

/// The header and the length, not the payload.
impl<P: Protocol> fmt::Debug for FrameMut<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FrameMut")
            .field("header", &self.header)
            .field("offset", &self.offset)
            .field("len", &self.slice.bytes().len())
            .finish()
    }
}
