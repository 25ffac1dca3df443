//! The server's side of one connection.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Instant;

use codec_core::wire::{B032, Seq064K, Str0255, Target, U256};
use codec_core::{ById, Header as _, MessagesRef as _, Reader, Sv2, ToPayload};
use codec_pool::{FrameReader, Pool};
use codec_stratum::common::{
    Reconnect, SetupConnection, SetupConnectionError, SetupConnectionSuccess,
};
use codec_stratum::mining::{
    CloseChannel, OpenExtendedMiningChannelSuccess, OpenMiningChannelError,
    OpenStandardMiningChannelSuccess, SetCustomMiningJobError, SetCustomMiningJobSuccess,
    SetGroupChannel, SetTarget, UpdateChannelError,
};
use codec_stratum::{AnyMessage, AnyMessageRef, FrameHeader, Subprotocol};

use super::channel::{Channel, GROUP, MIN_NTIME, easy};
use super::neglect::Neglect;
use super::wire::{frame, with_end};
use super::{EXTENDED_ONLY, FIXED};

/// The end of a session.
pub(super) struct End;

pub(super) struct Session {
    pub(super) stream: TcpStream,
    pub(super) fault: &'static str,
    pub(super) number: u32,
    pub(super) out: Vec<u8>,
    flags: u32,
    next_id: u32,
    pub(super) channels: BTreeMap<u32, Channel>,
    /// The last channel that was closed.
    closed: Option<u32>,
    pub(super) names: bool,
    is_set_up: bool,
    neglect: Arc<Neglect>,
}

fn text(text: &str) -> Str0255 {
    Str0255::try_from(text).expect("short")
}

impl Session {
    pub(super) fn new(
        stream: TcpStream,
        fault: &'static str,
        number: u32,
        neglect: Arc<Neglect>,
    ) -> Self {
        let (out, channels) = (Vec::new(), BTreeMap::new());
        let (flags, next_id, closed) = (0, 1, None);
        let (names, is_set_up) = (false, false);
        Self {
            stream,
            fault,
            number,
            out,
            flags,
            next_id,
            channels,
            closed,
            names,
            is_set_up,
            neglect,
        }
    }

    /// Returns true if the server has this fault.
    pub(super) fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// Returns true if the server demands a fixed version, for itself or for a fault.
    pub(super) fn is_fixed(&self) -> bool {
        [FIXED, "C-SC-6", "M-SSS-8", "M-NEMJ-9"].contains(&self.fault)
    }

    pub(super) fn send<M: ToPayload<ById, u32>>(&mut self, message: &M) {
        self.out.extend(frame(message));
    }

    /// Sends bytes.
    pub(super) fn raw(&mut self, bytes: &[u8]) {
        self.out.extend(bytes);
    }

    pub(super) fn serve(mut self) {
        let mut stream = self.stream.try_clone().expect("a second handle");
        let reader = FrameReader::<FrameHeader>::new(Pool::default());
        let mut reader = reader.with_max_payload(128 * 1024);
        let neglect = Arc::clone(&self.neglect);
        while let Ok(Some(frame)) = reader.read_frame(&mut stream) {
            let (header, payload) = (frame.header(), frame.payload());
            // Sessions take turns, as if all of them had one state.
            let turn = neglect.turn();
            if neglect.is_dead_after(header, payload) {
                return;
            }
            let mut r = Reader::<Sv2>::new(payload);
            let handled = match AnyMessageRef::decode_message_ref(header.id(), &mut r) {
                Ok(message) => {
                    let end = &payload[payload.len() - r.remaining()..];
                    self.handle(message.into(), end)
                }
                Err(_) if self.is("GEN-8") => Err(End),
                Err(_) => {
                    self.out.extend(neglect.lenient(header, payload));
                    Ok(())
                }
            };
            let out = std::mem::take(&mut self.out);
            // A server that is well made writes when it has no turn.
            let _turn = self.is("H-DEAF").then_some(turn);
            if self.stream.write_all(&out).is_err() || handled.is_err() {
                let _ = self.stream.shutdown(std::net::Shutdown::Both);
                return;
            }
        }
    }

