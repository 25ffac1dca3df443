//! One miner: a connection with one channel.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use codec_core::wire::{B032, Str0255, U256};
use codec_pool::Layers;
use codec_stratum::extensions::RequestExtensions;
use codec_stratum::mining::{CloseChannel, OpenExtendedMiningChannel, OpenStandardMiningChannel};
use codec_stratum::{
    AnyMessageRef, Negotiated, Subprotocol, Tlvs, UserIdentity, WORKER_HASHRATE, WithTlvs,
};
use tokio::task::yield_now;
use tokio::time::{Instant, MissedTickBehavior, interval_at, sleep_until};

use super::digger::{Digger, Share};
use super::hearing::Hearing;
use super::jobs::{Channel, Jobs};
use crate::client::{LAST_ANSWERS, Server, set_up};
use crate::code::Code;
use crate::host::unexpected;
use crate::link::{Link, Sender, Trouble, expect};
use crate::progress::Progress;
use crate::stop::Stop;
use crate::work::EXTRANONCE_SIZE;

/// Codes of refusals that are counted separately.
const MAX_CODES: usize = 16;

/// Task of a miner.
#[derive(Debug, Clone)]
pub(super) struct Plan {
    pub(super) user: String,
    /// True if shares are to name their worker.
    pub(super) is_named: bool,
    pub(super) is_extended: bool,
    pub(super) hash_rate: f32,
    /// From one share to the next.
    pub(super) period: Duration,
    /// When the first one is due.
    pub(super) delay: Duration,
    /// After so many shares it ends.
    pub(super) shares: Option<u64>,
}

/// Outcome of the shares of one miner, or of all.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) submitted: u64,
    pub(super) accepted: u64,
    pub(super) refused: u64,
    pub(super) hashes: u64,
    /// The refused ones by the code that the server gave.
    pub(super) codes: BTreeMap<String, u64>,
    /// Messages that are none for a miner, by their names.
    pub(super) discarded: BTreeMap<&'static str, u64>,
    /// Counts of the shares while miners work.
    progress: Arc<Progress>,
}

impl Tally {
    pub(super) fn new(progress: Arc<Progress>) -> Self {
        Self { progress, ..Self::default() }
    }

    fn submit(&mut self) {
        self.submitted += 1;
        self.progress.submitted.fetch_add(1, Relaxed);
    }

    pub(super) fn accept(&mut self, count: u64) {
        self.accepted += count;
        self.progress.accepted.fetch_add(count, Relaxed);
    }

    pub(super) fn refuse(&mut self, code: String) {
        self.refused += 1;
        self.progress.refused.fetch_add(1, Relaxed);
        self.note(code, 1);
    }

    pub(super) fn discard(&mut self, name: &'static str) {
        *self.discarded.entry(name).or_default() += 1;
    }

    pub(super) const fn unanswered(&self) -> u64 {
        self.submitted.saturating_sub(self.accepted + self.refused)
    }

    pub(super) fn add(&mut self, other: Self) {
        self.submitted += other.submitted;
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.hashes += other.hashes;
        other.codes.into_iter().for_each(|(code, count)| self.note(code, count));
        for (name, count) in other.discarded {
            *self.discarded.entry(name).or_default() += count;
        }
    }

    fn note(&mut self, code: String, count: u64) {
        let is_known = self.codes.contains_key(&code);
        let code = if is_known || self.codes.len() < MAX_CODES { code } else { "others".into() };
        *self.codes.entry(code).or_default() += count;
    }
}

