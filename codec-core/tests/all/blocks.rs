//! Blocks and transactions of Bitcoin, by derives: the encodings of the Bitcoin developer reference
//! and of BIP-144.

use bitcoin::hashes::{Hash, HashEngine, sha256d};
use codec_core::{Decode, Encode};

/// 80 bytes, whose double SHA-256 is the block's hash.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
pub(crate) struct Header {
    pub(crate) version: i32,
    pub(crate) previous: [u8; 32],
    pub(crate) merkle_root: [u8; 32],
    pub(crate) time: u32,
    pub(crate) bits: u32,
    pub(crate) nonce: u32,
}

/// An output of another transaction.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
pub(crate) struct OutPoint {
    pub(crate) txid: [u8; 32],
    pub(crate) index: u32,
}

#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
pub(crate) struct TxIn {
    pub(crate) spent: OutPoint,
    pub(crate) script: Vec<u8>,
    pub(crate) sequence: u32,
}

#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
pub(crate) struct TxOut {
    pub(crate) value: u64,
    pub(crate) script: Vec<u8>,
}

/// A stack of byte strings.
pub(crate) type Witness = Vec<Vec<u8>>;

/// The rest of a transaction with witnesses after the marker, where others have inputs: the flag
/// and the inputs.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
pub(crate) struct Segwit {
    #[codec(magic = 1u8)]
    pub(crate) flag: (),
    pub(crate) inputs: Vec<TxIn>,
}

/// A transaction, with or without witnesses. The marker of BIP-144 is an empty list of inputs, so
/// that one condition distinguishes the two.
#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow, check = Self::has_a_witness)]
pub(crate) struct Transaction {
    pub(crate) version: i32,
    pub(crate) inputs: Vec<TxIn>,
    #[codec(if = inputs.is_empty())]
    pub(crate) segwit: Option<Segwit>,
    pub(crate) outputs: Vec<TxOut>,
    #[codec(count = segwit.as_ref().map_or(0, |segwit| segwit.inputs.len()))]
    pub(crate) witnesses: Vec<Witness>,
    pub(crate) lock_time: u32,
    /// The bytes between version and witnesses, marker and flag included.
    #[codec(span = inputs..=outputs)]
    pub(crate) body: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Default, Encode, Decode)]
#[codec(borrow)]
pub(crate) struct Block {
    pub(crate) header: Header,
    pub(crate) transactions: Vec<Transaction>,
    #[codec(span = header)]
    pub(crate) header_bytes: Vec<u8>,
}

/// The encoding with witnesses is for transactions that have a witness or no inputs.
fn needs_flag(segwit: bool, inputs: usize, mut stacks: impl Iterator<Item = bool>) -> bool {
    !segwit || inputs == 0 || stacks.any(|empty| !empty)
}

impl Transaction {
    fn has_a_witness(&self) -> bool {
        let stacks = self.witnesses.iter().map(Vec::is_empty);
        needs_flag(self.segwit.is_some(), self.witnesses.len(), stacks)
    }
}

impl TransactionRef<'_> {
    fn has_a_witness(&self) -> bool {
        let stacks = self.witnesses.iter().map(|stack| stack.is_empty());
        needs_flag(self.segwit.is_some(), self.witnesses.len(), stacks)
    }

    /// The id of a transaction, which excludes its witnesses. Nothing is encoded again: the body is
    /// in the input, after marker and flag if there are any.
    pub(crate) fn txid(&self) -> [u8; 32] {
        let body = if self.segwit.is_some() { &self.body[2..] } else { self.body };
        let mut engine = sha256d::Hash::engine();
        engine.input(&self.version.to_le_bytes());
        engine.input(body);
        engine.input(&self.lock_time.to_le_bytes());
        sha256d::Hash::from_engine(engine).to_byte_array()
    }
}
