//! The exchange between both sides: forwards messages from miners to the server, and from the
//! server to the right miner, translating channel numbers.

use std::collections::HashMap;
use std::future::pending;

use codec_core::wire::Seq064K;
use codec_core::{ById, Header as _, Message, Protocol as _, ToPayload};
use codec_pool::Frame;
use codec_stratum::common::ChannelEndpointChanged;
use codec_stratum::extensions::RequestExtensions;
use codec_stratum::mining::{
    CloseChannel, NewExtendedMiningJob, NewMiningJob, OpenExtendedMiningChannel,
    OpenExtendedMiningChannelSuccess, OpenMiningChannelError, OpenStandardMiningChannel,
    OpenStandardMiningChannelSuccess, SetCustomMiningJob, SetCustomMiningJobError,
    SetCustomMiningJobSuccess, SetExtranoncePrefix, SetGroupChannel, SetNewPrevHash, SetTarget,
    SubmitSharesError, SubmitSharesExtended, SubmitSharesStandard, SubmitSharesSuccess,
    UpdateChannel, UpdateChannelError,
};
use codec_stratum::{AnyMessageRef, Negotiated, Sv2TlvProtocol};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

use super::account::Account;
use super::miner::{Incoming, Outbox, Outgoing};
use super::patched::{Patched, is_routed, number};
use super::routes::{MinerId, Routes, local_group};
use super::upstream::{Uplink, Upstream};
use crate::client::LAST_ANSWERS;
use crate::code::Code;
use crate::failure::{note, tell};
use crate::link::{MUCH, Trouble};
use crate::stop::Stop;

/// Messages that may wait to be written to a miner, and more of them for each channel, all of
/// which have a new job when there is a block. One that does not read loses its connection.
const WAITING: usize = 1024;
const WAITING_A_CHANNEL: usize = 16;

/// All that passes the middle.
pub(super) struct Exchange {
    /// The most channels of a miner, open or requested.
    max_channels: usize,
    pub(super) upstream: Upstream,
    /// None after the server closed a connection without channels, until there is one to open.
    pub(super) uplink: Option<Uplink>,
    pub(super) routes: Routes,
    pub(super) miners: HashMap<MinerId, Outbox>,
    /// The account of the channels that are gone.
    pub(super) closed: Account,
    /// The account of each miner's closed channels.
    pub(super) by_miner: HashMap<MinerId, Account>,
    /// Numbers of miners and channels that there were.
    pub(super) joined: u64,
    pub(super) opened: u64,
    /// Shares that were not passed on, since their channel is none of the miner's.
    pub(super) misdirected: u64,
    /// Frames of unknown messages that were for no channel, and of those that a server of miners does
    /// not send.
    pub(super) discarded: u64,
}

impl Exchange {
    pub(super) fn new(upstream: Upstream, uplink: Uplink, max_channels: usize) -> Self {
        Self {
            max_channels,
            upstream,
            uplink: Some(uplink),
            routes: Routes::default(),
            miners: HashMap::new(),
            closed: Account::default(),
            by_miner: HashMap::new(),
            joined: 0,
            opened: 0,
            misdirected: 0,
            discarded: 0,
        }
    }

    /// Passes messages on until the server is lost, the last miner has left when no more are to
    /// come, or the program is to end and all shares are answered.
    pub(super) async fn run(
        &mut self,
        mut from_miners: mpsc::Receiver<(MinerId, Incoming)>,
        mut stop: Stop,
    ) -> Result<(), Trouble> {
        let mut end = None;
        loop {
            if end.is_some() && self.routes.unanswered() == 0 {
                break;
            }
            let waits = self.uplink.as_ref().map_or(0, Uplink::pending_len);
            tokio::select! {
                biased;
                frame = next(&mut self.uplink) => match frame {
                    Ok(frame) => self.take_frame(frame)?,
                    Err(trouble) => self.lost(trouble)?,
                },
                () = stop.stopped(), if end.is_none() => {
                    end = Some(Instant::now() + LAST_ANSWERS);
                }
                incoming = from_miners.recv(), if end.is_none() && waits < MUCH => match incoming {
                    Some((miner, incoming)) => self.take_incoming(miner, incoming).await?,
                    // No miner is connected, and none is expected.
                    None => end = Some(Instant::now() + LAST_ANSWERS),
                },
                () = std::future::ready(()), if waits > 0 => self.flush().await?,
                () = sleep_until(end.unwrap_or_else(Instant::now)), if end.is_some() => break,
            }
        }
        match &mut self.uplink {
            Some(uplink) => uplink.close().await,
            None => Ok(()),
        }
    }

