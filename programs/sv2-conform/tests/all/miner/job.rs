//! The client's jobs and how it hashes them.

use codec_bitcoin::Digest;
use codec_core::wire::{Target, U256};

/// The channel as the server described it.
#[derive(Clone)]
pub(super) struct Channel {
    pub(super) id: u32,
    pub(super) group: u32,
    /// Of the jobs that come from now on.
    pub(super) target: Target,
    pub(super) prefix: Vec<u8>,
    pub(super) size: usize,
}

#[derive(Clone)]
pub(super) enum Root {
    Given(U256),
    Computed { start: Vec<u8>, end: Vec<u8>, path: Vec<U256> },
}

/// A job with what held when it came.
#[derive(Clone)]
pub(super) struct Job {
    pub(super) id: u32,
    pub(super) version: u32,
    pub(super) is_rollable: bool,
    pub(super) root: Root,
    pub(super) prefix: Vec<u8>,
    pub(super) target: Target,
    pub(super) block: Block,
}

/// The block that a job is on.
#[derive(Clone, Copy, Default)]
pub(super) struct Block {
    pub(super) hash: [u8; 32],
    pub(super) nbits: u32,
    pub(super) ntime: u32,
}

impl Job {
    /// The header without its nonce, of 76 bytes.
    pub(super) fn header(&self, version: u32, ntime: u32, extranonce: &[u8]) -> Vec<u8> {
        let root = match &self.root {
            Root::Given(root) => *root,
            Root::Computed { start, end, path } => {
                let coinbase = [&start[..], &self.prefix, extranonce, end].concat();
                path.iter().fold(U256(Digest::of(&coinbase).0), |hash, other| {
                    U256(Digest::of(&[hash.as_ref(), other.as_ref()].concat()).0)
                })
            }
        };
        let header = [
            &version.to_le_bytes()[..],
            &self.block.hash,
            root.as_ref(),
            &ntime.to_le_bytes(),
            &self.block.nbits.to_le_bytes(),
        ];
        header.concat()
    }
}
