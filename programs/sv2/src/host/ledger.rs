//! The jobs sent to a client, and the responses due to it.

use std::collections::VecDeque;
use std::time::Instant;

use codec_core::wire::{B032, Target, U256};
use codec_pool::{Budget, BudgetCharge, ConnectionErrorKind, FrameRef, Layers};
use codec_stratum::mining::{
    OpenExtendedMiningChannelRef, OpenExtendedMiningChannelSuccess, OpenMiningChannelError,
    OpenStandardMiningChannelSuccess, SetCustomMiningJobError, SetTarget, SubmitSharesError,
    SubmitSharesSuccess, UpdateChannelError, UpdateChannelRef,
};

use codec_stratum::{AnyMessageRef, Negotiated, Sv2TlvProtocol, WORKER_HASHRATE};

use super::Output;
use super::answer::Answer;
use super::seen::{SHARES_A_JOB, Seen};
use super::share::Share;
use super::space::Part;
use super::targets::{Targets, unchecked};
use crate::code::Code;
use crate::link::Trouble;
use crate::work::{self, Prefix};

#[cfg(test)]
mod tests;

/// The most channels of a connection: a client can't make the server remember more.
const MAX_CHANNELS: u32 = 0xffff;
/// The group of all channels of a connection: no channel's id, nor one of those at the upper end
/// that clients reserve, as SRI's translator does.
const GROUP_ID: u32 = MAX_CHANNELS + 1;
/// The extensions that clients may request.
const EXTENSIONS: [u16; 1] = [WORKER_HASHRATE];
/// The job that a channel starts with.
const FIRST_JOB: u32 = 1;
/// Bytes that a channel takes, in its vector and in the lists of those to acknowledge and of closed
/// ones.
const CHANNEL: usize = size_of::<Channel>() + 2 * size_of::<u32>();
/// Channels that the first one is charged for: a vector has room for as many then.
const CHARGED: usize = 4;
/// Shares that one acknowledgement covers, at most.
const BATCH: u32 = 100;

/// The channels of a connection. The first has the id 1, and each its place by its id.
pub(crate) struct Ledger {
    channels: Vec<Channel>,
    /// The ids of closed channels, the first of which is given to the next channel.
    free: VecDeque<u32>,
    /// The channels with shares that wait for an acknowledgement.
    unacknowledged: Vec<u32>,
    /// The part of the search space for all channels; there are none without.
    part: Option<Part>,
    /// The target of channels whose clients accept it.
    target: Target,
    /// `true` if shares are hashed.
    is_checked: bool,
    /// The extensions that were agreed on.
    negotiated: Negotiated,
    /// When it was opened.
    opened: Instant,
    /// Limits what the client may have the server hold.
    budget: Budget,
    /// Charges for the channels.
    charges: Vec<BudgetCharge>,
}

#[derive(Debug)]
struct Channel {
    is_extended: bool,
    is_open: bool,
    targets: Targets,
    job_id: u32,
    /// When it had the block that it works on, in seconds since the ledger was opened.
    since: u32,
    last: u32,
    accepted: u64,
    unacknowledged: u32,
    /// `true` if it is in the list of those with shares that wait.
    is_listed: bool,
    /// Shares that were accepted, where shares are checked.
    seen: Option<Box<Seen>>,
}

impl Channel {
    /// Returns true if the shares of a job come too late: two targets were set after it, or, where shares are
    /// remembered, there were two jobs after it, or one and there is no room.
    #[inline]
    fn is_stale(&self, job_id: u32) -> bool {
        let jobs = self.seen.as_deref().map_or(u32::MAX, |seen| u32::from(!seen.is_full()));
        job_id < self.job_id.saturating_sub(jobs) || self.targets.is_stale(job_id)
    }
}

