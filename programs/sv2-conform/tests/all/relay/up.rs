//! Frames of the server.

use std::collections::BTreeSet;
use std::net::TcpStream;

use codec_core::wire::{B032, Seq064K, U256};
use codec_stratum::AnyMessage;
use codec_stratum::mining::{
    CloseChannel, NewExtendedMiningJob, OpenExtendedMiningChannelSuccess,
    OpenStandardMiningChannelSuccess, SetGroupChannel, SetNewPrevHash, SubmitSharesSuccess,
};

use super::core::{Channel, Core, Request, is_for_channel, message, number, text, with};
use super::link::Side;
use crate::broken::frame as bytes_of;

/// A group as clients know it.
const fn local_group(group: u32) -> u32 {
    group ^ 0x8000_0000
}

/// The first byte of the easiest target that is granted.
const EASY: u8 = 0x03;

impl Core {
    pub(super) fn take_up(&mut self, frame: Vec<u8>, is_late: bool) {
        let first = number(&frame, 0);
        let message = match message(&frame) {
            None => return self.unknown_of_server(&frame),
            Some(Ok(message)) => message,
            Some(Err(())) if self.is("PX-UP-3") => {
                self.hangs = true;
                return;
            }
            Some(Err(())) => {
                self.is_over = true;
                return;
            }
        };
        match message {
            AnyMessage::SetupConnectionSuccess(answer) => self.welcome(answer.flags),
            AnyMessage::SetupConnectionError(_) if self.is("PX-SC-3") => {
                self.welcome(0);
            }
            AnyMessage::SetupConnectionError(_) => self.is_over = true,
            AnyMessage::OpenStandardMiningChannelSuccess(opened) => {
                self.open_standard(first, opened);
            }
            AnyMessage::OpenExtendedMiningChannelSuccess(opened) => {
                self.open_extended(first, opened);
            }
            AnyMessage::OpenMiningChannelError(_) if !self.is("PX-OC-3") => {
                if let Some(request) = self.answered(first) {
                    self.pass_down(request.down, with(frame, 0, request.id));
                }
            }
            AnyMessage::NewExtendedMiningJob(job)
                if self.is("PX-PH-1") && !is_late && job.min_ntime.is_none() =>
            {
                self.late = Some((Side::Up, frame));
            }
            AnyMessage::NewExtendedMiningJob(job) => self.job(first, job),
            AnyMessage::MiningSetNewPrevHash(prev) => self.block(first, prev),
            AnyMessage::SubmitSharesSuccess(answer) => self.accepted(first, answer),
            AnyMessage::SubmitSharesError(mut error) => {
                let code = error.error_code.to_string();
                if self.is("PX-SH-5") && code == "invalid-share" {
                    error.sequence_number = u32::MAX;
                }
                if self.is("PX-SH-10") && code == "difficulty-too-low" {
                    let accepted = SubmitSharesSuccess {
                        channel_id: first,
                        last_sequence_number: error.sequence_number,
                        new_submits_accepted_count: 1,
                        new_shares_sum: 1,
                    };
                    return self.spread(first, &bytes_of(&accepted));
                }
                self.spread(first, &bytes_of(&error));
            }
            AnyMessage::SetGroupChannel(set) if !self.is("PX-GR-2") => self.regroup(&set),
            AnyMessage::CloseChannel(_) => self.close(first, &frame),
            AnyMessage::Reconnect(to) => self.reconnect(to.new_port, &frame),
            AnyMessage::SetTarget(_) => {
                let is_channel = self.channels.iter().any(|channel| channel.up == first);
                let kept = if is_channel { "PX-ST-2" } else { "PX-ST-3" };
                if !self.is(kept) {
                    self.spread(first, &frame);
                }
            }
            AnyMessage::SetExtranoncePrefix(_) if !self.is("PX-EN-3") => {
                self.spread(first, &frame);
            }
            AnyMessage::UpdateChannelError(_) if !self.is("PX-UC-2") => {
                self.spread(first, &frame);
            }
            AnyMessage::NewMiningJob(_) => self.spread(first, &frame),
            _ => {}
        }
    }

