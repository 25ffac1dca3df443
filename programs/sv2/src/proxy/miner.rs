//! The proxy's side of one miner's connection.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::time::Duration;

use codec_core::{Encode as _, Sv2};
use codec_pool::{Admitted, ConnectionErrorKind, Frame, Layers};
use codec_stratum::extensions::RequestExtensionsError;
use codec_stratum::mining::{
    CloseChannel, NewMiningJob, OpenMiningChannelError, SetCustomMiningJobError, SetGroupChannel,
    SubmitSharesError, UpdateChannelError, setup_flags, setup_success_flags,
};
use codec_stratum::{AnyMessageRef, Subprotocol, Sv2TlvProtocol};
use tokio::sync::mpsc;

use super::patched::{Patched, is_routed};
use super::routes::MinerId;
use crate::host::{answer_set_up, unexpected};
use crate::link::{Link, MUCH, Receiver, Sender, Trouble, expect, within};

/// Message to a miner.
#[derive(Debug)]
pub(super) enum Outgoing {
    Frame(Patched),
    Group(SetGroupChannel),
    /// An extended job of the channel's group, for a miner that needs standard ones.
    Job(NewMiningJob),
    Refusal(SubmitSharesError),
    Extensionless(RequestExtensionsError),
    /// There is no such channel to update.
    Unchanged(UpdateChannelError),
    /// No miner has declared a job.
    NoCustomJob(SetCustomMiningJobError),
    /// The server has moved: a channel is closed, or not opened.
    Closed(CloseChannel),
    Unopened(OpenMiningChannelError),
}

/// Message or event from a miner.
#[derive(Debug)]
pub(super) enum Incoming {
    /// It is there, and what it is sent.
    Joined(Outbox),
    Frame(Frame<Sv2TlvProtocol>),
    /// It has sent a frame that is unknown, and not for a channel.
    Discarded,
    Left,
}

/// Bytes that may wait to be written to a miner: long messages are fewer.
const WAITING_BYTES: usize = 8 * 1024 * 1024;

/// Queue of messages that are to be written to a miner.
#[derive(Debug)]
pub(super) struct Outbox {
    sender: mpsc::UnboundedSender<Outgoing>,
    waiting: Arc<Waiting>,
    /// The flags of the server that the miner was told.
    pub(super) flags: u32,
    /// True if the miner needs standard jobs, and knows no groups.
    pub(super) is_standard: bool,
}

/// Messages, and bytes of them, that wait to be written to a miner.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    messages: AtomicUsize,
    bytes: AtomicUsize,
}

impl Waiting {
    /// A message waits no longer.
    fn taken(&self, message: &Outgoing) {
        self.messages.fetch_sub(1, Ordering::Relaxed);
        self.bytes.fetch_sub(message.len(), Ordering::Relaxed);
    }
}

impl Outgoing {
    /// Bytes of a frame that is passed on; other messages are short.
    fn len(&self) -> usize {
        match self {
            Self::Frame(frame) => frame.encoded_len::<Sv2>(),
            _ => 0,
        }
    }
}

impl Outbox {
    fn new(
        flags: u32,
        is_standard: bool,
    ) -> (Self, mpsc::UnboundedReceiver<Outgoing>, Arc<Waiting>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let waiting = Arc::new(Waiting::default());
        (Self { sender, waiting: Arc::clone(&waiting), flags, is_standard }, receiver, waiting)
    }

    /// Adds a message; false when `most` are waiting, or [`WAITING_BYTES`]. One for a miner that is gone is dropped, which is
    /// no failure: [`Incoming::Left`] is on its way.
    pub(super) fn give(&self, message: Outgoing, most: usize) -> bool {
        if self.sender.is_closed() {
            return true;
        }
        // Only the exchange adds messages, so this check can't race.
        let Waiting { messages, bytes } = &*self.waiting;
        if messages.load(Ordering::Relaxed) >= most
            || bytes.load(Ordering::Relaxed) >= WAITING_BYTES
        {
            return false;
        }
        messages.fetch_add(1, Ordering::Relaxed);
        bytes.fetch_add(message.len(), Ordering::Relaxed);
        // An error says that the miner has gone since.
        let _ = self.sender.send(message);
        true
    }
}

/// The flags that miners get, and the time that they may take to set up a connection.
pub(super) struct Terms {
    /// The flags of the connection to the server that was set up last.
    pub(super) flags: Arc<AtomicU32>,
    pub(super) patience: Duration,
}

/// Sends to the exchange what comes from miners.
pub(super) type Inbox = mpsc::Sender<(MinerId, Incoming)>;

/// Talks with a miner until it or the proxy closes the connection.
pub(super) async fn converse<L: Layers>(
    mut link: Link<L>,
    place: &mut Admitted,
    id: MinerId,
    (inbox, terms): (&Inbox, &Terms),
) -> Result<(), Trouble> {
    // A server that is reached later may have other flags: see `Exchange::is_told`.
    let flags = terms.flags.load(Ordering::Relaxed);
    let is_standard = within(terms.patience, "the miner set up no connection", async {
        let is_standard = place.establish(set_up(&mut link, flags)).await?;
        link.flush().await.map_err(Trouble::from)?;
        Ok::<_, Trouble>(is_standard)
    })
    .await??;
    let (outbox, outgoing, waiting) = Outbox::new(flags, is_standard);
    let (receiver, sender) = link.split();
    let gone = |_| Trouble::Nonsense("the proxy is ending");
    inbox.send((id, Incoming::Joined(outbox))).await.map_err(gone)?;
    let outcome = tokio::select! {
        outcome = take::<L>(receiver, id, inbox) => outcome,
        outcome = give::<L>(sender, outgoing, &waiting) => outcome,
    };
    inbox.send((id, Incoming::Left)).await.map_err(gone)?;
    outcome
}

