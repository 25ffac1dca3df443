//! One connection of the client.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use codec_bitcoin::Digest;
use codec_core::wire::{B032, B064K, Seq064K, Str0255, Target, U256};
use codec_core::{ById, Header as _, MessagesRef as _, Reader, Sv2, ToPayload};
use codec_stratum::common::SetupConnection;
use codec_stratum::extensions::RequestExtensions;
use codec_stratum::mining::setup_flags::REQUIRES_VERSION_ROLLING;
use codec_stratum::mining::setup_success_flags::REQUIRES_FIXED_VERSION;
use codec_stratum::mining::{
    OpenExtendedMiningChannel, OpenStandardMiningChannel, SetNewPrevHash, SubmitSharesExtended,
    SubmitSharesStandard, UpdateChannel,
};
use codec_stratum::{
    AnyMessage, AnyMessageRef, FrameHeader, Subprotocol, Tlv, Tlvs, WithTlvs, message_name,
};

use super::job::{Block, Channel, Job, Root};
use super::link::Link;
use super::{DYING, PLAIN, ROLLER, STANDARD};

/// The request for the channel.
const REQUEST: u32 = 40;
/// Bytes of extranonce that are asked for.
const SIZE: u16 = 8;
/// Time from one share to the next.
const PACE: Duration = Duration::from_millis(8);

/// The end of the session, with the port that it goes on at.
struct End(Option<u16>);

pub(super) struct Session {
    link: Link,
    fault: &'static str,
    is_fixed: bool,
    channel: Option<Channel>,
    future: Vec<Job>,
    current: Option<Job>,
    /// The job of the block before, for a fault.
    old: Option<Job>,
    block: Option<Block>,
    nonce: u32,
    sequence: u32,
    /// True if it does nothing any longer, by a fault.
    hangs: bool,
    /// True if its shares have names, by a fault.
    names: bool,
}

fn text(text: &str) -> Str0255 {
    Str0255::try_from(text).expect("short")
}

impl Session {
    pub(super) fn new(link: Link, fault: &'static str) -> Self {
        Self {
            link,
            fault,
            is_fixed: false,
            channel: None,
            future: Vec::new(),
            current: None,
            old: None,
            block: None,
            nonce: 0,
            sequence: 0,
            hangs: false,
            names: false,
        }
    }

    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn send<M: ToPayload<ById, u32>>(&mut self, message: &M) -> Result<(), End> {
        if self.link.send(message) { Ok(()) } else { Err(End(None)) }
    }

    /// Talks until the connection ends; the port to go on at, if the server named one.
    pub(super) fn run(mut self, over: &AtomicBool) -> Option<u16> {
        let mut step = || -> Result<(), End> {
            self.begin()?;
            while !over.load(Ordering::Relaxed) {
                match self.link.frames.recv_timeout(PACE) {
                    Ok((header, payload)) => self.hear(header, &payload)?,
                    Err(RecvTimeoutError::Timeout) => self.mine()?,
                    Err(RecvTimeoutError::Disconnected) => return Err(End(None)),
                }
            }
            Ok(())
        };
        step().err().and_then(|end| end.0)
    }

    /// A message that means nothing here.
    fn stray(&mut self) -> Result<(), End> {
        self.send(&UpdateChannel {
            channel_id: 5,
            nominal_hash_rate: 1.0,
            maximum_target: U256::MAX,
        })
    }

    fn begin(&mut self) -> Result<(), End> {
        if self.is("CL-SC-1") {
            self.stray()?;
        }
        let min_version = if self.is("CL-SC-3") { 3 } else { 2 };
        self.send(&SetupConnection {
            protocol: Subprotocol::Mining,
            min_version,
            max_version: 2,
            flags: if self.is(ROLLER) { REQUIRES_VERSION_ROLLING } else { 0 },
            endpoint_host: text("localhost"),
            endpoint_port: 1,
            vendor: text("test"),
            hardware_version: text(""),
            firmware: text(""),
            device_id: text(""),
        })?;
        if self.is("CL-SC-2") { self.stray() } else { Ok(()) }
    }

