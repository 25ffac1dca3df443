//! A conversation that uses all that a server for mining has, whose frames many scenarios look at.

use std::collections::BTreeSet;

use codec_core::wire::{Seq064K, U256};
use codec_stratum::AnyMessage;
use codec_stratum::WORKER_HASHRATE;
use codec_stratum::extensions::RequestExtensions;
use codec_stratum::mining::{CloseChannel, UpdateChannel};

use crate::channel::{self, Answer, EXTRANONCE, Kind};
use crate::peer::{Bench, Heard, Peer, text};
use crate::verdict::{Outcome, Stop};

/// A number that no server gives to a channel by chance.
pub(crate) const NO_CHANNEL: u32 = 0x7fed_cba9;

/// Opens channels of both kinds, updates and closes some, provokes each error once.
///
/// Its steps are no questions: one that is not answered is left at that, so that a fault is found by the
/// scenario that asks about it.
pub(crate) fn tour(bench: &mut Bench<'_>, flags: u32, kinds: &[Kind]) -> Result<Peer, Stop> {
    let (mut peer, _) = bench.set_up(flags)?;
    let mut opened = Vec::new();
    let mut silent = Vec::new();
    for kind in kinds.iter().chain(kinds) {
        if silent.contains(kind) {
            continue;
        }
        channel::request(&mut peer, *kind, U256::MAX, EXTRANONCE)?;
        let work = match channel::answer(&mut peer) {
            Ok(Answer::Opened(channel)) => channel::work(&mut peer, channel).ok(),
            _ => None,
        };
        match work {
            Some(work) => opened.push((work.channel.channel_id, work)),
            None => silent.push(*kind),
        }
    }
    for (channel_id, work) in &opened {
        let (version, ntime) = (work.version(), work.ntime());
        let (size, kind) = (usize::from(work.channel.size), work.channel.kind);
        // Of no job, so that it is refused.
        let extranonce = vec![0; size];
        let share = channel::Share {
            channel_id: *channel_id,
            job_id: work.job.id() ^ 0x4000_0000,
            nonce: 0,
            ntime,
            version,
            extranonce,
        };
        channel::submit(&mut peer, &share, kind)?;
    }
    // Both errors, which have codes.
    let of_kind = |kind: &Kind| opened.iter().find(|(_, work)| work.channel.kind == *kind);
    let updated = kinds.iter().filter_map(of_kind);
    let updated = updated.map(|(id, work)| (*id, half_of(work.channel.target.into())));
    for (channel_id, maximum_target) in [(NO_CHANNEL, U256::MAX)].into_iter().chain(updated) {
        peer.send(&UpdateChannel { channel_id, nominal_hash_rate: 1.0e3, maximum_target })?;
    }
    if kinds.contains(&Kind::Extended) {
        channel::request(&mut peer, Kind::Extended, U256::MAX, 33)?;
    }
    if let Some((channel_id, _)) = opened.last() {
        peer.send(&CloseChannel { channel_id: *channel_id, reason_code: text("done") })?;
    }
    // A server may end the connection for want of an extension.
    peer.send(&request_extensions(1, &[WORKER_HASHRATE]))?;
    peer.send(&request_extensions(2, &[0x3fff]))?;
    peer.listen();
    Ok(peer)
}

/// A tour of both kinds of channel, and the first of its frames with which something is wrong.
pub(crate) fn watch(
    bench: &mut Bench<'_>,
    flags: u32,
    kinds: &[Kind],
    wrong: impl FnMut(&Heard) -> Option<String>,
) -> Outcome {
    let peer = tour(bench, flags, kinds)?;
    if peer.heard.len() < 2 {
        let end = peer.end.unwrap_or_else(|| "nothing came".to_owned());
        return Err(Stop::unclear(end));
    }
    peer.look(wrong)
}

/// Both kinds of channel.
pub(crate) const BOTH: &[Kind] = &[Kind::Standard, Kind::Extended];

/// A request for these extensions.
pub(crate) fn request_extensions(request_id: u16, extensions: &[u16]) -> RequestExtensions {
    let requested_extensions = Seq064K::try_from(extensions.to_vec()).unwrap_or_default();
    RequestExtensions { request_id, requested_extensions }
}

/// Half of a number.
pub(crate) fn half_of(number: U256) -> U256 {
    let mut bytes = number.to_be_bytes();
    let mut carry = 0;
    for byte in &mut bytes {
        (*byte, carry) = (*byte >> 1 | carry << 7, *byte & 1);
    }
    U256::from_be_bytes(bytes)
}

/// The channel that a message of the server is for.
pub(crate) fn channel_of(message: &AnyMessage) -> Option<u32> {
    match message {
        AnyMessage::NewMiningJob(message) => Some(message.channel_id),
        AnyMessage::NewExtendedMiningJob(message) => Some(message.channel_id),
        AnyMessage::MiningSetNewPrevHash(message) => Some(message.channel_id),
        AnyMessage::SetTarget(message) => Some(message.channel_id),
        AnyMessage::SetExtranoncePrefix(message) => Some(message.channel_id),
        AnyMessage::SubmitSharesSuccess(message) => Some(message.channel_id),
        _ => None,
    }
}

/// The channels and groups that the server has named so far.
#[derive(Debug, Default)]
pub(crate) struct Known {
    pub(crate) standard: BTreeSet<u32>,
    pub(crate) extended: BTreeSet<u32>,
    pub(crate) groups: BTreeSet<u32>,
}

impl Known {
    /// Takes note of a message.
    pub(crate) fn note(&mut self, message: &AnyMessage) {
        match message {
            AnyMessage::OpenStandardMiningChannelSuccess(opened) => {
                self.standard.insert(opened.channel_id);
                self.groups.insert(opened.group_channel_id);
            }
            AnyMessage::OpenExtendedMiningChannelSuccess(opened) => {
                self.extended.insert(opened.channel_id);
                self.groups.insert(opened.group_channel_id);
            }
            AnyMessage::SetGroupChannel(group) => {
                self.groups.insert(group.group_channel_id);
            }
            _ => {}
        }
    }

    /// Returns true if the server has named it.
    pub(crate) fn has(&self, channel_id: u32) -> bool {
        [&self.standard, &self.extended, &self.groups].iter().any(|ids| ids.contains(&channel_id))
    }
}
