//! A transaction, borrowed from its frame: its id, and the values it pays.
//!
//! `cargo run -p codec-decred --example transaction`
#![forbid(unsafe_code)]

use codec_decred::transaction::Transaction;
use codec_decred::{AnyMessageRef, DecredProtocol, MainNet};
use codec_pool::{FrameReader, Pool};

/// A frame in hex.
const FRAME: &str = include_str!("../tests/data/first_transaction.txt");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let digits = FRAME.trim().as_bytes().as_chunks::<2>().0;
    let byte = |pair: &[u8; 2]| Ok(u8::from_str_radix(std::str::from_utf8(pair)?, 16)?);
    let bytes = digits.iter().map(byte).collect::<Result<Vec<u8>, Box<dyn std::error::Error>>>()?;

    let mut reader = FrameReader::<DecredProtocol<MainNet>>::new(Pool::default());
    let message = reader.read_message_ref(&mut &bytes[..])?.expect("there is one");
    let AnyMessageRef::Transaction(transaction) = message else { panic!("{message:?}") };
    // Hashed as received, without being encoded again.
    let id = transaction.hash().expect("it has a prefix");
    let paid = transaction.outputs().map(|output| output.value).sum::<i64>();
    assert_eq!(paid, 5_000_000_000);

    // The owned value does not keep the received bytes, but has the same id.
    let owned = Transaction::from(transaction);
    assert_eq!(owned.hash(), Some(id));
    println!("{id}: {paid} atoms");
    Ok(())
}