    /// The server has answered: clients that wait are answered.
    fn welcome(&mut self, flags: u32) {
        self.flags = Some(flags);
        let waiting = self.downs.iter_mut();
        let waiting = waiting.filter_map(|(id, down)| Some((*id, down.setup.take()?)));
        for (id, setup) in waiting.collect::<Vec<_>>() {
            self.set_up(id, setup);
        }
    }

    fn answered(&mut self, number: u32) -> Option<Request> {
        let at = self.requests.iter().position(|request| request.number == number)?;
        Some(self.requests.remove(if self.is("PX-OC-4") { 0 } else { at }))
    }

    /// The number of a new channel of a client, and the request that it answers.
    fn opened(&mut self, number: u32, up: u32, group: u32) -> Option<(usize, u32, u32)> {
        let request = self.answered(number)?;
        let down = self.downs.get_mut(&request.down)?;
        down.channels += 1;
        let third = down.channels == 3;
        let local = if third && self.fault == "PX-ID-1" { 1 } else { down.channels };
        self.channels_opened += 1;
        self.channels.push(Channel { up, down: request.down, local, group, ..Channel::default() });
        let id = if self.is("PX-OC-2") { number } else { request.id };
        Some((request.down, id, local))
    }

    fn open_standard(&mut self, number: u32, mut opened: OpenStandardMiningChannelSuccess) {
        let group = opened.group_channel_id;
        let Some((down, id, local)) = self.opened(number, opened.channel_id, group) else { return };
        (opened.request_id, opened.channel_id) = (id, local);
        opened.group_channel_id = local_group(group);
        self.ease(&mut opened.target);
        self.send_down(down, &opened);
    }

    fn open_extended(&mut self, number: u32, mut opened: OpenExtendedMiningChannelSuccess) {
        let group = opened.group_channel_id;
        let Some((down, id, local)) = self.opened(number, opened.channel_id, group) else { return };
        (opened.request_id, opened.channel_id) = (id, local);
        opened.group_channel_id = local_group(group);
        self.ease(&mut opened.target);
        if self.is("PX-EN-1") && opened.extranonce_size == 20 {
            opened.extranonce_size = 19;
        }
        if self.first_prefix.is_empty() {
            self.first_prefix = opened.extranonce_prefix.as_bytes().to_vec();
        }
        if self.is("PX-EN-4") && self.channels_opened == 3 && opened.extranonce_size == 4 {
            opened.extranonce_prefix = B032::try_from(&self.first_prefix[..]).expect("short");
        }
        self.send_down(down, &opened);
    }

    /// Makes targets that are not the easiest so, by a fault.
    fn ease(&self, target: &mut U256) {
        let bytes = target.to_be_bytes();
        if self.is("PX-ST-1") && bytes[0] < EASY {
            let mut easy = [0xff; 32];
            easy[0] = EASY;
            *target = U256::from_be_bytes(easy);
        }
    }

    fn job(&mut self, first: u32, mut job: NewExtendedMiningJob) {
        let of = |channel: &Channel| channel.up == first || channel.group == first;
        for channel in self.channels.iter_mut().filter(|channel| of(channel)) {
            (channel.job, channel.version) = (job.job_id, job.version);
        }
        match self.fault {
            "PX-NJ-1" => job.min_ntime = job.min_ntime.or(Some(1)),
            "PX-NJ-2" => job.min_ntime = None,
            "PX-VR-1" => job.version_rolling_allowed = true,
            _ => {}
        }
        self.spread(first, &bytes_of(&job));
    }

