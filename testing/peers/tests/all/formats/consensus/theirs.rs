//! The structures of the crate `bitcoin`, and conversions to and from them.

use bitcoin::absolute::LockTime;
use bitcoin::block::Version;
use bitcoin::consensus::{Decodable, Encodable, deserialize_partial, serialize};
use bitcoin::hashes::Hash;
use bitcoin::{Amount, CompactTarget, ScriptBuf, Sequence};
use codec_core::{Consensus, Encode, Format};

use super::structures::{Block, Header, OutPoint, Segwit, Transaction, TxIn, TxOut};
use crate::formats::reference::Reference;

/// A structure that the crate `bitcoin` has as well.
pub(crate) trait Known: Sized {
    type Theirs: Encodable + Decodable;
    fn to_theirs(&self) -> Self::Theirs;
    fn from_theirs(theirs: &Self::Theirs) -> Self;
}

pub(crate) struct Bitcoin;

impl<T: Known> Reference<T> for Bitcoin {
    type Ours = Consensus;
    fn write(value: &T) -> Vec<u8> {
        serialize(&value.to_theirs())
    }
    fn read(input: &[u8]) -> Option<(T, usize)> {
        let (theirs, used) = deserialize_partial::<T::Theirs>(input).ok()?;
        Some((T::from_theirs(&theirs), used))
    }
}

fn bytes(value: &impl Encode) -> Vec<u8> {
    Consensus::to_vec(value).expect("a value of one form")
}

impl Known for Header {
    type Theirs = bitcoin::block::Header;
    fn to_theirs(&self) -> Self::Theirs {
        bitcoin::block::Header {
            version: Version::from_consensus(self.version),
            prev_blockhash: Hash::from_byte_array(self.previous),
            merkle_root: Hash::from_byte_array(self.merkle_root),
            time: self.time,
            bits: CompactTarget::from_consensus(self.bits),
            nonce: self.nonce,
        }
    }
    fn from_theirs(theirs: &Self::Theirs) -> Self {
        Self {
            version: theirs.version.to_consensus(),
            previous: theirs.prev_blockhash.to_byte_array(),
            merkle_root: theirs.merkle_root.to_byte_array(),
            time: theirs.time,
            bits: theirs.bits.to_consensus(),
            nonce: theirs.nonce,
        }
    }
}

impl Known for OutPoint {
    type Theirs = bitcoin::OutPoint;
    fn to_theirs(&self) -> Self::Theirs {
        bitcoin::OutPoint { txid: Hash::from_byte_array(self.txid), vout: self.index }
    }
    fn from_theirs(theirs: &Self::Theirs) -> Self {
        Self { txid: theirs.txid.to_byte_array(), index: theirs.vout }
    }
}

impl Known for TxIn {
    type Theirs = bitcoin::TxIn;
    fn to_theirs(&self) -> Self::Theirs {
        bitcoin::TxIn {
            previous_output: self.spent.to_theirs(),
            script_sig: ScriptBuf::from_bytes(self.script.clone()),
            sequence: Sequence(self.sequence),
            witness: bitcoin::Witness::new(),
        }
    }
    fn from_theirs(theirs: &Self::Theirs) -> Self {
        Self {
            spent: OutPoint::from_theirs(&theirs.previous_output),
            script: theirs.script_sig.to_bytes(),
            sequence: theirs.sequence.0,
        }
    }
}

impl Known for TxOut {
    type Theirs = bitcoin::TxOut;
    fn to_theirs(&self) -> Self::Theirs {
        bitcoin::TxOut {
            value: Amount::from_sat(self.value),
            script_pubkey: ScriptBuf::from_bytes(self.script.clone()),
        }
    }
    fn from_theirs(theirs: &Self::Theirs) -> Self {
        Self { value: theirs.value.to_sat(), script: theirs.script_pubkey.to_bytes() }
    }
}

impl Known for Transaction {
    type Theirs = bitcoin::Transaction;
    fn to_theirs(&self) -> Self::Theirs {
        let inputs = self.segwit.as_ref().map_or(&self.inputs, |segwit| &segwit.inputs);
        let mut input: Vec<_> = inputs.iter().map(Known::to_theirs).collect();
        for (input, witness) in input.iter_mut().zip(&self.witnesses) {
            input.witness = bitcoin::Witness::from_slice(witness);
        }
        bitcoin::Transaction {
            version: bitcoin::transaction::Version(self.version),
            lock_time: LockTime::from_consensus(self.lock_time),
            input,
            output: self.outputs.iter().map(Known::to_theirs).collect(),
        }
    }

    /// In the form in which it is written: with witnesses if it has any, or if it has no inputs.
    fn from_theirs(theirs: &Self::Theirs) -> Self {
        let inputs: Vec<_> = theirs.input.iter().map(TxIn::from_theirs).collect();
        let outputs: Vec<_> = theirs.output.iter().map(TxOut::from_theirs).collect();
        let plain = Self {
            version: theirs.version.0,
            lock_time: theirs.lock_time.to_consensus_u32(),
            ..Self::default()
        };
        if !inputs.is_empty() && theirs.input.iter().all(|input| input.witness.is_empty()) {
            return Self { body: bytes(&(&inputs, &outputs)), inputs, outputs, ..plain };
        }
        let segwit = Segwit { flag: (), inputs };
        Self {
            body: bytes(&(0u8, &segwit, &outputs)),
            segwit: Some(segwit),
            outputs,
            witnesses: theirs.input.iter().map(|input| input.witness.to_vec()).collect(),
            ..plain
        }
    }
}

impl Known for Block {
    type Theirs = bitcoin::Block;
    fn to_theirs(&self) -> Self::Theirs {
        bitcoin::Block {
            header: self.header.to_theirs(),
            txdata: self.transactions.iter().map(Known::to_theirs).collect(),
        }
    }
    fn from_theirs(theirs: &Self::Theirs) -> Self {
        let header = Header::from_theirs(&theirs.header);
        Self {
            header_bytes: bytes(&header),
            header,
            transactions: theirs.txdata.iter().map(Transaction::from_theirs).collect(),
        }
    }
}
