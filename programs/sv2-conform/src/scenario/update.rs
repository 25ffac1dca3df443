//! Updating and closing channels, their targets and groups.

use codec_core::wire::{B064K, B0255, Seq0255, Target, U256};
use codec_stratum::AnyMessage;
use codec_stratum::mining::setup_flags::REQUIRES_STANDARD_JOBS;
use codec_stratum::mining::{CloseChannel, SetCustomMiningJob, UpdateChannel};

use super::share::{Wanted, is_accepted, is_judged};
use crate::channel::{self, Kind, Work};
use crate::peer::{Bench, Peer, text};
use crate::tour::{BOTH, Known, NO_CHANNEL, channel_of, half_of, watch};
use crate::verdict::{Outcome, Stop};

/// The answer to an update.
#[derive(PartialEq, Eq)]
enum Updated {
    Set(Target),
    Refused,
}

fn update(peer: &mut Peer, channel_id: u32, maximum_target: U256) -> Result<(), Stop> {
    peer.send(&UpdateChannel { channel_id, nominal_hash_rate: 1.0e3, maximum_target })
}

fn close(peer: &mut Peer, channel_id: u32) -> Result<(), Stop> {
    peer.send(&CloseChannel { channel_id, reason_code: text("done") })
}

/// The answer to an update of this channel.
fn updated(peer: &mut Peer, id: u32) -> Result<Updated, String> {
    peer.wait("an answer to UpdateChannel", |message| match message {
        AnyMessage::SetTarget(set) if set.channel_id == id => {
            Some(Updated::Set(set.maximum_target.into()))
        }
        AnyMessage::UpdateChannelError(error) if error.channel_id == id => Some(Updated::Refused),
        _ => None,
    })
}

/// Waits until the server has seen what was sent: it answers an update of a channel that is not there.
fn pass(peer: &mut Peer) -> Result<(), Stop> {
    update(peer, NO_CHANNEL, U256::MAX)?;
    updated(peer, NO_CHANNEL).map(|_| ()).map_err(Stop::unclear)
}

/// M-UC-1, S-UC-1
pub(super) fn a_smaller_target_is_set(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let Work { channel, .. } = channel::open_with_work(&mut peer, kind)?;
    let (id, half) = (channel.channel_id, half_of(channel.target.into()));
    update(&mut peer, id, half)?;
    loop {
        match updated(&mut peer, id) {
            Ok(Updated::Set(target)) if target <= Target(half) => return Ok(()),
            Ok(Updated::Set(_)) => {}
            Ok(Updated::Refused) => return Err(Stop::unclear("UpdateChannel.Error: see M-UCE-2")),
            Err(reason) => return Err(peer.fail(reason)),
        }
    }
}

