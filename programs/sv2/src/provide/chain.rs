//! A synthetic chain of blocks, and the templates for its next one.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use codec_core::wire::{B064K, B0255, PackedSeq064K, Seq0255, Target, TooLong, U256};
use codec_stratum::template_distribution::{
    NewTemplate, RequestTransactionDataSuccess, SetNewPrevHash, SubmitSolutionRef,
};

use super::transaction::{coinbase_id, path_of, transaction};
use crate::code::Code;
use crate::hashing::{Template as Header, double_sha256};

/// Templates whose transactions are remembered.
const REMEMBERED: usize = 16;
/// Satoshis that a block pays its miner.
const SUBSIDY: u64 = 312_500_000;
/// Satoshis that each transaction pays.
const FEE: u64 = 1_000;
/// The most that a block weighs.
const MAX_WEIGHT: u64 = 4_000_000;
/// Bytes of a block beside its transactions and the client's outputs: header, counts, and a coinbase
/// transaction with a script of 100 bytes, a commitment and a witness.
const FRAME: u64 = 80 + 5 + 10 + 41 + 101 + 5 + 47 + 34;
const VERSION: u32 = 0x2000_0000;

/// Work for miners: the template of a block.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) id: u64,
    /// Height of the block that it is for.
    pub(super) height: u32,
    prev_hash: U256,
    time: u32,
    nbits: u32,
    target: Target,
    path: Vec<U256>,
    transactions: Vec<Vec<u8>>,
}

/// Parameters of the chain's growth.
#[derive(Debug, Clone, Copy)]
pub(super) struct Growth {
    /// Transactions of a template.
    pub(super) transactions: u16,
    /// The difficulty of its blocks.
    pub(super) nbits: u32,
    pub(super) target: Target,
}

/// The chain's end.
#[derive(Debug)]
pub(super) struct Chain {
    growth: Growth,
    height: u32,
    tip: U256,
    recent: VecDeque<Arc<Template>>,
    next_id: u64,
}

/// Outcome of a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Block(U256),
    UnknownTemplate,
    Stale,
    NoCoinbase,
    MissesTarget,
}

impl Chain {
    pub(super) fn new(growth: Growth) -> Self {
        let tip = double_sha256(&[b"the first block"]);
        let mut chain = Self { growth, height: 840_000, tip, recent: VecDeque::new(), next_id: 1 };
        chain.renew();
        chain
    }

    /// The template to work on.
    pub(super) fn latest(&self) -> Arc<Template> {
        let latest = self.recent.back().map(Arc::clone);
        latest.unwrap_or_else(|| Arc::new(self.template(0)))
    }

    /// A new template for the same block.
    pub(super) fn renew(&mut self) {
        let id = self.number();
        let template = Arc::new(self.template(id));
        if self.recent.len() == REMEMBERED {
            self.recent.pop_front();
        }
        self.recent.push_back(template);
    }

    /// A number for a template that only one client gets: no other has it.
    pub(super) const fn number(&mut self) -> u64 {
        let number = self.next_id;
        self.next_id += 1;
        number
    }

    /// Someone else has found a block.
    pub(super) fn grow(&mut self) {
        let block = double_sha256(&[self.tip.as_ref(), &self.height.to_le_bytes()]);
        self.add(block);
    }

    fn add(&mut self, block: U256) {
        self.height += 1;
        self.tip = block;
        self.renew();
    }

    fn template(&self, id: u64) -> Template {
        let Growth { transactions, nbits, target } = self.growth;
        let first = id << 16;
        let transactions: Vec<_> =
            (first..first + u64::from(transactions)).map(transaction).collect();
        let ids = transactions.iter().map(|bytes| double_sha256(&[bytes])).collect();
        let (height, prev_hash, time) = (self.height + 1, self.tip, now());
        Template { id, height, prev_hash, time, nbits, target, path: path_of(ids), transactions }
    }

    /// A template that is remembered; the error is the code that a client gets.
    pub(super) fn find(&self, id: u64) -> Result<&Template, Code> {
        match self.recent.iter().find(|template| template.id == id) {
            Some(template) if template.prev_hash == self.tip => Ok(template),
            None if id == 0 || id >= self.next_id => Err(Code::TEMPLATE_ID_NOT_FOUND),
            _ => Err(Code::STALE_TEMPLATE_ID),
        }
    }