impl Ledger {
    pub(crate) fn new(target: Option<Target>, budget: Budget, part: Option<Part>) -> Self {
        let is_checked = target.is_some();
        let target = target.unwrap_or_else(unchecked);
        let (channels, unacknowledged, charges) = (Vec::new(), Vec::new(), Vec::new());
        let (free, negotiated, opened) = (VecDeque::new(), Negotiated::new(), Instant::now());
        Self {
            channels,
            free,
            unacknowledged,
            part,
            target,
            is_checked,
            negotiated,
            opened,
            budget,
            charges,
        }
    }

    /// Returns whether a channel was opened.
    pub(super) const fn has_channel(&self) -> bool {
        !self.channels.is_empty()
    }

    /// Like [`answer`](Self::answer), for messages that are no shares for a channel.
    pub(super) fn answer_message(&mut self, message: &AnyMessageRef<'_>) -> Answer {
        match message {
            AnyMessageRef::OpenExtendedMiningChannel(open) => self.open_extended(open),
            AnyMessageRef::OpenStandardMiningChannel(open) => {
                self.add(open.request_id, open.max_target, false)
            }
            AnyMessageRef::RequestExtensions(request) => {
                Answer::Extensions(self.negotiated.answer(request, &EXTENSIONS))
            }
            AnyMessageRef::UpdateChannel(update) => self.update(update),
            AnyMessageRef::CloseChannel(close) => {
                self.close(close.channel_id);
                Answer::Nothing
            }
            AnyMessageRef::SetCustomMiningJob(job) => {
                let channel = self.channel(job.channel_id).filter(|channel| channel.is_extended);
                let code =
                    channel.map_or(Code::INVALID_CHANNEL_ID, |_| Code::INVALID_MINING_JOB_TOKEN);
                let (channel_id, request_id) = (job.channel_id, job.request_id);
                Answer::NoCustomJob { channel_id, request_id, code }
            }
            // Before there is a channel.
            AnyMessageRef::SubmitSharesStandard(share) => {
                Answer::no_channel(share.channel_id, share.sequence_number)
            }
            AnyMessageRef::SubmitSharesExtended(share) => {
                Answer::no_channel(share.channel_id, share.sequence_number)
            }
            _ => Answer::Unwanted,
        }
    }

    /// Returns whether there is room for one more channel, which is charged for then: as the vector
    /// grows, to twice its length each time.
    fn has_room(&mut self) -> bool {
        let count = self.channels.len();
        if count != 0 && (count < CHARGED || !count.is_power_of_two()) {
            return true;
        }
        let charge = self.budget.charge(count.max(CHARGED) * CHANNEL);
        charge.map(|charge| self.charges.push(charge)).is_ok()
    }

    fn open_extended(&mut self, open: &OpenExtendedMiningChannelRef<'_>) -> Answer {
        let request_id = open.request_id;
        if open.min_extranonce_size > work::EXTRANONCE_SIZE {
            return Answer::Deny { request_id, code: Code::MIN_EXTRANONCE_SIZE_TOO_LARGE };
        }
        self.add(request_id, open.max_target, true)
    }

    /// A target that the client accepts.
    fn target_up_to(&self, maximum: U256) -> Target {
        self.target.min(maximum.into())
    }

    fn add(&mut self, request_id: u32, max_target: U256, is_extended: bool) -> Answer {
        let seen = self.is_checked.then(|| Seen::new(&self.budget));
        if self.part.is_none() || matches!(seen, Some(None)) {
            return Answer::Deny { request_id, code: Code::NO_MORE_CHANNELS };
        }
        let channel = Channel {
            is_extended,
            is_open: true,
            targets: Targets::new(self.target_up_to(max_target), FIRST_JOB),
            job_id: FIRST_JOB,
            since: seconds(self.opened),
            last: 0,
            accepted: 0,
            unacknowledged: 0,
            is_listed: false,
            seen: seen.flatten(),
        };
        if let Some(channel_id) = self.free.pop_front() {
            let place = &mut self.channels[channel_id as usize - 1];
            // It may be in the list since before it was closed.
            *place = Channel { is_listed: place.is_listed, ..channel };
            return Answer::Open { request_id, channel_id };
        }
        if self.channels.len() == MAX_CHANNELS as usize || !self.has_room() {
            return Answer::Deny { request_id, code: Code::NO_MORE_CHANNELS };
        }
        self.channels.push(channel);
        let channel_id = u32::try_from(self.channels.len()).unwrap_or(u32::MAX);
        Answer::Open { request_id, channel_id }
    }

