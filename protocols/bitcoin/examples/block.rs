//! The first block: its hash, its Merkle root, and the value paid by its only transaction.
//!
//! `cargo run -p codec-bitcoin --example block`
#![forbid(unsafe_code)]

use codec_bitcoin::block::{Block, BlockRef};
use codec_core::{Consensus, DecodeErrorKind, Format};

/// The block in hex.
const GENESIS: &str = include_str!("../tests/data/genesis.txt");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let digits = GENESIS.trim().as_bytes().as_chunks::<2>().0;
    let byte = |pair: &[u8; 2]| Ok(u8::from_str_radix(std::str::from_utf8(pair)?, 16)?);
    let bytes = digits.iter().map(byte).collect::<Result<Vec<u8>, Box<dyn std::error::Error>>>()?;

    let block: BlockRef<'_> = Consensus::from_slice_ref(&bytes)?;
    let hash = block.header.hash().to_string();
    assert_eq!(hash, "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f");
    assert!(block.has_valid_merkle_root());

    let block = Block::from(block);
    let outputs = block.transactions.iter().flat_map(|transaction| &transaction.outputs);
    let paid = outputs.map(|output| output.value).sum::<i64>();
    assert_eq!(paid, 50 * 100_000_000);
    assert_eq!(Consensus::to_vec(&block)?, bytes);

    let cut = Consensus::from_slice::<Block>(&bytes[..bytes.len() - 1]).unwrap_err();
    assert_eq!(cut.kind(), DecodeErrorKind::UnexpectedEnd);
    println!("{hash}: {} bytes, {paid} satoshi", bytes.len());
    Ok(())
}