    fn hear(&mut self, header: FrameHeader, payload: &[u8]) -> Result<(), End> {
        let mut reader = Reader::<Sv2>::new(payload);
        let Ok(message) = AnyMessageRef::decode_message_ref(header.id(), &mut reader) else {
            let is_known = message_name(header.id()).is_some();
            self.hangs |= (self.is("CL-GEN-5") && payload.len() > 1 << 20)
                || (self.is("CL-GEN-7") && is_known);
            let is_refused = self.is("CL-GEN-2") && !is_known && payload.len() < 1 << 20;
            return if is_refused { Err(End(None)) } else { Ok(()) };
        };
        let message = AnyMessage::from(message);
        if reader.remaining() > 0 && self.is("CL-GEN-6") {
            return Ok(());
        }
        match message {
            AnyMessage::SetupConnectionSuccess(answer) => {
                if answer.used_version > 2 && !self.is("CL-SC-5") {
                    return Err(End(None));
                }
                if self.is(ROLLER) && answer.flags & REQUIRES_FIXED_VERSION != 0 {
                    return Err(End(None));
                }
                self.is_fixed = answer.flags & REQUIRES_FIXED_VERSION != 0;
                self.ask()
            }
            AnyMessage::SetupConnectionError(_) if self.is("CL-SC-4") => self.ask(),
            AnyMessage::SetupConnectionError(_) => Err(End(None)),
            AnyMessage::RequestExtensionsError(_) if self.is("CL-EX-1") => Ok(()),
            AnyMessage::RequestExtensionsSuccess(_) | AnyMessage::RequestExtensionsError(_) => {
                self.names =
                    self.is("CL-EX-3") && matches!(message, AnyMessage::RequestExtensionsError(_));
                if self.is("CL-EX-2") || self.is("CL-EX-4") { Ok(()) } else { self.open() }
            }
            AnyMessage::OpenMiningChannelError(_) if self.is("CL-OC-2") => {
                let (extranonce, version) = (B032::default(), 0x2000_0000);
                let (channel_id, sequence_number, job_id) = (1, 1, 1);
                let (nonce, ntime) = (1, 1);
                self.send(&SubmitSharesExtended {
                    channel_id,
                    sequence_number,
                    job_id,
                    nonce,
                    ntime,
                    version,
                    extranonce,
                })
            }
            AnyMessage::Reconnect(to) => match to.new_port {
                0 if self.is("CL-RC-2") => Ok(()),
                0 => Err(End(None)),
                _ if self.is("CL-RC-1") => Ok(()),
                port => Err(End(Some(port))),
            },
            other => {
                self.hear_of_channel(other);
                Ok(())
            }
        }
    }

    fn ask(&mut self) -> Result<(), End> {
        if self.is(PLAIN) {
            return self.open();
        }
        if self.is("CL-EX-4") {
            self.open()?;
        }
        let requested_extensions = Seq064K::try_from(vec![2]).expect("short");
        self.send(&RequestExtensions { request_id: 3, requested_extensions })?;
        if self.is("CL-EX-2") { self.open() } else { Ok(()) }
    }

    fn open(&mut self) -> Result<(), End> {
        let (request_id, user_identity, max_target) = (REQUEST, text("me"), U256::MAX);
        let nominal_hash_rate = if self.is("CL-OC-1") { f32::NAN } else { 100.0 };
        if self.is(STANDARD) {
            return self.send(&OpenStandardMiningChannel {
                request_id,
                user_identity,
                nominal_hash_rate,
                max_target,
            });
        }
        self.send(&OpenExtendedMiningChannel {
            request_id,
            user_identity,
            nominal_hash_rate,
            max_target,
            min_extranonce_size: SIZE,
        })
    }

    fn opened(&mut self, request_id: u32, channel: Channel) {
        if self.channel.is_none() && (request_id == REQUEST || self.is("CL-OC-3")) {
            self.channel = Some(channel);
        }
    }

