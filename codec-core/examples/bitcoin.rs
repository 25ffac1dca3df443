//! The first block of Bitcoin, and one with witnesses, borrowed from their bytes.
#![forbid(unsafe_code)]

use bitcoin::hashes::{Hash, HashEngine, sha256d};
use bitcoin::hex::FromHex;
use codec_core::{Consensus, Decode, DecodeErrorKind, Encode, Format, SeqRef};

#[derive(Debug, Encode, Decode)]
struct Block<'a> {
    #[codec(span = version..=nonce)]
    header: &'a [u8],
    version: i32,
    previous: [u8; 32],
    merkle_root: [u8; 32],
    time: u32,
    bits: u32,
    nonce: u32,
    #[codec(borrow)]
    transactions: SeqRef<'a, Transaction<'a>>,
}

/// With or without witnesses. A transaction with witnesses begins with an empty list of inputs and
/// a flag; its own inputs follow, and a witness for each at the end. Nodes refuse that form if all
/// witnesses are empty: a transaction has one encoding.
#[derive(Debug, Encode, Decode)]
#[codec(check = Self::needs_its_flag)]
struct Transaction<'a> {
    version: i32,
    #[codec(borrow)]
    inputs: SeqRef<'a, Input<'a>>,
    #[codec(borrow, if = inputs.is_empty())]
    segwit: Option<Segwit<'a>>,
    #[codec(borrow)]
    outputs: SeqRef<'a, Output<'a>>,
    #[codec(borrow, count = segwit.as_ref().map_or(0, |segwit| segwit.inputs.len()))]
    witnesses: SeqRef<'a, SeqRef<'a, &'a [u8]>>,
    lock_time: u32,
    #[codec(span = inputs..=outputs)]
    body: &'a [u8],
}

#[derive(Debug, Encode, Decode)]
struct Segwit<'a> {
    #[codec(magic = 1u8)]
    flag: (),
    #[codec(borrow)]
    inputs: SeqRef<'a, Input<'a>>,
}

#[derive(Debug, Encode, Decode)]
struct Input<'a> {
    spent: ([u8; 32], u32),
    #[codec(borrow)]
    script: &'a [u8],
    sequence: u32,
}

#[derive(Debug, Encode, Decode)]
struct Output<'a> {
    value: u64,
    #[codec(borrow)]
    script: &'a [u8],
}

impl Transaction<'_> {
    fn needs_its_flag(&self) -> Result<(), &'static str> {
        if self.segwit.is_some() && self.witnesses.iter().all(|witness| witness.is_empty()) {
            return Err("a transaction without witnesses has no flag");
        }
        Ok(())
    }

    /// The witnesses, the marker and the flag are not part of the transaction's id.
    fn txid(&self) -> sha256d::Hash {
        let mut engine = sha256d::Hash::engine();
        engine.input(&self.version.to_le_bytes());
        engine.input(if self.segwit.is_some() { &self.body[2..] } else { self.body });
        engine.input(&self.lock_time.to_le_bytes());
        sha256d::Hash::from_engine(engine)
    }
}

/// The same transaction is refused with an empty witness for each input, and with none.
fn refuses_without_witness(
    transaction: &Transaction<'_>,
) -> Result<(), Box<dyn std::error::Error>> {
    let bytes = Consensus::to_vec(transaction)?;
    let end = 4 + transaction.body.len();
    let stripped = [&bytes[..end], &[0], &bytes[bytes.len() - 4..]].concat();
    let error = Consensus::from_slice_ref::<Transaction<'_>>(&stripped).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::CheckFailed);
    let no_inputs = [&bytes[..6], &[0, 0], &bytes[bytes.len() - 4..]].concat();
    let error = Consensus::from_slice_ref::<Transaction<'_>>(&no_inputs).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::CheckFailed);
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for line in include_str!("../tests/data/bitcoin.txt").lines() {
        let [name @ ("block 0" | "signet 1"), hash, hex] = *line.split(" | ").collect::<Vec<_>>()
        else {
            continue;
        };
        let bytes = Vec::from_hex(hex)?;
        let block: Block<'_> = Consensus::from_slice_ref(&bytes)?;
        println!("{name}: {} transaction(s), nonce {}", block.transactions.len(), block.nonce);

        // A hash is displayed in reverse byte order.
        let mut header_hash = sha256d::Hash::hash(block.header).to_byte_array();
        header_hash.reverse();
        assert_eq!(header_hash, <[u8; 32]>::from_hex(hash)?);

        // A single transaction is the root of the Merkle tree that the header names.
        let transaction = block.transactions.get(0).ok_or("a transaction")?;
        assert_eq!(transaction.txid().to_byte_array(), block.merkle_root);
        assert_eq!(transaction.outputs.get(0).ok_or("an output")?.value, 50 * 100_000_000);
        if name == "block 0" {
            let input = transaction.inputs.get(0).ok_or("an input")?;
            let headline = std::str::from_utf8(&input.script[8..])?;
            assert_eq!(
                headline,
                "The Times 03/Jan/2009 Chancellor on brink of second bailout for banks"
            );
            assert!(bytes.as_ptr_range().contains(&headline.as_ptr()));
        } else {
            refuses_without_witness(&transaction)?;
            let pushed = transaction.witnesses.get(0).ok_or("a witness")?;
            assert_eq!(pushed.get(0), Some(&[0; 32][..]));
        }
        assert_eq!(Consensus::to_vec(&block)?, bytes);
    }
    Ok(())
}
