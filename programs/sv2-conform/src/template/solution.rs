//! Solutions, and what comes of them.

use codec_core::wire::U256;
use codec_stratum::AnyMessage;
use codec_stratum::template_distribution::{SetNewPrevHash, SubmitSolution};

use super::data::{NO_TEMPLATE, ask};
use super::work::{self, ROOM, begin};
use crate::peer::{Bench, Peer};
use crate::scenario::general::Unknown;
use crate::verdict::{Outcome, Stop};

/// The message that tells of this block.
pub(crate) fn told(peer: &mut Peer, block: U256) -> Result<SetNewPrevHash, String> {
    peer.wait("SetNewPrevHash with the hash of the block", |message| match message {
        AnyMessage::TemplateSetNewPrevHash(prev) if prev.prev_hash == block => Some(*prev),
        _ => None,
    })
}

/// T-SS-1
pub(super) fn a_block_is_the_next_to_build_on(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, work) = begin(bench)?;
    let (solution, hash) = work.solve(&peer, true)?;
    peer.send(&solution)?;
    told(&mut peer, hash).map(drop).map_err(|reason| peer.fail(reason))
}

/// T-SS-2
pub(super) fn a_block_brings_a_new_template(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, work) = begin(bench)?;
    let (solution, hash) = work.solve(&peer, true)?;
    let before = peer.heard.len();
    peer.send(&solution)?;
    let prev = told(&mut peer, hash).map_err(Stop::unclear)?;
    let is_new = peer.heard[before..].iter().any(|heard| {
        matches!(&heard.message,
            Ok(AnyMessage::NewTemplate(template)) if template.template_id == prev.template_id)
    });
    if is_new || work::template(&mut peer).is_ok() {
        return Ok(());
    }
    Err(peer.fail("no new template came with the new block"))
}

/// True if the provider still answers this client.
fn is_served(peer: &mut Peer) -> Outcome {
    match ask(peer, NO_TEMPLATE)? {
        Ok(_) => Ok(()),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// A client that is answered before the question.
fn served(bench: &mut Bench<'_>) -> Result<(Peer, work::Work), Stop> {
    let (mut peer, work) = begin(bench)?;
    is_served(&mut peer).map_err(|stop| Stop::unclear(stop.reason))?;
    Ok((peer, work))
}

/// T-SS-3
pub(super) fn a_hash_above_the_target_is_no_block(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, work) = served(bench)?;
    let (solution, hash) = work.solve(&peer, false)?;
    peer.send(&solution)?;
    is_served(&mut peer)?;
    peer.listen();
    let is_told = peer.heard.iter().find(|heard| {
        matches!(&heard.message,
            Ok(AnyMessage::TemplateSetNewPrevHash(prev)) if prev.prev_hash == hash)
    });
    is_told.map_or(Ok(()), |heard| Err(Stop::fail_at(heard.entry, "it became a block")))
}

/// T-SS-4
pub(super) fn a_solution_of_nothing_ends_nothing(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, work) = served(bench)?;
    let (solution, _) = work.solve(&peer, false)?;
    peer.send(&SubmitSolution { template_id: NO_TEMPLATE, ..solution })?;
    is_served(&mut peer)
}

/// T-SS-5
pub(super) fn all_clients_are_told_of_a_block(bench: &mut Bench<'_>) -> Outcome {
    let (mut other, _) = begin(bench)?;
    let (mut peer, work) = begin(bench)?;
    let (solution, hash) = work.solve(&peer, true)?;
    peer.send(&solution)?;
    told(&mut peer, hash).map_err(Stop::unclear)?;
    told(&mut other, hash).map(drop).map_err(|reason| other.fail(reason))
}

/// T-SS-6
pub(super) fn earlier_templates_are_tracked(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, first) = begin(bench)?;
    work::constrain(&mut peer, ROOM * 2)?;
    let Ok(template) = work::template(&mut peer) else {
        return Err(Stop::skip("there is no later template"));
    };
    let (solution, hash) = first.solve(&peer, true)?;
    peer.send(&solution)?;
    let Err(reason) = told(&mut peer, hash) else { return Ok(()) };
    // Is a solution of the latest one accepted?
    let latest = work::Work { template, ..first };
    let (solution, hash) = latest.solve(&peer, true)?;
    peer.send(&solution)?;
    told(&mut peer, hash).map_err(|_| Stop::unclear("see T-SS-1"))?;
    Err(peer.fail(format!("a solution of the template before: {reason}")))
}

/// T-GEN-1
pub(super) fn unknown_messages_are_discarded(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = served(bench)?;
    peer.send(&Unknown { number: 7 })?;
    is_served(&mut peer)
}
