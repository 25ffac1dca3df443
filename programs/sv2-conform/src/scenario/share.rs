//! Shares, accepted and refused.

use std::thread::sleep;
use std::time::Duration;

use codec_stratum::AnyMessage;
use codec_stratum::mining::setup_success_flags::REQUIRES_FIXED_VERSION;

use crate::channel::{self, Job, Judged, Kind, ROLLED, Share, Work};
use crate::peer::{Bench, Peer};
use crate::tour::NO_CHANNEL;
use crate::verdict::{Outcome, Stop};

/// The answer that a share should have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Accepted,
    Refused,
}

/// Silence is a fault where the connection ended, and else no answer to the question: servers may
/// acknowledge many shares at once, as late as they like.
pub(super) fn is_judged(peer: &Peer, judged: &Judged, wanted: Wanted) -> Outcome {
    match (judged, wanted) {
        (Judged::Accepted { .. }, Wanted::Accepted) | (Judged::Refused { .. }, Wanted::Refused) => {
            Ok(())
        }
        (Judged::Accepted { .. }, Wanted::Refused) => Err(peer.fail("the share was accepted")),
        (Judged::Refused { code, .. }, Wanted::Accepted) => {
            Err(peer.fail(format!("the share was refused: {code}")))
        }
        (Judged::Silence(reason), Wanted::Accepted) if peer.end.is_some() => {
            Err(peer.fail(reason.clone()))
        }
        (Judged::Silence(reason), _) => Err(Stop::unclear(reason.clone())),
    }
}

/// A connection with a channel that has work.
fn begin(bench: &mut Bench<'_>, kind: Kind) -> Result<(Peer, Work), Stop> {
    let (mut peer, _) = bench.set_up(0)?;
    let work = channel::open_with_work(&mut peer, kind)?;
    Ok((peer, work))
}

/// Submits a share with nothing special about it, which has to be accepted before there is a question.
pub(super) fn is_accepted(peer: &mut Peer, work: &mut Work) -> Outcome {
    match work.submit_batch(peer, (work.version(), work.ntime()))? {
        Judged::Accepted { .. } => Ok(()),
        other => Err(Stop::unclear(format!("a share with nothing special: {other:?}"))),
    }
}

/// M-SSS-1, M-SSE-1
pub(super) fn a_valid_share_is_accepted(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, mut work) = begin(bench, kind)?;
    let fields = (work.version(), work.ntime());
    let judged = work.submit_batch(&mut peer, fields)?;
    is_judged(&peer, &judged, Wanted::Accepted)
}

/// M-SSS-2, M-SSE-2
pub(super) fn a_hash_above_the_target_is_refused(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, mut work) = begin(bench, kind)?;
    let (fields, size) = ((work.version(), work.ntime()), usize::from(work.channel.size));
    let target = work.channel.target;
    let share = work.share(fields, size, peer.time(), |hash| !target.meets(hash))?;
    refused(&mut peer, &share, kind)
}

/// Submits a share that has to be refused.
fn refused(peer: &mut Peer, share: &Share, kind: Kind) -> Outcome {
    channel::submit(peer, share, kind)?;
    let judged = channel::judged(peer, share.channel_id);
    is_judged(peer, &judged, Wanted::Refused)
}

/// M-SSS-3, M-SSE-4
pub(super) fn a_time_out_of_bounds_is_refused(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, mut work) = begin(bench, kind)?;
    for ntime in [work.ntime() - 1, work.ntime() + 100_000] {
        let share = work.valid(&peer, (work.version(), ntime))?;
        refused(&mut peer, &share, kind)?;
    }
    Ok(())
}

/// M-SSS-4, M-SSE-5
pub(super) fn a_time_within_bounds_is_accepted(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, mut work) = begin(bench, kind)?;
    is_accepted(&mut peer, &mut work)?;
    // The time may run with the clock, in full seconds.
    sleep(Duration::from_millis(1200));
    let fields = (work.version(), work.ntime() + 1);
    let judged = work.submit_batch(&mut peer, fields)?;
    is_judged(&peer, &judged, Wanted::Accepted)
}

