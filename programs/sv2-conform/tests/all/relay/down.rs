//! Frames of clients.

use codec_core::Message as _;
use codec_core::wire::B032;
use codec_stratum::AnyMessage;
use codec_stratum::common::{SetupConnection, SetupConnectionError, SetupConnectionSuccess};
use codec_stratum::extensions::RequestExtensionsError;
use codec_stratum::mining::setup_flags::REQUIRES_VERSION_ROLLING;
use codec_stratum::mining::setup_success_flags::{
    REQUIRES_EXTENDED_CHANNELS, REQUIRES_FIXED_VERSION,
};
use codec_stratum::mining::{
    OpenExtendedMiningChannel, OpenStandardMiningChannel, SubmitSharesError, SubmitSharesExtended,
    SubmitSharesSuccess,
};

use super::DYING;
use super::core::{Core, is_for_channel, message, number, text, with};
use super::link::{HEAD, Side};
use crate::broken::frame;

impl Core {
    /// Answers a client that sets up a connection.
    pub(super) fn set_up(&mut self, id: usize, setup: SetupConnection) {
        let Some(mut flags) = self.flags else {
            if let Some(down) = self.downs.get_mut(&id) {
                down.setup = Some(setup);
            }
            return;
        };
        let is_fixed = flags & REQUIRES_FIXED_VERSION != 0 && !self.is("PX-FL-2");
        if is_fixed && setup.flags & REQUIRES_VERSION_ROLLING != 0 {
            let error_code = text("unsupported-feature-flags");
            self.send_down(
                id,
                &SetupConnectionError { flags: REQUIRES_VERSION_ROLLING, error_code },
            );
            return;
        }
        if self.is("PX-FL-1") {
            flags &= !REQUIRES_FIXED_VERSION;
        }
        if self.is("PX-FL-3") {
            flags &= !REQUIRES_EXTENDED_CHANNELS;
        }
        let used_version = if self.is("PX-SC-2") { 3 } else { 2 };
        self.send_down(id, &SetupConnectionSuccess { used_version, flags });
    }

    pub(super) fn take_down(&mut self, id: usize, frame: Vec<u8>, is_late: bool) {
        let first = number(&frame, 0);
        let channel = self.channels.iter().position(|one| one.down == id && one.local == first);
        let message = match message(&frame) {
            None => return self.unknown_of_client(channel, frame),
            Some(Ok(message)) => message,
            Some(Err(())) if self.is("PX-DN-2") => return self.to_channel(channel, frame),
            Some(Err(())) => return self.remove(id),
        };
        match message {
            AnyMessage::SetupConnection(setup) => self.set_up(id, setup),
            AnyMessage::OpenStandardMiningChannel(_) => {
                let number = self.request(id, first);
                self.pass_up(with(frame, 0, number));
            }
            AnyMessage::OpenExtendedMiningChannel(mut open) => {
                open.request_id = self.request(id, first);
                if self.is("PX-OC-1") {
                    open.nominal_hash_rate = 0.0;
                }
                self.send_up(&open);
            }
            AnyMessage::SubmitSharesStandard(_) => {
                let frame = if self.is("PX-SH-2") {
                    let nonce = number(&frame, 12);
                    with(frame, 12, nonce ^ 1)
                } else {
                    frame
                };
                self.to_channel(channel, frame);
            }
            AnyMessage::SubmitSharesExtended(_) if self.is("PX-EX-4") && !is_late => {
                self.late = Some((Side::Down(id), frame));
            }
            AnyMessage::SubmitSharesExtended(share) => self.share(id, channel, share),
            AnyMessage::UpdateChannel(_) if !self.is("PX-UC-1") => self.to_channel(channel, frame),
            AnyMessage::CloseChannel(_) if !self.is("PX-CC-1") => {
                self.to_channel(channel, frame);
                if let Some(at) = channel {
                    self.channels.remove(at);
                }
            }
            AnyMessage::RequestExtensions(request) if !self.is("PX-EX-5") => {
                self.send_down(
                    id,
                    &RequestExtensionsError {
                        request_id: request.request_id,
                        unsupported_extensions: request.requested_extensions,
                        required_extensions: codec_core::wire::Seq064K::default(),
                    },
                );
            }
            _ => {}
        }
    }

    /// Passes a frame on, to the server's channel.
    fn to_channel(&self, channel: Option<usize>, frame: Vec<u8>) {
        if let Some(at) = channel {
            self.pass_up(with(frame, 0, self.channels[at].up));
        }
    }

    fn unknown_of_client(&self, channel: Option<usize>, mut frame: Vec<u8>) {
        if !is_for_channel(&frame) {
            if self.is("PX-EX-3") {
                self.pass_up(frame);
            }
            return;
        }
        if self.is("GEN-12")
            && frame.len() > 1000
            && let Some(last) = frame.last_mut()
        {
            *last ^= 1;
        }
        self.to_channel(channel, frame);
    }

    fn share(&mut self, id: usize, channel: Option<usize>, mut share: SubmitSharesExtended) {
        let sequence_number = share.sequence_number;
        let Some(at) = channel else {
            if self.is("PX-SH-6") {
                return self.send_up(&share);
            }
            let (channel_id, error_code) = (share.channel_id, text("invalid-channel-id"));
            let error = SubmitSharesError { channel_id, sequence_number, error_code };
            return self.send_down(id, &error);
        };
        if self.is(DYING) {
            self.is_over = true;
            return;
        }
        let key = frame(&SubmitSharesExtended { sequence_number: 0, ..share.clone() });
        let known = &mut self.channels[at];
        let is_known = known.shares.contains(&key);
        known.shares.push(key);
        share.channel_id = known.up;
        match self.fault {
            "PX-SH-8" if is_known => {
                let accepted = SubmitSharesSuccess {
                    channel_id: known.local,
                    last_sequence_number: sequence_number,
                    new_submits_accepted_count: 1,
                    new_shares_sum: 1,
                };
                return self.send_down(id, &accepted);
            }
            "PX-SH-9" if share.job_id < known.block => return,
            "PX-SH-1" => share.ntime = known.min_ntime,
            "PX-NJ-3" => share.job_id = known.job,
            "PX-VR-2" => share.version = known.version,
            "PX-EN-2" => {
                let bytes = share.extranonce.as_bytes();
                let cut = &bytes[..bytes.len().min(16)];
                share.extranonce = B032::try_from(cut).expect("it is short");
            }
            _ => {}
        }
        self.send_up(&share);
        let down = self.downs.get_mut(&id).expect("it is there");
        down.shares += 1;
        if down.shares == 6 && self.is("PX-SH-3") {
            self.send_up(&share);
        }
    }
}

/// The identifiers and lengths that [`Core::take_down`] relies on.
const _: () = assert!(
    OpenStandardMiningChannel::ID == 0x10 && OpenExtendedMiningChannel::ID == 0x13 && HEAD == 6
);
