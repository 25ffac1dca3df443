//! Connections, templates, and the blocks before them.

use std::collections::BTreeSet;

use codec_core::wire::Target;
use codec_stratum::common::SetupConnection;
use codec_stratum::template_distribution::{NewTemplate, RequestTransactionData, SetNewPrevHash};
use codec_stratum::{AnyMessage, Subprotocol};

use super::data::NO_TEMPLATE;
use super::work::{self, ROOM};
use crate::peer::{Bench, Heard, Peer};
use crate::verdict::{Outcome, Stop};

/// The most satoshis that there can be.
const MAX_MONEY: u64 = 21_000_000 * 100_000_000;
/// The most bytes that a template puts before the client's in the coinbase's script.
const MAX_PREFIX: usize = 8;
/// The least version of a block (BIP 34, 66 and 65).
const MIN_VERSION: i32 = 4;
/// Bytes of outputs that no block has room for: each counts four times, of 4,000,000.
const TOO_MUCH: u32 = 1_000_000;

/// T-SC-1
pub(super) fn a_setup_is_accepted(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = bench.connect()?;
    peer.send(&work::client())?;
    match work::answered(&mut peer) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(code)) => Err(peer.fail(format!("SetupConnection was refused: {code}"))),
        Err(reason) => Err(peer.fail(reason)),
    }
}

