//! A transaction and a block of Bitcoin, encoded and decoded, compared with rust-bitcoin: its
//! encoders that read and write streams, and those of its next version, which work on slices.

use std::hint::black_box;

use bitcoin::consensus::{deserialize, serialize};
use bitcoin_consensus_encoding::{decode_from_slice, encode_to_vec};
use bytes::Bytes;
use codec_bitcoin::block::{Block, BlockHeader};
use codec_bitcoin::transaction::{Input, OutPoint, Output, Transaction, Witness};
use codec_bitcoin::{Digest, merkle_root};
use codec_core::{Borrowable, Consensus, Decodable, DecodableRef, Encode, Format as _, Shareable};

use crate::bench::{Bench, figure};
use crate::candidate::Candidate;
use crate::groups::{Findings, Group};
use crate::progress;
use crate::table::{Table, Unit};

/// A transaction and a block.
pub(super) const GROUP: Group =
    Group { name: "bitcoin", title: "Transactions and blocks of Bitcoin", run };

const PEER: &str = "bitcoin 0.32.102";
const NEXT: &str = "its `encoding`";

/// Transactions of the block.
const TRANSACTIONS: u32 = 2_500;

/// Two inputs that spend to a key's hash, with their witnesses, and two outputs: 372 bytes, like
/// most transactions.
fn transaction(number: u32) -> Transaction {
    let [one, two, three, four] = number.to_le_bytes();
    let hash = |salt: u8| Digest(std::array::from_fn(|at| [one, two, three, four][at % 4] ^ salt));
    let input = |index| Input {
        previous: OutPoint { txid: hash(1), index },
        script: Vec::new(),
        sequence: 0xffff_fffd,
    };
    let output = |value, salt| Output { value, script: [&[0, 20], &hash(salt).0[..20]].concat() };
    let witness = |salt| Witness { items: vec![vec![salt; 71], vec![2; 33]] };
    Transaction::new(
        2,
        [input(0), input(1)],
        [output(100_000, 2), output(5_000_000, 3)],
        [witness(0x30), witness(0x31)],
        number,
    )
}

fn block() -> Block {
    let transactions: Vec<Transaction> = (0..TRANSACTIONS).map(transaction).collect();
    let root = merkle_root(transactions.iter().map(Transaction::txid));
    let header = BlockHeader {
        version: 0x2000_0000,
        prev_block: Digest([1; 32]),
        merkle_root: root.unwrap_or_default(),
        timestamp: 0x6955_b900,
        bits: 0x1703_0ecd,
        nonce: 7,
    };
    Block { header, transactions }
}

/// The traits that rust-bitcoin's types implement.
trait Theirs:
    bitcoin::consensus::Encodable
    + bitcoin::consensus::Decodable
    + bitcoin_consensus_encoding::Encode
    + bitcoin_consensus_encoding::Decode
{
}

impl Theirs for bitcoin::Transaction {}
impl Theirs for bitcoin::Block {}

fn run(bench: &Bench) -> Findings {
    let about = "From a slice to a value: owned by rust-bitcoin (`consensus::deserialize`, and \
        `decode_from_slice` with the feature `encoding`, the decoders of its version 0.33, whose \
        beta depends on withdrawn crates); owned, borrowed and shared by ours. The ratio is owned to owned. \
        A block of 2,500 transactions.";
    let columns = [PEER, NEXT, "*owned", "*=borrowed", "*=shared"];
    let mut decode = Table::new("decode", about, Unit::Time, &columns);
    let about = "From a value to a new vector: `consensus::serialize`, `encode_to_vec`, `to_vec`; \
        ours as well to a vector that is kept, outside the ratio.";
    let columns = [PEER, NEXT, "*codec", "*=codec, kept"];
    let mut encode = Table::new("encode", about, Unit::Time, &columns);
    row::<_, bitcoin::Transaction>(bench, "transaction", &transaction(7), &mut decode, &mut encode);
    row::<_, bitcoin::Block>(bench, "block", &block(), &mut decode, &mut encode);
    Findings { tables: vec![decode, encode], plots: Vec::new() }
}

fn batch<'d>(name: &'static str, times: u32, mut run: impl FnMut() + 'd) -> Candidate<'d> {
    Candidate::new(name, times, move || (0..times).for_each(|_| run()))
}

fn row<T, P>(bench: &Bench, name: &str, value: &T, decode: &mut Table, encode: &mut Table)
where
    T: Encode + Decodable + PartialEq + Borrowable + Shareable,
    for<'de> T::Ref<'de>: DecodableRef<'de>,
    T::Shared: Decodable,
    P: Theirs,
{
    progress::step(&format!("bitcoin: {name}"));
    let bytes = Bytes::from(Consensus::to_vec(value).expect("it encodes"));
    let theirs: P = deserialize(&bytes).expect("rust-bitcoin reads it");
    assert_eq!(serialize(&theirs), bytes);
    assert_eq!(encode_to_vec(&theirs), bytes);
    assert!(decode_from_slice::<P>(&bytes).is_ok());
    assert!(Consensus::from_slice::<T>(&bytes).as_ref() == Ok(value));
    let times = u32::try_from(200_000 / bytes.len()).expect("it is small").max(1);
    let (input, mut kept) = (&bytes[..], Vec::new());
    let figures = bench.row(
        &decode.title,
        name,
        &mut [
            batch(PEER, times, || drop(black_box(deserialize::<P>(black_box(input))))),
            batch(NEXT, times, || drop(black_box(decode_from_slice::<P>(black_box(input))))),
            batch("owned", times, || drop(black_box(Consensus::from_slice::<T>(black_box(input))))),
            batch("borrowed", times, || {
                let value: Result<T::Ref<'_>, _> = Consensus::from_slice_ref(black_box(input));
                let _ = black_box(value);
            }),
            batch("shared", times, || {
                drop(black_box(Consensus::from_bytes::<T::Shared>(black_box(&bytes))));
            }),
        ],
    );
    let ways = [PEER, NEXT, "owned", "borrowed", "shared"];
    decode.row(name, &ways.map(|way| figure(&figures, way)));
    let figures = bench.row(
        &encode.title,
        name,
        &mut [
            batch(PEER, times, || drop(black_box(serialize(black_box(&theirs))))),
            batch(NEXT, times, || drop(black_box(encode_to_vec(black_box(&theirs))))),
            batch("codec", times, || drop(black_box(Consensus::to_vec(black_box(value))))),
            batch("kept", times, || {
                kept.clear();
                let written = Consensus::encode_into(black_box(value), &mut kept);
                let _ = black_box((written, &kept));
            }),
        ],
    );
    encode.row(name, &[PEER, NEXT, "codec", "kept"].map(|way| figure(&figures, way)));
}
