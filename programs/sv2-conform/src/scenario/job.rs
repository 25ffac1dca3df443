//! Jobs, and the blocks before them.

use std::collections::BTreeSet;
use std::time::{SystemTime, UNIX_EPOCH};

use codec_bitcoin::transaction::Transaction;
use codec_core::{Consensus, Format as _};
use codec_stratum::AnyMessage;
use codec_stratum::mining::NewExtendedMiningJob;
use codec_stratum::mining::setup_flags::{REQUIRES_STANDARD_JOBS, REQUIRES_VERSION_ROLLING};

use crate::channel::{self, Kind};
use crate::peer::{Bench, Heard, Peer};
use crate::tour::{BOTH, Known, watch};
use crate::verdict::{Outcome, Stop};

/// Seconds that a block's time may be in the future (Bitcoin's `MAX_FUTURE_BLOCK_TIME`).
const MAX_FUTURE: u64 = 2 * 60 * 60;

/// The first message of a channel after it was opened.
fn first<T>(
    bench: &mut Bench<'_>,
    kind: Kind,
    judge: impl Fn(&Heard) -> T,
) -> Result<(Peer, Result<T, String>), Stop> {
    // Jobs of a group would be extended ones.
    let flags = if kind == Kind::Standard { REQUIRES_STANDARD_JOBS } else { 0 };
    let (mut peer, _) = bench.set_up(flags)?;
    channel::open(&mut peer, kind)?;
    let first = peer.wait_for(peer.time(), "a job", |heard| Some(judge(heard)));
    Ok((peer, first))
}

/// A message that may be a job of a kind.
enum Told {
    /// A job for later.
    Later,
    /// A job that is active from this time on.
    Active(u32),
    Other,
}

fn told(heard: &Heard, kind: Kind) -> Told {
    let min_ntime = match (&heard.message, kind) {
        (Ok(AnyMessage::NewMiningJob(job)), Kind::Standard) => job.min_ntime,
        (Ok(AnyMessage::NewExtendedMiningJob(job)), Kind::Extended) => job.min_ntime,
        _ => return Told::Other,
    };
    min_ntime.map_or(Told::Later, Told::Active)
}

/// M-NMJ-1, M-NEMJ-1
pub(super) fn a_job_comes_first(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let judge = |heard: &Heard| (told(heard, kind), heard.name());
    match first(bench, kind, judge)? {
        (_, Ok((Told::Later | Told::Active(_), _))) => Ok(()),
        (peer, Ok((Told::Other, name))) => Err(peer.fail(format!("{name} came first"))),
        (peer, Err(reason)) => Err(peer.fail(reason)),
    }
}

/// M-NMJ-2, M-NEMJ-2
pub(super) fn the_first_job_is_for_later(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    match first(bench, kind, |heard| told(heard, kind))? {
        (_, Ok(Told::Later)) => Ok(()),
        (peer, Ok(Told::Active(time))) => Err(peer.fail(format!("min_ntime is {time}"))),
        (_, Ok(Told::Other)) => Err(Stop::unclear("no job came first")),
        (_, Err(reason)) => Err(Stop::unclear(reason)),
    }
}

/// M-NMJ-3, M-NEMJ-3
pub(super) fn jobs_are_for_channels_of_their_kind(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let mut known = Known::default();
    watch(bench, 0, BOTH, |heard| {
        let message = heard.message.as_ref().ok()?;
        known.note(message);
        let (id, wrong) = match (message, kind) {
            (AnyMessage::NewMiningJob(job), Kind::Standard) => {
                let id = job.channel_id;
                let is_other = known.extended.contains(&id) || known.groups.contains(&id);
                (id, is_other && !known.standard.contains(&id))
            }
            (AnyMessage::NewExtendedMiningJob(job), Kind::Extended) => {
                let id = job.channel_id;
                (id, known.standard.contains(&id))
            }
            _ => return None,
        };
        wrong.then(|| format!("{} for channel {id}", heard.name()))
    })
}

