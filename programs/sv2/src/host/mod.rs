//! The server's side of one conversation.

mod answer;
mod ledger;
mod seen;
mod share;
mod space;
mod targets;

use std::time::Duration;

use codec_core::wire::Target;
use codec_core::{ById, Header as _, Message as _, MessageInfo as _, ToPayload};
use codec_pool::{Admitted, Layers};
use codec_stratum::common::{SetupConnectionError, SetupConnectionSuccess, VERSION};
use codec_stratum::mining::setup_flags::{REQUIRES_STANDARD_JOBS, REQUIRES_VERSION_ROLLING};
use codec_stratum::{AnyMessageRef, Subprotocol, message_name};
use tokio::task::yield_now;

use crate::link::{Link, MUCH, Traffic, Trouble, expect, within};
use crate::metrics::Tally;
pub(crate) use ledger::Ledger;
pub(crate) use space::Space;

/// Bytes that are waited for before a message is answered: a channel, its job and the block before it
/// have fewer. For longer answers the budget has room, or the client is disconnected.
const ANSWERS: usize = 2048;

/// The features that miners may request: jobs that they send themselves are none.
const SUPPORTED: u32 = REQUIRES_STANDARD_JOBS | REQUIRES_VERSION_ROLLING;
/// Messages after which a task yields to other connections, whether more are buffered or not. A
/// client that sends as fast as it can always has messages ready: without yielding, its task would
/// handle hundreds of thousands of them, and so would the tasks of all such clients, one after
/// another, while a client that sends one waits.
const TURN: u32 = 512;

/// Requirements that a server has for its clients.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Terms {
    /// Time that a client may take to open its first channel.
    pub(crate) patience: Duration,
    /// Target that the hash of a share has to meet; shares are not hashed without.
    pub(crate) target: Option<Target>,
}

/// Counts of what a client has sent, however the conversation ends.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Shares {
    pub(crate) accepted: u64,
    pub(crate) refused: u64,
    /// Accepted ones with the name of a worker, where it was agreed that they have one.
    pub(crate) named: u64,
    /// Messages that no client has to send, and that were discarded.
    pub(crate) unwanted: u64,
}

impl Shares {
    /// All of these, and of a connection what has come since the last time.
    pub(crate) const fn plus(mut self, now: Self, last: Self) -> Self {
        self.accepted += now.accepted - last.accepted;
        self.refused += now.refused - last.refused;
        self.named += now.named - last.named;
        self.unwanted += now.unwanted - last.unwanted;
        self
    }
}

/// A connection to a client, with the counts of what is sent over it.
struct Output<'a, L: Layers> {
    link: &'a mut Link<L>,
    tally: &'a mut Tally,
}

impl<L: Layers> Output<'_, L> {
    /// Queues a message, and counts it.
    #[inline]
    fn queue<M: ToPayload<ById, u32>>(&mut self, message: &M) -> Result<(), Trouble> {
        self.link.queue(message)?;
        self.tally.sent(message.envelope().0);
        Ok(())
    }
}

/// Talks with a client until it closes the connection.
pub(crate) async fn converse<L: Layers>(
    link: &mut Link<L>,
    place: &mut Admitted,
    mut ledger: Ledger,
    terms: Terms,
    tally: &mut Tally,
) -> Result<(), Trouble> {
    within(terms.patience, "the client opened no channel", async {
        place.establish(set_up(link, tally)).await?;
        link.flush().await.map_err(Trouble::from)?;
        while !ledger.has_channel() {
            let message = expect(link).await?;
            tally.received(message.id());
            let answer = ledger.answer_message(&message);
            ledger.give(&mut Output { link, tally }, answer)?;
            link.flush().await.map_err(Trouble::from)?;
        }
        Ok::<(), Trouble>(())
    })
    .await??;
    let mut served = 0;
    loop {
        if served >= TURN {
            served = 0;
            yield_now().await;
        }
        // Received messages are answered before waiting for more.
        let answer = if let Some(frame) = link.try_next_frame()? {
            tally.received(frame.header().id());
            ledger.answer(&frame)
        } else {
            ledger.acknowledge_all(&mut Output { link, tally })?;
            link.flush().await?;
            tally.publish(Traffic::of(link));
            match link.next_frame().await? {
                Some(frame) => {
                    tally.received(frame.header().id());
                    ledger.answer(&frame)
                }
                None => return Ok(()),
            }
        };
        served += 1;
        let answer = match answer {
            Ok(answer) => answer,
            Err(Trouble::Connection(kind)) => {
                link.tolerate(*kind)?;
                continue;
            }
            Err(trouble) => return Err(trouble),
        };
        link.ready(ANSWERS).await?;
        ledger.give(&mut Output { link, tally }, answer)?;
        if link.pending_len() >= MUCH {
            link.flush().await?;
        }
    }
}

async fn set_up<L: Layers>(link: &mut Link<L>, tally: &mut Tally) -> Result<(), Trouble> {
    let message = expect(link).await?;
    tally.received(message.id());
    let error = match message {
        AnyMessageRef::SetupConnection(setup) => setup.refusal(Subprotocol::Mining, SUPPORTED),
        other => return Err(unexpected(&other, "SetupConnection")),
    };
    tally.sent(if error.is_none() { SetupConnectionSuccess::ID } else { SetupConnectionError::ID });
    answer_set_up(link, error, 0).await
}

/// Accepts a client, with these flags of the server, or refuses it with this error. That it is accepted is queued, and sent once it has
/// its place: whoever was told so gives way to no others.
pub(crate) async fn answer_set_up<L: Layers>(
    link: &mut Link<L>,
    error: Option<SetupConnectionError>,
    flags: u32,
) -> Result<(), Trouble> {
    let Some(error) = error else {
        return Ok(link.queue(&SetupConnectionSuccess { used_version: VERSION, flags })?);
    };
    link.send(&error).await?;
    Err(Trouble::Dismissed(error))
}

/// A message that is not allowed here.
pub(crate) fn unexpected(message: &AnyMessageRef<'_>, wanted: &'static str) -> Trouble {
    Trouble::Unexpected { message: message_name(message.id()).unwrap_or("unknown"), wanted }
}