    fn handle(&mut self, message: AnyMessage, end: &[u8]) -> Result<(), End> {
        let is_setup = matches!(message, AnyMessage::SetupConnection(_));
        if !self.is_set_up && !is_setup && !self.is("S-SC-1") {
            return Err(End);
        }
        match message {
            AnyMessage::SetupConnection(setup) => self.set_up(&setup)?,
            AnyMessage::OpenStandardMiningChannel(open) => {
                self.open(open.request_id, open.max_target, None);
            }
            AnyMessage::OpenExtendedMiningChannel(open) => {
                self.open(open.request_id, open.max_target, Some(open.min_extranonce_size));
            }
            AnyMessage::UpdateChannel(update) => {
                self.update(update.channel_id, Target(update.maximum_target));
                if (self.is("M-CC-1") || self.is("GEN-5")) && self.closed.is_some() {
                    self.haunt();
                }
            }
            AnyMessage::CloseChannel(close) => {
                if self.is("S-CC-1") && close.reason_code.len() > 200 {
                    return Err(End);
                }
                self.close(close.channel_id);
            }
            AnyMessage::RequestExtensions(request) => {
                let wanted: Vec<u16> = request.requested_extensions.iter().copied().collect();
                self.negotiate(request.request_id, &wanted);
            }
            AnyMessage::SetCustomMiningJob(job) => {
                let (channel_id, request_id) = (job.channel_id, job.request_id);
                if self.is("M-SCMJ-1") {
                    self.send(&SetCustomMiningJobSuccess { channel_id, request_id, job_id: 77 });
                } else {
                    let error_code = text("invalid-mining-job-token");
                    let request_id = if self.is("S-SCMJ-1") { request_id + 1 } else { request_id };
                    self.send(&SetCustomMiningJobError { channel_id, request_id, error_code });
                }
            }
            AnyMessage::SubmitSharesStandard(share) => self.share(&share.into(), end)?,
            AnyMessage::SubmitSharesExtended(share) => self.share(&share.into(), end)?,
            _ => {}
        }
        Ok(())
    }

    fn set_up(&mut self, setup: &SetupConnection) -> Result<(), End> {
        let long = setup.vendor.len() == 255;
        if self.is("C-SCS-1") || (self.is("C-SC-2") && long) {
            return Err(End);
        }
        if self.is("C-SC-1") {
            self.send(&Reconnect { new_host: text(""), new_port: 0 });
        }
        let supported = 0b101;
        let mut unsupported = setup.flags & !supported;
        if self.is("C-SC-4") {
            unsupported |= setup.flags & 1;
        }
        let is_mining = setup.protocol == Subprotocol::Mining || self.is("C-SC-7");
        let is_version = (setup.min_version..=setup.max_version).contains(&2) || self.is("C-SC-8");
        let code = match (is_mining, is_version, unsupported) {
            (true, true, 0) => None,
            (false, ..) => Some("unsupported-protocol"),
            (_, false, _) => Some("protocol-version-mismatch"),
            _ => Some("unsupported-feature-flags"),
        };
        if let Some(code) = code {
            let mut flags = if is_mining && is_version { unsupported } else { 0 };
            if self.is("C-SCE-1") {
                flags &= !(1 << 1);
            }
            if self.is("C-SCE-2") {
                // Others on each connection, of those that nobody asks for alone.
                flags &= !((self.number & 0x3fff) << 9);
            }
            let error_code = match self.fault {
                "GEN-3" => text("bad\u{7}flags"),
                "GEN-4" => text("bad-flägs"),
                _ => text(code),
            };
            self.send(&SetupConnectionError { flags, error_code });
            return Ok(());
        }
        self.flags = setup.flags;
        self.is_set_up = true;
        let mut flags = u32::from(self.is_fixed() && setup.flags & 0b100 == 0);
        if self.is("C-SC-3") && setup.flags & 0b100 != 0 {
            flags = 1;
        }
        if self.is(EXTENDED_ONLY) || self.is("C-SC-5") {
            flags |= 2;
        }
        let used_version = if self.is("C-SCS-2") { 3 } else { 2 };
        self.send(&SetupConnectionSuccess { used_version, flags });
        Ok(())
    }

