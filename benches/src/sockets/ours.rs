//! The server on [`FrameReader`] and [`FrameWriter`].

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use codec_core::Sv2;
use codec_pool::{FrameReader, FrameRef, FrameWriter, Pool};
use codec_stratum::mining::SubmitSharesSuccess;
use codec_stratum::{AnyMessageRef, FrameHeader};
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;

use super::{BATCH, CHANNEL_ID, EXTRANONCE_SIZE, Lines, SHARES_A_JOB, Seen, nonsense};

/// Counts the calls of `read`.
struct Counted<'s> {
    stream: &'s mut TcpStream,
    reads: u64,
}

impl AsyncRead for Counted<'_> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        room: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.reads += 1;
        Pin::new(&mut *self.stream).poll_read(cx, room)
    }
}

enum Next {
    /// Continue with more frames.
    More,
    /// The client has finished.
    Done,
}

struct Session {
    writer: FrameWriter<FrameHeader>,
    lines: Lines,
    /// Bytes to send that are not in the writer.
    out: Vec<u8>,
    seen: Seen,
    last: u32,
    unacknowledged: u32,
}

/// Talks with one client until it closes its channel.
///
/// # Errors
/// The errors of the socket, and of unexpected messages.
pub async fn attend(mut stream: TcpStream, pool: Pool, lines: Lines) -> io::Result<Seen> {
    let mut reader = FrameReader::<FrameHeader>::new(pool.clone());
    let mut session = Session {
        writer: FrameWriter::new(pool),
        lines,
        out: Vec::new(),
        seen: Seen { frames: 0, shares: 0, reads: 0 },
        last: 0,
        unacknowledged: 0,
    };
    loop {
        // Received messages are answered before waiting for more.
        let next = if let Some(frame) = reader.next_frame().map_err(nonsense)? {
            session.hear(&frame)?
        } else {
            session.acknowledge()?;
            session.send(&mut stream).await?;
            let mut counted = Counted { stream: &mut stream, reads: 0 };
            let frame = reader.read_frame_async(&mut counted).await.map_err(nonsense)?;
            session.seen.reads += counted.reads;
            let frame = frame.ok_or(io::ErrorKind::UnexpectedEof)?;
            session.hear(&frame)?
        };
        if let Next::Done = next {
            session.acknowledge()?;
            session.send(&mut stream).await?;
            return Ok(session.seen);
        }
    }
}

impl Session {
    fn hear(&mut self, frame: &FrameRef<'_, FrameHeader>) -> io::Result<Next> {
        self.seen.frames += 1;
        match frame.decode_message_ref::<Sv2, AnyMessageRef<'_>>().map_err(nonsense)? {
            AnyMessageRef::SubmitSharesExtended(share) => {
                let size = usize::from(EXTRANONCE_SIZE);
                if share.channel_id != CHANNEL_ID || share.extranonce.len() != size {
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
            AnyMessageRef::SetupConnection(_) => self.out.extend_from_slice(&self.lines.welcome),
            AnyMessageRef::OpenExtendedMiningChannel(_) => {
                self.out.extend_from_slice(&self.lines.opened);
            }
            AnyMessageRef::CloseChannel(_) => return Ok(Next::Done),
            _ => return Err(nonsense("a message that has no place here")),
        }
        Ok(Next::More)
    }

    fn acknowledge(&mut self) -> io::Result<()> {
        let count = std::mem::take(&mut self.unacknowledged);
        if count > 0 {
            let answer = SubmitSharesSuccess {
                channel_id: CHANNEL_ID,
                last_sequence_number: self.last,
                new_submits_accepted_count: count,
                new_shares_sum: u64::from(count),
            };
            self.writer.write::<Sv2, _>(&answer).map_err(nonsense)?;
        }
        Ok(())
    }

    async fn send(&mut self, stream: &mut TcpStream) -> io::Result<()> {
        if !self.out.is_empty() {
            stream.write_all(&self.out).await?;
            self.out.clear();
        }
        self.writer.flush_async(stream).await
    }
}