    /// Closes a channel, or all of them by the number of their group (section 5.3.9).
    fn close(&mut self, channel_id: u32) {
        // All closed channels are free.
        if channel_id == GROUP_ID && self.free.len() < self.channels.len() {
            (1..GROUP_ID).take(self.channels.len()).for_each(|channel_id| self.close(channel_id));
        }
        if let Some(channel) = self.channel(channel_id) {
            (channel.is_open, channel.seen) = (false, None);
            self.free.push_back(channel_id);
        }
    }

    /// Returns the answer to a frame.
    #[inline]
    pub(super) fn answer(
        &mut self,
        frame: &FrameRef<'_, Sv2TlvProtocol>,
    ) -> Result<Answer, Trouble> {
        let Some(share) = Share::of(frame)? else { return self.answer_other(frame) };
        let Share { channel_id, sequence_number, .. } = share;
        Ok(match self.wrong(&share) {
            None => {
                let name = share.tlvs.user_identity(&self.negotiated);
                let is_named = name
                    .map_err(|_| Trouble::Nonsense("the name of a worker is longer than 32 bytes"))?
                    .is_some();
                Answer::Accept { channel_id, sequence_number, is_named }
            }
            Some(code) => Answer::Refuse { channel_id, sequence_number, code },
        })
    }

    /// Like [`answer`](Self::answer), for frames that are no shares.
    #[cold]
    fn answer_other(&mut self, frame: &FrameRef<'_, Sv2TlvProtocol>) -> Result<Answer, Trouble> {
        match frame.message_ref() {
            Ok(decoded) => Ok(self.answer_message(&decoded.message)),
            Err(error) => Err(ConnectionErrorKind::malformed(frame, error).into()),
        }
    }

    /// Sets the target that a client requests, unless it is above that of the server.
    fn update(&mut self, update: &UpdateChannelRef<'_>) -> Answer {
        let (channel_id, target) = (update.channel_id, self.target_up_to(update.maximum_target));
        let Some(channel) = self.channel(channel_id) else {
            return Answer::NoSuchChannel { channel_id };
        };
        // Jobs that were sent keep their target.
        if channel.targets.set(target, channel.job_id.saturating_add(1)) {
            Answer::Retarget { channel_id }
        } else {
            Answer::Nothing
        }
    }

    /// The prefix of a channel's extranonce.
    #[inline]
    fn prefix(&self, channel_id: u32) -> Prefix {
        work::extranonce_prefix(self.part.as_ref().map_or(0, |part| part.number), channel_id)
    }

    #[inline]
    fn channel(&mut self, channel_id: u32) -> Option<&mut Channel> {
        self.channel_and_budget(channel_id).map(|(channel, _)| channel)
    }

    /// An open channel, and what its memory is charged to.
    #[inline]
    fn channel_and_budget(&mut self, channel_id: u32) -> Option<(&mut Channel, &Budget)> {
        let channel = self.channels.get_mut(place_of(channel_id)?)?;
        channel.is_open.then_some((channel, &self.budget))
    }

