//! The connection to the server.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use codec_core::ToPayload;
use codec_noise::{AuthorityKey, Opener, Sealer};
use codec_pool::{Frame, Layers, Plain, Pool, Sealed};
use codec_stratum::common::ReconnectRef;
use codec_stratum::mining::setup_success_flags::{
    REQUIRES_EXTENDED_CHANNELS, REQUIRES_FIXED_VERSION,
};
use codec_stratum::{Subprotocol, Sv2TlvProtocol};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::JoinSet;

use crate::client::{QUIET, Server, open, set_up};
use crate::failure::note;
use crate::link::{Link, Receiver, Sender, Trouble, within};
use crate::secure::AnyLink;

/// The server's flags that concern its channels, and so the miners.
const PASSED_ON: u32 = REQUIRES_FIXED_VERSION | REQUIRES_EXTENDED_CHANNELS;

/// Bytes of the server's frames that may wait to be passed on.
const READ_AHEAD: usize = 8 * 1024 * 1024;

/// Address of the server, and what connecting to it needs.
#[derive(Debug)]
pub(super) struct Upstream {
    pub(super) address: String,
    /// Address at which it has asked to be reached from now on.
    pub(super) moved: Option<String>,
    /// The authority that has to have signed; `None` for plaintext.
    pub(super) key: Option<AuthorityKey>,
    pub(super) pool: Pool,
    /// The flags of the connection that was set up last, which miners are told.
    pub(super) flags: Arc<AtomicU32>,
    /// Time in which the server has to answer `SetupConnection`.
    pub(super) patience: Duration,
}

/// A connection that the server has accepted.
pub(super) struct Uplink {
    sender: AnySender,
    // Bounded by the bytes of its frames: see `read`.
    frames: mpsc::UnboundedReceiver<FromServer>,
    room: Arc<Semaphore>,
    /// Reads from the server; ends with this.
    _reader: JoinSet<()>,
}

/// A frame of the server, or the end of its connection.
type FromServer = Result<Frame<Sv2TlvProtocol>, Trouble>;

/// The sending half of either kind of connection.
enum AnySender {
    Plain(Sender<Plain>),
    Noise(Sender<Sealed<(Sealer, Opener)>>),
}

impl Upstream {
    /// Connects, with the handshake and `SetupConnection`: where the server has asked for that, or if
    /// it can't be reached there, where it was at first.
    pub(super) async fn connect(&mut self) -> Result<Uplink, Trouble> {
        if let Some(moved) = &self.moved {
            match self.connect_to(moved).await {
                Ok(uplink) => return Ok(uplink),
                Err(trouble) => note(&format!("sv2: {moved}: {trouble}; back to {}", self.address)),
            }
        }
        self.moved = None;
        self.connect_to(&self.address).await
    }

    /// Returns the address at which the server asks to be reached; its authority stays the same.
    pub(super) fn follow(&mut self, to: &ReconnectRef<'_>) -> &str {
        let now = self.moved.as_ref().unwrap_or(&self.address);
        let (host, port) = now.rsplit_once(':').unwrap_or((now, ""));
        let host = match to.new_host.to_string() {
            none if none.is_empty() => host.to_owned(),
            six if six.contains(':') && !six.starts_with('[') => format!("[{six}]"),
            name => name,
        };
        let port = if to.new_port == 0 { port.to_owned() } else { to.new_port.to_string() };
        self.moved.insert(format!("{host}:{port}"))
    }

    async fn connect_to(&self, address: &str) -> Result<Uplink, Trouble> {
        let (link, server) = open(address, (self.key, None), &self.pool, QUIET).await?;
        let (inbox, frames) = mpsc::unbounded_channel();
        let (mut reader, room) = (JoinSet::new(), Arc::new(Semaphore::new(READ_AHEAD)));
        let free = Arc::clone(&room);
        let sender = match link {
            AnyLink::Plain(mut link) => {
                self.greet(&mut link, &server).await?;
                let (receiver, sender) = link.split();
                reader.spawn(read::<Plain>(receiver, inbox, free));
                AnySender::Plain(sender)
            }
            AnyLink::Noise(mut link) => {
                self.greet(&mut link, &server).await?;
                let (receiver, sender) = link.split();
                reader.spawn(read::<Sealed<(Sealer, Opener)>>(receiver, inbox, free));
                AnySender::Noise(sender)
            }
        };
        Ok(Uplink { sender, frames, room, _reader: reader })
    }

    async fn greet<L: Layers>(&self, link: &mut Link<L>, server: &Server) -> Result<(), Trouble> {
        let what = "the server did not answer SetupConnection";
        let flags =
            within(self.patience, what, set_up(link, server, Subprotocol::Mining, 0)).await??;
        self.flags.store(flags & PASSED_ON, Ordering::Relaxed);
        Ok(())
    }
}

impl Uplink {
    /// The next frame; no cancelled call loses one.
    pub(super) async fn next(&mut self) -> FromServer {
        let next = self.frames.recv().await.unwrap_or(Err(Trouble::Closed));
        if let Ok(frame) = &next {
            self.room.add_permits(cost(frame) as usize);
        }
        next
    }

    pub(super) fn queue<M>(&mut self, message: &M) -> Result<(), Trouble>
    where
        M: ToPayload<codec_core::ById, u32>,
    {
        Ok(match &mut self.sender {
            AnySender::Plain(sender) => sender.queue(message),
            AnySender::Noise(sender) => sender.queue(message),
        }?)
    }

    /// Bytes that wait to be written.
    pub(super) const fn pending_len(&self) -> usize {
        match &self.sender {
            AnySender::Plain(sender) => sender.pending_len(),
            AnySender::Noise(sender) => sender.pending_len(),
        }
    }

    pub(super) async fn flush(&mut self) -> Result<(), Trouble> {
        Ok(match &mut self.sender {
            AnySender::Plain(sender) => sender.flush().await,
            AnySender::Noise(sender) => sender.flush().await,
        }?)
    }

    pub(super) async fn close(&mut self) -> Result<(), Trouble> {
        Ok(match &mut self.sender {
            AnySender::Plain(sender) => sender.close().await,
            AnySender::Noise(sender) => sender.close().await,
        }?)
    }
}

/// The part of [`READ_AHEAD`] that a frame takes.
fn cost(frame: &Frame<Sv2TlvProtocol>) -> u32 {
    u32::try_from(frame.payload().len().min(READ_AHEAD)).unwrap_or(u32::MAX)
}

/// Takes the server's frames until there are no more. Slow miners do not stop it, since nothing waits for
/// them; a server that sends faster than frames are passed on is read no faster.
async fn read<L: Layers>(
    mut receiver: Receiver<L>,
    server: mpsc::UnboundedSender<FromServer>,
    room: Arc<Semaphore>,
) {
    loop {
        let next = match receiver.next_frame().await {
            Ok(Some(frame)) => Ok(frame.detach()),
            Ok(None) => return,
            Err(error) => Err(Trouble::from(error)),
        };
        if let Ok(frame) = &next {
            // The other end is gone where this fails.
            let Ok(taken) = room.acquire_many(cost(frame)).await else { return };
            taken.forget();
        }
        let is_end = next.is_err();
        if server.send(next).is_err() || is_end {
            return;
        }
    }
}
