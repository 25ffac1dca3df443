//! Declared jobs, their transactions, and solutions.

use std::collections::BTreeSet;

use codec_bitcoin::transaction::Output;
use codec_core::wire::{B032, B0255, U256};
use codec_stratum::AnyMessage;
use codec_stratum::job_declaration::{
    AllocateMiningJobTokenSuccess as Token, ProvideMissingTransactions, PushSolution,
};

use super::setup::no_token;
use super::work::{
    self, Base, EXTRANONCE, FILL, Job, Judged, Said, accepted, begin, connect_as, granted, said,
};
use crate::peer::{Bench, Peer};
use crate::template::solution::told;
use crate::template::work as templates;
use crate::verdict::{Outcome, Stop};

/// Declares a job with nothing special about it.
fn plain(bench: &mut Bench<'_>) -> Result<(Peer, u32, Result<Judged, String>), Stop> {
    let (mut peer, token, base) = begin(bench)?;
    let job = Job::new(base, &token, EXTRANONCE, |_| {})?;
    let request_id = job.declare(&mut peer, &token.mining_job_token)?;
    let judged = job.judged(&mut peer);
    Ok((peer, request_id, judged))
}

/// JD-DJ-1
pub(super) fn a_job_is_answered(bench: &mut Bench<'_>) -> Outcome {
    let (peer, _, judged) = plain(bench)?;
    judged.map(drop).map_err(|reason| peer.fail(reason))
}

/// JD-DJ-2
pub(super) fn a_valid_job_is_accepted(bench: &mut Bench<'_>) -> Outcome {
    let is_real = bench.beside.templates.is_some();
    let (peer, _, judged) = plain(bench)?;
    match judged.map_err(Stop::unclear)? {
        Ok(_) => Ok(()),
        Err(error) if is_real => Err(peer.fail(format!("it was refused: {}", error.error_code))),
        Err(error) => {
            let code = error.error_code;
            Err(Stop::unclear(format!("refused ({code}); --templates gives valid jobs")))
        }
    }
}

/// JD-DJ-3
pub(super) fn a_success_has_the_number_of_its_job(bench: &mut Bench<'_>) -> Outcome {
    let (peer, wanted, judged) = plain(bench)?;
    match judged.map_err(Stop::unclear)? {
        Ok(answer) if answer.request_id == wanted => Ok(()),
        Ok(answer) => Err(peer.fail(format!("request {wanted}, answer {}", answer.request_id))),
        Err(error) => Err(Stop::unclear(format!("see JD-DJ-2: {}", error.error_code))),
    }
}

/// A token for a job like one that was accepted, and the new token of that.
fn after_one(bench: &mut Bench<'_>) -> Result<(Peer, Token, Base, B0255), Stop> {
    let (mut peer, Job { work, transactions, .. }, new) = accepted(bench)?;
    let token = work::token(&mut peer)?;
    Ok((peer, token, Base { work, transactions }, new))
}

/// JD-DJ-4
pub(super) fn jobs_have_tokens_of_their_own(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, token, base, first) = after_one(bench)?;
    let (_, second) = work::accepted_on(&mut peer, &token, base, EXTRANONCE)?;
    if first != second {
        return Ok(());
    }
    Err(peer.fail("two jobs have the same new_mining_job_token"))
}

/// The verdict on a job that should be refused, after one that was accepted.
fn wrong(
    bench: &mut Bench<'_>,
    change: impl FnOnce(&mut Vec<Output>, &Token),
    other: impl FnOnce(&mut Job, &mut B0255),
) -> Result<(Peer, u32, Result<Judged, String>), Stop> {
    let (mut peer, token, base, _) = after_one(bench)?;
    let mut job = Job::new(base, &token, EXTRANONCE, |outputs| change(outputs, &token))?;
    let mut by = token.mining_job_token.clone();
    other(&mut job, &mut by);
    let request_id = job.declare(&mut peer, &by)?;
    let judged = job.judged(&mut peer);
    Ok((peer, request_id, judged))
}

