//! rust-bitcoin decodes and encodes the same bytes, in both directions.

use bitcoin::bip152::HeaderAndShortIds;
use bitcoin::consensus::{deserialize, serialize};
use bitcoin::hashes::Hash as _;
use bitcoin::p2p::message::{NetworkMessage, RawNetworkMessage};
use codec_bitcoin::compact_block::{CompactBlock, Gap, PrefilledTransaction, ShortIdKey};
use codec_bitcoin::transaction::Transaction;
use codec_bitcoin::{AnyMessage, Digest, FrameHeader, MainNet};
use codec_core::{Consensus, Format as _, Header as _, MessageInfo as _};

use codec_testing::cases;

use crate::dice::Dice;
use crate::golden::golden;
use crate::random;
use crate::three_ways::agreed;

/// A payload in a frame.
fn framed(id: &'static str, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 24];
    FrameHeader::<MainNet>::describe(id, 0, payload).expect(id).write(&mut bytes);
    bytes.extend(payload);
    bytes
}

/// Messages that rust-bitcoin does not decode as such.
fn is_foreign(message: &AnyMessage) -> bool {
    match message {
        AnyMessage::SendTxRcncl(_) => true,
        // It requires all fields.
        AnyMessage::Version(version) => version.relay.is_none(),
        _ => false,
    }
}

#[test]
fn every_message_is_what_rust_bitcoin_reads_and_writes() {
    for (message, payload) in golden() {
        let frame = framed(message.id(), &payload);
        let read = deserialize::<RawNetworkMessage>(&frame);
        if is_foreign(&message) {
            assert!(!matches!(&read, Ok(read) if read.cmd() == message.id()));
            continue;
        }
        let read = read.unwrap_or_else(|error| panic!("{}: {error}", message.id()));
        assert_eq!(read.cmd(), message.id());
        assert_eq!(serialize(&read), frame, "{}", message.id());
    }
}

#[test]
fn transactions_have_the_ids_of_rust_bitcoin() {
    let mut dice = Dice::new(1);
    for _ in 0..cases(2_000) {
        let ours = random::transaction(&mut dice);
        let bytes = Consensus::to_vec(&ours).expect("it encodes");
        assert_eq!(agreed("tx", &bytes).as_ref(), Ok(&bytes));
        let theirs: bitcoin::Transaction = deserialize(&bytes).expect("it is one");
        assert_eq!(serialize(&theirs), bytes);
        let (txid, wtxid) = (theirs.compute_txid(), theirs.compute_wtxid());
        assert_eq!(ours.txid(), Digest(txid.to_byte_array()));
        assert_eq!(ours.wtxid(), Digest(wtxid.to_byte_array()));
        assert_eq!(ours.txid().to_string(), txid.to_string());
        assert_eq!(ours.to_ref().txid(), ours.txid());
        assert_eq!(ours.to_ref().wtxid(), ours.wtxid());
        assert_eq!(ours.is_coinbase(), theirs.is_coinbase());
    }
}

#[test]
fn what_is_damaged_is_refused_alike() {
    let mut dice = Dice::new(2);
    let mut accepted = 0;
    let transactions = cases(300);
    for _ in 0..transactions {
        let mut bytes = Consensus::to_vec(&random::transaction(&mut dice)).expect("it encodes");
        for _ in 0..40 {
            let (at, was) = (dice.below(bytes.len()), bytes.clone());
            match dice.below(3) {
                0 => bytes[at] ^= 1 << dice.below(8),
                1 => bytes[at] = dice.byte(),
                _ => bytes.truncate(at),
            }
            let (ours, theirs) =
                (agreed("tx", &bytes), deserialize::<bitcoin::Transaction>(&bytes));
            // It accepts a transaction without inputs, which no block may contain.
            let theirs = theirs.ok().filter(|theirs| !theirs.input.is_empty());
            assert_eq!(ours.is_ok(), theirs.is_some(), "{bytes:02x?}");
            accepted += u32::from(ours.is_ok());
            bytes = was;
        }
    }
    assert!(accepted > transactions * 1_000 / 300, "{accepted} were still transactions");
}

#[test]
fn blocks_have_the_hashes_and_roots_of_rust_bitcoin() {
    let mut dice = Dice::new(3);
    for _ in 0..cases(100) {
        let ours = random::block(&mut dice);
        let bytes = Consensus::to_vec(&ours).expect("it encodes");
        assert_eq!(agreed("block", &bytes).as_ref(), Ok(&bytes));
        let theirs: bitcoin::Block = deserialize(&bytes).expect("it is one");
        assert_eq!(serialize(&theirs), bytes);
        assert_eq!(ours.header.hash(), Digest(theirs.block_hash().to_byte_array()));
        let root = theirs.compute_merkle_root().map(|root| Digest(root.to_byte_array()));
        assert_eq!(ours.merkle_root(), root);
        assert!(ours.has_valid_merkle_root() && ours.to_ref().has_valid_merkle_root());
        assert_eq!(ours.has_valid_witnesses(), theirs.check_witness_commitment());
    }
}

/// The compact form of a block, by rust-bitcoin and by hand.
#[test]
fn short_ids_are_those_of_rust_bitcoin() {
    let mut dice = Dice::new(4);
    for nonce in 0..cases(50).into() {
        let block = random::block(&mut dice);
        let bytes = Consensus::to_vec(&block).expect("it encodes");
        let theirs: bitcoin::Block = deserialize(&bytes).expect("it is one");
        let theirs = HeaderAndShortIds::from_block(&theirs, nonce, 2, &[]).expect("it has all");
        let key = ShortIdKey::new(&block.header, nonce);
        let (coinbase, others) = block.transactions.split_first().expect("there is one");
        let ours = CompactBlock {
            header: block.header,
            nonce,
            short_ids: others.iter().map(|each| key.short_id(each.wtxid())).collect(),
            prefilled: vec![PrefilledTransaction { gap: Gap(0), transaction: coinbase.clone() }],
        };
        assert_eq!(Consensus::to_vec(&ours).as_ref(), Ok(&serialize(&theirs)));
    }
}

#[test]
fn a_transaction_in_a_frame_is_read_by_rust_bitcoin() {
    let transaction: Transaction = random::transaction(&mut Dice::new(5));
    let payload = Consensus::to_vec(&transaction).expect("it encodes");
    let read: RawNetworkMessage = deserialize(&framed("tx", &payload)).expect("it is a frame");
    let NetworkMessage::Tx(read) = read.payload() else { panic!("it is a transaction") };
    assert_eq!(serialize(read), payload);
}
