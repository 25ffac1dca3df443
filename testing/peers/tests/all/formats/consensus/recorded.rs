//! Real blocks and transactions, verified by their own hashes and signatures.

use std::fmt::Debug;
use std::io::Read;

use bitcoin::hashes::{Hash, sha256d};
use bitcoin::hex::FromHex;
use bitcoin::secp256k1::{Message, PublicKey, Secp256k1};
use bitcoin::sighash::SighashCache;
use bitcoin::{Amount, Script, ecdsa};
use codec_core::DecodeErrorKind::{CheckFailed, InvalidMagic, NonCanonical, UnexpectedEnd};
use codec_core::stream::Records;
use codec_core::{
    Borrowable, Consensus, Decodable, DecodeErrorKind, Encode, EncodeErrorKind, Format,
};

use super::structures::{Block, BlockRef, Segwit, Transaction, TransactionRef, TxIn};
use super::theirs::{Bitcoin, Known};
use crate::formats::reference::{Reference, accept_alike, agree};

struct Record {
    name: &'static str,
    /// The hash of a block.
    hash: &'static str,
    bytes: Vec<u8>,
}

fn records() -> impl Iterator<Item = Record> {
    let lines = include_str!("../../../../../../codec-core/tests/data/bitcoin.txt").lines();
    lines.filter(|line| !line.starts_with('#')).map(|line| {
        let mut parts = line.split('|').map(str::trim);
        let (name, hash) = (parts.next().expect("a name"), parts.next().expect("a hash"));
        let bytes = hex(parts.next().expect("bytes"));
        Record { name, hash, bytes }
    })
}

fn blocks() -> impl Iterator<Item = Record> {
    records().filter(|record| !record.hash.is_empty())
}

fn transactions() -> impl Iterator<Item = Record> {
    records().filter(|record| record.hash.is_empty())
}

fn record(name: &str) -> Vec<u8> {
    records().find(|record| record.name == name).expect("a record").bytes
}

#[test]
fn blocks_have_their_hashes() {
    for Record { name, hash, bytes } in blocks() {
        let block: Block = Consensus::from_slice(&bytes).unwrap();
        agree::<Bitcoin, Block>(&block);
        let borrowed: BlockRef<'_> = Consensus::from_slice_ref(&bytes).unwrap();
        assert_eq!(borrowed.header_bytes, &bytes[..80]);
        assert_eq!(sha256d::Hash::hash(borrowed.header_bytes).to_byte_array(), reversed(hash));

        // The header commits to the transactions, and an output of the first to their witnesses.
        let theirs = block.to_theirs();
        let target = theirs.header.target();
        assert_eq!(theirs.header.validate_pow(target).unwrap().to_string(), hash, "{name}");
        assert!(theirs.check_merkle_root() && theirs.check_witness_commitment(), "{name}");
        for (ours, theirs) in borrowed.transactions.iter().zip(&theirs.txdata) {
            assert_eq!(ours.txid(), theirs.compute_txid().to_byte_array(), "{name}");
        }
    }
}

fn hex(bytes: &str) -> Vec<u8> {
    Vec::from_hex(bytes).expect("hex")
}

/// A hash is displayed in reverse byte order.
fn reversed(shown: &str) -> [u8; 32] {
    let mut bytes = <[u8; 32]>::from_hex(shown).expect("a hash");
    bytes.reverse();
    bytes
}

#[test]
fn the_first_payment_is_the_first_payment() {
    let bytes = record("block 170");
    let block: BlockRef<'_> = Consensus::from_slice_ref(&bytes).unwrap();
    let payment = block.transactions.get(1).unwrap();
    let txid = "f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16";
    assert_eq!(payment.txid(), reversed(txid));
    let values = payment.outputs.iter().map(|output| output.value);
    assert_eq!(values.collect::<Vec<_>>(), [10, 40].map(|coins| coins * 100_000_000));
    assert_eq!((block.header.previous[31], block.header.nonce), (0, 1_889_418_792));
}

/// A signature of an input over its BIP-143 digest, with the value that is spent (`None` for the
/// digest before BIP-143) and the script.
struct Signed<'a> {
    input: usize,
    value: Option<u64>,
    script: &'a [u8],
    key: &'a [u8],
}

/// Verifies a signature over the transaction as our structures read it.
fn verify(bytes: &[u8], signature: &[u8], signed: &Signed<'_>) {
    let theirs = Consensus::from_slice::<Transaction>(bytes).unwrap().to_theirs();
    let signature = ecdsa::Signature::from_slice(signature).expect("a signature");
    let script = Script::from_bytes(signed.script);
    let mut cache = SighashCache::new(&theirs);
    let kind = signature.sighash_type;
    let digest = if let Some(value) = signed.value.map(Amount::from_sat) {
        let hash = cache.p2wsh_signature_hash(signed.input, script, value, kind);
        hash.unwrap().to_byte_array()
    } else {
        let hash = cache.legacy_signature_hash(signed.input, script, kind.to_u32());
        hash.unwrap().to_byte_array()
    };
    let key = PublicKey::from_slice(signed.key).unwrap();
    let message = Message::from_digest(digest);
    let curve = Secp256k1::verification_only();
    curve.verify_ecdsa(&message, &signature.signature, &key).expect("the signer's");
}

