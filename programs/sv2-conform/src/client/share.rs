//! Shares, and errors that are no end.

use std::collections::BTreeSet;

use codec_core::{ById, ToPayload};
use codec_stratum::mining::{SetCustomMiningJobError, SubmitSharesError, UpdateChannelError};

use super::desk::{CHANNEL_ID, Desk};
use super::granted::{Submitted, next_share};
use super::job::SOME;
use crate::peer::{Bench, text};
use crate::verdict::{Outcome, Stop};

/// Looks at twice some shares of the first job, valid or not.
fn each_share(
    desk: &mut Desk,
    mut wrong: impl FnMut(&Desk, &Submitted) -> Option<String>,
) -> Outcome {
    for _ in 0..2 * SOME {
        let submitted = desk.share(desk.peer.time()).map_err(Stop::unclear)?;
        if let Some(reason) = wrong(desk, &submitted) {
            return Err(Stop::fail_at(submitted.entry, reason));
        }
    }
    Ok(())
}

/// CL-SH-1
pub(super) fn each_share_is_valid(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    let kind = desk.granted.channel.kind;
    // That of another kind is the question of CL-SH-4.
    each_share(&mut desk, |desk, share| desk.granted.wrong(share).filter(|_| share.kind == kind))
}

/// CL-SH-2
pub(super) fn sequence_numbers_grow(bench: &mut Bench<'_>) -> Outcome {
    let (mut desk, mut last) = (bench.desk()?, None);
    each_share(&mut desk, |_, submitted| {
        let number = submitted.sequence_number;
        let before = last.replace(number)?;
        (before >= number).then(|| format!("sequence number {number} after {before}"))
    })
}

/// CL-SH-3
pub(super) fn no_share_comes_twice(bench: &mut Bench<'_>) -> Outcome {
    let (mut desk, mut known) = (bench.desk()?, BTreeSet::new());
    each_share(&mut desk, |_, Submitted { share, .. }| {
        let key =
            ([share.job_id, share.nonce, share.ntime, share.version], share.extranonce.clone());
        (!known.insert(key)).then(|| "a share that came before".to_owned())
    })
}

/// CL-SH-4
pub(super) fn shares_are_of_the_kind_of_their_channel(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    let kind = desk.granted.channel.kind;
    each_share(&mut desk, |_, share| {
        let other = share.kind != kind;
        other.then(|| format!("the message of the other kind on {kind:?} channel").to_lowercase())
    })
}

/// CL-SE-1
pub(super) fn refused_shares_end_nothing(bench: &mut Bench<'_>) -> Outcome {
    let mut desk = bench.desk()?;
    let time = desk.peer.time();
    for _ in 0..SOME {
        let Submitted { share, sequence_number, .. } =
            next_share(&mut desk.peer, time).map_err(|reason| desk.peer.fail(reason))?;
        let (channel_id, error_code) = (share.channel_id, text("stale-share"));
        desk.send(&SubmitSharesError { channel_id, sequence_number, error_code })?;
    }
    desk.goes_on("SubmitShares.Error")
}

/// Sends an error, and waits for shares after it.
fn ends_nothing<M: ToPayload<ById, u32>>(bench: &mut Bench<'_>, error: &M, name: &str) -> Outcome {
    let mut desk = bench.desk()?;
    desk.is_mining()?;
    desk.send(error)?;
    desk.goes_on(name)
}

/// CL-UE-1
pub(super) fn update_errors_end_nothing(bench: &mut Bench<'_>) -> Outcome {
    let (channel_id, error_code) = (CHANNEL_ID, text("max-target-out-of-range"));
    ends_nothing(bench, &UpdateChannelError { channel_id, error_code }, "UpdateChannel.Error")
}

/// CL-CE-1
pub(super) fn custom_job_errors_end_nothing(bench: &mut Bench<'_>) -> Outcome {
    let (channel_id, request_id) = (CHANNEL_ID, 1);
    let error_code = text("invalid-mining-job-token");
    let error = SetCustomMiningJobError { channel_id, request_id, error_code };
    ends_nothing(bench, &error, "SetCustomMiningJob.Error")
}
