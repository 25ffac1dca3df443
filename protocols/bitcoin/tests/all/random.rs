//! Transactions and blocks of any shape, the same on every run.
//!
//! Their parts are generated from descriptions. The whole is put together here: whether there are
//! witnesses shows in bytes before the inputs, which a description can't express, and a block's
//! header has the root of its transactions.

use std::sync::LazyLock;

use codec_bitcoin::block::{Block, BlockHeader};
use codec_bitcoin::merkle_root;
use codec_bitcoin::transaction::{Input, Output, Transaction, Witness};
use codec_core::schema::Describe;
use codec_core::{Consensus, Decodable, Format as _};
use codec_schema::Encoding;
use codec_schema::Model;
use codec_schema::value::Generator;

use crate::dice::Dice;

/// A generated value; sequences are mostly short, sometimes with a length prefix of more than one
/// byte.
fn made<T: Describe + Decodable>(dice: &mut Dice) -> T {
    let model = Model::of::<T>().expect("it is within the limits");
    let most = if dice.below(8) == 0 { 600 } else { 40 };
    let mut generator = Generator::new(&model, &Encoding::CONSENSUS, dice.roll()).with_most(most);
    let sample = generator.sample().expect("nothing of it is opaque");
    Consensus::from_slice(&sample.bytes).expect("it is valid")
}

pub(crate) fn transaction(dice: &mut Dice) -> Transaction {
    let inputs: Vec<Input> = (0..=dice.below(4)).map(|_| made(dice)).collect();
    let outputs: Vec<Output> = (0..dice.below(5)).map(|_| made(dice)).collect();
    let is_segwit = dice.below(2) == 1;
    let witnesses = inputs.iter().filter(|_| is_segwit).map(|_| made(dice));
    let witnesses: Vec<Witness> = witnesses.collect();
    Transaction::new(made(dice), inputs, outputs, witnesses, made(dice))
}

/// A block whose Merkle root matches its transactions.
pub(crate) fn block(dice: &mut Dice) -> Block {
    let transactions: Vec<Transaction> = (0..=dice.below(12)).map(|_| transaction(dice)).collect();
    let root = merkle_root(transactions.iter().map(Transaction::txid)).expect("there is one");
    Block { header: BlockHeader { merkle_root: root, ..made(dice) }, transactions }
}

/// The encoding of one of 64 transactions, for messages that are generated from their descriptions.
pub(crate) fn written(number: u64) -> Vec<u8> {
    static ALL: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let mut dice = Dice::new(6);
        let all = (0..64).map(|_| Consensus::to_vec(&transaction(&mut dice)).expect("it encodes"));
        all.collect()
    });
    ALL[(number % 64) as usize].clone()
}