fn is_refused(bench: &mut Bench<'_>, setup: &SetupConnection) -> Outcome {
    let mut peer = bench.connect()?;
    peer.send(setup)?;
    match work::answered(&mut peer) {
        Ok(Ok(())) => Err(peer.fail("it was accepted")),
        Ok(Err(_)) => Ok(()),
        Err(_) if peer.end.is_some() => Ok(()),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// T-SC-2
pub(super) fn an_unknown_protocol_is_refused(bench: &mut Bench<'_>) -> Outcome {
    work::connect(bench)?;
    is_refused(bench, &SetupConnection { protocol: Subprotocol::Other(255), ..work::client() })
}

/// T-SC-3
pub(super) fn an_unknown_version_is_refused(bench: &mut Bench<'_>) -> Outcome {
    work::connect(bench)?;
    is_refused(bench, &SetupConnection { min_version: 3, max_version: 3, ..work::client() })
}

/// A conversation that uses all that a provider has; its steps are no questions.
fn tour(bench: &mut Bench<'_>) -> Result<Peer, Stop> {
    let mut peer = work::connect(bench)?;
    work::constrain(&mut peer, ROOM)?;
    let template_id = work::template(&mut peer).map_or(NO_TEMPLATE, |one| one.template_id);
    for template_id in [template_id, NO_TEMPLATE] {
        peer.send(&RequestTransactionData { template_id })?;
    }
    work::constrain(&mut peer, ROOM + 1)?;
    peer.listen();
    if peer.heard.len() < 2 {
        return Err(Stop::unclear("there was nothing but an answer to SetupConnection"));
    }
    Ok(peer)
}

/// Looks at all frames of a tour.
fn watch(bench: &mut Bench<'_>, wrong: impl FnMut(&Heard) -> Option<String>) -> Outcome {
    tour(bench)?.look(wrong)
}

/// T-BIT-1
pub(super) fn channel_bits(bench: &mut Bench<'_>) -> Outcome {
    watch(bench, Heard::wrong_bit)
}

/// T-EXT-1
pub(super) fn core_messages_have_no_extension(bench: &mut Bench<'_>) -> Outcome {
    watch(bench, Heard::wrong_extension)
}

/// Looks at all templates of a tour.
fn templates(
    bench: &mut Bench<'_>,
    mut wrong: impl FnMut(&NewTemplate) -> Option<String>,
) -> Outcome {
    let mut count = 0;
    watch(bench, |heard| match &heard.message {
        Ok(AnyMessage::NewTemplate(template)) => {
            count += 1;
            wrong(template)
        }
        _ => None,
    })?;
    if count == 0 { Err(Stop::unclear("no template came: see T-COC-2")) } else { Ok(()) }
}

/// T-COC-1
pub(super) fn nothing_comes_before_constraints(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = work::connect(bench)?;
    peer.listen();
    let early = peer.unseen().iter().find(|heard| {
        let given = &heard.message;
        matches!(given, Ok(AnyMessage::NewTemplate(_) | AnyMessage::TemplateSetNewPrevHash(_)))
    });
    early.map_or(Ok(()), |heard| {
        Err(Stop::fail_at(heard.entry, format!("{} came first", heard.name())))
    })
}

/// T-COC-2
pub(super) fn constraints_are_answered(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = work::connect(bench)?;
    work::constrain(&mut peer, ROOM)?;
    work::template(&mut peer).map(drop).map_err(|reason| peer.fail(reason))
}

/// T-COC-3
pub(super) fn new_constraints_are_answered(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = work::begin(bench)?;
    work::constrain(&mut peer, ROOM * 2)?;
    work::template(&mut peer).map(drop).map_err(|reason| peer.fail(reason))
}

/// T-COC-4
pub(super) fn no_template_is_too_large(bench: &mut Bench<'_>) -> Outcome {
    work::begin(bench)?;
    let mut peer = work::connect(bench)?;
    peer.listen();
    peer.unseen(); // what comes before is T-COC-1
    work::constrain(&mut peer, TOO_MUCH)?;
    peer.listen();
    let given = |heard: &&Heard| matches!(heard.message, Ok(AnyMessage::NewTemplate(_)));
    peer.unseen().iter().find(given).map_or(Ok(()), |heard| {
        let reason = format!("a template with room for {TOO_MUCH} bytes of outputs is no block");
        Err(Stop::fail_at(heard.entry, reason))
    })
}

/// T-NT-1
pub(super) fn ids_increase(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = work::begin(bench)?;
    work::constrain(&mut peer, ROOM * 2)?;
    // A provider may leave it at its timer: what came is enough, if it is two.
    let _ = work::template(&mut peer);
    let ids = peer.heard.iter().filter_map(|heard| match &heard.message {
        Ok(AnyMessage::NewTemplate(template)) => Some((heard.entry, template.template_id)),
        _ => None,
    });
    let ids: Vec<_> = ids.collect();
    if ids.len() < 2 {
        return Err(Stop::skip("only one template came in time"));
    }
    match ids.windows(2).find(|pair| pair[0].1 >= pair[1].1) {
        Some(pair) => {
            let reason = format!("template {} after {}", pair[1].1, pair[0].1);
            Err(Stop::fail_at(pair[1].0, reason))
        }
        None => Ok(()),
    }
}

/// T-NT-2
pub(super) fn prefixes_are_short(bench: &mut Bench<'_>) -> Outcome {
    templates(bench, |template| {
        let len = template.coinbase_prefix.len();
        (len > MAX_PREFIX).then(|| format!("a coinbase_prefix of {len} bytes"))
    })
}

/// T-NT-3
pub(super) fn outputs_are_counted(bench: &mut Bench<'_>) -> Outcome {
    templates(bench, |template| {
        let count = template.coinbase_tx_outputs_count;
        let wrong = work::outputs(template).is_none();
        wrong.then(|| format!("coinbase_tx_outputs is not {count} outputs"))
    })
}

/// T-NT-4
pub(super) fn versions_are_valid(bench: &mut Bench<'_>) -> Outcome {
    templates(bench, |template| {
        let version = template.version.cast_signed();
        (version < MIN_VERSION).then(|| format!("a block of version {version}"))
    })
}

/// T-NT-5
pub(super) fn values_exist(bench: &mut Bench<'_>) -> Outcome {
    templates(bench, |template| {
        let value = template.coinbase_tx_value_remaining;
        (value > MAX_MONEY).then(|| format!("{value} satoshis"))
    })
}

/// Looks at all that tells of a block.
fn blocks(
    bench: &mut Bench<'_>,
    mut wrong: impl FnMut(&BTreeSet<u64>, &SetNewPrevHash) -> Option<String>,
) -> Outcome {
    let (mut known, mut count) = (BTreeSet::new(), 0);
    watch(bench, |heard| match &heard.message {
        Ok(AnyMessage::NewTemplate(template)) => {
            known.insert(template.template_id);
            None
        }
        Ok(AnyMessage::TemplateSetNewPrevHash(prev)) => {
            count += 1;
            wrong(&known, prev)
        }
        _ => None,
    })?;
    if count == 0 { Err(Stop::unclear("no SetNewPrevHash came: see T-SNPH-3")) } else { Ok(()) }
}

/// T-SNPH-1
pub(super) fn templates_are_known(bench: &mut Bench<'_>) -> Outcome {
    blocks(bench, |known, prev| {
        let id = prev.template_id;
        (!known.contains(&id)).then(|| format!("template {id} was not sent before"))
    })
}

/// T-SNPH-2
pub(super) fn targets_are_of_their_bits(bench: &mut Bench<'_>) -> Outcome {
    blocks(bench, |_, prev| match Target::from_compact(prev.n_bits) {
        Some(target) if Target(prev.target) <= target => None,
        Some(target) => Some(format!("a target above {target}, that of nBits")),
        None => Some(format!("nBits of {:#010x} are no target", prev.n_bits)),
    })
}

/// T-SNPH-3
pub(super) fn work_can_begin(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = work::connect(bench)?;
    work::constrain(&mut peer, ROOM)?;
    work::template(&mut peer).map_err(Stop::unclear)?;
    let is_block =
        |heard: &Heard| matches!(heard.message, Ok(AnyMessage::TemplateSetNewPrevHash(_)));
    if peer.heard.iter().any(is_block) {
        return Ok(());
    }
    let time = peer.time();
    let found = peer.wait_for(time, "SetNewPrevHash", |heard| is_block(heard).then_some(()));
    found.map_err(|reason| peer.fail(reason))
}
