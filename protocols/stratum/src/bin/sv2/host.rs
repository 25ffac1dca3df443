//! The server's side of one conversation.

use std::time::Duration;

use codec_core::wire::{B032, Str0255, U256};
use codec_pool::Layers;
use codec_stratum::common::{SetupConnectionError, SetupConnectionRef, SetupConnectionSuccess};
use codec_stratum::mining::{
    OpenExtendedMiningChannelSuccess, SubmitSharesError, SubmitSharesExtendedRef,
    SubmitSharesSuccess,
};
use codec_stratum::{AnyMessageRef, Subprotocol};
use tokio::task::yield_now;

use crate::link::{Link, MUCH, Trouble, expect, within};
use crate::work;

/// The protocol version in use.
pub(crate) const VERSION: u16 = 2;
/// The one channel of a connection, and its group.
const CHANNEL_ID: u32 = 1;
const GROUP_ID: u32 = 100;
/// Shares that one acknowledgement covers, at most.
const BATCH: u32 = 100;
/// Messages after which a task yields to other connections. A client that sends as fast as
/// it can always has messages ready: without yielding, its task would handle hundreds of
/// thousands of them, and so would the tasks of all such clients, one after the other,
/// while a new client waits.
const TURN: u32 = 1024;
/// Shares after which there is a new job.
const SHARES_A_JOB: u64 = 1000;

/// Talks with a client until it closes the channel or the connection; it has `patience`
/// until the channel is open. `accepted` counts the shares, however the conversation ends.
pub(crate) async fn converse<L: Layers>(
    link: &mut Link<L>,
    patience: Duration,
    accepted: &mut u64,
) -> Result<(), Trouble> {
    within(patience, "the client opened no channel", async {
        set_up(link).await?;
        open_channel(link).await
    })
    .await??;
    let mut ledger = Ledger { job_id: 1, last: 0, unacknowledged: 0 };
    let mut served = 0;
    loop {
        // Received messages are answered before waiting for more.
        let answer = if let Some(received) = link.try_next()? {
            ledger.answer(&received.message)?
        } else {
            ledger.acknowledge(link)?;
            link.flush().await?;
            if served >= TURN {
                served = 0;
                yield_now().await;
            }
            match link.next().await? {
                Some(received) => ledger.answer(&received.message)?,
                None => return Ok(()),
            }
        };
        served += 1;
        match answer {
            Answer::Accept(sequence_number) => {
                *accepted += 1;
                ledger.accept(link, sequence_number, *accepted)?;
            }
            Answer::Refuse(error) => link.queue(&error)?,
            Answer::Close => {
                ledger.acknowledge(link)?;
                return Ok(link.flush().await?);
            }
        }
        if link.pending_len() >= MUCH {
            link.flush().await?;
        }
    }
}

async fn set_up<L: Layers>(link: &mut Link<L>) -> Result<(), Trouble> {
    let error = match expect(link).await? {
        AnyMessageRef::SetupConnection(setup) => refusal(&setup),
        other => return Err(unexpected(&other, "SetupConnection")),
    };
    let Some(code) = error else {
        return Ok(link.send(&SetupConnectionSuccess { used_version: VERSION, flags: 0 }).await?);
    };
    link.send(&SetupConnectionError { flags: 0, error_code: Str0255::try_from(code)? }).await?;
    Err(Trouble::Nonsense(code))
}

/// The code of the error that is sent to a client, if any.
fn refusal(setup: &SetupConnectionRef<'_>) -> Option<&'static str> {
    if setup.protocol != Subprotocol::Mining {
        Some("unsupported-protocol")
    } else if !(setup.min_version..=setup.max_version).contains(&VERSION) {
        Some("protocol-version-mismatch")
    } else {
        None
    }
}

async fn open_channel<L: Layers>(link: &mut Link<L>) -> Result<(), Trouble> {
    let request_id = match expect(link).await? {
        AnyMessageRef::OpenExtendedMiningChannel(open) => open.request_id,
        other => return Err(unexpected(&other, "OpenExtendedMiningChannel")),
    };
    let mut target = [0xff; 32];
    target[28..].fill(0);
    link.queue(&OpenExtendedMiningChannelSuccess {
        request_id,
        channel_id: CHANNEL_ID,
        target: U256::from(target),
        extranonce_size: work::EXTRANONCE_SIZE,
        extranonce_prefix: B032::try_from(&work::EXTRANONCE_PREFIX)?,
        group_channel_id: GROUP_ID,
    })?;
    link.queue(&work::job(CHANNEL_ID, 1, None)?)?;
    Ok(link.send(&work::announce(CHANNEL_ID, 1)).await?)
}

/// A message that is not allowed here.
pub(crate) fn unexpected(message: &AnyMessageRef<'_>, wanted: &'static str) -> Trouble {
    use codec_core::MessageInfo as _;
    Trouble::Unexpected { message: message.name(), wanted }
}

enum Answer {
    Accept(u32),
    Refuse(SubmitSharesError),
    Close,
}

/// What was sent to the client, and what is still to be sent.
struct Ledger {
    job_id: u32,
    last: u32,
    unacknowledged: u32,
}

impl Ledger {
    fn answer(&self, message: &AnyMessageRef<'_>) -> Result<Answer, Trouble> {
        match message {
            AnyMessageRef::SubmitSharesExtended(share) => match self.wrong(share) {
                None => Ok(Answer::Accept(share.sequence_number)),
                Some(code) => Ok(Answer::Refuse(SubmitSharesError {
                    channel_id: share.channel_id,
                    sequence_number: share.sequence_number,
                    error_code: Str0255::try_from(code)?,
                })),
            },
            AnyMessageRef::CloseChannel(_) => Ok(Answer::Close),
            other => Err(unexpected(other, "SubmitSharesExtended or CloseChannel")),
        }
    }

    fn wrong(&self, share: &SubmitSharesExtendedRef<'_>) -> Option<&'static str> {
        if share.channel_id != CHANNEL_ID {
            Some("invalid-channel-id")
        } else if share.job_id == 0 || share.job_id > self.job_id {
            Some("invalid-job-id")
        } else if share.extranonce.len() != usize::from(work::EXTRANONCE_SIZE) {
            Some("bad-extranonce-size")
        } else {
            None
        }
    }

    fn accept<L: Layers>(
        &mut self,
        link: &mut Link<L>,
        last: u32,
        accepted: u64,
    ) -> Result<(), Trouble> {
        self.last = last;
        self.unacknowledged += 1;
        if self.unacknowledged == BATCH {
            self.acknowledge(link)?;
        }
        if accepted.is_multiple_of(SHARES_A_JOB) {
            self.job_id = self.job_id.saturating_add(1);
            link.queue(&work::job(CHANNEL_ID, self.job_id, Some(work::MIN_NTIME))?)?;
        }
        Ok(())
    }

    fn acknowledge<L: Layers>(&mut self, link: &mut Link<L>) -> Result<(), Trouble> {
        let count = std::mem::take(&mut self.unacknowledged);
        if count == 0 {
            return Ok(());
        }
        Ok(link.queue(&SubmitSharesSuccess {
            channel_id: CHANNEL_ID,
            last_sequence_number: self.last,
            new_submits_accepted_count: count,
            new_shares_sum: u64::from(count) * work::SHARE_VALUE,
        })?)
    }
}
