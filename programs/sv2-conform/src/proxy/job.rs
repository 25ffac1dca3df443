//! Jobs, blocks, targets, prefixes and groups.

use codec_core::wire::{B032, Seq064K};
use codec_stratum::AnyMessage;
use codec_stratum::mining::{SetExtranoncePrefix, SetGroupChannel, SetTarget};

use super::line::{GROUP, Line, Pair};
use crate::channel::{Job, Kind, ROLLED, Work};
use crate::peer::Bench;
use crate::verdict::{Outcome, Stop};

/// A group of channels that have left theirs.
const OTHER_GROUP: u32 = 0x3200_0078;
/// Bits of a target that is harder.
const HARDER: u32 = 3;

/// The next job that the client is given.
fn next_job(line: &mut Line, pair: &Pair) -> Result<Job, String> {
    let (id, group) = (pair.channel.channel_id, pair.channel.group);
    line.downs[pair.down].wait("a job", |message| match message {
        AnyMessage::NewMiningJob(job) if job.channel_id == id => Some(Job::Standard(*job)),
        AnyMessage::NewExtendedMiningJob(job) if [id, group].contains(&job.channel_id) => {
            Some(Job::Extended(job.clone()))
        }
        _ => None,
    })
}

/// A line with an extended channel and its first job.
fn mining(bench: &mut Bench<'_>) -> Result<(Line, Pair, Work), Stop> {
    let mut line = bench.line()?;
    let pair = line.open(bench, 0, Kind::Extended)?;
    let work = line.work(&pair)?;
    Ok((line, pair, work))
}

/// PX-NJ-1
pub(super) fn future_jobs_stay_so(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, _) = mining(bench)?;
    line.job(&pair, Line::first_job(&pair) + 1, (true, false))?;
    let job = next_job(&mut line, &pair);
    let peer = &line.downs[pair.down];
    match job {
        Ok(job) if job.parts().1.is_some() => Err(peer.fail("it has a min_ntime")),
        Ok(_) => Ok(()),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// PX-NJ-2
pub(super) fn jobs_for_now_are_mined(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, mut work) = mining(bench)?;
    line.job(&pair, Line::first_job(&pair) + 1, (false, false))?;
    let job = next_job(&mut line, &pair);
    let job = job.map_err(|reason| line.downs[pair.down].fail(reason))?;
    if job.parts().1.is_none() {
        return Err(line.downs[pair.down].fail("it has no min_ntime"));
    }
    let prev = work.prev;
    work.go_on(job, prev);
    line.passes(&pair, &mut work)?;
    Ok(())
}

/// PX-NJ-3: shares of the job before the last are still valid.
pub(super) fn jobs_are_distinguished(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, mut first) = mining(bench)?;
    let mut second = first.clone();
    line.job(&pair, Line::first_job(&pair) + 1, (false, false))?;
    second.go_on(next_job(&mut line, &pair).map_err(Stop::unclear)?, first.prev);
    for work in [&mut first, &mut second] {
        line.passes(&pair, work)?;
    }
    line.passes(&pair, &mut first)?;
    Ok(())
}

/// PX-PH-1
pub(super) fn blocks_come_after_their_jobs(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, _) = mining(bench)?;
    let next = Line::first_job(&pair) + 1;
    line.job(&pair, next, (true, false))?;
    line.activate(&pair, next)?;
    let mut known = Vec::new();
    let peer = &mut line.downs[pair.down];
    let named = peer.wait("SetNewPrevHash", |message| match message {
        AnyMessage::NewExtendedMiningJob(job) => {
            known.push(job.job_id);
            None
        }
        AnyMessage::NewMiningJob(job) => {
            known.push(job.job_id);
            None
        }
        AnyMessage::MiningSetNewPrevHash(prev) => Some(prev.job_id),
        _ => None,
    });
    match named {
        Ok(id) if known.contains(&id) => Ok(()),
        Ok(id) => Err(peer.fail(format!("SetNewPrevHash before its job, {id}"))),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// PX-PH-2
pub(super) fn work_goes_on_with_each_block(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, _) = mining(bench)?;
    for later in 1..3 {
        let job_id = Line::first_job(&pair) + later;
        let mut work = line
            .work_on(&pair, job_id, false)
            .map_err(|stop| Stop::fail(format!("block {later}: {}", stop.reason)))?;
        line.passes(&pair, &mut work)?;
    }
    Ok(())
}

/// Two clients with a channel each, of one group at the server.
fn grouped(bench: &mut Bench<'_>) -> Result<(Line, [Pair; 2]), Stop> {
    let mut line = bench.line()?;
    line.join(bench)?;
    let first = line.own_of(bench, 0, Kind::Extended)?;
    let second = line.own_of(bench, 1, Kind::Extended)?;
    Ok((line, [first, second]))
}

/// Sends a job and its block to a group in which these channels are.
fn job_of_group(line: &mut Line, pairs: &[&Pair], group: u32, job_id: u32) -> Outcome {
    let Some((first, others)) = pairs.split_first() else { return Ok(()) };
    line.granted[first.granted].to = group;
    line.job(first, job_id, (true, false))?;
    let prev = line.granted[first.granted].activate(job_id);
    for other in others {
        let granted = &mut line.granted[other.granted];
        granted.to = group;
        granted.add_job(job_id, true, false);
        granted.begin(prev);
    }
    line.send_up(&prev)
}