    fn hear_of_channel(&mut self, message: AnyMessage) {
        match message {
            AnyMessage::OpenStandardMiningChannelSuccess(opened) => self.opened(
                opened.request_id,
                Channel {
                    id: opened.channel_id,
                    group: opened.group_channel_id,
                    target: opened.target.into(),
                    prefix: opened.extranonce_prefix.as_bytes().to_vec(),
                    size: 0,
                },
            ),
            AnyMessage::OpenExtendedMiningChannelSuccess(opened) => {
                let size = if self.is("CL-EN-1") { SIZE } else { opened.extranonce_size };
                self.opened(
                    opened.request_id,
                    Channel {
                        id: opened.channel_id,
                        group: opened.group_channel_id,
                        target: opened.target.into(),
                        prefix: opened.extranonce_prefix.as_bytes().to_vec(),
                        size: size.into(),
                    },
                );
            }
            AnyMessage::NewMiningJob(job) if self.is_mine(job.channel_id) => {
                let root = Root::Given(job.merkle_root);
                self.take(job.job_id, job.min_ntime, (job.version, true), root);
            }
            AnyMessage::NewExtendedMiningJob(job) if self.is_mine(job.channel_id) => {
                let root = Root::Computed {
                    start: job.coinbase_tx_prefix.as_bytes().to_vec(),
                    end: job.coinbase_tx_suffix.as_bytes().to_vec(),
                    path: job.merkle_path.as_slice().to_vec(),
                };
                self.hangs |= self.is(ROLLER) && !job.version_rolling_allowed;
                let version = (job.version, job.version_rolling_allowed);
                self.take(job.job_id, job.min_ntime, version, root);
            }
            AnyMessage::MiningSetNewPrevHash(new) if self.is_mine(new.channel_id) => {
                self.activate(&new);
            }
            AnyMessage::SetGroupChannel(set) if !self.is("CL-GC-1") => {
                if let Some(channel) = &mut self.channel
                    && set.channel_ids.iter().any(|id| *id == channel.id)
                {
                    channel.group = set.group_channel_id;
                }
            }
            AnyMessage::SetTarget(set) => self.retarget(set.channel_id, set.maximum_target.into()),
            AnyMessage::SetExtranoncePrefix(set) => {
                if let Some(channel) = &mut self.channel
                    && self.fault != "CL-EN-2"
                {
                    channel.prefix = set.extranonce_prefix.as_bytes().to_vec();
                    if let Some(job) = self.current.as_mut().filter(|_| self.fault == "CL-EN-3") {
                        job.prefix.clone_from(&channel.prefix);
                    }
                }
            }
            AnyMessage::CloseChannel(_) if !self.is("CL-CC-1") => self.channel = None,
            AnyMessage::SubmitSharesError(_) => self.hangs |= self.is("CL-SE-1"),
            AnyMessage::UpdateChannelError(_) => self.hangs |= self.is("CL-UE-1"),
            AnyMessage::SetCustomMiningJobError(_) => self.hangs |= self.is("CL-CE-1"),
            _ => {}
        }
    }

    /// True if a job or block for this channel or group is for this client.
    fn is_mine(&self, id: u32) -> bool {
        let is_group = |channel: &Channel| id == channel.group && !self.is("CL-NJ-3");
        let is_one = |channel: &Channel| id == channel.id || self.is("CL-NJ-4");
        self.channel.as_ref().is_some_and(|channel| is_one(channel) || is_group(channel))
    }

    fn take(
        &mut self,
        id: u32,
        min_ntime: Option<u32>,
        (version, is_rollable): (u32, bool),
        root: Root,
    ) {
        let Some(Channel { target, prefix, .. }) = self.channel.clone() else { return };
        let block = self.block.unwrap_or_default();
        let mut job = Job { id, version, is_rollable, root, prefix, target, block };
        match min_ntime {
            Some(_) if self.is("CL-NJ-2") => {}
            Some(min_ntime) => {
                job.block.ntime = min_ntime;
                self.current = Some(job);
            }
            None => {
                if self.is("CL-NJ-1") && self.block.is_some() {
                    self.current = Some(job.clone());
                }
                self.future.push(job);
            }
        }
    }