/// M-SSS-5, M-SSE-6
pub(super) fn a_share_counts_once(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, mut work) = begin(bench, kind)?;
    let share = work.valid(&peer, (work.version(), work.ntime()))?;
    channel::submit(&mut peer, &share, kind)?;
    match channel::judged(&mut peer, share.channel_id) {
        Judged::Accepted { .. } => refused(&mut peer, &share, kind),
        other => Err(Stop::unclear(format!("the share at first: {other:?}"))),
    }
}

/// M-SSS-6, M-SSE-7
pub(super) fn shares_of_nothing_are_refused(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, mut work) = begin(bench, kind)?;
    let share = work.valid(&peer, (work.version(), work.ntime()))?;
    let no_job = share.job_id ^ 0x4000_0000;
    for share in [
        Share { channel_id: NO_CHANNEL, ..share.clone() },
        Share { job_id: no_job, ..share.clone() },
    ] {
        let id = share.channel_id;
        channel::submit(&mut peer, &share, kind)?;
        match channel::judged(&mut peer, id) {
            Judged::Refused { .. } => {}
            Judged::Accepted { .. } => return Err(peer.fail("the share was accepted")),
            Judged::Silence(reason) => return Err(peer.fail(reason)),
        }
    }
    Ok(())
}

/// M-SSS-7, M-SSE-8
pub(super) fn the_other_kind_of_share_is_refused(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, mut work) = begin(bench, kind)?;
    let share = work.valid(&peer, (work.version(), work.ntime()))?;
    let other = match kind {
        Kind::Standard => Kind::Extended,
        Kind::Extended => Kind::Standard,
    };
    channel::submit(&mut peer, &share, other)?;
    match channel::judged(&mut peer, share.channel_id) {
        Judged::Silence(reason) if peer.end.is_some() => Err(peer.fail(reason)),
        judged => is_judged(&peer, &judged, Wanted::Refused),
    }
}

/// M-SSE-3
pub(super) fn another_size_of_extranonce_is_refused(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, mut work) = begin(bench, Kind::Extended)?;
    let (size, target) = (usize::from(work.channel.size), work.channel.target);
    let fields = (work.version(), work.ntime());
    for size in [size.checked_sub(1), Some(size + 1)].into_iter().flatten() {
        if size > 32 {
            continue;
        }
        let share = work.share(fields, size, peer.time() * 4, |hash| target.meets(hash))?;
        refused(&mut peer, &share, Kind::Extended)?;
    }
    Ok(())
}

/// M-SSS-8
pub(super) fn a_fixed_version_is_checked(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, answer) = bench.set_up(0)?;
    if answer.flags & REQUIRES_FIXED_VERSION == 0 {
        return Err(Stop::skip("the server does not set REQUIRES_FIXED_VERSION"));
    }
    let mut work = channel::open_with_work(&mut peer, Kind::Standard)?;
    let share = work.valid(&peer, (work.version() ^ ROLLED, work.ntime()))?;
    refused(&mut peer, &share, Kind::Standard)
}

/// M-NEMJ-9
pub(super) fn a_version_that_may_not_be_rolled_is_checked(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, mut work) = begin(bench, Kind::Extended)?;
    if matches!(&work.job, Job::Extended(job) if job.version_rolling_allowed) {
        return Err(Stop::skip("the job allows to roll its version"));
    }
    let share = work.valid(&peer, (work.version() ^ ROLLED, work.ntime()))?;
    refused(&mut peer, &share, Kind::Extended)
}

