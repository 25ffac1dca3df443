//! Custom jobs at the pool whose declarator it is (section 5.3.18).

use codec_bitcoin::transaction::{Output, Transaction};
use codec_core::wire::{B064K, B0255};
use codec_core::{Consensus, Format as _};
use codec_stratum::AnyMessage;
use codec_stratum::job_declaration::setup_flags::DECLARE_TX_DATA;
use codec_stratum::mining::setup_flags::REQUIRES_WORK_SELECTION;
use codec_stratum::mining::{NewExtendedMiningJob, SetCustomMiningJob, SetNewPrevHash};

use super::setup::no_token;
use super::work::{self, Base, Job, connect_as};
use crate::channel::{self, Judged, Kind, Opened, Work};
use crate::peer::{Bench, Peer, setup};
use crate::scenario::setup::try_setup;
use crate::template::work::bare;
use crate::verdict::{Outcome, Stop};

/// A connection to the pool with an extended channel, which may take custom jobs.
struct Pool {
    peer: Peer,
    channel: Opened,
}

/// The answer to a custom job: the number of the job, or a code.
struct Answer {
    channel_id: u32,
    request_id: u32,
    job: Result<u32, String>,
}

impl Pool {
    fn open(bench: &mut Bench<'_>) -> Result<Self, Stop> {
        let beside = bench.beside;
        let pool = beside.pool.as_ref().unwrap_or(bench.target);
        bench.at(pool, |bench| {
            let (mut peer, answer) = try_setup(bench, &setup(REQUIRES_WORK_SELECTION))?;
            match answer {
                Ok(Ok(_)) => {}
                Ok(Err(error)) => {
                    let code = error.error_code;
                    return Err(Stop::skip(format!("no pool for custom jobs: {code}; --pool")));
                }
                Err(reason) => return Err(Stop::skip(format!("no pool: {reason}; --pool"))),
            }
            let channel = channel::open(&mut peer, Kind::Extended)?;
            Ok(Self { peer, channel })
        })
    }

    /// Bytes of a whole extranonce.
    fn extranonce(&self) -> usize {
        self.channel.prefix.len() + usize::from(self.channel.size)
    }

    /// Proposes a job by this token, with outputs changed like this; and the answer.
    fn propose(
        &mut self,
        job: &Job,
        token: &B0255,
        change: impl FnOnce(&mut Vec<Output>),
    ) -> Result<(u32, Result<Answer, String>), Stop> {
        let (template, prev) = (&job.work.template, &job.work.prev);
        let mut outputs: Vec<_> = job.coinbase.outputs.iter().map(Output::from).collect();
        change(&mut outputs);
        let bytes =
            Consensus::to_vec(&outputs).map_err(|error| Stop::unclear(error.to_string()))?;
        let request_id = self.peer.next_request();
        self.peer.send(&SetCustomMiningJob {
            channel_id: self.channel.channel_id,
            request_id,
            mining_job_token: token.clone(),
            version: template.version,
            prev_hash: prev.prev_hash,
            min_ntime: prev.header_timestamp,
            nbits: prev.n_bits,
            coinbase_tx_version: template.coinbase_tx_version,
            coinbase_prefix: template.coinbase_prefix.clone(),
            coinbase_tx_input_n_sequence: template.coinbase_tx_input_sequence,
            coinbase_tx_outputs: B064K::try_from(bytes)
                .map_err(|_| Stop::unclear("too many outputs"))?,
            coinbase_tx_locktime: template.coinbase_tx_locktime,
            merkle_path: template.merkle_path.clone(),
        })?;
        let answer = self.peer.wait("an answer to SetCustomMiningJob", |message| {
            let (channel_id, request_id, job) = match message {
                AnyMessage::SetCustomMiningJobSuccess(one) => {
                    (one.channel_id, one.request_id, Ok(one.job_id))
                }
                AnyMessage::SetCustomMiningJobError(one) => {
                    (one.channel_id, one.request_id, Err(one.error_code.to_string()))
                }
                _ => return None,
            };
            Some(Answer { channel_id, request_id, job })
        });
        Ok((request_id, answer))
    }

    fn fail(&self, reason: impl Into<String>) -> Stop {
        self.peer.fail(reason)
    }
}

/// A job that the declarator has accepted, for a channel of the pool.
struct Declared {
    /// Kept, since a declarator may forget the tokens of those who have gone.
    _declarator: Peer,
    pool: Pool,
    job: Job,
    token: B0255,
}

fn declared(bench: &mut Bench<'_>) -> Result<Declared, Stop> {
    let pool = Pool::open(bench)?;
    let base = Base::of(bench)?;
    let mut peer = connect_as(bench, DECLARE_TX_DATA)?;
    let token = work::token(&mut peer)?;
    let (job, token) = work::accepted_on(&mut peer, &token, base, pool.extranonce())?;
    Ok(Declared { _declarator: peer, pool, job, token })
}

/// JD-CM-1
pub(super) fn a_declared_job_is_taken(bench: &mut Bench<'_>) -> Outcome {
    let Declared { mut pool, job, token, .. } = declared(bench)?;
    match pool.propose(&job, &token, |_| {})?.1 {
        Ok(Answer { job: Ok(_), .. }) => Ok(()),
        Ok(Answer { job: Err(code), .. }) => Err(pool.fail(format!("it was refused: {code}"))),
        Err(reason) => Err(pool.fail(reason)),
    }
}