    async fn flush(&mut self) -> Result<(), Trouble> {
        let Some(uplink) = &mut self.uplink else { return Ok(()) };
        match uplink.flush().await {
            Ok(()) => Ok(()),
            Err(trouble) => self.lost(trouble),
        }
    }

    /// The connection to the server is gone. Servers close clients that have no channel after a
    /// time, as a proxy is that waits for its miners: the next request for a channel makes a new
    /// connection.
    fn lost(&mut self, trouble: Trouble) -> Result<(), Trouble> {
        self.uplink = None;
        if self.routes.has_channels() {
            return Err(trouble);
        }
        // Requests that crossed the end of the connection are not answered.
        for miner in self.routes.requesting() {
            self.dismiss(miner, &format!("requested a channel, but at the server: {trouble}"));
        }
        Ok(())
    }

    fn queue<M: ToPayload<ById, u32>>(&mut self, message: &M) -> Result<(), Trouble> {
        self.uplink.as_mut().ok_or(Trouble::Closed)?.queue(message)
    }

    /// Removes and reports all miners, and returns the outcome of all shares.
    pub(super) fn total(&mut self) -> Account {
        let miners: Vec<_> = self.miners.keys().copied().collect();
        for miner in miners {
            self.left(miner);
        }
        self.closed
    }

    async fn take_incoming(&mut self, miner: MinerId, incoming: Incoming) -> Result<(), Trouble> {
        match incoming {
            Incoming::Joined(outbox) => {
                self.joined += 1;
                self.routes.join(miner);
                self.miners.insert(miner, outbox);
                Ok(())
            }
            Incoming::Discarded => {
                self.discarded += 1;
                Ok(())
            }
            Incoming::Left => {
                for channel in self.left(miner) {
                    self.close(channel)?;
                }
                Ok(())
            }
            Incoming::Frame(frame) => self.pass_up(miner, frame).await,
        }
    }

    fn close(&mut self, channel_id: u32) -> Result<(), Trouble> {
        let reason_code = Code::CLOSED_BY_THE_MINER.into();
        self.queue(&CloseChannel { channel_id, reason_code })
    }

    /// A miner is gone: its channels at the server.
    fn left(&mut self, miner: MinerId) -> Vec<u32> {
        if self.miners.remove(&miner).is_none() {
            return Vec::new();
        }
        let mut account = self.by_miner.remove(&miner).unwrap_or_default();
        let gone = self.routes.leave(miner);
        for (_, route) in &gone {
            account.add(route.account);
            self.closed.add(route.account);
        }
        // If the output is closed, the line is lost, but work continues.
        tell(format_args!("miner {miner}: {account}"));
        gone.into_iter().map(|(channel, _)| channel).collect()
    }

    async fn pass_up(
        &mut self,
        miner: MinerId,
        frame: Frame<Sv2TlvProtocol>,
    ) -> Result<(), Trouble> {
        // A miner that has been removed may have sent more.
        if !self.miners.contains_key(&miner) {
            return Ok(());
        }
        let Some(first) = number(frame.payload(), 0) else {
            self.discarded += 1;
            return Ok(());
        };
        let id = frame.header().id();
        match id {
            OpenStandardMiningChannel::ID | OpenExtendedMiningChannel::ID => {
                if self.routes.wanted(miner) >= self.max_channels {
                    let error_code = Code::NO_MORE_CHANNELS.into();
                    let error = OpenMiningChannelError { request_id: first, error_code };
                    self.give(miner, Outgoing::Unopened(error));
                    return Ok(());
                }
                if self.uplink.is_none() {
                    self.uplink = Some(self.upstream.connect().await?);
                }
                if !self.is_told(miner) {
                    return Ok(());
                }
                let request = self.routes.request(miner, first);
                self.queue(&Patched::new(frame).with(0, request))?;
            }
            SubmitSharesStandard::ID | SubmitSharesExtended::ID => {
                let Some(channel) = self.routes.upstream(miner, first) else {
                    self.refuse(miner, first, &frame);
                    return Ok(());
                };
                self.queue(&Patched::new(frame).with(0, channel))?;
                if let Some(route) = self.routes.channel(channel) {
                    route.account.submitted += 1;
                }
            }
            UpdateChannel::ID | CloseChannel::ID => {
                let Some(channel) = self.routes.upstream(miner, first) else {
                    if id == UpdateChannel::ID {
                        let error_code = Code::INVALID_CHANNEL_ID.into();
                        let error = UpdateChannelError { channel_id: first, error_code };
                        self.give(miner, Outgoing::Unchanged(error));
                        return Ok(());
                    }
                    // A group's other channels are those of other miners.
                    for channel in self.routes.of_miner(miner, local_group(first)) {
                        self.close(channel)?;
                        self.closed(channel);
                    }
                    return Ok(());
                };
                self.queue(&Patched::new(frame).with(0, channel))?;
                if id == CloseChannel::ID {
                    self.closed(channel);
                }
            }
            RequestExtensions::ID => self.extensionless(miner, &frame),
            _ if !Sv2TlvProtocol::knows(id) => match self.routes.upstream(miner, first) {
                Some(channel) => self.queue(&Patched::new(frame).with(0, channel))?,
                None => self.discarded += 1,
            },
            SetCustomMiningJob::ID => {
                let channel = self.routes.upstream(miner, first);
                let code =
                    channel.map_or(Code::INVALID_CHANNEL_ID, |_| Code::INVALID_MINING_JOB_TOKEN);
                let request_id = number(frame.payload(), 4).unwrap_or_default();
                let error = SetCustomMiningJobError {
                    channel_id: first,
                    request_id,
                    error_code: code.into(),
                };
                self.give(miner, Outgoing::NoCustomJob(error));
            }
            // Of another subprotocol, or a server's.
            _ => self.discarded += 1,
        }
        Ok(())
    }

