//! A channel of the server: its jobs and targets.

use std::collections::HashSet;
use std::time::Instant;

use codec_bitcoin::Digest;
use codec_core::wire::{B064K, Seq0255, Target, U256};
use codec_stratum::mining::{NewExtendedMiningJob, NewMiningJob, SetNewPrevHash};

/// The group of all channels.
pub(super) const GROUP: u32 = 0x1_0000;
/// The time of the block before.
pub(super) const MIN_NTIME: u32 = 1_700_000_000;
const VERSION: u32 = 0x2000_0000;
const NBITS: u32 = 0x1703_4219;
/// A coinbase transaction up to its extranonce of 12 bytes.
const PREFIX: &[u8] = &[
    2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 16, 3, 1, 2, 3,
];
/// After it: sequence, one output, lock time.
const SUFFIX: &[u8] = &[0xff, 0xff, 0xff, 0xff, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0x51, 0, 0, 0, 0];

#[derive(Clone)]
pub(super) struct Channel {
    pub(super) id: u32,
    pub(super) is_extended: bool,
    /// All of the extranonce of a standard channel, the start of an extended one.
    pub(super) prefix: Vec<u8>,
    pub(super) size: u16,
    pub(super) target: Target,
    /// The target of jobs before the current target.
    pub(super) former: Target,
    /// The first job of the current target.
    pub(super) since: u32,
    pub(super) job_id: u32,
    pub(super) opened: Instant,
    pub(super) shares: HashSet<[u32; 4]>,
    /// The time of the block before.
    pub(super) min_ntime: u32,
    /// True if its coinbases keep the marker of BIP 141.
    pub(super) is_marked: bool,
}

/// The target of channels: hashes begin with four zero bits.
pub(super) fn easy() -> Target {
    let mut bytes = [0xff; 32];
    bytes[0] = 0x0f;
    Target(U256::from_be_bytes(bytes))
}

impl Channel {
    pub(super) fn standard_job(&self, min_ntime: Option<u32>) -> NewMiningJob {
        let (channel_id, job_id) = (self.id, self.job_id);
        NewMiningJob {
            channel_id,
            job_id,
            min_ntime,
            version: VERSION,
            merkle_root: self.root(&[]),
        }
    }

    pub(super) fn extended_job(&self, min_ntime: Option<u32>) -> NewExtendedMiningJob {
        NewExtendedMiningJob {
            channel_id: self.id,
            job_id: self.job_id,
            min_ntime,
            version: VERSION,
            version_rolling_allowed: true,
            merkle_path: Seq0255::try_from(vec![U256([9; 32]), U256([8; 32])]).expect("short"),
            coinbase_tx_prefix: B064K::try_from(&self.start()[..]).expect("short"),
            coinbase_tx_suffix: B064K::try_from(SUFFIX).expect("short"),
        }
    }

    pub(super) fn prev(&self) -> SetNewPrevHash {
        SetNewPrevHash {
            channel_id: self.id,
            job_id: self.job_id,
            prev_hash: U256([7; 32]),
            min_ntime: self.min_ntime,
            nbits: NBITS,
        }
    }

    /// The coinbase up to its extranonce.
    fn start(&self) -> Vec<u8> {
        let mut start = PREFIX.to_vec();
        if self.is_marked {
            start.splice(4..4, [0, 1]);
        }
        start
    }

    fn root(&self, extranonce: &[u8]) -> U256 {
        if !self.is_extended {
            return U256([self.prefix[3]; 32]);
        }
        let coinbase = Digest::of(&[&self.start()[..], &self.prefix, extranonce, SUFFIX].concat());
        let one = Digest::of(&[coinbase.0, [9; 32]].concat());
        U256(Digest::of(&[one.0, [8; 32]].concat()).0)
    }

    /// The hash of the header that a share describes.
    pub(super) fn hash(&self, version: u32, ntime: u32, nonce: u32, extranonce: &[u8]) -> U256 {
        let root = self.root(extranonce);
        let header = [
            &version.to_le_bytes()[..],
            &[7; 32],
            root.as_ref(),
            &ntime.to_le_bytes(),
            &NBITS.to_le_bytes(),
            &nonce.to_le_bytes(),
        ];
        U256(Digest::of(&header.concat()).0)
    }

    /// Returns true if miners changed what they may not.
    pub(super) const fn is_rolled(version: u32) -> bool {
        version != VERSION
    }
}
