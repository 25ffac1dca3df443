//! A stream that stalls: it is pending once before each byte.

use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Reads and writes a few bytes at a time, and is pending once before each call.
pub(crate) struct Halting {
    pub(crate) bytes: Vec<u8>,
    pub(crate) at: usize,
    step: usize,
    ready: bool,
    /// Number of calls of it.
    pub(crate) calls: usize,
    vectored: bool,
}

impl Halting {
    pub(crate) fn new(bytes: Vec<u8>, step: usize) -> Self {
        Self { bytes, at: 0, step, ready: false, calls: 0, vectored: false }
    }

    pub(crate) fn vectored(mut self) -> Self {
        self.vectored = true;
        self
    }

    /// Pending every other time.
    fn halt(&mut self, cx: &Context<'_>) -> Poll<()> {
        self.calls += 1;
        self.ready = !self.ready;
        if self.ready {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        Poll::Ready(())
    }
}

impl AsyncRead for Halting {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.halt(cx).is_pending() {
            return Poll::Pending;
        }
        let len = self.step.min(room.remaining()).min(self.bytes.len() - self.at);
        room.put_slice(&self.bytes[self.at..self.at + len]);
        self.at += len;
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Halting {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.halt(cx).is_pending() {
            return Poll::Pending;
        }
        let len = self.step.min(bytes.len());
        self.bytes.extend_from_slice(&bytes[..len]);
        Poll::Ready(Ok(len))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.halt(cx).is_pending() {
            return Poll::Pending;
        }
        let mut left = self.step;
        for slice in slices {
            let len = left.min(slice.len());
            self.bytes.extend_from_slice(&slice[..len]);
            left -= len;
        }
        Poll::Ready(Ok(self.step - left))
    }

    fn is_write_vectored(&self) -> bool {
        self.vectored
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Creates and polls a future once, and drops it; `None` when it was pending.
pub(crate) fn once<F: Future>(future: F) -> Option<F::Output> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

/// Runs a future to completion.
pub(crate) fn run<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().build().expect("it starts").block_on(future)
}