    /// A miner requests extensions: none was agreed on with the server.
    fn extensionless(&mut self, miner: MinerId, frame: &Frame<Sv2TlvProtocol>) {
        let message = frame.view().message_ref().map(|received| received.message);
        if let Ok(AnyMessageRef::RequestExtensions(request)) = message
            && let Err(error) = Negotiated::new().answer(&request, &[])
        {
            self.give(miner, Outgoing::Extensionless(error));
        }
    }

    /// Refuses a share for a channel that is none of the miner's.
    fn refuse(&mut self, miner: MinerId, channel_id: u32, frame: &Frame<Sv2TlvProtocol>) {
        self.misdirected += 1;
        let sequence_number = number(frame.payload(), 4).unwrap_or_default();
        let error_code = Code::INVALID_CHANNEL_ID.into();
        let error = SubmitSharesError { channel_id, sequence_number, error_code };
        self.give(miner, Outgoing::Refusal(error));
    }

    /// A channel is no more: its shares stay counted.
    pub(super) fn closed(&mut self, channel: u32) {
        if let Some(route) = self.routes.close(channel) {
            self.closed.add(route.account);
            self.by_miner.entry(route.miner).or_default().add(route.account);
        }
    }

    /// Ends a miner's connection.
    pub(super) fn dismiss(&mut self, miner: MinerId, reason: &str) {
        note(&format!("sv2: miner {miner} {reason}; connection closed"));
        for channel in self.left(miner) {
            // Queued: it is sent with the next write to the server.
            let _ = self.close(channel);
        }
    }

    pub(super) fn give(&mut self, miner: MinerId, outgoing: Outgoing) {
        let Some(outbox) = self.miners.get(&miner) else { return };
        let most = WAITING + WAITING_A_CHANNEL * self.routes.count(miner);
        if !outbox.give(outgoing, most) {
            self.dismiss(miner, "did not take what was sent");
        }
    }

    fn take_frame(&mut self, frame: Frame<Sv2TlvProtocol>) -> Result<(), Trouble> {
        let payload = frame.payload();
        let Some(first) = number(payload, 0) else { return self.take_other(frame) };
        match frame.header().id() {
            OpenStandardMiningChannelSuccess::ID | OpenExtendedMiningChannelSuccess::ID => {
                self.open(first, frame)
            }
            OpenMiningChannelError::ID => {
                if let Some(request) = self.routes.answered(first) {
                    let frame = Patched::new(frame).with(0, request.id);
                    self.give(request.miner, Outgoing::Frame(frame));
                }
                Ok(())
            }
            SubmitSharesSuccess::ID => {
                let count = number(payload, 8).unwrap_or_default();
                self.answered(first, |account| account.accepted += u64::from(count));
                self.pass_down(first, frame);
                Ok(())
            }
            SubmitSharesError::ID => {
                self.answered(first, |account| account.refused += 1);
                self.pass_down(first, frame);
                Ok(())
            }
            SetExtranoncePrefix::ID => {
                self.change_prefix(first, &frame);
                self.pass_down(first, frame);
                Ok(())
            }
            NewMiningJob::ID
            | NewExtendedMiningJob::ID
            | SetNewPrevHash::ID
            | SetTarget::ID
            | UpdateChannelError::ID
            | SetCustomMiningJobSuccess::ID
            | SetCustomMiningJobError::ID
            | ChannelEndpointChanged::ID => {
                self.pass_down(first, frame);
                Ok(())
            }
            CloseChannel::ID => {
                self.pass_down(first, frame);
                self.closed(first);
                for channel in self.routes.of_group(first) {
                    self.closed(channel);
                }
                Ok(())
            }
            SetGroupChannel::ID => self.regroup(&frame),
            _ => self.take_other(frame),
        }
    }

