//! BLAKE-256 compared with its published vectors and with another implementation; the ids of blocks
//! and transactions.

use bytes::Bytes;
use codec_core::{Consensus, Format as _};
use codec_decred::block::HeadersRef;
use codec_decred::block::{Block, BlockRef, BlockShared, Headers};
use codec_decred::transaction::{
    PartsRef, Prefix, PrefixRef, Transaction, TransactionRef, TransactionShared,
};
use codec_decred::{Blake256, Digest, blake256};

use crate::corpus::{lines, unhex};
use crate::dice::Dice;

fn reference(bytes: &[u8]) -> [u8; 32] {
    use blake_hash::digest::Digest as _;
    blake_hash::Blake256::digest(bytes).into()
}

/// The vectors of the submission to the SHA-3 competition, and of short strings.
#[test]
fn published_vectors() {
    let vectors: [(&[u8], &str); 5] = [
        (&[0], "0ce8d4ef4dd7cd8d62dfded9d4edb0a774ae6a41929a74da23109e8f11139c87"),
        (&[0; 72], "d419bad32d504fb7d44d460c42c5593fe544fa4c135dec31e21bd9abdcc22d41"),
        (b"", "716f6e863f744b9ac22c97ec7b76ea5f5908bc5b2f67c61510bfc4751384ea7a"),
        (
            b"The quick brown fox jumps over the lazy dog",
            "7576698ee9cad30173080678e5965916adbb11cb5245d386bf1ffda1cb26c9d7",
        ),
        (b"BLAKE", "07663e00cf96fbc136cf7b1ee099c95346ba3920893d18cc8851f22ee2e36aa6"),
    ];
    for (bytes, hash) in vectors {
        assert_eq!(blake256(bytes).as_slice(), unhex(hash), "{bytes:?}");
    }
}

#[test]
fn every_length_agrees_with_another_implementation() {
    let bytes = Dice::new(1).bytes(400);
    for len in 0..bytes.len() {
        assert_eq!(blake256(&bytes[..len]), reference(&bytes[..len]), "{len}");
    }
    let long = Dice::new(2).bytes(70_001);
    assert_eq!(blake256(&long), reference(&long));
}

#[test]
fn pieces_are_the_whole() {
    let bytes = Dice::new(3).bytes(200);
    let whole = blake256(&bytes);
    for first in 0..bytes.len() {
        for second in [first, first + 1, first + 63, first + 64, first + 65] {
            let second = second.min(bytes.len());
            let mut hasher = Blake256::new();
            hasher.update(&bytes[..first]);
            hasher.update(&bytes[first..second]);
            hasher.update(&bytes[second..]);
            assert_eq!(hasher.finish(), whole, "{first}, {second}");
        }
    }
}

fn payload(name: &str) -> Vec<u8> {
    let line = lines().into_iter().find(|line| line.name == name).expect("it is in the corpus");
    line.frame[24..].to_vec()
}

#[test]
fn a_block_is_named_by_its_header_in_every_form() {
    for name in ["block", "block432100"] {
        let payload = payload(name);
        let wanted = Digest::of(&payload[..180]);
        let owned: Block = Consensus::from_slice(&payload).expect(name);
        assert_eq!(owned.header.hash(), wanted);
        assert_eq!(owned.to_ref().header.hash(), wanted);
        let borrowed: BlockRef<'_> = Consensus::from_slice_ref(&payload).expect(name);
        assert_eq!(borrowed.header.hash(), wanted);
        assert_eq!(borrowed, owned.to_ref());
        let shared: BlockShared = Consensus::from_bytes(&Bytes::from(payload)).expect(name);
        assert_eq!(shared.header.hash(), wanted);
    }
    // A block of the main network, and its id on that network.
    let header: Block = Consensus::from_slice(&payload("block432100")).expect("it is whole");
    assert_eq!(header.header.height, 432_100);
}

