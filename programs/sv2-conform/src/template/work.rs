//! Templates, and solutions of them.

use codec_bitcoin::Digest;
use codec_bitcoin::transaction::{Input, OutPoint, Output, Transaction, Witness};
use codec_core::wire::{B064K, Target, U256};
use codec_core::{Consensus, EncodeError, Format as _, Packed};
use codec_stratum::common::SetupConnection;
use codec_stratum::template_distribution::{
    CoinbaseOutputConstraints, NewTemplate, SetNewPrevHash, SubmitSolution,
};
use codec_stratum::{AnyMessage, Subprotocol};

use crate::grind::{Header, merkle_root, zero_bits};
use crate::peer::{Bench, Peer, setup};
use crate::verdict::{Outcome, Stop};

/// Bytes of outputs that scenarios ask room for, if these are not their question.
pub(super) const ROOM: u32 = 1000;
/// Bytes of the longest message: more than the transactions of a block take.
const MAX_DATA: usize = 8 * 1024 * 1024;
/// Bits of a target above which no block is searched for.
const MAX_BITS: u32 = 24;
/// Begins the script of the output that commits to witnesses (BIP 141).
pub(crate) const COMMITMENT: [u8; 6] = [0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed];

/// The setup of a client for templates.
pub(super) fn client() -> SetupConnection {
    SetupConnection { protocol: Subprotocol::TemplateDistribution, ..setup(0) }
}

/// The answer to a setup: an error has its code.
pub(super) fn answered(peer: &mut Peer) -> Result<Result<(), String>, String> {
    peer.wait("an answer to SetupConnection", |message| match message {
        AnyMessage::SetupConnectionSuccess(_) => Some(Ok(())),
        AnyMessage::SetupConnectionError(error) => Some(Err(error.error_code.to_string())),
        _ => None,
    })
}

/// Opens a connection that the provider has accepted.
pub(super) fn connect(bench: &mut Bench<'_>) -> Result<Peer, Stop> {
    let mut peer = bench.connect_for(MAX_DATA)?;
    peer.send(&client())?;
    match answered(&mut peer).map_err(Stop::unclear)? {
        Ok(()) => Ok(peer),
        Err(code) => Err(Stop::unclear(format!("SetupConnection was refused: {code}"))),
    }
}

/// Tells how many bytes the client's outputs will take.
pub(super) fn constrain(peer: &mut Peer, coinbase_output_max_additional_size: u32) -> Outcome {
    let coinbase_output_max_additional_sigops = 1;
    peer.send(&CoinbaseOutputConstraints {
        coinbase_output_max_additional_size,
        coinbase_output_max_additional_sigops,
    })
}

/// The next template.
///
/// # Errors
/// The end or the silence that came instead.
pub(super) fn template(peer: &mut Peer) -> Result<NewTemplate, String> {
    peer.wait("NewTemplate", |message| match message {
        AnyMessage::NewTemplate(template) => Some(template.clone()),
        _ => None,
    })
}

/// A template to work on.
#[derive(Debug, Clone)]
pub(crate) struct Work {
    pub(crate) template: NewTemplate,
    pub(crate) prev: SetNewPrevHash,
}

/// Opens a connection, and waits for work.
pub(crate) fn begin(bench: &mut Bench<'_>) -> Result<(Peer, Work), Stop> {
    let mut peer = connect(bench)?;
    constrain(&mut peer, ROOM)?;
    let work = work(&mut peer)?;
    Ok((peer, work))
}

/// Waits for a template that can be worked on.
pub(super) fn work(peer: &mut Peer) -> Result<Work, Stop> {
    let (mut templates, mut prev) = (Vec::<NewTemplate>::new(), None::<SetNewPrevHash>);
    let found = peer.wait("a template and the block before it", |message| {
        match message {
            AnyMessage::NewTemplate(template) => templates.push(template.clone()),
            AnyMessage::TemplateSetNewPrevHash(new) => prev = Some(*new),
            _ => return None,
        }
        let prev = prev?;
        let is_ready =
            |one: &&NewTemplate| one.template_id == prev.template_id || !one.future_template;
        Some(Work { template: templates.iter().rev().find(is_ready)?.clone(), prev })
    });
    found.map_err(Stop::unclear)
}