    /// Takes a frame that is not one of mining, or too short for that.
    #[cold]
    fn take_other(&mut self, frame: Frame<Sv2TlvProtocol>) -> Result<(), Trouble> {
        let id = frame.header().id();
        if !Sv2TlvProtocol::knows(id) {
            match number(frame.payload(), 0) {
                Some(to) if is_routed(&frame.view()) && self.is_there(to) => {
                    self.pass_down(to, frame);
                }
                _ => self.discarded += 1,
            }
            return Ok(());
        }
        match frame.view().message_ref().map(|received| received.message) {
            Ok(AnyMessageRef::Reconnect(to)) => {
                self.reconnect(&to);
                Ok(())
            }
            // Of another subprotocol, or an answer to what was not asked.
            Ok(_) => {
                self.discarded += 1;
                Ok(())
            }
            Err(_) => Err(Trouble::Nonsense("a message of the server is malformed")),
        }
    }

    /// Counts the answer to shares. Shares of a channel that is gone were counted with it.
    fn answered(&mut self, channel: u32, count: impl FnOnce(&mut Account)) {
        match self.routes.channel(channel) {
            Some(route) => count(&mut route.account),
            None => count(&mut self.closed),
        }
    }

    /// A channel was opened. Its numbers are at the start of the message, and its group at the
    /// end.
    fn open(&mut self, request: u32, frame: Frame<Sv2TlvProtocol>) -> Result<(), Trouble> {
        let payload = frame.payload();
        let group_at = payload.len().saturating_sub(4);
        let (Some(channel), Some(group)) = (number(payload, 4), number(payload, group_at)) else {
            return Err(Trouble::Nonsense("a message of the server is too short"));
        };
        let asked = self.routes.answered(request);
        let local = asked.and_then(|asked| self.routes.open(asked.miner, channel, group));
        let (Some(asked), Some(local)) = (asked, local) else {
            // The miner left before the server answered.
            return self.close(channel);
        };
        self.opened += 1;
        self.know_prefix(asked.miner, channel, &frame);
        let frame = Patched::new(frame).with(0, asked.id).with(4, local);
        self.give(asked.miner, Outgoing::Frame(frame.with(group_at, local_group(group))));
        Ok(())
    }

    /// Passes a frame to the miner of the channel, or to all miners of the group.
    fn pass_down(&mut self, id: u32, frame: Frame<Sv2TlvProtocol>) {
        if let Some(route) = self.routes.channel(id) {
            let (miner, local) = (route.miner, route.local);
            self.give(miner, Outgoing::Frame(Patched::new(frame).with(0, local)));
            return;
        }
        let local = local_group(id);
        for miner in self.routes.members(id) {
            if self.is_standard(miner) {
                self.pass_to_channels(miner, id, &frame);
                continue;
            }
            let frame = Patched::new(frame.clone()).with(0, local);
            self.give(miner, Outgoing::Frame(frame));
        }
    }

    /// Returns true if there is a channel, or a group, of this number.
    fn is_there(&mut self, id: u32) -> bool {
        self.routes.channel(id).is_some() || !self.routes.members(id).is_empty()
    }

    /// Channels have another group: each miner is told of its own.
    fn regroup(&mut self, frame: &Frame<Sv2TlvProtocol>) -> Result<(), Trouble> {
        let message = frame.view().message_ref().map(|received| received.message);
        let Ok(AnyMessageRef::SetGroupChannel(set)) = message else {
            return Err(Trouble::Nonsense("SetGroupChannel is malformed"));
        };
        let mut by_miner: HashMap<MinerId, Vec<u32>> = HashMap::new();
        for channel in &set.channel_ids {
            if let Some(route) = self.routes.channel(channel) {
                route.group = set.group_channel_id;
                by_miner.entry(route.miner).or_default().push(route.local);
            }
        }
        let group_channel_id = local_group(set.group_channel_id);
        for (miner, channels) in by_miner {
            if self.is_standard(miner) {
                continue;
            }
            let channel_ids = Seq064K::try_from(channels)?;
            self.give(miner, Outgoing::Group(SetGroupChannel { group_channel_id, channel_ids }));
        }
        Ok(())
    }
}

/// The server's next frame; without a connection there is none.
async fn next(uplink: &mut Option<Uplink>) -> Result<Frame<Sv2TlvProtocol>, Trouble> {
    match uplink {
        Some(uplink) => uplink.next().await,
        None => pending().await,
    }
}
