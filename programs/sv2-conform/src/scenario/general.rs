//! Frames, error codes, and what extensions append.

use std::collections::BTreeMap;

use codec_derive::{Decode, Encode};
use codec_stratum::{AnyMessage, CHANNEL, WORKER_HASHRATE, extension, message_name};

use super::extension::agree;
use super::name::{MAX_NAME, share_with, tlv};
use super::share::{Wanted, is_judged};
use crate::channel::{self, EXTRANONCE, Judged, Kind};
use crate::peer::{Bench, Heard, setup};
use crate::tour::{BOTH, Known, channel_of, tour, watch};
use crate::verdict::{Outcome, Stop};

/// A number that no extension has.
pub(crate) const NO_EXTENSION: u16 = 0x3abc;

/// A message of an extension that does not exist.
#[derive(Debug, Clone, Copy, Encode, Decode)]
#[codec(id = extension(NO_EXTENSION as u32) | 0x7f)]
pub(crate) struct Unknown {
    pub(crate) number: u32,
}

/// The same, for a channel.
#[derive(Debug, Clone, Copy, Encode, Decode)]
#[codec(id = extension(NO_EXTENSION as u32) | 0x7e, flags = CHANNEL)]
pub(crate) struct UnknownOfChannel {
    pub(crate) channel_id: u32,
}

/// True for the number of a message that is part of no extension.
fn is_core(heard: &Heard) -> bool {
    message_name(heard.header.msg_type().into()).is_some()
}

/// GEN-1
pub(super) fn channel_bits(bench: &mut Bench<'_>) -> Outcome {
    watch(bench, 0, BOTH, Heard::wrong_bit)
}

/// GEN-2
pub(super) fn core_messages_have_no_extension(bench: &mut Bench<'_>) -> Outcome {
    watch(bench, 0, BOTH, Heard::wrong_extension)
}

/// GEN-13
pub(super) fn extensions_are_agreed_on_first(bench: &mut Bench<'_>) -> Outcome {
    let mut agreed = vec![0, 1];
    watch(bench, 0, BOTH, |heard| {
        if let Ok(AnyMessage::RequestExtensionsSuccess(answer)) = &heard.message {
            agreed.extend(answer.supported_extensions.iter().copied());
        }
        let extension = heard.header.extension_type();
        let wrong = !agreed.contains(&extension) && !is_core(heard);
        wrong.then(|| format!("a message of extension {extension:#06x}, which was not agreed on"))
    })
}

/// GEN-3, GEN-4: error codes have no such character.
pub(super) fn codes_have_no(bench: &mut Bench<'_>, is_wrong: fn(&u8) -> bool) -> Outcome {
    let mut refused = bench.connect()?;
    refused.send(&setup(u32::MAX))?;
    let _ = refused.wait("an answer to SetupConnection", |message| {
        matches!(
            message,
            AnyMessage::SetupConnectionError(_) | AnyMessage::SetupConnectionSuccess(_)
        )
        .then_some(())
    });
    let wrong = |heard: &Heard| {
        let code = match heard.message.as_ref().ok()? {
            AnyMessage::SetupConnectionError(error) => &error.error_code,
            AnyMessage::OpenMiningChannelError(error) => &error.error_code,
            AnyMessage::UpdateChannelError(error) => &error.error_code,
            AnyMessage::SubmitSharesError(error) => &error.error_code,
            AnyMessage::SetCustomMiningJobError(error) => &error.error_code,
            _ => return None,
        };
        let code = code.as_bytes();
        code.iter().any(is_wrong).then(|| format!("the error code is {code:02x?}"))
    };
    for heard in &refused.heard {
        if let Some(reason) = wrong(heard) {
            return Err(Stop::fail_at(heard.entry, reason));
        }
    }
    watch(bench, 0, BOTH, wrong)
}

/// GEN-6
pub(super) fn channels_were_opened(bench: &mut Bench<'_>) -> Outcome {
    let mut known = Known::default();
    watch(bench, 0, BOTH, |heard| {
        let message = heard.message.as_ref().ok()?;
        known.note(message);
        let id = channel_of(message)?;
        (!known.has(id)).then(|| format!("{} for channel {id}, which was not opened", heard.name()))
    })
}

/// GEN-8
pub(super) fn unknown_messages_are_discarded(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let channel_id = channel::open(&mut peer, Kind::Extended)?.channel_id;
    peer.send(&Unknown { number: 7 })?;
    peer.send(&UnknownOfChannel { channel_id })?;
    channel::request(&mut peer, Kind::Extended, [0xff; 32].into(), EXTRANONCE)?;
    match channel::answer(&mut peer) {
        Ok(_) => Ok(()),
        Err(reason) => Err(peer.fail(format!("after messages of an unknown extension, {reason}"))),
    }
}

/// GEN-9
pub(super) fn unknown_fields_are_ignored(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let judged = share_with(&mut peer, [tlv(NO_EXTENSION, 5)])?;
    is_judged(&peer, &judged, Wanted::Accepted)
}

/// GEN-11
pub(super) fn fields_that_are_too_long_are_refused(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    agree(&mut peer, WORKER_HASHRATE)?;
    match share_with(&mut peer, [tlv(WORKER_HASHRATE, MAX_NAME + 1)])? {
        Judged::Accepted { .. } => Err(peer.fail("a name of 33 bytes was accepted")),
        Judged::Refused { .. } => Ok(()),
        Judged::Silence(_) if peer.end.is_some() => Ok(()),
        Judged::Silence(reason) => Err(Stop::unclear(reason)),
    }
}

/// GEN-10
pub(super) fn appended_fields_are_in_order(bench: &mut Bench<'_>) -> Outcome {
    watch(bench, 0, BOTH, |heard| {
        heard.message.as_ref().ok()?;
        match &heard.tlvs {
            Err(error) => Some(format!("the end of {} is no field: {error}", heard.name())),
            Ok(tlvs) if !tlvs.fields.is_sorted_by_key(|tlv| tlv.extension_type) => {
                Some(format!("the fields after {} are not in order", heard.name()))
            }
            Ok(_) => None,
        }
    })
}

/// GEN-14
pub(super) fn a_request_has_one_answer(bench: &mut Bench<'_>) -> Outcome {
    let peer = tour(bench, 0, BOTH)?;
    let mut answers = BTreeMap::new();
    for heard in &peer.heard {
        let request = match &heard.message {
            Ok(AnyMessage::OpenStandardMiningChannelSuccess(answer)) => (0, answer.request_id),
            Ok(AnyMessage::OpenExtendedMiningChannelSuccess(answer)) => (0, answer.request_id),
            Ok(AnyMessage::OpenMiningChannelError(answer)) => (0, answer.request_id),
            Ok(AnyMessage::RequestExtensionsSuccess(answer)) => (1, answer.request_id.into()),
            Ok(AnyMessage::RequestExtensionsError(answer)) => (1, answer.request_id.into()),
            _ => continue,
        };
        if let Some(other) = answers.insert(request, heard.name()) {
            let reason = format!("{} after {other} for request {}", heard.name(), request.1);
            return Err(Stop::fail_at(heard.entry, reason));
        }
    }
    if answers.is_empty() { Err(Stop::unclear("no request was answered")) } else { Ok(()) }
}