impl Work {
    /// The transaction of a block: the client's output takes all, and those of the template follow.
    fn coinbase(&self) -> Result<Transaction, Stop> {
        let template = &self.template;
        let mut outputs = vec![Output {
            value: i64::try_from(template.coinbase_tx_value_remaining).unwrap_or(i64::MAX),
            script: vec![0x51], // anyone's
        }];
        let theirs = self::outputs(template).ok_or_else(|| Stop::unclear("see T-NT-3"))?;
        let is_committed = theirs.iter().any(|output| output.script.starts_with(&COMMITMENT));
        outputs.extend(theirs);
        let script = [template.coinbase_prefix.as_bytes(), &[4, 0x5a, 0x5a, 0x5a, 0x5a]].concat();
        let sequence = template.coinbase_tx_input_sequence;
        let input = Input { previous: OutPoint::NULL, script, sequence };
        let witness = Witness { items: vec![vec![0; 32]] };
        Ok(Transaction::new(
            template.coinbase_tx_version.cast_signed(),
            [input],
            outputs,
            is_committed.then_some(witness),
            template.coinbase_tx_locktime,
        ))
    }

    /// A solution whose hash meets the target, or misses it; and the hash.
    pub(super) fn solve(
        &self,
        peer: &Peer,
        is_block: bool,
    ) -> Result<(SubmitSolution, U256), Stop> {
        let coinbase = self.coinbase()?;
        let bytes = Consensus::to_vec(&coinbase);
        let bytes = bytes.map_err(|error| Stop::unclear(error.to_string()))?;
        let (header, nonce) = self.search(peer, coinbase, is_block)?;
        let solution = SubmitSolution {
            template_id: self.template.template_id,
            version: header.version,
            header_timestamp: header.ntime,
            header_nonce: nonce,
            coinbase_tx: B064K::try_from(bytes).map_err(|_| Stop::unclear("too many outputs"))?,
        };
        Ok((solution, header.hash(nonce)))
    }

    /// The header of the block with this coinbase, and a nonce by which its hash meets the target, or misses it.
    pub(crate) fn search(
        &self,
        peer: &Peer,
        coinbase: Transaction,
        is_block: bool,
    ) -> Result<(Header, u32), Stop> {
        let Self { template, prev } = self;
        let target = Target(prev.target);
        let bits = zero_bits(&target);
        if bits > MAX_BITS {
            return Err(Stop::skip(format!("a block takes 2^{bits} hashes")));
        }
        let bare = bare(coinbase).map_err(|error| Stop::unclear(error.to_string()))?;
        let header = Header {
            version: template.version,
            prev_hash: prev.prev_hash,
            merkle_root: merkle_root(&[&bare], template.merkle_path.as_slice()),
            ntime: prev.header_timestamp,
            nbits: prev.n_bits,
        };
        let nonce = header.search(0, peer.time() * 4, |hash| target.meets(hash) == is_block);
        nonce
            .map(|nonce| (header, nonce))
            .ok_or_else(|| Stop::unclear("no block was found in time"))
    }
}

/// A transaction's bytes without its witnesses.
pub(crate) fn bare(transaction: Transaction) -> Result<Vec<u8>, EncodeError> {
    let witnesses = Packed::default();
    Consensus::to_vec(&Transaction { is_segwit: false, witnesses, ..transaction })
}

/// The outputs of a template; `None` if its bytes are not the number of outputs that it says.
pub(crate) fn outputs(template: &NewTemplate) -> Option<Vec<Output>> {
    let mut rest = template.coinbase_tx_outputs.as_bytes();
    let mut outputs = Vec::new();
    while !rest.is_empty() {
        let (output, after) = Consensus::from_slice_prefix::<Output>(rest).ok()?;
        outputs.push(output);
        rest = after;
    }
    let count = usize::try_from(template.coinbase_tx_outputs_count).ok()?;
    (outputs.len() == count).then_some(outputs)
}

/// The hash of a template's commitment to witnesses, if it has one.
pub(super) fn commitment(template: &NewTemplate) -> Option<U256> {
    let outputs = outputs(template)?;
    let script = outputs.iter().rev().find_map(|one| one.script.strip_prefix(&COMMITMENT))?;
    Some(U256(*script.first_chunk()?))
}

/// The hash of two.
pub(crate) fn pair(one: &U256, two: &U256) -> U256 {
    U256(Digest::of(&[one.as_ref(), two.as_ref()].concat()).0)
}

/// The Merkle path of the first leaf beside these others.
pub(crate) fn path(mut level: Vec<U256>) -> Vec<U256> {
    let mut path = Vec::new();
    while let Some((first, rest)) = level.split_first() {
        path.push(*first);
        // An odd one is paired with itself.
        let pairs = rest.chunks(2).map(|two| pair(&two[0], &two[two.len() - 1]));
        level = pairs.collect();
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_the_root_of_all_leaves() {
        for count in 1_u8..40 {
            let leaves: Vec<_> = (0..count).map(|number| U256([number; 32])).collect();
            let found = path(leaves[1..].to_vec());
            let root = found.iter().fold(leaves[0], |hash, other| pair(&hash, other));
            let all = leaves.iter().map(|leaf| Digest(leaf.0));
            assert_eq!(Some(Digest(root.0)), codec_bitcoin::merkle_root(all), "{count} leaves");
        }
    }
}