/// Mines until the plan is done or the program is to end.
pub(super) async fn mine<L: Layers>(
    mut link: Link<L>,
    server: &Server,
    plan: &Plan,
    stop: &mut Stop,
    tally: &mut Tally,
) -> Result<(), Trouble> {
    set_up(&mut link, server, Subprotocol::Mining, 0).await?;
    let negotiated = if plan.is_named { agree(&mut link).await? } else { Negotiated::new() };
    let tlvs = if negotiated.has(WORKER_HASHRATE) {
        UserIdentity::try_from(plan.user.as_str())?.into()
    } else {
        Tlvs::default()
    };
    let mut jobs = Jobs::new(open_channel(&mut link, plan).await?);
    let mut digger = Digger::new();
    let (mut receiver, mut sender) = link.split();
    let mut due = interval_at(Instant::now() + plan.delay, plan.period);
    due.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let (mut is_digging, mut end) = (false, None);
    // Shares of a connection before have no answer here.
    let lost = tally.unanswered();
    loop {
        let is_done = plan.shares.is_some_and(|shares| tally.submitted >= shares);
        if (is_done || stop.is_stopped()) && end.is_none() {
            end = Some(Instant::now() + LAST_ANSWERS);
            is_digging = false;
        }
        if end.is_some() && tally.unanswered() == lost {
            break;
        }
        tokio::select! {
            biased;
            message = receiver.next() => {
                let message = message?.ok_or(Trouble::Closed)?.message;
                message.handle_from_server(&mut Hearing { jobs: &mut jobs, tally })?;
            }
            () = sleep_until(end.unwrap_or_else(Instant::now)), if end.is_some() => break,
            () = stop.stopped(), if end.is_none() => {}
            _ = due.tick(), if end.is_none() && !is_digging => is_digging = true,
            () = yield_now(), if is_digging => {
                let number = u32::try_from(tally.submitted).unwrap_or(u32::MAX);
                if jobs.template(&[]).is_none() {
                    is_digging = false;
                } else if let Some(share) = digger.dig(&jobs, number)? {
                    submit::<L>(&mut sender, share, &tlvs).await?;
                    tally.submit();
                    is_digging = false;
                }
                tally.hashes = digger.hashes;
            }
        }
    }
    let reason_code = Code::DONE.into();
    sender.send(&CloseChannel { channel_id: jobs.channel.id, reason_code }).await?;
    Ok(sender.close().await?)
}

async fn submit<L: Layers>(
    sender: &mut Sender<L>,
    share: Share,
    tlvs: &Tlvs,
) -> Result<(), Trouble> {
    match share {
        Share::Standard(share) => Ok(sender.send(&share).await?),
        Share::Extended(message) => {
            Ok(sender.send(&WithTlvs { message, tlvs: tlvs.clone() }).await?)
        }
    }
}

/// Requests the extension by which shares name their workers, which the server may refuse.
async fn agree<L: Layers>(link: &mut Link<L>) -> Result<Negotiated, Trouble> {
    let (requested, mut negotiated) = ([WORKER_HASHRATE], Negotiated::new());
    let requested_extensions = requested.to_vec().try_into()?;
    link.send(&RequestExtensions { request_id: 1, requested_extensions }).await?;
    match expect(link).await? {
        AnyMessageRef::RequestExtensionsSuccess(answer) => {
            let other = Trouble::Nonsense("the server agrees to what was not requested");
            negotiated.accept(&requested, &answer).map_err(|_| other)?;
        }
        AnyMessageRef::RequestExtensionsError(_) => {}
        other => return Err(unexpected(&other, "RequestExtensions.Success")),
    }
    Ok(negotiated)
}

async fn open_channel<L: Layers>(link: &mut Link<L>, plan: &Plan) -> Result<Channel, Trouble> {
    let (request_id, max_target) = (1, U256::MAX);
    let user_identity = Str0255::try_from(plan.user.as_str())?;
    let nominal_hash_rate = plan.hash_rate;
    if plan.is_extended {
        let min_extranonce_size = EXTRANONCE_SIZE;
        link.send(&OpenExtendedMiningChannel {
            request_id,
            user_identity,
            nominal_hash_rate,
            max_target,
            min_extranonce_size,
        })
        .await?;
    } else {
        link.send(&OpenStandardMiningChannel {
            request_id,
            user_identity,
            nominal_hash_rate,
            max_target,
        })
        .await?;
    }
    loop {
        return match expect(link).await? {
            AnyMessageRef::OpenExtendedMiningChannelSuccess(opened)
                if opened.request_id != request_id =>
            {
                continue;
            }
            AnyMessageRef::OpenStandardMiningChannelSuccess(opened)
                if opened.request_id != request_id =>
            {
                continue;
            }
            AnyMessageRef::OpenMiningChannelError(error) if error.request_id != request_id => {
                continue;
            }
            AnyMessageRef::OpenExtendedMiningChannelSuccess(opened) if plan.is_extended => {
                Ok(Channel {
                    id: opened.channel_id,
                    group_id: opened.group_channel_id,
                    target: opened.target.into(),
                    extranonce_prefix: opened.extranonce_prefix.into(),
                    extranonce_size: Some(usize::from(opened.extranonce_size).min(B032::MAX)),
                })
            }
            AnyMessageRef::OpenStandardMiningChannelSuccess(opened) if !plan.is_extended => {
                Ok(Channel {
                    id: opened.channel_id,
                    group_id: opened.group_channel_id,
                    target: opened.target.into(),
                    extranonce_prefix: opened.extranonce_prefix.into(),
                    extranonce_size: None,
                })
            }
            AnyMessageRef::OpenMiningChannelError(error) => Err(Trouble::Refused {
                message: "OpenMiningChannel.Error",
                code: error.error_code.to_string(),
            }),
            other => Err(unexpected(&other, "the channel that was asked for")),
        };
    }
}
