//! Transactions and blocks of any shape, the same on every run.

use codec_bitcoin::block::{Block, BlockHeader};
use codec_bitcoin::transaction::{Input, OutPoint, Output, Transaction, Witness};
use codec_bitcoin::{Digest, merkle_root};

use crate::dice::Dice;

fn hash(dice: &mut Dice) -> Digest {
    Digest(core::array::from_fn(|_| dice.byte()))
}

fn number(dice: &mut Dice) -> u32 {
    u32::try_from(dice.roll() >> 32).expect("it has 32 bits")
}

/// Mostly short, sometimes with a length prefix of more than one byte.
fn script(dice: &mut Dice) -> Vec<u8> {
    let len = if dice.below(8) == 0 { dice.below(600) } else { dice.below(40) };
    dice.bytes(len)
}

pub(crate) fn transaction(dice: &mut Dice) -> Transaction {
    let inputs: Vec<Input> = (0..=dice.below(4))
        .map(|_| Input {
            previous: OutPoint { txid: hash(dice), index: number(dice) },
            script: script(dice),
            sequence: number(dice),
        })
        .collect();
    let outputs: Vec<Output> = (0..dice.below(5))
        .map(|_| Output { value: i64::from(number(dice)), script: script(dice) })
        .collect();
    let witnesses: Vec<Witness> = if dice.below(2) == 0 {
        Vec::new()
    } else {
        let items = |dice: &mut Dice| (0..dice.below(4)).map(|_| script(dice)).collect();
        inputs.iter().map(|_| Witness { items: items(dice) }).collect()
    };
    #[expect(clippy::cast_possible_wrap, reason = "any version")]
    let version = number(dice) as i32;
    Transaction::new(version, inputs, outputs, witnesses, number(dice))
}

/// A block whose Merkle root matches its transactions.
pub(crate) fn block(dice: &mut Dice) -> Block {
    let transactions: Vec<Transaction> = (0..=dice.below(12)).map(|_| transaction(dice)).collect();
    let root = merkle_root(transactions.iter().map(Transaction::txid)).expect("there is one");
    let header = BlockHeader {
        version: 0x2000_0000,
        prev_block: hash(dice),
        merkle_root: root,
        timestamp: number(dice),
        bits: number(dice),
        nonce: number(dice),
    };
    Block { header, transactions }
}