/// The job has to be refused.
fn is_refused((peer, _, judged): (Peer, u32, Result<Judged, String>)) -> Outcome {
    match judged {
        Ok(Err(_)) => Ok(()),
        Ok(Ok(_)) => Err(peer.fail("it was accepted")),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// JD-DJ-5
pub(super) fn an_unknown_token_is_refused(bench: &mut Bench<'_>) -> Outcome {
    is_refused(wrong(bench, |_, _| {}, |_, token| *token = no_token())?)
}

/// JD-DJ-6
pub(super) fn an_error_has_the_number_of_its_job(bench: &mut Bench<'_>) -> Outcome {
    let (peer, wanted, judged) = wrong(bench, |_, _| {}, |_, token| *token = no_token())?;
    match judged {
        Ok(Err(error)) if error.request_id == wanted => Ok(()),
        Ok(Err(error)) => Err(peer.fail(format!("request {wanted}, error {}", error.request_id))),
        other => Err(Stop::unclear(format!("see JD-DJ-5: {other:?}"))),
    }
}

/// JD-DJ-7
pub(super) fn a_token_is_for_one_job(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, token, base) = begin(bench)?;
    work::accepted_on(&mut peer, &token, base.clone(), EXTRANONCE)?;
    let other = Job::new(base, &token, EXTRANONCE + 1, |_| {})?;
    let request_id = other.declare(&mut peer, &token.mining_job_token)?;
    let judged = other.judged(&mut peer);
    is_refused((peer, request_id, judged))
}

/// JD-DJ-8
pub(super) fn a_job_has_to_pay_the_pool(bench: &mut Bench<'_>) -> Outcome {
    is_refused(wrong(bench, |outputs, _| outputs[0].value = 0, |_, _| {})?)
}

/// JD-DJ-9
pub(super) fn a_job_has_to_have_the_output_of_the_pool(bench: &mut Bench<'_>) -> Outcome {
    let elsewhere = |outputs: &mut Vec<Output>, _: &Token| outputs[0].script = vec![0x52];
    is_refused(wrong(bench, elsewhere, |_, _| {})?)
}

/// JD-DJ-10
pub(super) fn a_coinbase_that_is_none_is_refused(bench: &mut Bench<'_>) -> Outcome {
    let cut = |job: &mut Job, _: &mut B0255| job.suffix.truncate(5);
    is_refused(wrong(bench, |_, _| {}, cut)?)
}

/// The job has to be accepted.
fn is_accepted((peer, _, judged): (Peer, u32, Result<Judged, String>)) -> Outcome {
    match judged.map_err(Stop::unclear)? {
        Ok(_) => Ok(()),
        Err(error) => Err(peer.fail(format!("it was refused: {}", error.error_code))),
    }
}

/// JD-DJ-11
pub(super) fn outputs_may_be_reordered(bench: &mut Bench<'_>) -> Outcome {
    let reorder = |outputs: &mut Vec<Output>, _: &Token| {
        outputs.push(Output { value: 0, script: vec![0x6a, 1, 7] });
        outputs.reverse();
    };
    is_accepted(wrong(bench, reorder, |_, _| {})?)
}

/// JD-DJ-12
pub(super) fn outputs_may_be_added(bench: &mut Bench<'_>) -> Outcome {
    let share = |outputs: &mut Vec<Output>, _: &Token| {
        let value = outputs[0].value / 4;
        outputs[0].value -= value;
        outputs.push(Output { value, script: vec![0x53] });
    };
    is_accepted(wrong(bench, share, |_, _| {})?)
}

/// JD-CO-1
pub(super) fn transactions_stay_with_clients_that_keep_them(bench: &mut Bench<'_>) -> Outcome {
    let base = Base::of(bench)?;
    let mut peer = connect_as(bench, 0)?;
    let token = work::token(&mut peer)?;
    let job = Job::new(base.with_unknown(1, 2), &token, EXTRANONCE, |_| {})?;
    job.declare(&mut peer, &token.mining_job_token)?;
    peer.listen();
    let asked = peer
        .heard
        .iter()
        .find(|heard| matches!(heard.message, Ok(AnyMessage::ProvideMissingTransactions(_))));
    asked.map_or(Ok(()), |heard| {
        let reason = "transactions are asked for without DECLARE_TX_DATA";
        Err(Stop::fail_at(heard.entry, reason))
    })
}

/// Declares a job with two transactions that nobody has seen.
fn unseen(bench: &mut Bench<'_>) -> Result<(Peer, Job, u32, Result<Said, String>), Stop> {
    let (mut peer, token, base, _) = after_one(bench)?;
    let bytes = token.mining_job_token.as_bytes().iter();
    let seed = bytes.fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add((*byte).into()));
    let job = Job::new(base.with_unknown(2, seed), &token, EXTRANONCE, |_| {})?;
    let request_id = job.declare(&mut peer, &token.mining_job_token)?;
    let said = said(&mut peer);
    Ok((peer, job, request_id, said))
}

