//! Channels of both kinds beside each other: their numbers, groups and search spaces.

use std::collections::{BTreeMap, BTreeSet};

use codec_stratum::AnyMessage;
use codec_stratum::mining::setup_success_flags::REQUIRES_EXTENDED_CHANNELS;

use crate::channel::{self, Answer, EXTRANONCE, Job, Kind, Work};
use crate::peer::Bench;
use crate::tour::{BOTH, watch};
use crate::verdict::{Outcome, Stop};

/// S-OSMC-1
pub(super) fn standard_channels_are_supported(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, answer) = bench.set_up(0)?;
    if answer.flags & REQUIRES_EXTENDED_CHANNELS != 0 {
        return Err(Stop::skip("the server sets REQUIRES_EXTENDED_CHANNELS"));
    }
    channel::request(&mut peer, Kind::Standard, [0xff; 32].into(), EXTRANONCE)?;
    match channel::answer(&mut peer) {
        Ok(Answer::Opened(_)) => Ok(()),
        Ok(Answer::Refused { code, .. }) => {
            Err(peer.fail(format!("no standard channel was opened: {code}")))
        }
        Err(reason) => Err(Stop::unclear(reason)),
    }
}

/// S-ID-1
pub(super) fn no_two_channels_have_one_number(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let (mut ids, mut groups) = (BTreeMap::new(), BTreeSet::new());
    for kind in [BOTH, BOTH, BOTH].concat() {
        let opened = channel::open(&mut peer, kind)?;
        let id = opened.channel_id;
        groups.insert(opened.group);
        if let Some(other) = ids.insert(id, kind) {
            if other == kind {
                return Err(Stop::unclear("two channels of one kind: see M-OSMCS-2, M-OEMCS-2"));
            }
            return Err(peer.fail(format!("channels of both kinds have the number {id}")));
        }
        if let Some(id) = ids.keys().find(|id| groups.contains(id)) {
            return Err(peer.fail(format!("a channel and a group have the number {id}")));
        }
    }
    Ok(())
}

/// The parts of a coinbase that the extranonce is not, and the path from it: channels whose parts differ
/// search elsewhere.
fn parts(work: &Work) -> Option<(&[u8], &[u8], &[codec_core::wire::U256])> {
    match &work.job {
        Job::Standard(_) => None,
        Job::Extended(job) => Some((
            job.coinbase_tx_prefix.as_bytes(),
            job.coinbase_tx_suffix.as_bytes(),
            job.merkle_path.as_slice(),
        )),
    }
}

/// S-SS-1
pub(super) fn connections_have_search_spaces_of_their_own(bench: &mut Bench<'_>) -> Outcome {
    let (mut first, _) = bench.set_up(0)?;
    let one = channel::open_with_work(&mut first, Kind::Extended)?;
    let (mut peer, _) = bench.set_up(0)?;
    let other = channel::open_with_work(&mut peer, Kind::Extended)?;
    let is_same_job = parts(&one) == parts(&other) && one.prev.prev_hash == other.prev.prev_hash;
    let (one, other) = (one.channel.prefix, other.channel.prefix);
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if is_same_job && (one.starts_with(other) || other.starts_with(one)) {
        let reason = format!("prefixes {one:02x?} and {other:02x?} of two connections overlap");
        return Err(peer.fail(reason));
    }
    Ok(())
}

/// S-SS-2
pub(super) fn both_kinds_have_search_spaces_of_their_own(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let extended = channel::open(&mut peer, Kind::Extended)?;
    let standard = channel::open(&mut peer, Kind::Standard)?;
    if extended.group != standard.group {
        return Err(Stop::skip("the channels are of no common group, and may have other jobs"));
    }
    let (standard, extended) = (standard.prefix.as_bytes(), extended.prefix.as_bytes());
    if standard.starts_with(extended) {
        let reason = format!("{standard:02x?} is in the space of the prefix {extended:02x?}");
        return Err(peer.fail(reason));
    }
    Ok(())
}

/// S-GC-1
pub(super) fn groups_have_one_size_of_extranonce(bench: &mut Bench<'_>) -> Outcome {
    let (mut sizes, mut groups) = (BTreeMap::new(), BTreeMap::new());
    watch(bench, 0, BOTH, |heard| {
        let moved = match heard.message.as_ref().ok()? {
            AnyMessage::OpenStandardMiningChannelSuccess(opened) => {
                sizes.insert(opened.channel_id, opened.extranonce_prefix.len());
                vec![(opened.channel_id, opened.group_channel_id)]
            }
            AnyMessage::OpenExtendedMiningChannelSuccess(opened) => {
                let full = opened.extranonce_prefix.len() + usize::from(opened.extranonce_size);
                sizes.insert(opened.channel_id, full);
                vec![(opened.channel_id, opened.group_channel_id)]
            }
            AnyMessage::SetGroupChannel(set) => {
                set.channel_ids.iter().map(|id| (*id, set.group_channel_id)).collect()
            }
            _ => return None,
        };
        groups.extend(moved);
        groups.iter().find_map(|(id, group)| {
            let size = sizes.get(id)?;
            let is_other = |(other, of): &(&u32, &u32)| {
                *of == group && sizes.get(other).is_some_and(|one| one != size)
            };
            let (other, _) = groups.iter().find(is_other)?;
            let other = (other, sizes[other]);
            Some(format!(
                "extranonces of {size} and {} bytes: channels {id} and {} of group {group}",
                other.1, other.0
            ))
        })
    })
}

/// S-NJ-1
pub(super) fn jobs_of_groups_have_numbers_of_their_own(bench: &mut Bench<'_>) -> Outcome {
    let (mut groups, mut jobs) = (BTreeMap::new(), BTreeSet::new());
    watch(bench, 0, BOTH, |heard| {
        let (id, job) = match heard.message.as_ref().ok()? {
            AnyMessage::OpenStandardMiningChannelSuccess(opened) => {
                groups.insert(opened.channel_id, opened.group_channel_id);
                return None;
            }
            AnyMessage::OpenExtendedMiningChannelSuccess(opened) => {
                groups.insert(opened.channel_id, opened.group_channel_id);
                return None;
            }
            AnyMessage::NewMiningJob(job) => (job.channel_id, job.job_id),
            AnyMessage::NewExtendedMiningJob(job) => (job.channel_id, job.job_id),
            // The jobs before are valid no longer.
            AnyMessage::MiningSetNewPrevHash(new) => {
                let id = new.channel_id;
                let is_for = |of| of == id || groups.get(&of) == Some(&id);
                jobs.retain(|(of, job)| *job == new.job_id || !is_for(*of));
                return None;
            }
            _ => return None,
        };
        jobs.insert((id, job));
        let is_both = |(channel, group): &(&u32, &u32)| {
            (**channel == id || **group == id)
                && jobs.contains(&(**channel, job))
                && jobs.contains(&(**group, job))
        };
        let (channel, group) = groups.iter().find(is_both)?;
        Some(format!("job {job} of group {group} and of its channel {channel}"))
    })
}