#[test]
fn headers_in_a_list_hash_to_what_their_bytes_hash_to() {
    let payload = payload("headers");
    let headers: HeadersRef<'_> = Consensus::from_slice_ref(&payload).expect("it is whole");
    assert_eq!(headers.blocks.len(), 2);
    for (index, block) in headers.blocks.iter().enumerate() {
        let bytes = &payload[1 + 181 * index..][..180];
        assert_eq!(block.header.hash(), Digest::of(bytes));
    }
    let owned: Headers = Consensus::from_slice(&payload).expect("it is whole");
    assert_eq!(owned.blocks[1].header.hash(), headers.blocks.get(1).expect("two").header.hash());
}

#[test]
fn a_transaction_is_named_by_its_parts_in_every_form() {
    for (name, prefix, witness) in
        [("tx_full", true, true), ("tx_nowit", true, false), ("tx_onlywit", false, true)]
    {
        let payload = payload(name);
        let owned: Transaction = Consensus::from_slice(&payload).expect(name);
        let borrowed: TransactionRef<'_> = Consensus::from_slice_ref(&payload).expect(name);
        // The parts follow four bytes, one after another.
        let at = 4 + borrowed.prefix().map_or(0, |part| part.received().map_or(0, <[u8]>::len));
        let hash = |way: u8, part: &[u8]| Digest::of(&[&payload[..2], &[way, 0], part].concat());
        let wanted =
            [prefix.then(|| hash(1, &payload[4..at])), witness.then(|| hash(2, &payload[at..]))];
        let full = match wanted {
            [Some(one), Some(two)] => Some(Digest::of(&[one.0, two.0].concat())),
            _ => None,
        };
        let [first, second] = wanted;
        assert_eq!((owned.hash(), owned.witness_hash(), owned.full_hash()), (first, second, full));
        let parts = (borrowed.hash(), borrowed.witness_hash(), borrowed.full_hash());
        assert_eq!(parts, (first, second, full));
        assert_eq!(owned.to_ref().hash(), first);
        let shared: TransactionShared = Consensus::from_bytes(&Bytes::from(payload)).expect(name);
        assert_eq!((shared.hash(), shared.full_hash()), (first, full));
    }
}

#[test]
fn a_header_that_is_changed_hashes_to_its_new_encoding_in_every_form() {
    let payload = payload("block432100");
    let wire = Bytes::from(payload.clone());
    let mut owned: Block = Consensus::from_slice(&payload).expect("it is whole");
    let mut borrowed: BlockRef<'_> = Consensus::from_slice_ref(&payload).expect("it is whole");
    let mut shared: BlockShared = Consensus::from_bytes(&wire).expect("it is whole");
    let before = owned.header.hash();
    owned.header.nonce ^= 1;
    borrowed.header.nonce ^= 1;
    shared.header.nonce ^= 1;
    let after = Digest::of(&Consensus::to_vec(&owned.header).expect("it encodes"));
    assert_ne!(before, after);
    for hash in [owned.header.hash(), borrowed.header.hash(), shared.header.hash()] {
        assert_eq!(hash, after);
    }
}

#[test]
fn a_transaction_made_of_changed_parts_hashes_to_its_new_encoding() {
    let payload = payload("tx_full");
    let borrowed: TransactionRef<'_> = Consensus::from_slice_ref(&payload).expect("it is whole");
    let received = *borrowed.prefix().expect("it is full");
    // The only way to change what was received is to make an owned copy of it.
    let mut changed = Prefix::from(received);
    changed.expiry ^= 1;
    let of = |prefix: PrefixRef<'_>| {
        TransactionRef { version: borrowed.version, parts: PartsRef::NoWitness(prefix) }.hash()
    };
    let encoded = Consensus::to_vec(&changed).expect("it encodes");
    let wanted = Digest::of(&[&payload[..2], &[1, 0], &encoded].concat());
    assert_eq!(of(changed.to_ref()), Some(wanted));
    assert_ne!(of(received), Some(wanted));
    assert_eq!(of(received), borrowed.hash());
    assert_eq!(changed.to_ref().received(), None);
}
