//! Queued frames into a `std::io::Write`.
#![forbid(unsafe_code)]

use std::io::{self, ErrorKind, IoSlice, Write};

use codec_core::Header;

use crate::writer::FrameWriter;

/// Pieces that go into one call. Small frames make one piece a chunk.
const PIECES: usize = 16;

impl<H: Header> FrameWriter<H> {
    /// Writes all frames that wait, as many as possible with one call, and
    /// flushes the stream.
    ///
    /// An interrupted write is repeated. After `WouldBlock` or any other error,
    /// what was not written still waits; call again.
    ///
    /// # Errors
    /// Those of the stream; [`WriteZero`](ErrorKind::WriteZero) when it takes
    /// no bytes; [`InvalidData`](ErrorKind::InvalidData) when it claims to have
    /// taken more than it was given, and then all of it still waits.
    pub fn flush<W: Write + ?Sized>(&mut self, stream: &mut W) -> io::Result<()> {
        while self.outbox.len() > 0 {
            let mut slices = [IoSlice::new(&[]); PIECES];
            let (count, offered) = self.outbox.lay_out(&mut slices);
            let result = match &slices[..count] {
                [piece] => stream.write(piece),
                pieces => stream.write_vectored(pieces),
            };
            match result {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(len) if len <= offered => self.outbox.consume(len),
                Ok(_) => {
                    let lie = "more bytes declared as written than there were";
                    return Err(io::Error::new(ErrorKind::InvalidData, lie));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        stream.flush()
    }
}
