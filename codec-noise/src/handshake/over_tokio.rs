//! A handshake over a tokio `AsyncRead` and `AsyncWrite`.
#![forbid(unsafe_code)]

use std::io::ErrorKind;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use super::{Handshake, SECOND_MESSAGE};
use crate::cipher::Cipher;
use crate::stream_error::HandshakeError;

impl<C: Cipher> Handshake<C> {
    /// Like [`run`](Self::run), over an async stream.
    ///
    /// Cancellation-safe: the handshake holds the received bytes and those still to be
    /// sent. A future that is dropped was waiting for a single read or write that had not
    /// happened yet, and the next call continues with it. So a time-out or a `select!`
    /// around it loses nothing.
    ///
    /// # Errors
    /// The same as [`run`](Self::run).
    pub async fn run_async<S: AsyncRead + AsyncWrite + Unpin + ?Sized>(
        &mut self,
        stream: &mut S,
        now: u64,
    ) -> Result<(), HandshakeError> {
        loop {
            while !self.output().is_empty() {
                match stream.write(self.output()).await {
                    Ok(len) => self.written(len)?,
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return Err(error.into()),
                }
            }
            while let Err(error) = stream.flush().await {
                if error.kind() != ErrorKind::Interrupted {
                    return Err(error.into());
                }
            }
            if self.missing() == 0 {
                return self.check().map_err(HandshakeError::Noise);
            }
            let mut room = [0; SECOND_MESSAGE];
            let room = &mut room[..self.missing()];
            match stream.read(room).await {
                Ok(len) => self.read(room, len, now)?,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}
