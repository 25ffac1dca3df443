//! The tokens, jobs and transactions that all sessions of the declarator and of its pool know.

use std::collections::{BTreeMap, BTreeSet};

use codec_bitcoin::Digest;
use codec_bitcoin::transaction::{Output, Transaction};
use codec_core::{Consensus, Format as _};
use codec_stratum::job_declaration::DeclareMiningJob;

/// Bytes of a coinbase transaction before the length of its script.
const BEFORE_SCRIPT: usize = 4 + 2 + 1 + 36;
/// The script of the pool's other output.
pub(super) const MARK: [u8; 3] = [0x6a, 1, 0x77];

/// The use that a token has.
#[derive(Debug, Clone)]
pub(super) enum Token {
    Given,
    Used,
    /// The token of a declared job, with the scripts of its outputs.
    Declared(Vec<Vec<u8>>),
}

#[derive(Debug, Default)]
pub(super) struct Book {
    count: u32,
    pub(super) tokens: BTreeMap<Vec<u8>, Token>,
    /// The witness ids of known transactions.
    pub(super) known: BTreeSet<[u8; 32]>,
}

impl Book {
    /// A token that there was not.
    pub(super) fn new_token(&mut self, name: &str) -> Vec<u8> {
        self.count += 1;
        format!("{name} {}", self.count).into_bytes()
    }
}

/// A declared job.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) prefix: Vec<u8>,
    pub(super) suffix: Vec<u8>,
    pub(super) ids: Vec<[u8; 32]>,
    pub(super) outputs: Vec<Output>,
}

impl Job {
    /// The job, if its coinbase is a transaction.
    pub(super) fn of(declared: &DeclareMiningJob) -> Option<Self> {
        let (prefix, suffix) = (&declared.coinbase_tx_prefix, &declared.coinbase_tx_suffix);
        let (prefix, suffix) = (prefix.as_bytes().to_vec(), suffix.as_bytes().to_vec());
        let script = usize::from(*prefix.get(BEFORE_SCRIPT)?);
        let size = script.checked_sub(prefix.len() - BEFORE_SCRIPT - 1)?;
        let bytes = [&prefix[..], &vec![0; size], &suffix].concat();
        let coinbase: Transaction = Consensus::from_slice(&bytes).ok()?;
        let outputs = coinbase.outputs.iter().map(Output::from).collect();
        let ids = declared.wtxid_list.iter().map(|id| id.0).collect();
        coinbase.is_coinbase().then_some(Self { prefix, suffix, ids, outputs })
    }

    pub(super) fn scripts(&self) -> Vec<Vec<u8>> {
        self.outputs.iter().map(|output| output.script.clone()).collect()
    }
}

/// The id of a transaction with its witnesses.
pub(super) fn wide_id(bytes: &[u8]) -> [u8; 32] {
    Digest::of(bytes).0
}

/// The script that the pool is paid by.
pub(super) fn payout(fault: &str) -> Vec<u8> {
    // OP_RETURN, where the fault is that nobody can be paid by it.
    vec![if fault == "JD-TK-4" { 0x6a } else { 0x51 }, 0x20, 7]
}

/// Why outputs do not pay the pool as they have to.
pub(super) fn unpaid(outputs: &[Output], fault: &str) -> Option<&'static str> {
    let payout = payout(fault);
    let Some(at) = outputs.iter().position(|output| output.script == payout) else {
        return (fault != "JD-DJ-9").then_some("no-payout");
    };
    let (paid, all) = (outputs[at].value, outputs.iter().map(|one| one.value).sum::<i64>());
    match fault {
        "JD-DJ-8" => None,
        "JD-DJ-11" if at != 0 => Some("order"),
        "JD-DJ-12" if paid != all => Some("not-all-is-paid"),
        _ => (paid == 0).then_some("nothing-is-paid"),
    }
}
