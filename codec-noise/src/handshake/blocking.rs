//! A handshake over a `std::io::Read` and `Write`.
#![forbid(unsafe_code)]

use std::io::{self, ErrorKind, Read, Write};

use super::{Handshake, SECOND_MESSAGE};
use crate::cipher::Cipher;
use crate::error::NoiseError;
use crate::stream_error::HandshakeError;

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
    /// [`HandshakeError::Io`] when the stream fails, with
    /// [`InvalidData`](ErrorKind::InvalidData) when it claims to have read or written more
    /// bytes than it can have; else those of [`input`](Self::input), and
    /// [`Truncated`](NoiseError::Truncated) when the stream ends too early.
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
                    Ok(len) => self.written(len)?,
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return Err(error.into()),
                }
            }
            while let Err(error) = stream.flush() {
                if error.kind() != ErrorKind::Interrupted {
                    return Err(error.into());
                }
            }
            if self.missing() == 0 {
                return self.check().map_err(HandshakeError::Noise);
            }
            let mut room = [0; SECOND_MESSAGE];
            let room = &mut room[..self.missing()];
            match stream.read(room) {
                Ok(len) => self.read(room, len, now)?,
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

    /// Notes how many bytes of the output a stream claims to have taken.
    pub(super) fn written(&mut self, claimed: usize) -> io::Result<()> {
        match claimed {
            0 => Err(ErrorKind::WriteZero.into()),
            _ if claimed > self.output().len() => Err(io::Error::new(
                ErrorKind::InvalidData,
                "the stream claims to have written more than it was given",
            )),
            _ => {
                self.sent(claimed);
                Ok(())
            }
        }
    }

    /// Takes the bytes that a stream claims to have read into `room`.
    pub(super) fn read(
        &mut self,
        room: &[u8],
        claimed: usize,
        now: u64,
    ) -> Result<(), HandshakeError> {
        let came = room.get(..claimed).ok_or_else(|| {
            let lie = "the stream claims to have read more than there was room for";
            io::Error::new(ErrorKind::InvalidData, lie)
        })?;
        if came.is_empty() {
            let (received, needed) = (self.received_len, self.expected());
            return Err(NoiseError::Truncated { received, needed }.into());
        }
        self.input(came, now)?;
        Ok(())
    }
}
