//! Headers of blocks and how they are hashed.

use codec_core::wire::{Target, U256};
use sha2::{Digest as _, Sha256};

/// A header without its nonce.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Template {
    pub(crate) version: u32,
    pub(crate) prev_hash: U256,
    pub(crate) merkle_root: U256,
    /// In seconds since 1970.
    pub(crate) ntime: u32,
    pub(crate) nbits: u32,
}

impl Template {
    /// The header's hash with this nonce.
    pub(crate) fn hash(&self, nonce: u32) -> U256 {
        self.prepare().hash(nonce)
    }

    /// Computes the part of the hash that does not depend on the nonce.
    pub(crate) fn prepare(&self) -> Prepared {
        let root = self.merkle_root.as_bytes();
        let (front, end) = root.split_at(28);
        let start = Sha256::new()
            .chain_update(self.version.to_le_bytes())
            .chain_update(self.prev_hash)
            .chain_update(front);
        let mut tail = [0; 12];
        tail[..4].copy_from_slice(end);
        tail[4..8].copy_from_slice(&self.ntime.to_le_bytes());
        tail[8..].copy_from_slice(&self.nbits.to_le_bytes());
        Prepared { start, tail }
    }
}

/// The state of the hash after the first 64 bytes of a header, and the twelve after those.
#[derive(Debug, Clone)]
pub(crate) struct Prepared {
    start: Sha256,
    tail: [u8; 12],
}

impl Prepared {
    pub(crate) fn hash(&self, nonce: u32) -> U256 {
        let mut first = self.start.clone();
        first.update(self.tail);
        first.update(nonce.to_le_bytes());
        U256(Sha256::digest(first.finalize()).into())
    }

    /// The first of `count` nonces from `first` on with which the hash meets the target.
    pub(crate) fn search(&self, first: u32, count: u32, target: &Target) -> Option<u32> {
        (0..count)
            .map(|step| first.wrapping_add(step))
            .find(|nonce| target.meets(&self.hash(*nonce)))
    }
}

/// The double SHA-256 of these pieces, one after another.
pub(crate) fn double_sha256(pieces: &[&[u8]]) -> U256 {
    let mut first = Sha256::new();
    for piece in pieces {
        first.update(piece);
    }
    U256(Sha256::digest(first.finalize()).into())
}

/// The Merkle root of a block with this coinbase transaction, in pieces, and this path.
pub(crate) fn merkle_root(coinbase: &[&[u8]], path: impl IntoIterator<Item = U256>) -> U256 {
    path.into_iter().fold(double_sha256(coinbase), |hash, other| {
        double_sha256(&[hash.as_ref(), other.as_ref()])
    })
}

/// The target that hashes with this many leading zero bits meet.
pub(crate) fn target_of(zero_bits: u8) -> Target {
    let mut bytes = [0xff; 32];
    let whole = usize::from(zero_bits / 8);
    bytes[..whole].fill(0);
    bytes[whole.min(31)] = if whole < 32 { 0xff >> (zero_bits % 8) } else { 0 };
    Target(U256::from_be_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first block of Bitcoin: its one transaction is the root of its tree.
    #[test]
    fn the_first_block_hashes_to_its_name() {
        let root = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
        let merkle_root = root.parse::<Target>().expect("hex").0;
        let template = Template {
            version: 1,
            prev_hash: U256::ZERO,
            merkle_root,
            ntime: 1_231_006_505,
            nbits: 0x1d00_ffff,
        };
        let name = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
        assert_eq!(Target(template.hash(2_083_236_893)).to_string(), name);
        let target = Target::from_compact(template.nbits).expect("it is a target");
        let found = template.prepare().search(2_083_236_800, 100, &target);
        assert_eq!(found, Some(2_083_236_893));
        assert_eq!(template.prepare().search(0, 100, &target), None);
    }

    #[test]
    fn a_target_has_as_many_zero_bits_as_asked_for() {
        for bits in 0..=255u8 {
            let target = target_of(bits);
            let text = target.0.to_be_bytes();
            let zeros: u32 = text
                .iter()
                .scan(true, |go, byte| {
                    let zeros = if *go { byte.leading_zeros() } else { 0 };
                    *go &= zeros == 8;
                    Some(zeros)
                })
                .sum();
            assert_eq!(zeros, u32::from(bits), "{target}");
        }
    }
}