/// PX-GR-1
pub(super) fn jobs_of_groups_reach_all(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pairs) = grouped(bench)?;
    job_of_group(&mut line, &[&pairs[0], &pairs[1]], GROUP, 60)?;
    for pair in &pairs {
        let peer = &mut line.downs[pair.down];
        let mut work = crate::channel::work(peer, pair.channel.clone())
            .map_err(|stop| Stop::fail(stop.reason))?;
        line.passes(pair, &mut work)?;
    }
    Ok(())
}

/// PX-GR-2
pub(super) fn groups_may_change(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, [mut first, second]) = grouped(bench)?;
    let id = line.granted[first.granted].channel.channel_id;
    line.send_up(&SetGroupChannel {
        group_channel_id: OTHER_GROUP,
        channel_ids: Seq064K::try_from(vec![id]).unwrap_or_default(),
    })?;
    let peer = &mut line.downs[0];
    let own = first.channel.channel_id;
    let group = peer.wait("SetGroupChannel", |message| match message {
        AnyMessage::SetGroupChannel(set) => {
            set.channel_ids.iter().any(|id| *id == own).then_some(set.group_channel_id)
        }
        _ => None,
    });
    first.channel.group = group.map_err(|reason| peer.fail(reason))?;
    job_of_group(&mut line, &[&first], OTHER_GROUP, 61)?;
    let mut work = crate::channel::work(&mut line.downs[0], first.channel.clone())
        .map_err(|stop| Stop::fail(stop.reason))?;
    line.passes(&first, &mut work)?;
    let other = &mut line.downs[second.down];
    other.listen();
    let is_job = |message: &AnyMessage| matches!(message, AnyMessage::NewExtendedMiningJob(_));
    match other.unseen().iter().find(|heard| heard.message.as_ref().is_ok_and(is_job)) {
        Some(heard) => Err(Stop::fail_at(heard.entry, "the job of another group")),
        None => Ok(()),
    }
}

/// Sets a harder target, of a channel or its group, which the client has to be told.
fn target_is_passed_on(bench: &mut Bench<'_>, is_group: bool) -> Outcome {
    let mut line = bench.line()?;
    let pair = line.own(bench, Kind::Extended)?;
    let granted = &mut line.granted[pair.granted];
    let maximum_target = granted.set_target(HARDER);
    let channel_id = if is_group { GROUP } else { granted.channel.channel_id };
    line.send_up(&SetTarget { channel_id, maximum_target })?;
    let (id, group) = (pair.channel.channel_id, pair.channel.group);
    let peer = &mut line.downs[pair.down];
    let target = peer.wait("SetTarget", |message| match message {
        AnyMessage::SetTarget(set) if [id, group].contains(&set.channel_id) => {
            Some(set.maximum_target)
        }
        _ => None,
    });
    match target {
        Ok(target) if target > maximum_target => {
            Err(peer.fail("the target is easier than the server's"))
        }
        Ok(_) => Ok(()),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// PX-ST-2
pub(super) fn targets_are_passed_on(bench: &mut Bench<'_>) -> Outcome {
    target_is_passed_on(bench, false)
}

/// PX-ST-3
pub(super) fn targets_of_groups_are_passed_on(bench: &mut Bench<'_>) -> Outcome {
    target_is_passed_on(bench, true)
}

/// PX-EN-3
pub(super) fn prefixes_are_passed_on(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    let mut pair = line.own(bench, Kind::Extended)?;
    line.work(&pair)?;
    let extranonce_prefix = B032::try_from(&[0x3c; 4][..]).unwrap_or_default();
    let granted = &mut line.granted[pair.granted];
    granted.channel.prefix = extranonce_prefix;
    let channel_id = granted.channel.channel_id;
    line.send_up(&SetExtranoncePrefix { channel_id, extranonce_prefix })?;
    let own = pair.channel.channel_id;
    let peer = &mut line.downs[pair.down];
    let prefix = peer.wait("SetExtranoncePrefix", |message| match message {
        AnyMessage::SetExtranoncePrefix(set) if set.channel_id == own => {
            Some(set.extranonce_prefix)
        }
        _ => None,
    });
    pair.channel.prefix = prefix.map_err(|reason| peer.fail(reason))?;
    let mut work = line.work_on(&pair, Line::first_job(&pair) + 1, false)?;
    line.passes(&pair, &mut work)?;
    Ok(())
}

/// PX-VR-1
pub(super) fn jobs_say_whether_their_version_rolls(bench: &mut Bench<'_>) -> Outcome {
    let (mut line, pair, _) = mining(bench)?;
    for (later, is_rollable) in [(1, false), (2, true), (3, false)] {
        let job_id = Line::first_job(&pair) + later;
        line.job(&pair, job_id, (false, is_rollable))?;
        let job = next_job(&mut line, &pair).map_err(Stop::unclear)?;
        if let Job::Extended(job) = job
            && job.version_rolling_allowed
            && !is_rollable
        {
            return Err(line.downs[pair.down].fail("version_rolling_allowed, against the server"));
        }
    }
    Ok(())
}

/// PX-VR-2
pub(super) fn rolled_versions_are_passed_on(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    let pair = line.open(bench, 0, Kind::Extended)?;
    let mut work = line.work_on(&pair, Line::first_job(&pair), true)?;
    if matches!(&work.job, Job::Extended(job) if !job.version_rolling_allowed) {
        return Err(Stop::skip("the proxy lets no client roll versions"));
    }
    let fields = (work.version() ^ ROLLED, work.ntime());
    line.passes_with(&pair, &mut work, fields)?;
    Ok(())
}
