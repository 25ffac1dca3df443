//! The headers of a node's chain.

use codec_core::Header as _;
use codec_decred::block::{GetHeaders, Headers, MAX_HEADERS};
use codec_decred::{Digest, Network};
use serde_json::json;

use super::node::Node;
use super::report::Report;
use crate::failure::Failure;

/// Fetches all headers, and returns the hashes of the blocks by height, from the first block
/// on, to which the first header leads.
pub(super) async fn fetch<N: Network>(
    node: &mut Node<N>,
    report: &mut Report,
) -> Result<Vec<Digest>, Failure> {
    let mut chain: Vec<Digest> = Vec::new();
    loop {
        // A node doesn't know the zero hash, so it starts with the second block.
        let last = chain.last().copied().unwrap_or_default();
        let (protocol, stop) = (node.version, Digest::default());
        node.send(&GetHeaders { protocol, locator: vec![last], stop }).await?;
        let headers = loop {
            let frame = node.answer().await?;
            if frame.header().id() == "headers" {
                break node.decode::<Headers>(&frame)?;
            }
            report.message(&frame)?;
        };
        let before = chain.len();
        extend(node, &mut chain, &headers)?;
        let count = headers.blocks.len();
        report.headers += count;
        if count > 0 {
            let (first, tip) = (before.max(1), chain[chain.len() - 1]);
            let height = chain.len() - 1;
            report.print(
                || format!("headers    {first} to {height}  {tip}"),
                || {
                    json!({
                        "event": "headers",
                        "from": first,
                        "to": height,
                        "hash": tip.to_string(),
                    })
                },
            )?;
        }
        if count < MAX_HEADERS {
            return Ok(chain);
        }
    }
}

/// Checks each header against the one before.
fn extend<N: Network>(
    node: &Node<N>,
    chain: &mut Vec<Digest>,
    headers: &Headers,
) -> Result<(), Failure> {
    for block in &headers.blocks {
        let header = &block.header;
        if chain.is_empty() {
            chain.push(header.prev_block);
        }
        let height = chain.len();
        if chain.last() != Some(&header.prev_block) {
            let prev = header.prev_block;
            return Err(
                node.broken(&format!("header {height} follows {prev}, which is not before"))
            );
        }
        if usize::try_from(header.height) != Ok(height) {
            let told = header.height;
            return Err(node.broken(&format!("header {height} says that it is {told}")));
        }
        chain.push(header.hash());
    }
    Ok(())
}