/// M-NMJ-5, M-NEMJ-7
pub(super) fn a_rolled_version_is_accepted(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, answer) = bench.set_up(0)?;
    if answer.flags & REQUIRES_FIXED_VERSION != 0 {
        return Err(Stop::skip("the server sets REQUIRES_FIXED_VERSION"));
    }
    let mut work = channel::open_with_work(&mut peer, kind)?;
    if matches!(&work.job, Job::Extended(job) if !job.version_rolling_allowed) {
        return Err(Stop::skip("the job does not allow to roll its version"));
    }
    is_accepted(&mut peer, &mut work)?;
    let fields = (work.version() ^ ROLLED, work.ntime());
    let judged = work.submit_batch(&mut peer, fields)?;
    is_judged(&peer, &judged, Wanted::Accepted)
}

/// M-SSOK-1, S-SSOK-1
pub(super) fn counts_are_of_their_batch(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let (mut peer, mut work) = begin(bench, kind)?;
    let (fields, id) = ((work.version(), work.ntime()), work.channel.channel_id);
    for batch in [3, 2] {
        let mut sent = 0;
        for _ in 0..batch {
            let share = work.valid(&peer, fields)?;
            sent = channel::submit(&mut peer, &share, kind)?;
        }
        let mut counted = 0;
        loop {
            match channel::judged(&mut peer, id) {
                Judged::Accepted { last, .. } if last > sent => {
                    return Err(Stop::unclear("a number that was not sent: see M-SSOK-2"));
                }
                Judged::Accepted { last, count } => {
                    counted += count;
                    if counted > batch || (counted == batch) != (last == sent) {
                        let reason = format!(
                            "{counted} shares up to number {last}; {batch} were sent, up to {sent}"
                        );
                        return Err(peer.fail(reason));
                    }
                    if last == sent {
                        break;
                    }
                }
                other => return Err(Stop::unclear(format!("{other:?}"))),
            }
        }
    }
    Ok(())
}

/// M-SSOK-2
pub(super) fn no_share_is_accepted_before_it_is_sent(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, mut work) = begin(bench, Kind::Extended)?;
    let fields = (work.version(), work.ntime());
    let judged = work.submit_batch(&mut peer, fields)?;
    let sent = peer.next_sequence() - 1;
    for heard in &peer.heard {
        if let Ok(AnyMessage::SubmitSharesSuccess(answer)) = &heard.message
            && answer.last_sequence_number > sent
        {
            let last = answer.last_sequence_number;
            return Err(Stop::fail_at(heard.entry, format!("share {last} of {sent}")));
        }
    }
    match judged {
        Judged::Accepted { .. } => Ok(()),
        other => Err(Stop::unclear(format!("{other:?}"))),
    }
}

/// A share for no job of a channel: its number, and the answer.
fn bad_share(peer: &mut Peer, work: &mut Work) -> Result<(u32, Judged), Stop> {
    let share = work.valid(peer, (work.version(), work.ntime()))?;
    let share = Share { job_id: share.job_id ^ 0x4000_0000, ..share };
    let sent = channel::submit(peer, &share, work.channel.kind)?;
    Ok((sent, channel::judged(peer, share.channel_id)))
}

/// M-SSERR-1
pub(super) fn a_wrong_share_has_its_error(bench: &mut Bench<'_>) -> Outcome {
    for kind in [Kind::Standard, Kind::Extended] {
        let (mut peer, mut work) = begin(bench, kind)?;
        match bad_share(&mut peer, &mut work)?.1 {
            Judged::Silence(reason) => return Err(peer.fail(reason)),
            Judged::Refused { .. } => {}
            Judged::Accepted { .. } => return Err(Stop::unclear("it was accepted")),
        }
    }
    Ok(())
}

/// M-SSERR-2
pub(super) fn an_error_has_the_number_of_its_share(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, mut work) = begin(bench, Kind::Extended)?;
    for _ in 0..2 {
        match bad_share(&mut peer, &mut work)? {
            (sent, Judged::Refused { sequence_number, .. }) if sequence_number == sent => {}
            (sent, Judged::Refused { sequence_number, .. }) => {
                return Err(peer.fail(format!("share {sent}, error {sequence_number}")));
            }
            (_, other) => return Err(Stop::unclear(format!("{other:?}"))),
        }
    }
    Ok(())
}
