//! Frames that outlive the reader that found them.
#![forbid(unsafe_code)]

use core::fmt;

use bytes::Bytes;
use codec_core::message::{check_flags, decode_all};
use codec_core::{
    ById, Cursor, Decodable, DecodeError, Format, Header as _, IdOf, Limits, Messages, Protocol,
    Reader,
};

use crate::frame::frame_view::FrameView;
use crate::memory::PoolBytes;

/// A reference-counted frame in a pool's memory: `'static`, cheap to
/// clone, and as `Send` and `Sync` as its header is.
///
/// ```
/// use bytes::Bytes;
/// use codec_core::Sv2;
/// use codec_pool::{FrameReader, LengthHeader, Pool};
/// let mut reader = FrameReader::<LengthHeader<1>>::new(Pool::default());
/// reader.feed(&[2, 7, 8, 1, 9])?;
/// let kept = reader.next_frame()?.expect("all of it is there").detach();
/// drop(reader);
/// assert_eq!(kept.view().decode::<Sv2, u16>()?, 0x0807);
/// assert_eq!(kept.slice(1..), [8]); // of the payload
/// let bytes: Bytes = kept.into(); // no copy
/// assert_eq!(bytes[..], [2, 7, 8]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Frame<P: Protocol> {
    header: P::Header,
    bytes: PoolBytes,
}

impl<P: Protocol> Frame<P> {
    /// `bytes` are the header's and the payload's.
    #[inline]
    pub(crate) const fn new(header: P::Header, bytes: PoolBytes) -> Self {
        Self { header, bytes }
    }

    /// The frame's header.
    #[inline]
    pub const fn header(&self) -> P::Header {
        self.header
    }

    /// The payload.
    #[inline]
    pub fn payload(&self) -> &[u8] {
        &self.bytes[self.header.size()..]
    }

    /// The payload, to be changed in place; `None` while anything else refers to the memory around
    /// it: a reader or writer that still fills the chunk, other frames in it, clones, slices,
    /// `Bytes`. To change each of many frames, have the reader lend it as a
    /// [`FrameMut`](crate::FrameMut).
    ///
    /// ```
    /// # use codec_core::Sv2;
    /// # use codec_pool::{FrameWriter, LengthHeader, Pool};
    /// let mut writer = FrameWriter::<LengthHeader<1>>::new(Pool::default());
    /// let mut frame = writer.encode_frame::<Sv2, _>((), 0, &0x0807u16)?.into_owned();
    /// frame.payload_mut().expect("it has memory of its own")[0] = 9;
    /// assert_eq!(frame.bytes(), [2, 9, 8]);
    /// let clone = frame.clone();
    /// assert!(frame.payload_mut().is_none());
    /// # Ok::<(), codec_pool::FrameWriteError>(())
    /// ```
    pub fn payload_mut(&mut self) -> Option<&mut [u8]> {
        let size = self.header.size();
        self.bytes.get_mut().map(|bytes| &mut bytes[size..])
    }

    /// Header and payload as received.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A part of the payload, reference-counted on its own.
    ///
    /// # Panics
    /// When the range is out of bounds.
    #[must_use]
    #[track_caller]
    pub fn slice(&self, range: impl core::ops::RangeBounds<usize>) -> PoolBytes {
        let mut payload = self.bytes.clone();
        payload.advance(self.header.size());
        payload.slice(range)
    }

    /// A view of the frame, to decode it owned or borrowed.
    #[inline]
    pub fn view(&self) -> FrameView<'_, P> {
        FrameView::new(self.header, &self.bytes)
    }

    /// The header, and the payload, reference-counted.
    pub fn into_parts(self) -> (P::Header, PoolBytes) {
        (self.header, self.into_payload())
    }

    /// A frame of the same bytes in a separate allocation of exactly their size: it no longer pins
    /// memory of the pool. For the few frames of many that are kept for long.
    ///
    /// ```
    /// # use codec_core::Sv2;
    /// # use codec_pool::{FrameWriter, LengthHeader, Pool};
    /// let pool = Pool::default();
    /// let mut writer = FrameWriter::<LengthHeader<1>>::new(pool.clone());
    /// let frame = writer.encode_frame::<Sv2, _>((), 0, &7u8)?.into_owned();
    /// assert_eq!(frame.bytes(), [1, 7]);
    /// assert_eq!(pool.stats().bytes_in_use, 0);
    /// # Ok::<(), codec_pool::FrameWriteError>(())
    /// ```
    #[must_use]
    pub fn into_owned(self) -> Self {
        Self { header: self.header, bytes: self.bytes.into_owned() }
    }

    /// Header and payload, reference-counted.
    pub fn into_bytes(self) -> PoolBytes {
        self.bytes
    }

    /// The payload, reference-counted.
    pub fn into_payload(mut self) -> PoolBytes {
        self.bytes.advance(self.header.size());
        self.bytes
    }

    /// Decodes the payload; fields of type `Bytes` and the shared wire types
    /// become slices of the frame that keep it alive.
    ///
    /// Allocates the one small box that `Bytes` needs for its own count. Where the frame is still
    /// with its reader, [`FrameRef::decode_shared`](crate::FrameRef::decode_shared) makes one such
    /// box serve all frames of a read.
    ///
    /// # Errors
    /// The same as [`Format::from_bytes`].
    pub fn decode_shared<F: Format, T: Decodable>(self) -> Result<T, DecodeError> {
        let payload: Bytes = self.into_payload().into();
        F::from_bytes_with(Limits::for_input(payload.len()), &payload)
    }

    /// Like [`decode_shared`](Self::decode_shared), for the message with the header's id.
    ///
    /// # Errors
    /// [`UnknownMessage`](codec_core::DecodeErrorKind::UnknownMessage), and
    /// those of [`decode_shared`](Self::decode_shared).
    pub fn decode_message_shared<F: Format, M: Messages<Id = IdOf<P>>>(
        self,
    ) -> Result<M, DecodeError> {
        let (header, payload) = (self.header, Bytes::from(self.into_payload()));
        let limits = Limits::for_input(payload.len());
        let cursor = Cursor::from_bytes(&payload).with_limits(limits);
        let decoded = decode_all::<F, ById, _, M>(header.id(), &mut Reader::from_cursor(cursor));
        check_flags::<F, ById, _, _>(&header, decoded)
    }
}

impl<P: Protocol> Clone for Frame<P> {
    #[inline]
    #[track_caller]
    fn clone(&self) -> Self {
        Self { header: self.header, bytes: self.bytes.clone() }
    }
}

impl<P: Protocol> AsRef<[u8]> for Frame<P> {
    /// Header and payload.
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Header and payload, without a copy; `Bytes` allocates a small box for its
/// own count.
impl<P: Protocol> From<Frame<P>> for Bytes {
    fn from(frame: Frame<P>) -> Self {
        frame.bytes.into()
    }
}

/// The header and the length, not the payload.
impl<P: Protocol> fmt::Debug for Frame<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frame")
            .field("header", &self.header)
            .field("len", &self.bytes.len())
            .finish()
    }
}
