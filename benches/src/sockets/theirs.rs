//! The server on `codec_sv2`'s decoder, encoder and messages.
//!
//! The decoder requests first the bytes of a header and then those of its payload,
//! and must get all of them before it is called again; so there are at least two
//! reads per frame, unless a program puts a buffer before it, as its users do.

use std::io;
use std::ops::Range;

use codec_sv2::{Decoded, Decoder, Encoder};
use framing_sv2::framing::MessageFrame;
use mining_sv2::{MESSAGE_TYPE_SUBMIT_SHARES_SUCCESS, SubmitSharesExtended, SubmitSharesSuccess};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use super::{BATCH, CHANNEL_ID, EXTRANONCE_SIZE, Lines, SHARES_A_JOB, Seen, nonsense};
use crate::frame::peer::Frame;

const SETUP_CONNECTION: u8 = 0x00;
const OPEN_EXTENDED_MINING_CHANNEL: u8 = 0x13;
const SUBMIT_SHARES_EXTENDED: u8 = 0x1b;
const CLOSE_CHANNEL: u8 = 0x18;

/// The socket, and what was read ahead of it where there is room for that.
struct Source {
    stream: TcpStream,
    buffer: Vec<u8>,
    /// The bytes of `buffer` that are not taken.
    ahead: Range<usize>,
}

impl Source {
    /// Moves what is at hand to `window`, after a read of the socket where nothing is. Like
    /// tokio's `BufReader`, it reads past the buffer what is longer.
    fn take(&mut self, window: &mut [u8], reads: &mut u64) -> io::Result<usize> {
        if self.ahead.is_empty() {
            *reads += 1;
            if window.len() >= self.buffer.len() {
                return self.stream.try_read(window);
            }
            self.ahead = 0..self.stream.try_read(&mut self.buffer)?;
        }
        let len = window.len().min(self.ahead.len());
        window[..len].copy_from_slice(&self.buffer[self.ahead.start..][..len]);
        self.ahead.start += len;
        Ok(len)
    }
}

/// The buffer that its users put before the decoder, in bytes: as much as a chunk of ours.
pub const BUFFER: usize = 64 * 1024;

enum Next {
    /// Continue with more frames.
    More,
    /// The client has finished.
    Done,
}

struct Session {
    encoder: Encoder,
    lines: Lines,
    /// Bytes to send.
    out: Vec<u8>,
    seen: Seen,
    last: u32,
    unacknowledged: u32,
}

/// Talks with one client until it closes its channel, with a buffer of so many bytes before the
/// decoder, or none.
///
/// # Errors
/// The errors of the socket, and of unexpected messages.
pub async fn attend(stream: TcpStream, buffer: usize, lines: Lines) -> io::Result<Seen> {
    let mut source = Source { stream, buffer: vec![0; buffer], ahead: 0..0 };
    let mut decoder = Decoder::new();
    let mut session = Session {
        encoder: Encoder::new(),
        lines,
        out: Vec::new(),
        seen: Seen { frames: 0, shares: 0, reads: 0 },
        last: 0,
        unacknowledged: 0,
    };
    loop {
        session.fill(&mut source, decoder.writable()).await?;
        let wrong = |error| nonsense(format!("{error:?}"));
        let Decoded::Frame(frame) = decoder.next_frame().map_err(wrong)? else { continue };
        if let Next::Done = session.hear(frame)? {
            session.acknowledge()?;
            session.send(&mut source.stream).await?;
            return Ok(session.seen);
        }
    }
}

impl Session {
    /// Fills the buffer that the decoder requests. When there is nothing to read,
    /// sends what is queued before it waits.
    async fn fill(&mut self, source: &mut Source, window: &mut [u8]) -> io::Result<()> {
        let (mut filled, reads) = (0, self.seen.reads);
        while filled < window.len() {
            match source.take(&mut window[filled..], &mut self.seen.reads) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(len) => filled += len,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                    self.acknowledge()?;
                    self.send(&mut source.stream).await?;
                    source.stream.readable().await?;
                }
                Err(error) => return Err(error),
            }
        }
        if self.seen.reads > reads {
            // Every read of tokio's does this, except `try_read`.
            tokio::task::coop::consume_budget().await;
        }
        Ok(())
    }

    fn hear(&mut self, mut frame: Frame) -> io::Result<Next> {
        self.seen.frames += 1;
        match frame.header().msg_type() {
            SUBMIT_SHARES_EXTENDED => {
                let share = binary_sv2::from_bytes::<SubmitSharesExtended<'_>>(frame.payload());
                let share = share.map_err(|error| nonsense(error.to_string()))?;
                let size = usize::from(EXTRANONCE_SIZE);
                if share.channel_id != CHANNEL_ID || share.extranonce.as_bytes().len() != size {
                    return Err(nonsense("a share that is refused"));
                }
                self.last = share.sequence_number;
                self.seen.shares += 1;
                self.unacknowledged += 1;
                if self.unacknowledged == BATCH {
                    self.acknowledge()?;
                }
                if self.seen.shares.is_multiple_of(SHARES_A_JOB) {
                    self.out.extend_from_slice(&self.lines.job);
                }
            }
            SETUP_CONNECTION => self.out.extend_from_slice(&self.lines.welcome),
            OPEN_EXTENDED_MINING_CHANNEL => self.out.extend_from_slice(&self.lines.opened),
            CLOSE_CHANNEL => return Ok(Next::Done),
            _ => return Err(nonsense("a message that has no place here")),
        }
        Ok(Next::More)
    }

    fn acknowledge(&mut self) -> io::Result<()> {
        let count = std::mem::take(&mut self.unacknowledged);
        if count == 0 {
            return Ok(());
        }
        let answer = SubmitSharesSuccess {
            channel_id: CHANNEL_ID,
            last_sequence_number: self.last,
            new_submits_accepted_count: count,
            new_shares_sum: u64::from(count),
        };
        let wrong = |error| nonsense(format!("{error:?}"));
        let id = MESSAGE_TYPE_SUBMIT_SHARES_SUCCESS;
        let frame = MessageFrame::from_message(answer, id, 0, true).map_err(wrong)?;
        let bytes = self.encoder.encode(frame).map_err(|error| nonsense(error.to_string()))?;
        self.out.extend_from_slice(bytes.as_ref());
        Ok(())
    }

    async fn send(&mut self, stream: &mut TcpStream) -> io::Result<()> {
        if !self.out.is_empty() {
            stream.write_all(&self.out).await?;
            self.out.clear();
        }
        Ok(())
    }
}
