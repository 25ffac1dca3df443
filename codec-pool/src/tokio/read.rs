//! Frames out of a tokio `AsyncRead`.
#![forbid(unsafe_code)]

use core::future::poll_fn;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use std::io::ErrorKind;

use codec_core::Protocol;
use tokio::io::{AsyncRead, ReadBuf};

use crate::frame::{FrameMut, FrameRef};
use crate::pool::{Ticket, WaitMode};
use crate::read::{FrameReadError, FrameReader, ReadLayer};

impl<P: Protocol, L: ReadLayer> FrameReader<P, L> {
    /// Lends the next frame, and reads if it has not arrived yet, as
    /// [`read_frame`](Self::read_frame) does. `None` at the end of the stream.
    ///
    /// Cancellation-safe: what was received is kept when the future is dropped, and the next call
    /// continues. While it waits for a stream without bytes, it holds no chunk, unless part of a
    /// frame was received. Where the pool's policy is [`Policy::Wait`](crate::Policy::Wait), it
    /// waits for a chunk as well, without a time limit.
    ///
    /// ```
    /// use codec_pool::{FrameReader, LengthHeader, Pool, FrameReadError};
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    /// # runtime.block_on(async {
    /// let mut stream = &[2, 7, 8, 1, 9][..];
    /// let mut reader = FrameReader::<LengthHeader<1>>::new(Pool::default());
    /// let mut payloads = Vec::new();
    /// while let Some(frame) = reader.read_frame_async(&mut stream).await? {
    ///     payloads.push(frame.payload().to_vec());
    /// }
    /// assert_eq!(payloads, [&[7, 8][..], &[9]]);
    /// # Ok::<(), FrameReadError>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`read_frame`](Self::read_frame).
    pub async fn read_frame_async<R: AsyncRead + Unpin + ?Sized>(
        &mut self,
        stream: &mut R,
    ) -> Result<Option<FrameRef<'_, P>>, FrameReadError> {
        let mut ticket = None;
        loop {
            if let Some((header, total)) = self.find_at_once() {
                return Ok(Some(self.lend(header, total)));
            }
            if let Some((header, total)) = self.find_after_all()? {
                return Ok(Some(self.lend(header, total)));
            }
            if !poll_fn(|cx| self.poll_fill(cx, Pin::new(&mut *stream), &mut ticket)).await? {
                return Ok(None);
            }
        }
    }

    /// Like [`read_frame_async`](Self::read_frame_async), for a frame to be changed, as by
    /// [`next_frame_mut`](Self::next_frame_mut).
    ///
    /// # Errors
    /// The same as [`read_frame_mut`](Self::read_frame_mut).
    pub async fn read_frame_mut_async<R: AsyncRead + Unpin + ?Sized>(
        &mut self,
        stream: &mut R,
    ) -> Result<Option<FrameMut<'_, P>>, FrameReadError> {
        let mut ticket = None;
        loop {
            if let Some((header, total)) = self.find()? {
                return Ok(Some(self.lend_mut(header, total)?));
            }
            if !poll_fn(|cx| self.poll_fill(cx, Pin::new(&mut *stream), &mut ticket)).await? {
                return Ok(None);
            }
        }
    }

    /// Reads once; false at the end of the stream. No frame waits.
    pub(crate) fn poll_fill<R: AsyncRead + ?Sized>(
        &mut self,
        cx: &mut Context<'_>,
        mut stream: Pin<&mut R>,
        ticket: &mut Option<Ticket>,
    ) -> Poll<Result<bool, FrameReadError>> {
        loop {
            let is_full = self.intake.is_full();
            ready!(self.poll_room(0, &mut WaitMode::Task(ticket, cx)))?;
            if is_full {
                return Poll::Ready(Ok(true));
            }
            let most = self.most_at_once();
            let room = self.room();
            let len = room.len().min(most);
            let mut room = ReadBuf::new(&mut room[..len]);
            debug_assert!(room.remaining() > 0, "there is room when no frame waits");
            match stream.as_mut().poll_read(cx, &mut room) {
                Poll::Ready(Ok(())) => {
                    let len = room.filled().len();
                    if len == 0 {
                        self.end()?;
                        return Poll::Ready(Ok(false));
                    }
                    self.commit(len)?;
                    return Poll::Ready(Ok(true));
                }
                Poll::Ready(Err(error)) if error.kind() == ErrorKind::Interrupted => {}
                Poll::Ready(Err(error)) => {
                    self.park();
                    return Poll::Ready(Err(error.into()));
                }
                Poll::Pending => {
                    self.park();
                    return Poll::Pending;
                }
            }
        }
    }
}