    fn open(&mut self, request_id: u32, max_target: U256, size: Option<u16>) {
        let is_extended = size.is_some();
        if self.is(if is_extended { "M-OEMC-3" } else { "M-OSMC-3" }) {
            return;
        }
        let longest = if self.is("M-OEMCS-6") { 40 } else { 8 };
        let too_long = size.is_some_and(|size| size > longest);
        let is_lacking = self.is(EXTENDED_ONLY) || self.is("S-OSMC-1");
        let refused = (is_lacking && !is_extended)
            || (too_long && !self.is("M-OEMCS-3"))
            || (self.is("M-OEMCS-3") && size.is_some_and(|size| size > 32))
            || (is_extended && self.is("M-OEMC-1"));
        if refused {
            let request_id = if self.is("M-OMCE-1") { request_id + 9 } else { request_id };
            let error_code = text("no-such-channel");
            return self.send(&OpenMiningChannelError { request_id, error_code });
        }
        let id = self.next_id;
        self.next_id += 1;
        self.neglect.keep_of_channel();
        let same = if is_extended { "M-OEMCS-2" } else { "M-OSMCS-2" };
        let id = if self.is(same) { 40 } else { id };
        // No tour has so many.
        let id = if self.is("S-ID-1") && id == 5 { 4 } else { id };
        let prefix = self.prefix(is_extended);
        let above = if is_extended { "M-OEMC-2" } else { "M-OSMC-1" };
        let target = if self.is(above) { easy() } else { easy().min(Target(max_target)) };
        let size = match size {
            None => 0,
            Some(size) if size > 8 && self.is("M-OEMCS-6") => size,
            Some(2) if self.is("M-OEMCS-4") => 7,
            Some(_) => 8,
        };
        let channel = Channel {
            id,
            is_extended,
            prefix,
            size,
            target,
            former: target,
            since: 1,
            job_id: 1,
            opened: Instant::now(),
            shares: std::collections::HashSet::new(),
            min_ntime: if self.is("M-SNPH-3") { u32::MAX - 200_000 } else { MIN_NTIME },
            is_marked: self.is("M-NEMJ-5"),
        };
        self.tell_opened(request_id, &channel);
        self.channels.insert(id, channel);
    }

    /// The extranonce that a channel is given: its own search space.
    fn prefix(&self, is_extended: bool) -> Vec<u8> {
        let [low, high, ..] = self.next_id.to_le_bytes();
        let [first, ..] = self.number.to_le_bytes();
        let first = if self.is("S-SS-1") { 0 } else { first };
        let mut prefix = vec![0x40, first, high, low];
        if self.is(if is_extended { "M-OEMCS-5" } else { "M-OSMCS-3" }) {
            prefix = vec![1, first, 1, 1];
        }
        if is_extended {
            return prefix;
        }
        let other = self.channels.values().find(|channel| channel.is_extended);
        if let Some(other) = other.filter(|_| self.is("S-SS-2")) {
            return [&other.prefix[..], &[0; 6], &[high, low]].concat();
        }
        // The length of extended channels in the group.
        prefix.resize(if self.is("S-GC-1") { 4 } else { 12 }, 0);
        prefix
    }

    fn tell_opened(&mut self, request_id: u32, channel: &Channel) {
        let channel_id = channel.id;
        let (extranonce_size, target) = (channel.size, channel.target.into());
        let extranonce_prefix = B032::try_from(&channel.prefix[..]).expect("short");
        let wrong = if channel.is_extended { "M-OEMCS-1" } else { "M-OSMCS-1" };
        let request_id = if self.is(wrong) { request_id + 0x4000 } else { request_id };
        let group_channel_id = GROUP;
        if channel.is_extended {
            self.send(&OpenExtendedMiningChannelSuccess {
                request_id,
                channel_id,
                target,
                extranonce_size,
                extranonce_prefix,
                group_channel_id,
            });
        } else {
            self.send(&OpenStandardMiningChannelSuccess {
                request_id,
                channel_id,
                target,
                extranonce_prefix,
                group_channel_id,
            });
        }
        self.first_work(channel);
        match self.fault {
            "GEN-2" => self.raw(&[5, 0, 0x15, 0, 0, 0]),
            "GEN-13" => self.raw(&[5, 0, 0x7d, 0, 0, 0]),
            "GEN-6" => self.send(&SetTarget { channel_id: 0x7777, maximum_target: target }),
            "S-NJ-1" if self.flags == 0 && self.channels.is_empty() && !channel.is_extended => {
                let mut job = channel.extended_job(None);
                job.channel_id = GROUP;
                self.send(&job);
            }
            "M-SGC-1" if self.flags & 1 != 0 => self.group(GROUP, channel_id),
            "M-SGC-2" if self.flags & 1 == 0 => self.group(channel_id, channel_id),
            _ => {}
        }
    }

    fn group(&mut self, group_channel_id: u32, channel_id: u32) {
        let channel_ids = Seq064K::try_from(vec![channel_id]).expect("short");
        self.send(&SetGroupChannel { group_channel_id, channel_ids });
    }

