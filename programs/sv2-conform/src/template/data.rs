//! The transactions of templates.

use codec_bitcoin::transaction::Transaction;
use codec_core::wire::U256;
use codec_core::{Consensus, Format as _};
use codec_stratum::AnyMessage;
use codec_stratum::template_distribution::{
    RequestTransactionData, RequestTransactionDataError, RequestTransactionDataSuccess,
    SetNewPrevHash,
};

use super::work::{self, Work, begin, commitment, pair, path};
use crate::peer::{Bench, Peer};
use crate::verdict::{Outcome, Stop};

/// A number that no template has by chance.
pub(super) const NO_TEMPLATE: u64 = 0x7edc_ba98_7654_3210;
/// Bytes of outputs beside which a tenth of a block is left for transactions.
const MUCH: u32 = 900_000;
/// The most that a block weighs (BIP 141).
const MAX_WEIGHT: usize = 4_000_000;
/// Bytes of a block without transactions and outputs: its header, two counts, and a coinbase
/// transaction with a script of 100 bytes.
const FRAME: usize = 80 + 3 + 4 + 1 + 36 + 1 + 100 + 4 + 3 + 4;

type Answer = Result<RequestTransactionDataSuccess, RequestTransactionDataError>;

/// Requests the transactions of a template.
pub(super) fn ask(peer: &mut Peer, template_id: u64) -> Result<Result<Answer, String>, Stop> {
    peer.send(&RequestTransactionData { template_id })?;
    Ok(peer.wait("an answer to RequestTransactionData", |message| match message {
        AnyMessage::RequestTransactionDataSuccess(answer) => Some(Ok(answer.clone())),
        AnyMessage::RequestTransactionDataError(answer) => Some(Err(answer.clone())),
        _ => None,
    }))
}

/// T-RTD-1
pub(super) fn a_known_template_has_data(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, work) = begin(bench)?;
    match ask(&mut peer, work.template.template_id)? {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(peer.fail(format!("it was refused: {}", error.error_code))),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// T-RTD-2
pub(super) fn data_has_the_id_of_its_request(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, work) = begin(bench)?;
    let wanted = work.template.template_id;
    match ask(&mut peer, wanted)? {
        Ok(Ok(answer)) if answer.template_id == wanted => Ok(()),
        Ok(Ok(answer)) => {
            Err(peer.fail(format!("template {wanted}, answer {}", answer.template_id)))
        }
        other => Err(Stop::unclear(format!("see T-RTD-1: {other:?}"))),
    }
}

/// T-RTD-3
pub(super) fn an_unknown_template_has_an_error(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = begin(bench)?;
    match ask(&mut peer, NO_TEMPLATE)? {
        Ok(Err(_)) => Ok(()),
        Ok(Ok(_)) => Err(peer.fail("it has data")),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// The error for a template that does not exist.
fn error(bench: &mut Bench<'_>) -> Result<(Peer, RequestTransactionDataError), Stop> {
    let (mut peer, _) = begin(bench)?;
    match ask(&mut peer, NO_TEMPLATE)? {
        Ok(Err(error)) => Ok((peer, error)),
        other => Err(Stop::unclear(format!("see T-RTD-3: {other:?}"))),
    }
}

/// T-RTD-4
pub(super) fn an_error_has_the_id_of_its_request(bench: &mut Bench<'_>) -> Outcome {
    let (peer, error) = error(bench)?;
    if error.template_id == NO_TEMPLATE {
        return Ok(());
    }
    Err(peer.fail(format!("template {NO_TEMPLATE}, error {}", error.template_id)))
}

/// T-RTD-5
pub(super) fn an_error_has_its_code(bench: &mut Bench<'_>) -> Outcome {
    let (peer, error) = error(bench)?;
    let code = error.error_code.to_string();
    if code == "template-id-not-found" { Ok(()) } else { Err(peer.fail(format!("code {code:?}"))) }
}

/// The transactions of a template, where they are encoded as in blocks, with their lengths.
fn transactions(peer: &mut Peer, work: &Work) -> Result<Vec<(Transaction, usize)>, Stop> {
    let answer = match ask(peer, work.template.template_id)? {
        Ok(Ok(answer)) => answer,
        other => return Err(Stop::unclear(format!("see T-RTD-1: {other:?}"))),
    };
    let all = answer.transaction_list.iter().map(|bytes| {
        let bytes = bytes.as_bytes();
        Consensus::from_slice(bytes).ok().map(|transaction| (transaction, bytes.len()))
    });
    let all: Option<Vec<_>> = all.collect();
    all.ok_or_else(|| Stop::skip("the transactions have an encoding of their own"))
}

/// The same without the coinbase, which has a scenario of its own.
pub(crate) fn others(peer: &mut Peer, work: &Work) -> Result<Vec<(Transaction, usize)>, Stop> {
    let mut all = transactions(peer, work)?;
    all.retain(|one| !one.0.is_coinbase());
    Ok(all)
}

/// T-RTD-6
pub(super) fn no_coinbase_is_among_them(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, work) = begin(bench)?;
    let all = transactions(&mut peer, &work)?;
    if all.iter().any(|one| one.0.is_coinbase()) {
        return Err(peer.fail("a coinbase transaction is among the transactions"));
    }
    Ok(())
}

/// T-RTD-7
pub(super) fn witnesses_are_included(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, work) = begin(bench)?;
    let Some(committed) = commitment(&work.template) else {
        return Err(Stop::skip("the template commits to no witnesses"));
    };
    let all = others(&mut peer, &work)?;
    let ids = all.iter().map(|one| U256(one.0.wtxid().0)).collect();
    let root = path(ids).iter().fold(U256::ZERO, |hash, other| pair(&hash, other));
    if pair(&root, &U256::ZERO) == committed {
        return Ok(());
    }
    Err(peer.fail("the template commits to other witnesses"))
}

/// T-NT-6
pub(super) fn the_path_is_of_the_transactions(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, work) = begin(bench)?;
    let all = others(&mut peer, &work)?;
    let found = path(all.iter().map(|one| U256(one.0.txid().0)).collect());
    if found == work.template.merkle_path.as_slice() {
        return Ok(());
    }
    Err(peer.fail("merkle_path is that of other transactions"))
}

/// T-COC-5
pub(super) fn there_is_room_for_outputs(bench: &mut Bench<'_>) -> Outcome {
    begin(bench)?;
    let mut peer = work::connect(bench)?;
    work::constrain(&mut peer, MUCH)?;
    // No template is an answer, too: for some mempools there is none.
    let Ok(template) = work::template(&mut peer) else { return Ok(()) };
    let outputs = template.coinbase_tx_outputs.len();
    let prev = SetNewPrevHash {
        template_id: template.template_id,
        prev_hash: U256::ZERO,
        header_timestamp: 0,
        n_bits: 0,
        target: U256::ZERO,
    };
    let all = others(&mut peer, &Work { template, prev })?;
    let mut weight = 4 * (FRAME + outputs + usize::try_from(MUCH).unwrap_or(usize::MAX));
    for (transaction, len) in all {
        weight += len + 3 * work::bare(transaction).map_or(0, |bytes| bytes.len());
    }
    if weight <= MAX_WEIGHT {
        return Ok(());
    }
    let room = format!("with {MUCH} bytes of outputs it weighs {weight} of {MAX_WEIGHT}");
    Err(peer.fail(room))
}