/// JD-CM-2
pub(super) fn a_job_of_its_coinbase_alone_is_taken(bench: &mut Bench<'_>) -> Outcome {
    let mut pool = Pool::open(bench)?;
    let base = Base::of(bench)?;
    let mut peer = connect_as(bench, 0)?;
    let token = work::token(&mut peer)?;
    let job = Job::new(base, &token, pool.extranonce(), |_| {})?;
    match pool.propose(&job, &token.mining_job_token, |_| {})?.1 {
        Ok(Answer { job: Ok(_), .. }) => Ok(()),
        Ok(Answer { job: Err(code), .. }) => Err(pool.fail(format!("it was refused: {code}"))),
        Err(reason) => Err(pool.fail(reason)),
    }
}

/// JD-CM-3
pub(super) fn an_answer_has_the_numbers_of_its_job(bench: &mut Bench<'_>) -> Outcome {
    let Declared { mut pool, job, token, .. } = declared(bench)?;
    let (wanted, answer) = pool.propose(&job, &token, |_| {})?;
    let Answer { channel_id, request_id, .. } = answer.map_err(Stop::unclear)?;
    let own = pool.channel.channel_id;
    if (channel_id, request_id) == (own, wanted) {
        return Ok(());
    }
    let reason = format!("request {wanted} of channel {own}, answer {request_id} of {channel_id}");
    Err(pool.fail(reason))
}

/// A job that was taken before there is a question, and its number.
fn taken(bench: &mut Bench<'_>) -> Result<(Declared, u32), Stop> {
    let mut all = declared(bench)?;
    match all.pool.propose(&all.job, &all.token, |_| {})?.1 {
        Ok(Answer { job: Ok(job_id), .. }) => Ok((all, job_id)),
        Ok(Answer { job: Err(code), .. }) => Err(Stop::unclear(format!("see JD-CM-1: {code}"))),
        Err(reason) => Err(Stop::unclear(reason)),
    }
}

/// A job after one that was taken has to be refused.
fn is_refused(
    bench: &mut Bench<'_>,
    is_known: bool,
    change: impl FnOnce(&mut Vec<Output>),
) -> Outcome {
    taken(bench)?;
    let Declared { mut pool, job, token, .. } = declared(bench)?;
    let token = if is_known { token } else { no_token() };
    match pool.propose(&job, &token, change)?.1 {
        Ok(Answer { job: Err(_), .. }) => Ok(()),
        Ok(Answer { job: Ok(_), .. }) => Err(pool.fail("it was accepted")),
        Err(reason) => Err(pool.fail(reason)),
    }
}

/// JD-CM-4
pub(super) fn an_unknown_token_is_refused(bench: &mut Bench<'_>) -> Outcome {
    is_refused(bench, false, |_| {})
}

/// JD-CM-5
pub(super) fn a_job_has_to_pay_the_pool(bench: &mut Bench<'_>) -> Outcome {
    is_refused(bench, true, |outputs| outputs[0].value = 0)
}

/// JD-CM-6
pub(super) fn outputs_keep_the_declared_order(bench: &mut Bench<'_>) -> Outcome {
    is_refused(bench, true, |outputs| outputs.reverse())
}

/// The work of a custom job on its channel.
fn own_work(Declared { pool, job, .. }: &Declared, job_id: u32) -> Result<Work, Stop> {
    let unclear = |_| Stop::unclear("the coinbase can't be cut");
    let bytes = bare(Transaction::clone(&job.coinbase));
    let bytes = bytes.map_err(|error| Stop::unclear(error.to_string()))?;
    // Marker and flag are left out.
    let (from, size) = (job.prefix.len() - 2, pool.extranonce());
    let (template, prev) = (&job.work.template, &job.work.prev);
    let channel_id = pool.channel.channel_id;
    let job = channel::Job::Extended(NewExtendedMiningJob {
        channel_id,
        job_id,
        min_ntime: Some(prev.header_timestamp),
        version: template.version,
        version_rolling_allowed: true,
        coinbase_tx_prefix: B064K::try_from(bytes[..from].to_vec()).map_err(unclear)?,
        coinbase_tx_suffix: B064K::try_from(bytes[from + size..].to_vec()).map_err(unclear)?,
        merkle_path: template.merkle_path.clone(),
    });
    let (prev_hash, min_ntime, nbits) = (prev.prev_hash, prev.header_timestamp, prev.n_bits);
    let prev = SetNewPrevHash { channel_id, job_id, prev_hash, min_ntime, nbits };
    Ok(Work::new(pool.channel.clone(), job, prev))
}

/// JD-CM-7
pub(super) fn shares_of_custom_jobs_are_accepted(bench: &mut Bench<'_>) -> Outcome {
    let (mut all, job_id) = taken(bench)?;
    let mut work = own_work(&all, job_id)?;
    let fields = (work.version(), work.ntime());
    match work.submit_batch(&mut all.pool.peer, fields)? {
        Judged::Accepted { .. } => Ok(()),
        Judged::Refused { code, .. } => Err(all.pool.fail(format!("it was refused: {code}"))),
        Judged::Silence(reason) if all.pool.peer.end.is_some() => Err(all.pool.fail(reason)),
        Judged::Silence(reason) => Err(Stop::unclear(reason)),
    }
}