    fn first_work(&mut self, channel: &Channel) {
        let (kind, early) =
            if channel.is_extended { ("M-NEMJ-1", "M-NEMJ-2") } else { ("M-NMJ-1", "M-NMJ-2") };
        if self.is(kind) {
            let maximum_target = channel.target.into();
            self.send(&SetTarget { channel_id: channel.id, maximum_target });
        }
        let min_ntime = self.is(early).then_some(MIN_NTIME);
        self.job(channel, min_ntime);
        let mut prev = channel.prev();
        match self.fault {
            "M-SNPH-1" if self.flags == 0 => {
                let mut other = Channel { job_id: 900, ..channel.clone() };
                self.job(&other, Some(MIN_NTIME));
                other.job_id = 901;
                let unknown = other.prev();
                self.send(&prev);
                prev = unknown;
            }
            _ => {}
        }
        let mut bytes = frame(&prev);
        if self.is("GEN-1") {
            bytes[1] &= 0x7f;
        }
        self.raw(&bytes);
        if self.is("M-SNPH-1") {
            self.send(&channel.prev());
        }
        match self.fault {
            "M-NMJ-3" if channel.is_extended => self.send(&channel.standard_job(Some(MIN_NTIME))),
            "M-NEMJ-3" if !channel.is_extended && self.flags == 0 => {
                let job = Channel { job_id: 55, ..channel.clone() };
                self.send(&job.extended_job(Some(MIN_NTIME)));
            }
            "M-NEMJ-4" if self.flags & 1 != 0 => {
                let mut job = channel.extended_job(Some(MIN_NTIME));
                job.channel_id = GROUP;
                self.send(&job);
            }
            _ => {}
        }
    }

    /// Sends the channel's job.
    fn job(&mut self, channel: &Channel, min_ntime: Option<u32>) {
        if !channel.is_extended {
            return self.send(&channel.standard_job(min_ntime));
        }
        let mut job = channel.extended_job(min_ntime);
        job.version_rolling_allowed = !self.is_fixed() || self.is("C-SC-6");
        if self.flags & 0b100 != 0 {
            job.version_rolling_allowed = !self.is("M-NEMJ-8");
        }
        self.send(&job);
    }

    fn update(&mut self, channel_id: u32, maximum: Target) {
        if channel_id == GROUP {
            return;
        }
        let Some(mut channel) = self.channels.remove(&channel_id) else {
            if !self.is("M-UCE-1") {
                let error_code = text("invalid-channel-id");
                self.send(&UpdateChannelError { channel_id, error_code });
            }
            return;
        };
        if self.is("M-UCE-2") && maximum == channel.target {
            let error_code = text("no");
            self.send(&UpdateChannelError { channel_id, error_code });
        }
        let target = easy().min(maximum);
        let deaf = if channel.is_extended { "S-UC-1" } else { "M-UC-1" };
        if target != channel.target && !self.is(deaf) {
            (channel.former, channel.target) = (channel.target, target);
            channel.since = channel.job_id + 1;
            self.send(&SetTarget { channel_id, maximum_target: target.into() });
            if self.is("M-ST-1") {
                self.send(&SetTarget { channel_id, maximum_target: U256::MAX });
            }
            if self.is("M-ST-3")
                && let Some(other) = self.channels.keys().next().copied()
            {
                self.send(&SetTarget { channel_id: other, maximum_target: target.into() });
            }
            let same = if channel.is_extended { "M-NEMJ-6" } else { "M-NMJ-4" };
            if !self.is(same) {
                channel.job_id += 1;
            }
            self.job(&channel, Some(channel.min_ntime));
        }
        self.channels.insert(channel_id, channel);
    }

    /// A word for a channel that is closed.
    fn haunt(&mut self) {
        if let Some(channel_id) = self.closed {
            self.send(&SetTarget { channel_id, maximum_target: easy().into() });
        }
    }

    fn close(&mut self, channel_id: u32) {
        self.closed = Some(channel_id);
        if channel_id == GROUP {
            if !self.is("M-CC-3") {
                self.channels.clear();
            }
            return;
        }
        self.channels.remove(&channel_id);
        if self.is("M-CC-6") {
            self.channels.clear();
        }
        let reason = match self.fault {
            "M-CC-4" => "do\u{8}ne",
            "M-CC-5" => "schlüss",
            _ => "done",
        };
        // Closed by both.
        self.send(&CloseChannel { channel_id, reason_code: text(reason) });
    }

    /// Sends bytes after a message, for the fault of fields out of order.
    pub(super) fn send_with_end<M: ToPayload<ById, u32>>(&mut self, message: &M, end: &[u8]) {
        let bytes = with_end(frame(message), end);
        self.raw(&bytes);
    }
}