/// Sets up a miner's connection, and returns true if it needs standard jobs.
async fn set_up<L: Layers>(link: &mut Link<L>, flags: u32) -> Result<bool, Trouble> {
    let is_fixed = flags & setup_success_flags::REQUIRES_FIXED_VERSION != 0;
    let rolling = if is_fixed { 0 } else { setup_flags::REQUIRES_VERSION_ROLLING };
    let supported = rolling | setup_flags::REQUIRES_STANDARD_JOBS;
    let (error, asked) = match expect(link).await? {
        AnyMessageRef::SetupConnection(setup) => {
            (setup.refusal(Subprotocol::Mining, supported), setup.flags)
        }
        other => return Err(unexpected(&other, "SetupConnection")),
    };
    answer_set_up(link, error, flags).await?;
    Ok(asked & setup_flags::REQUIRES_STANDARD_JOBS != 0)
}

/// Takes frames until there are no more. Each has to be a message, or one for a channel that is
/// unknown: the server would end its connection for one that is malformed, and with it those of all
/// miners.
async fn take<L: Layers>(
    mut receiver: Receiver<L>,
    id: MinerId,
    inbox: &Inbox,
) -> Result<(), Trouble> {
    while let Some(frame) = receiver.next_frame().await? {
        let checked = match frame.message_ref() {
            Ok(_) => Ok(frame.detach()),
            Err(error) => match ConnectionErrorKind::malformed(&frame, error) {
                ConnectionErrorKind::Unknown(_) if is_routed(&frame.view()) => Ok(frame.detach()),
                kind => Err(kind),
            },
        };
        let incoming = match checked {
            Ok(frame) => Incoming::Frame(frame),
            Err(kind) => {
                receiver.tolerate(kind)?;
                Incoming::Discarded
            }
        };
        if inbox.send((id, incoming)).await.is_err() {
            break;
        }
    }
    Ok(())
}

/// Writes what comes, together what came together, until there is no more.
async fn give<L: Layers>(
    mut sender: Sender<L>,
    mut outgoing: mpsc::UnboundedReceiver<Outgoing>,
    waiting: &Waiting,
) -> Result<(), Trouble> {
    while let Some(first) = outgoing.recv().await {
        let mut next = Some(first);
        while let Some(message) = next {
            waiting.taken(&message);
            match message {
                Outgoing::Frame(frame) => sender.queue(&frame)?,
                Outgoing::Group(group) => sender.queue(&group)?,
                Outgoing::Job(job) => sender.queue(&job)?,
                Outgoing::Refusal(error) => sender.queue(&error)?,
                Outgoing::Extensionless(error) => sender.queue(&error)?,
                Outgoing::Unchanged(error) => sender.queue(&error)?,
                Outgoing::NoCustomJob(error) => sender.queue(&error)?,
                Outgoing::Closed(closed) => sender.queue(&closed)?,
                Outgoing::Unopened(error) => sender.queue(&error)?,
            }
            next = if sender.pending_len() < MUCH { outgoing.try_recv().ok() } else { None };
        }
        sender.flush().await?;
    }
    Ok(sender.close().await?)
}

#[cfg(test)]
mod tests {
    use codec_core::wire::{B064K, Seq0255};
    use codec_pool::{FrameWriter, Pool};
    use codec_stratum::mining::NewExtendedMiningJob;

    use super::*;
    use crate::code::Code;

    fn refusal() -> Outgoing {
        let error_code = Code::STALE_SHARE.into();
        Outgoing::Refusal(SubmitSharesError { channel_id: 1, sequence_number: 2, error_code })
    }

    #[test]
    fn only_a_miner_that_is_there_can_have_too_much_to_take() {
        let (outbox, receiver, _) = Outbox::new(0, false);
        assert!(outbox.give(refusal(), 1));
        assert!(!outbox.give(refusal(), 1), "one is waiting");
        drop(receiver);
        assert!(outbox.give(refusal(), 1), "it has left");
    }

    #[test]
    fn long_messages_that_wait_are_fewer() {
        let (outbox, mut receiver, waiting) = Outbox::new(0, false);
        let job = NewExtendedMiningJob {
            channel_id: 1,
            job_id: 2,
            min_ntime: None,
            version: 3,
            version_rolling_allowed: false,
            merkle_path: Seq0255::default(),
            coinbase_tx_prefix: B064K::default(),
            coinbase_tx_suffix: B064K::try_from(vec![7; 65_517]).expect("it is short"),
        };
        let mut writer = FrameWriter::<Sv2TlvProtocol>::new(Pool::default());
        let frame = writer.encode(&job).expect("there is memory");
        let frame = || Outgoing::Frame(Patched::new(frame.clone()));
        assert_eq!(frame().len(), 65_536);
        // Frames of 8 MiB together.
        for _ in 0..128 {
            assert!(outbox.give(frame(), 1000));
        }
        assert!(!outbox.give(refusal(), 1000), "8 MiB are waiting");
        let taken = receiver.try_recv().expect("it is there");
        waiting.taken(&taken);
        assert!(outbox.give(refusal(), 1000), "less is waiting");
    }
}
