//! Queued frames into a tokio `AsyncWrite`.
#![forbid(unsafe_code)]

use core::future::poll_fn;
use core::pin::Pin;
use core::task::{Context, Poll, ready};
use std::io::{self, IoSlice};

use codec_core::Protocol;
use tokio::io::AsyncWrite;

use crate::write::{FrameWriter, PIECES, WriteLayer, is_worth_joining};

impl<P: Protocol, L: WriteLayer> FrameWriter<P, L> {
    /// Writes all frames that wait, as many as possible with one call, and
    /// flushes the stream, as [`flush`](Self::flush) does.
    ///
    /// Cancellation-safe: what was not written still waits when the future is
    /// dropped, and nothing is written twice.
    ///
    /// ```
    /// use codec_core::Sv2;
    /// use codec_pool::{FrameWriter, LengthHeader, Pool};
    /// # let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    /// # runtime.block_on(async {
    /// let mut writer = FrameWriter::<LengthHeader<1>>::new(Pool::default());
    /// writer.write_message::<Sv2, _>((), 0, &0x0908u16)?;
    /// let mut wire = Vec::new();
    /// writer.flush_async(&mut wire).await?;
    /// assert_eq!(wire, [2, 8, 9]);
    /// # Ok::<(), std::io::Error>(())
    /// # })?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same as [`flush`](Self::flush).
    pub async fn flush_async<W: AsyncWrite + Unpin + ?Sized>(
        &mut self,
        stream: &mut W,
    ) -> io::Result<()> {
        poll_fn(|cx| self.poll_flush(cx, Pin::new(&mut *stream))).await
    }

    /// Flushes like [`flush_async`](Self::flush_async) if what waits is due by the
    /// [`FlushPolicy`](crate::FlushPolicy), else does nothing. Returns whether it was.
    ///
    /// # Errors
    /// The same as [`flush`](Self::flush).
    pub async fn flush_due_async<W: AsyncWrite + Unpin + ?Sized>(
        &mut self,
        stream: &mut W,
    ) -> io::Result<bool> {
        let due = self.is_flush_due();
        if due {
            self.flush_async(stream).await?;
        }
        Ok(due)
    }

    pub(crate) fn poll_flush<W: AsyncWrite + ?Sized>(
        &mut self,
        cx: &mut Context<'_>,
        mut stream: Pin<&mut W>,
    ) -> Poll<io::Result<()>> {
        while self.outbox.len() > 0 {
            let mut slices = [IoSlice::new(&[]); PIECES];
            let (count, offered) = self.outbox.lay_out(&mut slices);
            let vectored = stream.is_write_vectored();
            let (result, offered) = if is_worth_joining(count, offered, vectored) {
                self.joined(|bytes| stream.as_mut().poll_write(cx, bytes))
            } else if count > 1 && vectored {
                (stream.as_mut().poll_write_vectored(cx, &slices[..count]), offered)
            } else {
                (stream.as_mut().poll_write(cx, &slices[0]), slices[0].len())
            };
            let result = ready!(result);
            self.written(result, offered)?;
        }
        self.outbox.release_if_empty();
        stream.poll_flush(cx)
    }
}