    /// Why a share is refused.
    #[inline]
    fn wrong(&mut self, share: &Share<'_>) -> Option<Code> {
        let (prefix, opened) = (self.prefix(share.channel_id), self.opened);
        let Some((channel, budget)) = self.channel_and_budget(share.channel_id) else {
            return Some(Code::INVALID_CHANNEL_ID);
        };
        let size = share.extranonce.map(<[u8]>::len);
        if channel.is_extended != size.is_some() {
            Some(Code::INVALID_CHANNEL_ID)
        } else if share.job_id == 0 || share.job_id > channel.job_id {
            Some(Code::INVALID_JOB_ID)
        } else if channel.is_stale(share.job_id) {
            Some(Code::STALE_SHARE)
        } else if size.is_some_and(|size| size != usize::from(work::EXTRANONCE_SIZE)) {
            Some(Code::BAD_EXTRANONCE_SIZE)
        } else if !share.is_in_time(|| seconds(opened) - channel.since) {
            Some(Code::INVALID_SHARE)
        } else {
            let target = channel.targets.of(share.job_id);
            let is_current = share.job_id == channel.job_id;
            let seen = channel.seen.as_mut()?; // not checked without
            let hash = share.hash(prefix);
            if !target.meets(&hash) {
                Some(Code::DIFFICULTY_TOO_LOW)
            } else if seen.insert(&hash, is_current, budget) {
                None
            } else {
                Some(Code::DUPLICATE_SHARE)
            }
        }
    }

    /// Queues an answer, and counts it.
    #[inline]
    pub(super) fn give<L: Layers>(
        &mut self,
        output: &mut Output<'_, L>,
        answer: Answer,
    ) -> Result<(), Trouble> {
        match answer {
            Answer::Accept { channel_id, sequence_number, is_named } => {
                output.tally.shares.accepted += 1;
                output.tally.shares.named += u64::from(is_named);
                self.accept(output, channel_id, sequence_number)
            }
            Answer::Refuse { channel_id, sequence_number, code } => {
                output.tally.shares.refused += 1;
                let error_code = code.into();
                output.queue(&SubmitSharesError { channel_id, sequence_number, error_code })
            }
            Answer::Extensions(Ok(success)) => output.queue(&success),
            Answer::Extensions(Err(error)) => output.queue(&error),
            Answer::Open { request_id, channel_id } => self.start(output, request_id, channel_id),
            Answer::Deny { request_id, code } => {
                let error_code = code.into();
                output.queue(&OpenMiningChannelError { request_id, error_code })
            }
            Answer::Retarget { channel_id } => self.retarget(output, channel_id),
            Answer::NoSuchChannel { channel_id } => {
                let error_code = Code::INVALID_CHANNEL_ID.into();
                output.queue(&UpdateChannelError { channel_id, error_code })
            }
            Answer::NoCustomJob { channel_id, request_id, code } => {
                let error_code = code.into();
                output.queue(&SetCustomMiningJobError { channel_id, request_id, error_code })
            }
            Answer::Nothing => Ok(()),
            Answer::Unwanted => {
                output.tally.shares.unwanted += 1;
                Ok(())
            }
        }
    }

    /// Tells a client of its channel, and gives it work.
    #[cold]
    fn start<L: Layers>(
        &mut self,
        output: &mut Output<'_, L>,
        request_id: u32,
        channel_id: u32,
    ) -> Result<(), Trouble> {
        let prefix = self.prefix(channel_id);
        let Some(channel) = self.channel(channel_id) else { return Ok(()) };
        let (target, is_extended) = (channel.targets.current().into(), channel.is_extended);
        let extranonce_prefix = B032::try_from(&prefix)?;
        let group_channel_id = GROUP_ID;
        if is_extended {
            output.queue(&OpenExtendedMiningChannelSuccess {
                request_id,
                channel_id,
                target,
                extranonce_size: work::EXTRANONCE_SIZE,
                extranonce_prefix,
                group_channel_id,
            })?;
            output.queue(&work::job(channel_id, FIRST_JOB, None)?)?;
        } else {
            output.queue(&OpenStandardMiningChannelSuccess {
                request_id,
                channel_id,
                target,
                extranonce_prefix: B032::try_from(&work::whole_extranonce(prefix))?,
                group_channel_id,
            })?;
            output.queue(&work::standard_job(prefix, channel_id, FIRST_JOB, None))?;
        }
        output.queue(&work::announce(channel_id, FIRST_JOB))
    }