/// M-UCE-1
pub(super) fn no_channel_is_no_update(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    channel::open_with_work(&mut peer, Kind::Standard)?;
    update(&mut peer, NO_CHANNEL, U256::MAX)?;
    match updated(&mut peer, NO_CHANNEL) {
        Ok(Updated::Refused) => Ok(()),
        Ok(Updated::Set(_)) => Err(peer.fail("a channel that is not open was updated")),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// M-UCE-2
pub(super) fn a_valid_update_is_no_error(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let Work { channel, .. } = channel::open_with_work(&mut peer, Kind::Standard)?;
    let (id, target) = (channel.channel_id, channel.target);
    update(&mut peer, id, target.into())?;
    peer.listen();
    let error = peer.unseen().iter().find(|heard| {
        let error = |message: &AnyMessage| match message {
            AnyMessage::UpdateChannelError(error) => error.channel_id == id,
            _ => false,
        };
        heard.message.as_ref().is_ok_and(error)
    });
    match error {
        Some(heard) => Err(Stop::fail_at(heard.entry, "UpdateChannel.Error for an open channel")),
        None => match &peer.end {
            Some(end) => Err(Stop::unclear(end.clone())),
            None => Ok(()),
        },
    }
}

/// Fails at a message for this channel that no wait has looked at.
fn is_silent(peer: &mut Peer, id: u32) -> Outcome {
    let of_channel = |message: &AnyMessage| channel_of(message) == Some(id);
    let spoken = peer.unseen().iter();
    let mut spoken = spoken.filter(|heard| heard.message.as_ref().is_ok_and(of_channel));
    spoken.next().map_or(Ok(()), |heard| {
        let name = heard.name();
        Err(Stop::fail_at(heard.entry, format!("{name} for channel {id}, which is closed")))
    })
}

/// M-CC-1
pub(super) fn a_closed_channel_is_silent(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let work = channel::open_with_work(&mut peer, Kind::Standard)?;
    close(&mut peer, work.channel.channel_id)?;
    pass(&mut peer)?;
    peer.listen();
    is_silent(&mut peer, work.channel.channel_id)
}

/// GEN-5
pub(super) fn a_closed_channel_is_silent_beside_others(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let closed = channel::open_with_work(&mut peer, Kind::Extended)?.channel.channel_id;
    let open = channel::open_with_work(&mut peer, Kind::Extended)?.channel;
    close(&mut peer, closed)?;
    pass(&mut peer)?;
    update(&mut peer, open.channel_id, half_of(open.target.into()))?;
    peer.listen();
    is_silent(&mut peer, closed)
}

/// M-CC-3
pub(super) fn a_closed_group_closes_its_channels(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let one = channel::open_with_work(&mut peer, Kind::Extended)?.channel;
    let other = channel::open_with_work(&mut peer, Kind::Extended)?.channel;
    if one.group != other.group || one.group == 0 {
        return Err(Stop::skip("the server has no group of both channels"));
    }
    pass(&mut peer)?;
    close(&mut peer, one.group)?;
    for id in [one.channel_id, other.channel_id] {
        update(&mut peer, id, half_of(one.target.into()))?;
        match updated(&mut peer, id) {
            Ok(Updated::Refused) => {}
            Ok(Updated::Set(_)) => {
                return Err(peer.fail(format!("channel {id} is open after its group was closed")));
            }
            Err(reason) => return Err(Stop::unclear(reason)),
        }
    }
    Ok(())
}

/// M-CC-4, M-CC-5: the reasons of the server's `CloseChannel` have no such character.
pub(super) fn reasons_have_no(bench: &mut Bench<'_>, is_wrong: fn(&u8) -> bool) -> Outcome {
    let mut reasons = 0;
    watch(bench, 0, BOTH, |heard| {
        let Ok(AnyMessage::CloseChannel(close)) = &heard.message else { return None };
        reasons += 1;
        let reason = close.reason_code.as_bytes();
        reason.iter().any(is_wrong).then(|| format!("the reason is {reason:02x?}"))
    })?;
    if reasons == 0 { Err(Stop::skip("the server closed no channel")) } else { Ok(()) }
}

/// M-CC-6
pub(super) fn another_channel_goes_on(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let closed = channel::open_with_work(&mut peer, Kind::Extended)?.channel.channel_id;
    let mut open = channel::open_with_work(&mut peer, Kind::Extended)?;
    let fields = (open.version(), open.ntime());
    are_two(closed, open.channel.channel_id)?;
    is_accepted(&mut peer, &mut open)?;
    close(&mut peer, closed)?;
    let judged = open.submit_batch(&mut peer, fields)?;
    is_judged(&peer, &judged, Wanted::Accepted)
}

/// Two channels are needed for a question.
fn are_two(one: u32, other: u32) -> Outcome {
    if one == other { Err(Stop::unclear("two channels have one number")) } else { Ok(()) }
}

/// S-CC-1
pub(super) fn a_reason_that_nobody_knows_is_no_matter(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let channel_id = channel::open_with_work(&mut peer, Kind::Extended)?.channel.channel_id;
    pass(&mut peer)?;
    let reason_code = text(&"nobody-knows-".repeat(19));
    peer.send(&CloseChannel { channel_id, reason_code })?;
    update(&mut peer, NO_CHANNEL, U256::MAX)?;
    match updated(&mut peer, NO_CHANNEL) {
        Ok(_) => Ok(()),
        Err(reason) => Err(peer.fail(format!("after a long reason_code, {reason}"))),
    }
}

/// M-ST-1
pub(super) fn no_target_is_above_the_clients(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let channel = channel::open_with_work(&mut peer, Kind::Standard)?.channel;
    let (id, half) = (channel.channel_id, half_of(channel.target.into()));
    let before = peer.heard.len();
    update(&mut peer, id, half)?;
    if let Err(reason) = updated(&mut peer, id) {
        return Err(Stop::unclear(reason));
    }
    peer.listen();
    for heard in &peer.heard[before..] {
        if let Ok(AnyMessage::SetTarget(set)) = &heard.message
            && set.channel_id == id
            && Target(set.maximum_target) > Target(half)
        {
            let target = Target(set.maximum_target);
            let reason = format!("target {target} is above {}", Target(half));
            return Err(Stop::fail_at(heard.entry, reason));
        }
    }
    Ok(())
}

/// M-ST-2
pub(super) fn a_target_is_not_for_jobs_before_it(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let mut work = channel::open_with_work(&mut peer, Kind::Extended)?;
    let (id, target) = (work.channel.channel_id, work.channel.target);
    is_accepted(&mut peer, &mut work)?;
    let quarter = half_of(half_of(target.into()));
    update(&mut peer, id, quarter)?;
    match updated(&mut peer, id) {
        Ok(Updated::Set(_)) => {}
        Ok(Updated::Refused) => return Err(Stop::unclear("UpdateChannel.Error")),
        Err(reason) => return Err(Stop::unclear(reason)),
    }
    let (fields, size) = ((work.version(), work.ntime()), usize::from(work.channel.size));
    let is_between = |hash: &U256| target.meets(hash) && !Target(quarter).meets(hash);
    let share = work.share(fields, size, peer.time() * 4, is_between)?;
    channel::submit(&mut peer, &share, Kind::Extended)?;
    let judged = channel::judged(&mut peer, id);
    is_judged(&peer, &judged, Wanted::Accepted)
}

/// M-ST-3
pub(super) fn a_target_is_for_its_channel_alone(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let one = channel::open_with_work(&mut peer, Kind::Standard)?.channel;
    let other = channel::open_with_work(&mut peer, Kind::Standard)?.channel.channel_id;
    are_two(one.channel_id, other)?;
    update(&mut peer, one.channel_id, half_of(one.target.into()))?;
    peer.listen();
    for heard in peer.unseen() {
        if matches!(&heard.message, Ok(AnyMessage::SetTarget(set)) if set.channel_id == other) {
            return Err(Stop::fail_at(heard.entry, "the target of another channel was set"));
        }
    }
    Ok(())
}

/// M-SGC-1
pub(super) fn standard_jobs_mean_no_groups(bench: &mut Bench<'_>) -> Outcome {
    watch(bench, REQUIRES_STANDARD_JOBS, &[Kind::Standard], |heard| {
        let is_group = matches!(heard.message, Ok(AnyMessage::SetGroupChannel(_)));
        is_group.then(|| "SetGroupChannel after REQUIRES_STANDARD_JOBS".to_owned())
    })
}

/// M-SGC-2
pub(super) fn groups_have_numbers_of_their_own(bench: &mut Bench<'_>) -> Outcome {
    let mut known = Known::default();
    watch(bench, 0, BOTH, |heard| {
        let message = heard.message.as_ref().ok()?;
        known.note(message);
        let AnyMessage::SetGroupChannel(group) = message else { return None };
        let id = group.group_channel_id;
        let is_channel = known.standard.contains(&id) || known.extended.contains(&id);
        is_channel.then(|| format!("a channel and a group have the number {id}"))
    })
}

/// The number of the request for a custom job.
const CUSTOM: u32 = 0x5a11_c0de;

/// The answer to a custom job: true for a success, with the channel and the number that it names.
type Customized = (bool, u32, u32);

/// Sends a custom job without `REQUIRES_WORK_SELECTION`, and returns its channel and the answer.
fn custom_job(bench: &mut Bench<'_>) -> Result<(Peer, u32, Customized), Stop> {
    let (mut peer, _) = bench.set_up(0)?;
    let work = channel::open_with_work(&mut peer, Kind::Extended)?;
    let channel_id = work.channel.channel_id;
    peer.send(&SetCustomMiningJob {
        channel_id,
        request_id: CUSTOM,
        mining_job_token: B0255::try_from(&[1, 2, 3, 4][..]).unwrap_or_default(),
        version: work.version(),
        prev_hash: work.prev.prev_hash,
        min_ntime: work.ntime(),
        nbits: work.prev.nbits,
        coinbase_tx_version: 2,
        coinbase_prefix: B0255::default(),
        coinbase_tx_input_n_sequence: u32::MAX,
        coinbase_tx_outputs: B064K::default(),
        coinbase_tx_locktime: 0,
        merkle_path: Seq0255::default(),
    })?;
    let answer = peer.wait("an answer to SetCustomMiningJob", |message| match message {
        AnyMessage::SetCustomMiningJobSuccess(one) => Some((true, one.channel_id, one.request_id)),
        AnyMessage::SetCustomMiningJobError(one) => Some((false, one.channel_id, one.request_id)),
        _ => None,
    });
    Ok((peer, channel_id, answer.map_err(Stop::unclear)?))
}

/// M-SCMJ-1
pub(super) fn custom_jobs_need_their_flag(bench: &mut Bench<'_>) -> Outcome {
    match custom_job(bench)? {
        (_, _, (false, ..)) => Ok(()),
        (peer, ..) => Err(peer.fail("a custom job without REQUIRES_WORK_SELECTION")),
    }
}

/// S-SCMJ-1
pub(super) fn an_answer_has_the_number_of_its_custom_job(bench: &mut Bench<'_>) -> Outcome {
    let (peer, channel_id, (_, of, number)) = custom_job(bench)?;
    if (of, number) == (channel_id, CUSTOM) {
        return Ok(());
    }
    let reason = format!("request {CUSTOM} of channel {channel_id}, answer {number} of {of}");
    Err(peer.fail(reason))
}
