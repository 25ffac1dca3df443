//! Blocks of a node's chain, checked against their headers.

use codec_core::{Consensus, Format as _, Header as _};
use codec_decred::block::Block;
use codec_decred::inventory::{GetData, InvType, InvVect};
use codec_decred::{Digest, Network};
use serde_json::json;

use super::node::{Kept, Node};
use super::report::Report;
use crate::failure::Failure;

/// Number of blocks that are requested at once.
const AT_ONCE: usize = 16;

/// Fetches the newest of these blocks, at most so many.
pub(super) async fn fetch<N: Network>(
    node: &mut Node<N>,
    report: &mut Report,
    chain: &[Digest],
    count: usize,
) -> Result<(), Failure> {
    let first = chain.len().saturating_sub(count);
    for (part, base) in chain[first..].chunks(AT_ONCE).zip((first..).step_by(AT_ONCE)) {
        let entry = |hash: &Digest| InvVect { kind: InvType::Block, hash: *hash };
        node.send(&GetData { entries: part.iter().map(entry).collect() }).await?;
        for (hash, height) in part.iter().zip(base..) {
            let frame = loop {
                let frame = node.answer().await?;
                match frame.header().id() {
                    "block" => break frame,
                    "notfound" => {
                        return Err(node.broken(&format!("it does not have the block {hash}")));
                    }
                    _ => report.message(&frame)?,
                }
            };
            check(node, report, &frame, (*hash, height))?;
        }
    }
    Ok(())
}

/// Checks a block against the header that was requested, and counts it.
fn check<N: Network>(
    node: &Node<N>,
    report: &mut Report,
    frame: &Kept<N>,
    (hash, height): (Digest, usize),
) -> Result<(), Failure> {
    let block: Block = node.decode(frame)?;
    let broken = |how: &str| node.broken(&format!("block {height}, {hash}: {how}"));
    let (header, len) = (&block.header, frame.payload().len());
    if header.hash() != hash {
        return Err(broken(&format!("its hash is {}", header.hash())));
    }
    // In the first block it is 0 on some networks.
    if usize::try_from(header.size) != Ok(len) && (height, header.size) != (0, 0) {
        return Err(broken(&format!("its header says {} bytes, it has {len}", header.size)));
    }
    if !block.has_valid_roots() {
        return Err(broken("its transactions have other roots than the header says"));
    }
    if !block.is_in(node.version) {
        return Err(broken("it has more transactions than this version allows"));
    }
    // If the node follows the protocol, there is only one encoding.
    if Consensus::to_vec(&block).as_deref() != Ok(frame.payload()) {
        return Err(broken("it is not written back as it came"));
    }
    let (regular, stake) = (block.transactions.len(), block.stake_transactions.len());
    report.blocks += 1;
    report.transactions += regular + stake;
    report.stake += stake;
    report.bytes += len as u64;
    let (tickets, votes, revoked) = (header.fresh_stake, header.voters, header.revocations);
    report.print(
        || {
            format!(
                "block      {height}  {hash}  {len} bytes, {regular} transactions, {tickets} \
                 tickets, {votes} votes, {revoked} revocations"
            )
        },
        || {
            json!({
                "event": "block",
                "height": height,
                "hash": hash.to_string(),
                "size": len,
                "transactions": regular,
                "stake_transactions": stake,
                "tickets": tickets,
                "votes": votes,
                "revocations": revoked,
            })
        },
    )
}