    /// Checks a solution of a template; when it is one, the chain grows by its block.
    pub(super) fn solve(&mut self, id: u64, solution: &SubmitSolutionRef<'_>) -> Verdict {
        let verdict = match self.find(id) {
            Ok(template) => template.check(solution),
            Err(Code::STALE_TEMPLATE_ID) => Verdict::Stale,
            Err(_) => Verdict::UnknownTemplate,
        };
        if let Verdict::Block(hash) = verdict {
            self.add(hash);
        }
        verdict
    }
}

impl Template {
    /// The message that announces it by this number; a template for a block that is not announced
    /// yet is activated by [`announcement`](Self::announcement).
    pub(super) fn message(&self, id: u64, is_future: bool) -> Result<NewTemplate, TooLong> {
        let count = self.transactions.len() as u64;
        let [low, middle, high, _] = self.height.to_le_bytes();
        Ok(NewTemplate {
            template_id: id,
            future_template: is_future,
            version: VERSION,
            coinbase_tx_version: 2,
            coinbase_prefix: B0255::try_from(&[3, low, middle, high])?,
            coinbase_tx_input_sequence: 0xffff_ffff,
            coinbase_tx_value_remaining: SUBSIDY + FEE * count,
            coinbase_tx_outputs_count: 1,
            coinbase_tx_outputs: B064K::try_from(self.commitment())?,
            coinbase_tx_locktime: 0,
            merkle_path: Seq0255::try_from(self.path.clone())?,
        })
    }

    /// The output that commits to the witnesses, of which there are none: each transaction
    /// is known by the same id with and without.
    fn commitment(&self) -> Vec<u8> {
        let root = self
            .path
            .iter()
            .fold(U256::ZERO, |hash, other| double_sha256(&[hash.as_ref(), other.as_ref()]));
        let reserved = [0; 32];
        let commitment = double_sha256(&[root.as_ref(), &reserved]);
        let script = [&[0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed][..], commitment.as_ref()].concat();
        [&[0; 8][..], &[38], &script].concat()
    }

    /// Returns true if a block has room for so many bytes of outputs beside its transactions, and a
    /// coinbase script of 100 bytes (section 7.1).
    pub(super) fn has_room(&self, outputs: u32) -> bool {
        // None has a witness, so that each byte counts four times (BIP 141).
        let transactions: u64 = self.transactions.iter().map(|bytes| bytes.len() as u64).sum();
        4 * (FRAME + transactions + u64::from(outputs)) <= MAX_WEIGHT
    }

    /// The message that makes it the template to work on.
    pub(super) const fn announcement(&self, id: u64) -> SetNewPrevHash {
        SetNewPrevHash {
            template_id: id,
            prev_hash: self.prev_hash,
            header_timestamp: self.time,
            n_bits: self.nbits,
            target: self.target.0,
        }
    }

    /// Its transactions, by the number that the client has of it.
    pub(super) fn data(&self, id: u64) -> Result<RequestTransactionDataSuccess, TooLong> {
        let transactions = self.transactions.iter().map(|bytes| bytes.as_slice().try_into());
        let transactions: Vec<_> = transactions.collect::<Result<_, _>>()?;
        Ok(RequestTransactionDataSuccess {
            template_id: id,
            excess_data: B064K::default(),
            transaction_list: PackedSeq064K::try_from(transactions)?,
        })
    }

    fn check(&self, solution: &SubmitSolutionRef<'_>) -> Verdict {
        let Some(id) = coinbase_id(solution.coinbase_tx.as_bytes()) else {
            return Verdict::NoCoinbase;
        };
        let merkle_root = self
            .path
            .iter()
            .fold(id, |hash, other| double_sha256(&[hash.as_ref(), other.as_ref()]));
        let header = Header {
            version: solution.version,
            prev_hash: self.prev_hash,
            merkle_root,
            ntime: solution.header_timestamp,
            nbits: self.nbits,
        };
        let hash = header.hash(solution.header_nonce);
        if self.target.meets(&hash) { Verdict::Block(hash) } else { Verdict::MissesTarget }
    }
}

/// Seconds since 1970.
fn now() -> u32 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u32::try_from(now.as_secs()).unwrap_or(u32::MAX)
}