    fn activate(&mut self, new: &SetNewPrevHash) {
        if self.is("CL-PH-1") && self.block.is_some() {
            return;
        }
        let block = Block { hash: new.prev_hash.0, nbits: new.nbits, ntime: new.min_ntime };
        self.block = Some(block);
        let found = match self.fault {
            "CL-PH-2" => self.future.pop(),
            _ => self.future.drain(..).find(|job| job.id == new.job_id),
        };
        let found = match found {
            None if self.is("CL-PH-4") => {
                self.current.clone().map(|job| Job { id: new.job_id, ..job })
            }
            found => found,
        };
        self.future.clear();
        let before = std::mem::replace(&mut self.current, found.map(|job| Job { block, ..job }));
        self.old = before.filter(|_| self.is("CL-PH-3"));
    }

    fn retarget(&mut self, id: u32, target: Target) {
        let Some(channel) = &mut self.channel else { return };
        let ignored = if id == channel.group { "CL-ST-3" } else { "CL-ST-1" };
        if self.fault == ignored {
            return;
        }
        channel.target = target;
        if let Some(job) = self.current.as_mut().filter(|_| self.fault == "CL-ST-2") {
            job.target = target;
        }
    }

    /// Finds one share and submits it.
    fn mine(&mut self) -> Result<(), End> {
        let (Some(channel), Some(job), false) = (&self.channel, &self.current, self.hangs) else {
            return Ok(());
        };
        if self.is(DYING) {
            return Err(End(None));
        }
        self.sequence += 1;
        let is_odd = self.sequence % 2 == 1;
        let (channel_id, size) = (channel.id, channel.size);
        let job = self.old.clone().filter(|_| is_odd).unwrap_or_else(|| job.clone());
        let (rolls, bits) = match self.fault {
            "CL-VR-1" => (!self.is_fixed || !job.is_rollable, 0x2000),
            "CL-VR-2" => (job.is_rollable && !self.is_fixed, 1),
            "CL-VR-3" => (job.is_rollable, 0x2000),
            _ => (job.is_rollable && !self.is_fixed, 0x2000),
        };
        let version = if rolls { job.version ^ bits } else { job.version };
        let ntime = if self.is("CL-PH-5") { job.block.ntime - 1 } else { job.block.ntime };
        let extranonce = vec![0x11; size];
        let is_bad = self.is("CL-SH-1") && self.sequence % 4 == 2;
        let header = job.header(version, ntime, &extranonce);
        let is_found = |nonce: &u32| {
            let hash = Digest::of(&[&header[..], &nonce.to_le_bytes()].concat());
            job.target.meets(&U256(hash.0)) != is_bad
        };
        let nonce = (self.nonce..u32::MAX).find(is_found).expect("the target is easy");
        self.nonce = nonce + 1;
        let sequence_number = if self.is("CL-SH-2") { 7 } else { self.sequence };
        let is_extended = self.fault != STANDARD;
        let is_other = self.is("CL-SH-4") && is_odd;
        let share = SubmitSharesExtended {
            channel_id,
            sequence_number,
            job_id: job.id,
            nonce,
            ntime,
            version,
            extranonce: B032::try_from(&extranonce[..]).expect("at most 32 bytes"),
        };
        if is_extended == is_other {
            let job_id = job.id;
            return self.send(&SubmitSharesStandard {
                channel_id,
                sequence_number,
                job_id,
                nonce,
                ntime,
                version,
            });
        }
        if self.is("CL-GEN-1") {
            return if self.link.send_unmarked(&share) { Ok(()) } else { Err(End(None)) };
        }
        if self.names {
            let value = B064K::try_from(&b"me"[..]).expect("short");
            let name = Tlv { extension_type: 2, field_type: 1, value };
            let tlvs = Tlvs { fields: vec![name] };
            return self.send(&WithTlvs { message: share, tlvs });
        }
        self.send(&share)?;
        if self.is("CL-SH-3") {
            self.sequence += 1;
            return self.send(&SubmitSharesExtended { sequence_number: self.sequence, ..share });
        }
        Ok(())
    }
}
