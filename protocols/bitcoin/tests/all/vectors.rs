//! Published bytes: the first block, and the examples of BIP143 and BIP155.

use codec_bitcoin::address::{AddrV2, Host, NetAddressV2, SizedHost};
use codec_bitcoin::block::Block;
use codec_bitcoin::transaction::{OutPoint, Transaction};
use codec_core::{Consensus, Format as _};

use crate::three_ways::agreed;

pub(crate) fn unhex(text: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("hex");
    (0..text.len()).step_by(2).map(digit).collect()
}

#[test]
fn the_first_block() {
    let bytes = unhex(include_str!("../data/genesis.txt").trim());
    assert_eq!(bytes.len(), 285);
    assert_eq!(agreed("block", &bytes).as_ref(), Ok(&bytes));
    let block: Block = Consensus::from_slice(&bytes).expect("it is a block");
    let hash = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
    assert_eq!(block.header.hash().to_string(), hash);
    let root = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
    assert_eq!(block.transactions[0].txid().to_string(), root);
    assert!(block.has_valid_merkle_root() && block.has_valid_witnesses());
    let coinbase = &block.transactions[0];
    assert!(coinbase.is_coinbase() && !coinbase.is_segwit);
    let input = coinbase.inputs.get(0).expect("there is one");
    assert_eq!(input.previous, OutPoint::NULL);
    assert!(input.script.ends_with(b"Chancellor on brink of second bailout for banks"));
    assert_eq!(coinbase.outputs.get(0).map(|output| output.value), Some(5_000_000_000));
}

/// The signed transaction of BIP143's first example: one input with a signature script, one
/// with a witness.
#[test]
fn a_transaction_of_bip143() {
    let bytes = unhex(include_str!("../data/bip143.txt").trim());
    assert_eq!(agreed("tx", &bytes).as_ref(), Ok(&bytes));
    let transaction: Transaction = Consensus::from_slice(&bytes).expect("it is one");
    assert!(transaction.is_segwit);
    let scripts: Vec<usize> = transaction.inputs.iter().map(|input| input.script.len()).collect();
    assert_eq!(scripts, [73, 0]);
    let items: Vec<usize> =
        transaction.witnesses.iter().map(|witness| witness.items.len()).collect();
    assert_eq!(items, [0, 2]);
    let values: Vec<i64> = transaction.outputs.iter().map(|output| output.value).collect();
    assert_eq!(values, [112_340_000, 223_450_000]);
    assert_ne!(transaction.txid(), transaction.wtxid());
}

/// The addresses of BIP155 and of Bitcoin Core's tests.
#[test]
fn addresses_of_bip155() {
    let tor = "53cd5648488c4707914182655b7664034e09e66f7e8cbf1084e654eb56c5bd88";
    let i2p = "a2894dabaec08c0051a481a6dac88b64f98232ae42d4b6fd2fa81952dfe36a87";
    let mut onion = [0; 32];
    onion.copy_from_slice(&unhex(tor));
    let mut garlic = [0; 32];
    garlic.copy_from_slice(&unhex(i2p));
    for (host, hex) in [
        (Host::Ipv4(SizedHost([1, 2, 3, 4])), "010401020304".to_owned()),
        (Host::TorV3(SizedHost(onion)), format!("0420{tor}")),
        (Host::I2p(SizedHost(garlic)), format!("0520{i2p}")),
        (Host::Other(0xaa, vec![1, 2, 3, 4]), "aa0401020304".to_owned()),
    ] {
        let node = NetAddressV2 { time: 0, services: 0, host, port: 0 };
        let bytes = Consensus::to_vec(&AddrV2 { addresses: vec![node] }).expect("it encodes");
        assert_eq!(bytes[6..bytes.len() - 2], unhex(&hex));
        assert_eq!(agreed("addrv2", &bytes).as_ref(), Ok(&bytes));
    }
}
