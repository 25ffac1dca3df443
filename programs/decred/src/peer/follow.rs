//! Fetches and shows what a node announces, as it arrives.

use std::collections::HashSet;

use codec_core::Header as _;
use codec_decred::Network;
use codec_decred::connection::SendHeaders;
use codec_decred::inventory::{GetData, Inv, InvType, InvVect, MemPool};

use super::node::Node;
use super::report::Report;
use crate::failure::Failure;

/// Number of announcements that are remembered, so that none is fetched twice.
const REMEMBERED: usize = 100_000;

/// Requests the unconfirmed transactions, and fetches what is announced, until the connection ends.
pub(super) async fn follow<N: Network>(
    node: &mut Node<N>,
    report: &mut Report,
) -> Result<(), Failure> {
    let mut known: HashSet<InvVect> = HashSet::new();
    if node.version >= SEND_HEADERS {
        node.send(&SendHeaders {}).await?;
    }
    node.send(&MemPool {}).await?;
    loop {
        let frame = node.next().await?;
        report.message(&frame)?;
        if frame.header().id() != "inv" {
            continue;
        }
        let inv: Inv = node.decode(&frame)?;
        let is_wanted = |kind| matches!(kind, InvType::Tx | InvType::Block | InvType::Mix);
        let mut entries = Vec::new();
        for entry in inv.entries.into_iter().filter(|entry| is_wanted(entry.kind)) {
            if known.len() >= REMEMBERED {
                known.clear();
            }
            if known.insert(entry) {
                entries.push(entry);
            }
        }
        if !entries.is_empty() {
            node.send(&GetData { entries }).await?;
        }
    }
}

/// The first version of the protocol that has `sendheaders`.
const SEND_HEADERS: u32 = 3;