/// JD-MT-1
pub(super) fn missing_transactions_are_asked_for(bench: &mut Bench<'_>) -> Outcome {
    let (peer, _, _, said) = unseen(bench)?;
    match said {
        Ok(Said::Missing(_)) => Ok(()),
        Ok(Said::Judged(Ok(_))) => Err(Stop::skip("jobs are accepted unseen")),
        Ok(Said::Judged(Err(error))) => {
            Err(peer.fail(format!("refused, and not asked for: {}", error.error_code)))
        }
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// A job whose transactions were asked for.
fn missing(bench: &mut Bench<'_>) -> Result<(Peer, Job, u32, ProvideMissingTransactions), Stop> {
    let (peer, job, request_id, said) = unseen(bench)?;
    match said {
        Ok(Said::Missing(missing)) => Ok((peer, job, request_id, missing)),
        Ok(Said::Judged(Ok(_))) => Err(Stop::skip("jobs are accepted unseen")),
        other => Err(Stop::unclear(format!("see JD-MT-1: {other:?}"))),
    }
}

/// JD-MT-2
pub(super) fn a_request_has_the_number_of_its_job(bench: &mut Bench<'_>) -> Outcome {
    let (peer, _, wanted, missing) = missing(bench)?;
    if missing.request_id == wanted {
        return Ok(());
    }
    Err(peer.fail(format!("request {wanted}, asked for {}", missing.request_id)))
}

/// JD-MT-3
pub(super) fn positions_are_those_of_the_list(bench: &mut Bench<'_>) -> Outcome {
    let (peer, job, _, missing) = missing(bench)?;
    let positions: Vec<_> = missing.unknown_tx_position_list.iter().copied().collect();
    let (known, count) = (positions.iter().collect::<BTreeSet<_>>(), job.transactions.len());
    let is_there = |at: usize| u16::try_from(at).is_ok_and(|at| known.contains(&at));
    if known.len() != positions.len() {
        return Err(peer.fail(format!("a position is there twice: {positions:?}")));
    }
    if let Some(at) = positions.iter().find(|at| usize::from(**at) >= count) {
        return Err(peer.fail(format!("position {at} of {count} transactions")));
    }
    if (count - 2..count).all(is_there) {
        return Ok(());
    }
    Err(peer.fail(format!("the last two of {count} are unknown; asked for {positions:?}")))
}

/// JD-MT-4
pub(super) fn given_transactions_are_answered(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, job, _, missing) = missing(bench)?;
    job.give(&mut peer, &missing, |_| {})?;
    job.judged(&mut peer).map(drop).map_err(|reason| peer.fail(reason))
}

/// The job must not be accepted by these transactions.
fn is_not_taken(bench: &mut Bench<'_>, change: impl FnOnce(&mut Vec<Vec<u8>>)) -> Outcome {
    let (mut peer, job, _, missing) = missing(bench)?;
    job.give(&mut peer, &missing, change)?;
    match said(&mut peer) {
        Ok(Said::Judged(Ok(_))) => Err(peer.fail("it was accepted")),
        Ok(Said::Judged(Err(_)) | Said::Missing(_)) => Ok(()),
        Err(_) if peer.end.is_some() => Ok(()),
        Err(_) => Err(Stop::unclear("neither accepted nor refused: see JD-MT-4")),
    }
}

/// JD-MT-5
pub(super) fn other_transactions_are_refused(bench: &mut Bench<'_>) -> Outcome {
    is_not_taken(bench, |all| {
        if let Some(byte) = all.last_mut().and_then(|last| last.last_mut()) {
            *byte ^= 1; // of the lock time: it is another transaction
        }
    })
}

/// JD-MT-6
pub(super) fn fewer_transactions_are_refused(bench: &mut Bench<'_>) -> Outcome {
    is_not_taken(bench, |all| drop(all.pop()))
}

/// The declarator still gives tokens to this client.
fn is_served(peer: &mut Peer) -> Outcome {
    work::ask(peer)?;
    granted(peer).map(drop).map_err(|reason| peer.fail(reason))
}

/// JD-MT-7
pub(super) fn transactions_of_nothing_end_nothing(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _, _) = begin(bench)?;
    let request_id = peer.next_request();
    work::provide(&mut peer, request_id, &[])?;
    is_served(&mut peer)
}

/// A solution of this job, and the hash of its block.
fn solution(peer: &Peer, job: &Job) -> Result<(PushSolution, U256), Stop> {
    let (header, nonce) = job.work.search(peer, job.coinbase.clone(), true)?;
    let extranonce = B032::try_from(&[FILL; EXTRANONCE][..]).unwrap_or_default();
    let solution = PushSolution {
        extranonce,
        prev_hash: header.prev_hash,
        nonce,
        ntime: header.ntime,
        nbits: header.nbits,
        version: header.version,
    };
    Ok((solution, header.hash(nonce)))
}

/// JD-PS-1
pub(super) fn a_solution_of_nothing_ends_nothing(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, token, base) = begin(bench)?;
    let job = Job::new(base, &token, EXTRANONCE, |_| {})?;
    peer.send(&solution(&peer, &job)?.0)?;
    is_served(&mut peer)
}

/// JD-PS-2
pub(super) fn a_solution_becomes_a_block(bench: &mut Bench<'_>) -> Outcome {
    let beside = bench.beside;
    let Some(provider) = &beside.templates else {
        return Err(Stop::skip("there is no template provider to see the block: --templates"));
    };
    let (mut watch, _) = bench.at(provider, templates::begin)?;
    let (mut peer, job, _) = accepted(bench)?;
    let (solution, hash) = solution(&peer, &job)?;
    peer.send(&solution)?;
    told(&mut watch, hash).map(drop).map_err(|reason| peer.fail(reason))
}

/// JD-PS-3
pub(super) fn a_declarator_goes_on_after_a_solution(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, job, _) = accepted(bench)?;
    let (solution, _) = solution(&peer, &job)?;
    // One that is none.
    peer.send(&PushSolution { nbits: 0x0300_0001, ..solution })?;
    is_served(&mut peer)
}
