//! Output and counts of what a node sends.

use std::fmt;

use clap::ValueEnum;
use codec_core::{Consensus, Format as _, Header as _};
use codec_decred::block::HEADER_LEN;
use codec_decred::transaction::TransactionRef;
use codec_decred::{Digest, Network};
use serde_json::{Value as Json, json};

use super::node::Kept;
use crate::failure::{Failure, complain, say};
use crate::inspect::{Inspection, Place};

/// Output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A line for each, long fields shortened.
    Text,
    /// An object on each line, with nothing left out.
    Json,
}

/// Prints, and counts what it prints.
#[derive(Debug)]
pub(super) struct Report {
    format: Format,
    /// Headers that were checked against the one before.
    pub(super) headers: usize,
    /// Blocks that were checked against their header.
    pub(super) blocks: usize,
    /// Transactions in them, of both trees.
    pub(super) transactions: usize,
    /// Tickets, votes and revocations among these.
    pub(super) stake: usize,
    /// Bytes of the blocks.
    pub(super) bytes: u64,
    /// Other messages.
    messages: usize,
    /// Malformed messages.
    malformed: usize,
}

impl Report {
    pub(super) const fn new(format: Format) -> Self {
        Self {
            format,
            headers: 0,
            blocks: 0,
            transactions: 0,
            stake: 0,
            bytes: 0,
            messages: 0,
            malformed: 0,
        }
    }

    /// Prints one of the two.
    pub(super) fn print(
        &self,
        text: impl FnOnce() -> String,
        object: impl FnOnce() -> Json,
    ) -> Result<(), Failure> {
        match self.format {
            Format::Text => say(text()),
            Format::Json => say(object()),
        }
    }

    /// Prints a message as it came.
    pub(super) fn message<N: Network>(&mut self, frame: &Kept<N>) -> Result<(), Failure> {
        self.messages += 1;
        let place = Place::Byte(frame.offset);
        let inspection = Inspection::new(place, frame.header(), frame.payload());
        // An unknown command isn't the node's error.
        if frame.header().known().is_some()
            && let Some(complaint) = inspection.complaint()
        {
            self.malformed += 1;
            complain(&format!("decred: {complaint}"));
            return Ok(());
        }
        let hash = identity(frame);
        self.print(
            || match hash {
                Some(hash) => format!("message {inspection}  hash={hash}"),
                None => format!("message {inspection}"),
            },
            || {
                let mut object = inspection.to_json();
                object["event"] = "message".into();
                object["hash"] = hash.map(|hash| hash.to_string()).into();
                object
            },
        )
    }

    /// Prints the sums. Messages that were none make it a failure.
    pub(super) fn done(&self) -> Result<(), Failure> {
        self.print(
            || self.to_string(),
            || {
                json!({
                    "event": "done",
                    "headers": self.headers,
                    "blocks": self.blocks,
                    "bytes": self.bytes,
                    "transactions": self.transactions,
                    "stake": self.stake,
                    "messages": self.messages,
                    "malformed": self.malformed,
                })
            },
        )?;
        match self.malformed {
            0 => Ok(()),
            count => Err(Failure::Broken(format!("{count} malformed messages"))),
        }
    }
}

/// The hash by which what is in the frame is announced: of a transaction, a block or a mixing
/// message.
fn identity<N: Network>(frame: &Kept<N>) -> Option<Digest> {
    let payload = frame.payload();
    match frame.header().id() {
        "tx" => Consensus::from_slice_ref::<TransactionRef<'_>>(payload).ok()?.hash(),
        "block" => payload.get(..HEADER_LEN).map(Digest::of),
        mixing if mixing.starts_with("mix") => Some(Digest::of(payload)),
        _ => None,
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { headers, blocks, bytes, transactions, stake, messages, malformed, .. } = self;
        write!(
            f,
            "done       {headers} headers, {blocks} blocks ({bytes} bytes, {transactions} \
             transactions, {stake} of them of the stake tree), {messages} messages, {malformed} \
             malformed"
        )
    }
}
