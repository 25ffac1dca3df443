//! Generated blocks and transactions, round trips with the crate `bitcoin`.

use bitcoin::absolute::LockTime;
use bitcoin::hashes::Hash;
use bitcoin::{Amount, ScriptBuf, Sequence, Witness};
use codec_core::{Consensus, Format};
use proptest::collection::vec;
use proptest::prelude::*;

use super::structures::{
    Block, BlockRef, Header, OutPoint, Transaction, TransactionRef, TxIn, TxOut,
};
use super::theirs::{Bitcoin, Known};
use crate::formats::reference::{Reference, accept_alike, agree};
use crate::formats::whole::{damage, damaged};

/// A script, or an element of a witness; occasionally with a length of three bytes.
fn script() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![20 => vec(any::<u8>(), 0..30), 1 => vec(any::<u8>(), 0xf0..0x110)]
}

prop_compose! {
    fn input(witnesses: bool)(
        (txid, vout) in any::<([u8; 32], u32)>(),
        script in script(),
        sequence in any::<u32>(),
        witness in vec(script(), if witnesses { 0..3 } else { 0..1 }),
    ) -> bitcoin::TxIn {
        bitcoin::TxIn {
            previous_output: bitcoin::OutPoint { txid: Hash::from_byte_array(txid), vout },
            script_sig: ScriptBuf::from_bytes(script),
            sequence: Sequence(sequence),
            witness: Witness::from_slice(&witness),
        }
    }
}

prop_compose! {
    fn output()(value in any::<u64>(), script in script()) -> bitcoin::TxOut {
        bitcoin::TxOut {
            value: Amount::from_sat(value),
            script_pubkey: ScriptBuf::from_bytes(script),
        }
    }
}

/// With witnesses as often as without; few have no input.
fn transaction() -> impl Strategy<Value = bitcoin::Transaction> {
    let inputs = any::<bool>().prop_flat_map(
        |witnesses| prop_oneof![9 => vec(input(witnesses), 1..4), 1 => vec(input(witnesses), 0..1)],
    );
    (any::<i32>(), inputs, vec(output(), 0..3), any::<u32>()).prop_map(
        |(version, input, output, lock_time)| bitcoin::Transaction {
            version: bitcoin::transaction::Version(version),
            lock_time: LockTime::from_consensus(lock_time),
            input,
            output,
        },
    )
}

prop_compose! {
    fn block()(
        version in any::<i32>(),
        (previous, merkle_root) in any::<([u8; 32], [u8; 32])>(),
        (time, bits, nonce) in any::<(u32, u32, u32)>(),
        txdata in vec(transaction(), 0..3),
    ) -> bitcoin::Block {
        let header = Header { version, previous, merkle_root, time, bits, nonce };
        bitcoin::Block { header: header.to_theirs(), txdata }
    }
}

/// Transaction ids computed from the spans of a borrowed transaction.
fn names_agree(ours: TransactionRef<'_>, theirs: &bitcoin::Transaction) {
    assert_eq!(ours.txid(), theirs.compute_txid().to_byte_array());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(100)))]

    #[test]
    fn transactions_agree(theirs in transaction(), damage in damage()) {
        let ours = Transaction::from_theirs(&theirs);
        assert_eq!(ours.to_theirs(), theirs);
        agree::<Bitcoin, Transaction>(&ours);
        names_agree(ours.to_ref(), &theirs);
        let bytes = <Bitcoin as Reference<Transaction>>::write(&ours);
        names_agree(Consensus::from_slice_ref(&bytes).unwrap(), &theirs);
        accept_alike::<Bitcoin, Transaction>(&damaged(bytes, &damage));
        for (input, output) in theirs.input.iter().zip(&theirs.output) {
            agree::<Bitcoin, TxIn>(&TxIn::from_theirs(input));
            agree::<Bitcoin, OutPoint>(&OutPoint::from_theirs(&input.previous_output));
            agree::<Bitcoin, TxOut>(&TxOut::from_theirs(output));
        }
    }

    #[test]
    fn blocks_agree(theirs in block(), damage in damage()) {
        let ours = Block::from_theirs(&theirs);
        assert_eq!(ours.to_theirs(), theirs);
        agree::<Bitcoin, Header>(&ours.header);
        agree::<Bitcoin, Block>(&ours);
        let bytes = <Bitcoin as Reference<Block>>::write(&ours);
        let borrowed: BlockRef<'_> = Consensus::from_slice_ref(&bytes).unwrap();
        for (ours, theirs) in borrowed.transactions.iter().zip(&theirs.txdata) {
            names_agree(ours, theirs);
        }
        accept_alike::<Bitcoin, Block>(&damaged(bytes, &damage));
    }
}
