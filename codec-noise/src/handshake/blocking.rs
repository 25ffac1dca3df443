//! A handshake over a `std::io::Read` and `Write`.
#![forbid(unsafe_code)]

use std::io::{ErrorKind, Read, Write};

use super::{Handshake, SECOND_MESSAGE};
use crate::cipher::Cipher;
use crate::error::{HandshakeError, NoiseError};

impl<C: Cipher> Handshake<C> {
    /// Sends and receives until the handshake is done; then [`finish`](Self::finish)
    /// returns the session. It reads no byte beyond the handshake.
    ///
    /// An interrupted call is retried. After `WouldBlock`, a time-out or any other error of
    /// the stream, progress is kept; call again.
    ///
    /// ```
    /// use std::{net::{TcpListener, TcpStream}, sync::Arc, thread};
    /// use codec_noise::{AuthoritySecret, Handshake, HandshakeError, Identity};
    /// let authority = AuthoritySecret::generate()?;
    /// let identity = Arc::new(Identity::issue(&authority, 1_000..=2_000)?);
    /// let listener = TcpListener::bind("127.0.0.1:0")?;
    /// let mut stream = TcpStream::connect(listener.local_addr()?)?;
    /// let server = thread::spawn(move || {
    ///     let mut handshake: Handshake = Handshake::responder(identity)?;
    ///     handshake.run(&mut listener.accept()?.0, 1_500)?;
    ///     Ok::<_, HandshakeError>(handshake.finish()?)
    /// });
    /// let mut handshake: Handshake = Handshake::initiator(authority.public_key())?;
    /// handshake.run(&mut stream, 1_500)?;
    /// let session = handshake.finish()?;
    /// let theirs = server.join().expect("it does not panic")?;
    /// assert_eq!(session.handshake_hash(), theirs.handshake_hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`HandshakeError::Io`] when the stream fails, else those of [`input`](Self::input),
    /// and [`Truncated`](NoiseError::Truncated) when the stream ends too early.
    pub fn run<S: Read + Write + ?Sized>(
        &mut self,
        stream: &mut S,
        now: u64,
    ) -> Result<(), HandshakeError> {
        loop {
            // The responder sends after it receives, the initiator before: the other side
            // is waiting for any bytes that are ready to be sent.
            while !self.output().is_empty() {
                match stream.write(self.output()) {
                    Ok(0) => return Err(std::io::Error::from(ErrorKind::WriteZero).into()),
                    Ok(len) => self.sent(len),
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return Err(error.into()),
                }
            }
            stream.flush()?;
            if self.missing() == 0 {
                return self.check().map_err(HandshakeError::Noise);
            }
            let mut room = [0; SECOND_MESSAGE];
            let room = &mut room[..self.missing()];
            match stream.read(room) {
                Ok(0) => return Err(self.truncated().into()),
                Ok(len) => {
                    self.input(room.get(..len).unwrap_or_default(), now)?;
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The error that ended the handshake, if any.
    pub(super) fn check(&self) -> Result<(), NoiseError> {
        match self.state {
            super::State::Failed(error) => Err(error),
            _ => Ok(()),
        }
    }

    /// The error for a stream that ends now.
    pub(super) const fn truncated(&self) -> NoiseError {
        NoiseError::Truncated { received: self.received_len, needed: self.expected() }
    }
}