#[test]
fn transactions_have_their_signatures() {
    for Record { name, bytes, .. } in transactions() {
        let ours: Transaction = Consensus::from_slice(&bytes).unwrap();
        agree::<Bitcoin, Transaction>(&ours);
        let theirs = ours.to_theirs();
        assert_eq!(
            theirs.compute_wtxid().to_byte_array(),
            sha256d::Hash::hash(&bytes).to_byte_array()
        );
        assert_eq!(ours.to_ref().txid(), theirs.compute_txid().to_byte_array(), "{name}");
    }

    let bytes = record("p2wpkh");
    let lent: TransactionRef<'_> = Consensus::from_slice_ref(&bytes).unwrap();
    let inputs = lent.segwit.unwrap().inputs;
    assert_eq!(lent.witnesses.get(0).unwrap().len(), 0);
    verify(
        &bytes,
        &inputs.get(0).unwrap().script[1..],
        &Signed {
            input: 0,
            value: None,
            script: &hex("2103c9f4836b9a4f77fc0d81f7bcb01b7f1b35916864b9476c241ce9fc198bd25432ac"),
            key: &hex("03c9f4836b9a4f77fc0d81f7bcb01b7f1b35916864b9476c241ce9fc198bd25432"),
        },
    );
    verify(
        &bytes,
        lent.witnesses.get(1).unwrap().get(0).unwrap(),
        &Signed {
            input: 1,
            value: Some(600_000_000),
            script: &hex("76a9141d0f172a0ecb48aee1be1f2687d2963ae33f71a188ac"),
            key: &hex("025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee6357"),
        },
    );

    let bytes = record("p2sh-p2wpkh");
    let lent: TransactionRef<'_> = Consensus::from_slice_ref(&bytes).unwrap();
    verify(
        &bytes,
        lent.witnesses.get(0).unwrap().get(0).unwrap(),
        &Signed {
            input: 0,
            value: Some(1_000_000_000),
            script: &hex("76a91479091972186c449eb1ded22b78e40d009bdf008988ac"),
            key: &hex("03ad1d8e89212f0b92c74d23bb710c00662ad1470198ac48c43f7d6f93a2a26873"),
        },
    );

    let bytes = record("p2wsh");
    let lent: TransactionRef<'_> = Consensus::from_slice_ref(&bytes).unwrap();
    verify(
        &bytes,
        &lent.segwit.unwrap().inputs.get(0).unwrap().script[1..],
        &Signed {
            input: 0,
            value: None,
            script: &hex("21036d5c20fa14fb2f635474c1dc4ef5909d4568e5569b79fc94d3448486e14685f8ac"),
            key: &hex("036d5c20fa14fb2f635474c1dc4ef5909d4568e5569b79fc94d3448486e14685f8"),
        },
    );
    let witness = lent.witnesses.get(1).unwrap();
    // The script up to its separator is executed when the first signature is checked.
    for (place, from, key) in [(1, 0, 1..34), (0, 36, 37..70)] {
        let script = witness.get(2).unwrap();
        verify(
            &bytes,
            witness.get(place).unwrap(),
            &Signed {
                input: 1,
                value: Some(4_900_000_000),
                script: &script[from..],
                key: &script[key],
            },
        );
    }
}

/// Every truncation is refused.
fn cut<T>(bytes: &[u8])
where
    T: Encode + Decodable + Borrowable + Known + PartialEq + Debug + Default + 'static,
    for<'de> T::Ref<'de>: Encode,
{
    let mut over = T::default();
    for len in 0..bytes.len() {
        let cut = &bytes[..len];
        assert!(<Bitcoin as Reference<T>>::read(cut).is_none());
        let error = Consensus::from_slice::<T>(cut).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (UnexpectedEnd, len));
        assert_eq!(Consensus::from_slice_ref::<T::Ref<'_>>(cut).err(), Some(error));
        assert_eq!(Consensus::decode_into(&mut over, cut), Err(error));
    }
}

