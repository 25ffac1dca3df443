//! Jobs for now and for later, and the blocks that they are on.

use std::time::Instant;

use codec_core::wire::Seq064K;
use codec_stratum::common::{SetupConnectionSuccess, VERSION};
use codec_stratum::mining::SetGroupChannel;
use codec_stratum::mining::setup_success_flags::REQUIRES_FIXED_VERSION;

use super::desk::{CHANNEL_ID, Desk, FIRST_JOB, GROUP, OTHER_GROUP, is_roller};
use super::granted::{JOB_VERSION, Submitted};
use super::setup::OTHER_CHANNEL;
use crate::channel::{Job, Kind, ROLLED};
use crate::peer::Bench;
use crate::verdict::{Outcome, Stop};

/// Shares that a scenario looks at.
pub(super) const SOME: usize = 4;
const SECOND: u32 = FIRST_JOB + 1;
const THIRD: u32 = FIRST_JOB + 2;

/// Fails at a share of this job among the next few.
fn is_not_mined(desk: &mut Desk, job_id: u32) -> Outcome {
    let quiet = desk.peer.quiet();
    for _ in 0..SOME {
        let Ok(submitted) = desk.share(quiet) else { break };
        if submitted.share.job_id == job_id {
            let reason = format!("a share of job {job_id} came");
            return Err(Stop::fail_at(submitted.entry, reason));
        }
    }
    Ok(())
}

/// CL-NJ-1
pub(super) fn a_future_job_waits(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.job(SECOND, true, false)?;
    desk.settle();
    is_not_mined(&mut desk, SECOND)?;
    desk.goes_on("a job for a future block")
}

/// CL-NJ-2
pub(super) fn a_job_for_now_is_mined(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.job(SECOND, false, false)?;
    desk.is_mined(SECOND)
}

/// CL-NJ-3
pub(super) fn jobs_of_groups_are_mined(bench: &mut Bench<'_>) -> Outcome {
    let peer = bench.greet()?;
    let mut desk = Desk::open(peer)?;
    desk.granted.to = GROUP;
    desk.first_job()?;
    desk.is_mined(FIRST_JOB)
}

/// CL-GC-1
pub(super) fn channels_may_change_their_group(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    let (group_channel_id, one) = (OTHER_GROUP, vec![CHANNEL_ID]);
    let channel_ids = Seq064K::try_from(one).unwrap_or_default(); // one is few
    desk.send(&SetGroupChannel { group_channel_id, channel_ids })?;
    desk.granted.to = OTHER_GROUP;
    desk.job(SECOND, false, false)?;
    desk.is_mined(SECOND)
}

/// CL-NJ-4
pub(super) fn jobs_of_others_are_not_mined(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.granted.to = OTHER_CHANNEL;
    match desk.granted.make_job(SECOND, Some(desk.granted.min_ntime()), false) {
        Job::Standard(job) => desk.send(&job)?,
        Job::Extended(job) => desk.send(&job)?,
    }
    desk.settle();
    is_not_mined(&mut desk, SECOND)?;
    desk.goes_on("a job for another channel")
}

/// CL-PH-1
pub(super) fn a_new_block_activates_its_job(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.job(SECOND, true, false)?;
    desk.activate(SECOND)?;
    desk.is_mined(SECOND)
}

/// CL-PH-2
pub(super) fn a_new_block_activates_the_job_that_it_names(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.job(SECOND, true, false)?;
    desk.job(THIRD, true, false)?;
    desk.activate(SECOND)?;
    desk.is_mined(SECOND)
}

/// CL-PH-3
pub(super) fn old_jobs_are_left(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.job(SECOND, true, false)?;
    desk.activate(SECOND)?;
    // No question here: it is that of CL-PH-1.
    let _ = desk.share(desk.peer.time());
    desk.settle();
    if let Some(end) = &desk.peer.end {
        return Err(Stop::unclear(end.clone()));
    }
    let until = Instant::now() + desk.peer.quiet();
    let mut of_second = false;
    while let Ok(submitted) = desk.share(until.saturating_duration_since(Instant::now())) {
        of_second |= submitted.share.job_id == SECOND;
        if of_second && submitted.share.job_id == FIRST_JOB {
            return Err(Stop::fail_at(submitted.entry, "a share of the block before came"));
        }
    }
    Ok(())
}

/// CL-PH-4
pub(super) fn a_block_for_no_job_is_not_mined_on(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.activate(0x77)?;
    desk.settle();
    is_not_mined(&mut desk, 0x77)
}

/// Looks at a few shares of the first job, which are valid ones.
fn each_share(desk: &mut Desk, mut wrong: impl FnMut(&Submitted) -> Option<String>) -> Outcome {
    for _ in 0..SOME {
        let submitted = desk.next_valid()?;
        if let Some(reason) = wrong(&submitted) {
            return Err(Stop::fail_at(submitted.entry, reason));
        }
    }
    Ok(())
}

/// CL-PH-5
pub(super) fn times_are_in_bounds(bench: &mut Bench<'_>) -> Outcome {
    let peer = bench.greet()?;
    let mut desk = Desk::open(peer)?;
    // The clocks of miners are not that of the network.
    desk.granted.ahead = 600;
    desk.first_job()?;
    let (first, start) = (u64::from(desk.granted.min_ntime()), Instant::now());
    each_share(&mut desk, |submitted| {
        let (ntime, passed) = (u64::from(submitted.share.ntime), start.elapsed().as_secs() + 1);
        let is_wrong = !(first..=first + passed).contains(&ntime);
        is_wrong.then(|| format!("ntime {ntime}, {first} to {} are allowed", first + passed))
    })
}

/// Looks at the versions of a few shares of a job that may roll its version, or not.
fn versions(mut desk: Desk, is_rollable: bool, is_wrong: impl Fn(u32) -> bool) -> Outcome {
    desk.job(FIRST_JOB, true, is_rollable)?;
    desk.activate(FIRST_JOB)?;
    each_share(&mut desk, |submitted| {
        let version = submitted.share.version;
        is_wrong(version).then(|| format!("version {version:#010x} of {JOB_VERSION:#010x}"))
    })
}

/// Jobs of such a client have to allow it.
const ROLLER: &str = "the client requires version rolling";

/// CL-VR-1
pub(super) fn versions_stay_where_they_have_to(bench: &mut Bench<'_>) -> Outcome {
    let peer = bench.greet()?;
    let desk = Desk::open(peer)?;
    desk.needs(Kind::Extended)?;
    if desk.granted.is_roller {
        return Err(Stop::skip(ROLLER));
    }
    versions(desk, false, |version| version != JOB_VERSION)
}

/// CL-VR-2
pub(super) fn versions_roll_in_their_bits(bench: &mut Bench<'_>) -> Outcome {
    let peer = bench.greet()?;
    let desk = Desk::open(peer)?;
    versions(desk, true, |version| (version ^ JOB_VERSION) & !ROLLED != 0)
}

/// CL-VR-3
pub(super) fn fixed_versions_stay(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.meet()?;
    if is_roller(&peer) {
        return Err(Stop::skip(ROLLER));
    }
    let (used_version, flags) = (VERSION, REQUIRES_FIXED_VERSION);
    peer.send(&SetupConnectionSuccess { used_version, flags })?;
    let desk = Desk::open(peer)?;
    versions(desk, true, |version| version != JOB_VERSION)
}