    fn block(&mut self, first: u32, mut prev: SetNewPrevHash) {
        let of = |channel: &Channel| channel.up == first || channel.group == first;
        for channel in self.channels.iter_mut().filter(|channel| of(channel)) {
            (channel.block, channel.min_ntime) = (prev.job_id, prev.min_ntime);
            channel.blocks.push(prev.prev_hash.0);
            if self.fault == "PX-PH-2" && channel.blocks.len() > 2 {
                prev.prev_hash = U256(channel.blocks[0]);
            }
        }
        self.spread(first, &bytes_of(&prev));
    }

    fn accepted(&mut self, first: u32, mut answer: SubmitSharesSuccess) {
        if self.is("PX-SH-4") && answer.new_submits_accepted_count > 1 {
            answer.new_submits_accepted_count *= 2;
        }
        if self.is("PX-SH-7") {
            answer.channel_id = 1;
            for id in self.downs.keys().copied().collect::<Vec<_>>() {
                self.send_down(id, &answer);
            }
            return;
        }
        self.spread(first, &bytes_of(&answer));
    }

    /// Passes a frame on to the client of a channel, or to those of a group.
    fn spread(&mut self, first: u32, frame: &[u8]) {
        if let Some(channel) = self.channels.iter().find(|channel| channel.up == first) {
            let (down, local) = (channel.down, channel.local);
            return self.pass_down(down, with(frame.to_vec(), 0, local));
        }
        let members = self.channels.iter().filter(|channel| channel.group == first);
        let members: BTreeSet<_> = members.map(|channel| channel.down).collect();
        let is_job = frame[2] == 0x1f;
        let most = if self.is("PX-GR-1") && is_job { 1 } else { usize::MAX };
        for down in members.into_iter().take(most) {
            self.pass_down(down, with(frame.to_vec(), 0, local_group(first)));
        }
    }

    fn close(&mut self, first: u32, frame: &[u8]) {
        let is_channel = self.channels.iter().any(|channel| channel.up == first);
        if self.is(if is_channel { "PX-CC-2" } else { "PX-CC-3" }) {
            return;
        }
        self.spread(first, frame);
        self.channels.retain(|channel| channel.up != first && channel.group != first);
    }

    fn regroup(&mut self, set: &SetGroupChannel) {
        let downs: BTreeSet<_> = self.channels.iter().map(|channel| channel.down).collect();
        for down in downs {
            let is_moved = |channel: &&mut Channel| {
                channel.down == down && set.channel_ids.iter().any(|id| *id == channel.up)
            };
            let mut ids = Vec::new();
            for channel in self.channels.iter_mut().filter(is_moved) {
                channel.group = set.group_channel_id;
                ids.push(channel.local);
            }
            if !ids.is_empty() {
                let channel_ids = Seq064K::try_from(ids).expect("a few");
                let group_channel_id = local_group(set.group_channel_id);
                self.send_down(down, &SetGroupChannel { group_channel_id, channel_ids });
            }
        }
    }

    fn reconnect(&mut self, port: u16, frame: &[u8]) {
        if self.is("PX-RC-1") {
            for id in self.downs.keys().copied().collect::<Vec<_>>() {
                self.pass_down(id, frame.to_vec());
            }
        }
        if self.is("PX-RC-2") {
            return;
        }
        for channel in std::mem::take(&mut self.channels) {
            let (channel_id, reason_code) = (channel.local, text("reconnect"));
            self.send_down(channel.down, &CloseChannel { channel_id, reason_code });
        }
        (self.up, self.flags) = (None, None);
        if let Ok(stream) = TcpStream::connect(("127.0.0.1", port)) {
            self.connect(stream);
        }
    }

    fn unknown_of_server(&mut self, frame: &[u8]) {
        if is_for_channel(frame) {
            if !(self.is("PX-EX-2") && frame.len() > 1000) {
                self.spread(number(frame, 0), frame);
            }
        } else if self.is("PX-EX-3") {
            for id in self.downs.keys().copied().collect::<Vec<_>>() {
                self.pass_down(id, frame.to_vec());
            }
        }
    }
}
