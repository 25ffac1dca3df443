//! Headers of blocks, and nonces whose hashes meet a target.

use std::time::{Duration, Instant};

use codec_bitcoin::Digest;
use codec_core::wire::{Target, U256};

/// A header without its nonce (Bitcoin, 80 bytes with it).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Header {
    pub(crate) version: u32,
    pub(crate) prev_hash: U256,
    pub(crate) merkle_root: U256,
    pub(crate) ntime: u32,
    pub(crate) nbits: u32,
}

impl Header {
    /// The hash with this nonce.
    pub(crate) fn hash(&self, nonce: u32) -> U256 {
        let mut bytes = [0; 80];
        bytes[..4].copy_from_slice(&self.version.to_le_bytes());
        bytes[4..36].copy_from_slice(self.prev_hash.as_ref());
        bytes[36..68].copy_from_slice(self.merkle_root.as_ref());
        bytes[68..72].copy_from_slice(&self.ntime.to_le_bytes());
        bytes[72..76].copy_from_slice(&self.nbits.to_le_bytes());
        bytes[76..].copy_from_slice(&nonce.to_le_bytes());
        U256(Digest::of(&bytes).0)
    }

    /// The first nonce from `first` on whose hash is as wanted, if one is found in the time.
    pub(crate) fn search(
        &self,
        first: u32,
        time: Duration,
        is_wanted: impl Fn(&U256) -> bool,
    ) -> Option<u32> {
        let start = Instant::now();
        (first..u32::MAX)
            .take_while(|nonce| nonce % 1024 != 0 || start.elapsed() < time)
            .find(|nonce| is_wanted(&self.hash(*nonce)))
    }
}

/// The root of the tree over a coinbase transaction, in pieces, and the path beside it.
pub(crate) fn merkle_root(coinbase: &[&[u8]], path: &[U256]) -> U256 {
    let first = U256(Digest::of(&coinbase.concat()).0);
    path.iter()
        .fold(first, |hash, other| U256(Digest::of(&[hash.as_ref(), other.as_ref()].concat()).0))
}

/// Zero bits that the hashes of a target begin with, at least.
pub(crate) fn zero_bits(target: &Target) -> u32 {
    let bytes = target.0.to_be_bytes();
    let whole = bytes.iter().take_while(|byte| **byte == 0).count();
    let rest = bytes.get(whole).map_or(0, |byte| byte.leading_zeros());
    u32::try_from(whole).unwrap_or(32) * 8 + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first block of Bitcoin: its one transaction is the root of its tree.
    #[test]
    fn the_first_block_is_found_by_its_nonce() {
        let root = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b";
        let merkle_root = root.parse::<Target>().expect("hex").0;
        let (version, ntime, nbits) = (1, 1_231_006_505, 0x1d00_ffff);
        let header = Header { version, prev_hash: U256::ZERO, merkle_root, ntime, nbits };
        let target = Target::from_compact(nbits).expect("it is a target");
        assert_eq!(zero_bits(&target), 32);
        let found = header.search(2_083_236_800, Duration::from_secs(9), |hash| target.meets(hash));
        assert_eq!(found, Some(2_083_236_893));
        let name = "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f";
        assert_eq!(Target(header.hash(2_083_236_893)).to_string(), name);
    }
}