    #[inline]
    fn accept<L: Layers>(
        &mut self,
        output: &mut Output<'_, L>,
        channel_id: u32,
        last: u32,
    ) -> Result<(), Trouble> {
        let Some(channel) = self.channel(channel_id) else { return Ok(()) };
        channel.last = last;
        channel.accepted += 1;
        channel.unacknowledged += 1;
        let waiting = channel.unacknowledged;
        let is_last = channel.accepted.is_multiple_of(SHARES_A_JOB as u64);
        let is_done = channel.seen.as_ref().map_or(is_last, |seen| seen.is_due());
        if !std::mem::replace(&mut channel.is_listed, true) {
            self.unacknowledged.push(channel_id);
        }
        if waiting == BATCH {
            self.acknowledge(output, channel_id)?;
        }
        if is_done {
            self.next_job(output, channel_id)?;
        }
        Ok(())
    }

    /// Tells a client of its channel's target, which holds for the jobs after it.
    #[cold]
    fn retarget<L: Layers>(
        &mut self,
        output: &mut Output<'_, L>,
        channel_id: u32,
    ) -> Result<(), Trouble> {
        let Some(channel) = self.channel(channel_id) else { return Ok(()) };
        let maximum_target = channel.targets.current().into();
        output.queue(&SetTarget { channel_id, maximum_target })?;
        self.next_job(output, channel_id)
    }

    #[cold]
    fn next_job<L: Layers>(
        &mut self,
        output: &mut Output<'_, L>,
        channel_id: u32,
    ) -> Result<(), Trouble> {
        let prefix = self.prefix(channel_id);
        let Some(channel) = self.channel(channel_id) else { return Ok(()) };
        channel.job_id = channel.job_id.saturating_add(1);
        if let Some(seen) = &mut channel.seen {
            seen.turn();
        }
        let (job_id, min_ntime) = (channel.job_id, Some(work::MIN_NTIME));
        if channel.is_extended {
            output.queue(&work::job(channel_id, job_id, min_ntime)?)?;
        } else {
            output.queue(&work::standard_job(prefix, channel_id, job_id, min_ntime))?;
        }
        Ok(())
    }

    /// Acknowledges what waits for it, unless the channel was closed since (section 5.3.9).
    fn acknowledge<L: Layers>(
        &mut self,
        output: &mut Output<'_, L>,
        channel_id: u32,
    ) -> Result<(), Trouble> {
        let Some(channel) = self.channel(channel_id) else { return Ok(()) };
        let count = std::mem::take(&mut channel.unacknowledged);
        if count == 0 {
            return Ok(());
        }
        output.queue(&SubmitSharesSuccess {
            channel_id,
            last_sequence_number: channel.last,
            new_submits_accepted_count: count,
            new_shares_sum: u64::from(count) * work::SHARE_VALUE,
        })
    }

    /// Acknowledges what waits for it on any channel.
    pub(super) fn acknowledge_all<L: Layers>(
        &mut self,
        output: &mut Output<'_, L>,
    ) -> Result<(), Trouble> {
        while let Some(channel_id) = self.unacknowledged.pop() {
            let place = place_of(channel_id);
            if let Some(channel) = place.and_then(|place| self.channels.get_mut(place)) {
                channel.is_listed = false;
            }
            self.acknowledge(output, channel_id)?;
        }
        Ok(())
    }
}

/// The place of a channel, by its id.
#[inline]
fn place_of(channel_id: u32) -> Option<usize> {
    usize::try_from(channel_id).ok()?.checked_sub(1)
}

/// Full seconds since then.
#[cold]
fn seconds(then: Instant) -> u32 {
    u32::try_from(then.elapsed().as_secs()).unwrap_or(u32::MAX)
}