/// M-NMJ-4, M-NEMJ-6
pub(super) fn jobs_have_numbers_of_their_own(bench: &mut Bench<'_>, kind: Kind) -> Outcome {
    let mut jobs = BTreeSet::new();
    watch(bench, 0, BOTH, |heard| {
        let job = match (heard.message.as_ref().ok()?, kind) {
            (AnyMessage::NewMiningJob(job), Kind::Standard) => (job.channel_id, job.job_id),
            (AnyMessage::NewExtendedMiningJob(job), Kind::Extended) => (job.channel_id, job.job_id),
            _ => return None,
        };
        (!jobs.insert(job)).then(|| format!("two jobs of channel {} are {}", job.0, job.1))
    })
}

/// M-NEMJ-4
pub(super) fn standard_jobs_mean_no_extended_ones(bench: &mut Bench<'_>) -> Outcome {
    watch(bench, REQUIRES_STANDARD_JOBS, &[Kind::Standard], |heard| {
        let is_extended = matches!(heard.message, Ok(AnyMessage::NewExtendedMiningJob(_)));
        is_extended.then(|| "NewExtendedMiningJob after REQUIRES_STANDARD_JOBS".to_owned())
    })
}

/// M-NEMJ-5
pub(super) fn coinbases_have_no_witness(bench: &mut Bench<'_>) -> Outcome {
    let mut prefix = None;
    watch(bench, 0, &[Kind::Extended], |heard| match heard.message.as_ref().ok()? {
        AnyMessage::OpenExtendedMiningChannelSuccess(opened) => {
            let full = opened.extranonce_prefix.len() + usize::from(opened.extranonce_size);
            prefix.get_or_insert(full);
            None
        }
        AnyMessage::NewExtendedMiningJob(job) => with_witness(job, prefix?),
        _ => None,
    })
}

/// Why the coinbase of a job is no transaction without witness, if it is none.
fn with_witness(job: &NewExtendedMiningJob, extranonce: usize) -> Option<String> {
    let (prefix, suffix) = (job.coinbase_tx_prefix.as_bytes(), job.coinbase_tx_suffix.as_bytes());
    let coinbase = [prefix, &vec![0; extranonce], suffix].concat();
    match Consensus::from_slice::<Transaction>(&coinbase) {
        Ok(transaction) if transaction.is_segwit => {
            Some("the coinbase has the marker of BIP 141".to_owned())
        }
        Ok(_) => None,
        Err(error) => Some(format!("the coinbase is no transaction without witness: {error}")),
    }
}

/// M-NEMJ-8
pub(super) fn rollers_get_jobs_to_roll(bench: &mut Bench<'_>) -> Outcome {
    watch(bench, REQUIRES_VERSION_ROLLING, &[Kind::Extended], |heard| match &heard.message {
        Ok(AnyMessage::NewExtendedMiningJob(job)) if !job.version_rolling_allowed => {
            Some("version_rolling_allowed is false after REQUIRES_VERSION_ROLLING".to_owned())
        }
        _ => None,
    })
}

/// M-SNPH-1
pub(super) fn blocks_name_future_jobs(bench: &mut Bench<'_>) -> Outcome {
    let mut future = BTreeSet::new();
    watch(bench, 0, BOTH, |heard| {
        match heard.message.as_ref().ok()? {
            AnyMessage::NewMiningJob(job) if job.min_ntime.is_none() => {
                future.insert((job.channel_id, job.job_id));
            }
            AnyMessage::NewExtendedMiningJob(job) if job.min_ntime.is_none() => {
                future.insert((job.channel_id, job.job_id));
            }
            AnyMessage::MiningSetNewPrevHash(new) => {
                let job = (new.channel_id, new.job_id);
                return (!future.contains(&job))
                    .then(|| format!("job {} of channel {} is no future job", job.1, job.0));
            }
            _ => {}
        }
        None
    })
}

/// M-SNPH-3
pub(super) fn blocks_are_not_of_the_future(bench: &mut Bench<'_>) -> Outcome {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    watch(bench, 0, BOTH, |heard| match &heard.message {
        Ok(AnyMessage::MiningSetNewPrevHash(new)) => {
            let later = u64::from(new.min_ntime).saturating_sub(now);
            (later > MAX_FUTURE).then(|| format!("min_ntime is {later} s in the future"))
        }
        _ => None,
    })
}