/// With each bit flipped, from one byte on, or a share of the bits.
fn flipped<T>(bytes: &mut [u8], from: usize)
where
    T: Encode + Decodable + Borrowable + Known + PartialEq + Debug + Default + 'static,
    for<'de> T::Ref<'de>: Encode,
{
    let share = codec_effort::share();
    for bit in (8 * from..8 * bytes.len()).filter(|bit| share(bit + bit / 8)) {
        bytes[bit / 8] ^= 1 << (bit % 8);
        accept_alike::<Bitcoin, T>(bytes);
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

#[test]
fn cut_records_are_refused_at_their_end() {
    blocks().for_each(|record| cut::<Block>(&record.bytes));
    transactions().for_each(|record| cut::<Transaction>(&record.bytes));
}

#[test]
fn changed_records_are_accepted_alike() {
    // Any header is valid, so flipping the bits of its last byte suffices.
    flipped::<Block>(&mut record("block 0"), 79);
    flipped::<Block>(&mut record("signet 1"), 79);
    transactions().for_each(|mut record| flipped::<Transaction>(&mut record.bytes, 0));
}

/// Every byte, or a share of them, as a length of another width: too long a form for it, or too
/// much.
// WF-19 WF-24
#[test]
fn other_lengths_are_accepted_alike() {
    let (mut overlong, share) = (0, codec_effort::share());
    for Record { name, bytes, .. } in transactions() {
        for at in (0..bytes.len()).filter(|at| share(*at)) {
            let byte = u64::from(bytes[at]);
            for (marker, width) in [(0xfd, 2), (0xfe, 4), (0xff, 8)] {
                for number in [byte, 0x100, 1 << 32, u64::MAX] {
                    let length = [&[marker], &number.to_le_bytes()[..width]].concat();
                    let mut input = bytes.clone();
                    input.splice(at..=at, length);
                    accept_alike::<Bitcoin, Transaction>(&input);
                    let outcome = Consensus::from_slice::<Transaction>(&input);
                    overlong += usize::from(outcome.is_err_and(|e| e.kind() == NonCanonical));
                }
            }
        }
        assert!(overlong > 0, "{name}");
    }
}

fn refuses(input: &[u8], kind: DecodeErrorKind, offset: usize) {
    let error = Consensus::from_slice::<Transaction>(input).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (kind, offset));
    let lent = Consensus::from_slice_ref::<TransactionRef<'_>>(input);
    assert_eq!(lent.err(), Some(error));
    assert!(<Bitcoin as Reference<Transaction>>::read(input).is_none());
}

/// BIP-144: the flag is 1, and a transaction that has it has a witness.
// WF-57 WF-58 WF-64
#[test]
fn the_flag_is_held_against_the_witnesses() {
    let mut bytes = record("p2sh-p2wpkh");
    for flag in [0, 2, 0xff] {
        bytes[5] = flag;
        refuses(&bytes, InvalidMagic, 5);
    }
    let input = TxIn::default();
    let legacy = Transaction { inputs: vec![input.clone()], ..Transaction::default() };
    agree::<Bitcoin, Transaction>(&Transaction::from_theirs(&legacy.to_theirs()));
    let segwit = Some(Segwit { flag: (), inputs: vec![input] });
    let bare = Transaction { segwit, witnesses: vec![vec![]], ..Transaction::default() };
    refuses(&Consensus::to_vec(&bare).unwrap(), CheckFailed, 0);

    let inconsistent = |transaction: &Transaction| {
        let error = Consensus::to_vec(transaction).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
    };
    inconsistent(&Transaction::default());
    inconsistent(&Transaction { inputs: legacy.inputs.clone(), ..bare.clone() });
    inconsistent(&Transaction { witnesses: vec![vec![vec![1]]], ..legacy });
    inconsistent(&Transaction { witnesses: vec![], ..bare });
}

/// A node's limit, which the crate has for a witness, is not part of the format.
// WF-67
#[test]
fn lengths_have_no_limit_of_their_own() {
    let transaction = Transaction {
        segwit: Some(Segwit { flag: (), inputs: vec![TxIn::default()] }),
        witnesses: vec![vec![vec![]]],
        ..Transaction::default()
    };
    let bytes = Consensus::to_vec(&transaction).unwrap();
    let (before, after) = (&bytes[..49], &bytes[51..]);
    // Only a full test tries that the crate reads as many as its limit.
    let limits = [(4_000_001u32, false), (4_000_000, true)];
    for (pushes, read) in limits.into_iter().take(codec_effort::cases(4).div_ceil(3) as usize) {
        let mut bytes = [before, &[0xfe], &pushes.to_le_bytes()].concat();
        bytes.resize(bytes.len() + pushes as usize, 0);
        bytes.extend(after);
        assert_eq!(<Bitcoin as Reference<Transaction>>::read(&bytes).is_some(), read);
        let lent: TransactionRef<'_> = Consensus::from_slice_ref(&bytes).unwrap();
        assert_eq!(lent.witnesses.get(0).unwrap().len(), pushes as usize);
    }
}

/// Returns a byte at a time.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let len = room.len().min(1);
        self.0.read(&mut room[..len])
    }
}

/// Decoding does not look ahead of what it reads, so that a stream needs no more bytes either.
#[test]
fn a_stream_of_blocks_is_the_blocks() {
    let (mut stream, mut all) = (Vec::new(), Vec::<Block>::new());
    for record in blocks() {
        all.push(Consensus::from_slice(&record.bytes).unwrap());
        stream.extend(record.bytes);
    }
    let whole = Records::<_, Consensus, Block>::new(&stream[..], 1 << 20);
    assert_eq!(whole.map(Result::unwrap).collect::<Vec<_>>(), all);
    let slow = Records::<_, Consensus, Block>::new(Slow(&stream), 1 << 20);
    assert_eq!(slow.map(Result::unwrap).collect::<Vec<_>>(), all);
}
