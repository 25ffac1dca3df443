//! The work that the server hands out: jobs that look like real ones.

use codec_core::wire::{B064K, Seq0255, TooLong, U256};
use codec_stratum::mining::{NewExtendedMiningJob, NewMiningJob, SetNewPrevHash};

use crate::hashing::{Template, merkle_root};

/// The channel's part of the extranonce that the client chooses, in bytes.
pub(crate) const EXTRANONCE_SIZE: u16 = 8;
/// The value of a share, in units of difficulty 1.
pub(crate) const SHARE_VALUE: u64 = 1024;
/// Version field of the headers to hash.
pub(crate) const VERSION: u32 = 0x2000_0000;
/// Difficulty field of the headers to hash.
const NBITS: u32 = 0x1703_4219;
/// The time that work starts with, in seconds since 1970.
pub(crate) const MIN_NTIME: u32 = 1_763_700_000;

/// A coinbase transaction up to the extranonce: version, one input without a
/// previous output, and a script that starts with the height.
const COINBASE_PREFIX: &[u8] = &[
    0x02, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x10, 0x03, 0x40, 0x0d, 0x0e,
];
/// After the extranonce: sequence, one output of 3.125 bitcoin to a witness key hash, lock
/// time.
const COINBASE_SUFFIX: &[u8] = &[
    0xff, 0xff, 0xff, 0xff, 1, 0x20, 0x59, 0xa0, 0x12, 0, 0, 0, 0, 0x16, 0, 0x14, 0x75, 0x1e, 0x76,
    0xe8, 0x19, 0x91, 0x96, 0xd4, 0x54, 0x94, 0x1c, 0x45, 0xd1, 0xb3, 0xa3, 0x23, 0xf1, 0x43, 0x3b,
    0xd6, 0, 0, 0, 0,
];

/// The part of the extranonce that the server fixes.
pub(crate) type Prefix = [u8; 4];

/// The prefix of a channel: another for each of its connection, and for each connection.
pub(crate) const fn extranonce_prefix(connection: u16, channel_id: u32) -> Prefix {
    let ([first, second], [low, high, ..]) = (connection.to_be_bytes(), channel_id.to_le_bytes());
    [first, second, high, low]
}

/// All of the extranonce of a standard channel, which is as long as those of the extended channels in its
/// group (section 5.2.3).
pub(crate) fn whole_extranonce(prefix: Prefix) -> [u8; 4 + EXTRANONCE_SIZE as usize] {
    let mut whole = [0; 4 + EXTRANONCE_SIZE as usize];
    whole[..4].copy_from_slice(&prefix);
    whole
}

/// The job with this number; `min_ntime` is `None` for a future job, to be activated by
/// [`announce`].
pub(crate) fn job(
    channel_id: u32,
    job_id: u32,
    min_ntime: Option<u32>,
) -> Result<NewExtendedMiningJob, TooLong> {
    Ok(NewExtendedMiningJob {
        channel_id,
        job_id,
        min_ntime,
        version: VERSION,
        version_rolling_allowed: true,
        merkle_path: Seq0255::try_from(path(job_id).collect::<Vec<_>>())?,
        coinbase_tx_prefix: B064K::try_from(COINBASE_PREFIX)?,
        coinbase_tx_suffix: B064K::try_from(COINBASE_SUFFIX)?,
    })
}

/// Like [`job`], for a standard channel with this prefix.
pub(crate) fn standard_job(
    prefix: Prefix,
    channel_id: u32,
    job_id: u32,
    min_ntime: Option<u32>,
) -> NewMiningJob {
    let merkle_root = root(prefix, job_id, &[0; EXTRANONCE_SIZE as usize]);
    NewMiningJob { channel_id, job_id, min_ntime, version: VERSION, merkle_root }
}

/// The block that all jobs build on, with the job to start with.
pub(crate) fn announce(channel_id: u32, job_id: u32) -> SetNewPrevHash {
    let prev_hash = prev_hash();
    SetNewPrevHash { channel_id, job_id, prev_hash, min_ntime: MIN_NTIME, nbits: NBITS }
}

/// The header that a share describes, without its nonce. The extranonce of a standard
/// channel is zero.
pub(crate) fn header(
    prefix: Prefix,
    job_id: u32,
    (version, ntime): (u32, u32),
    extranonce: &[u8],
) -> Template {
    let merkle_root = root(prefix, job_id, extranonce);
    Template { version, prev_hash: prev_hash(), merkle_root, ntime, nbits: NBITS }
}

fn root(prefix: Prefix, job_id: u32, extranonce: &[u8]) -> U256 {
    merkle_root(&[COINBASE_PREFIX, &prefix, extranonce, COINBASE_SUFFIX], path(job_id))
}

fn path(job_id: u32) -> impl Iterator<Item = U256> {
    (1..=11).map(move |n| hash(job_id, n))
}

fn prev_hash() -> U256 {
    hash(1, 0)
}

/// Bytes that look like a hash.
fn hash(job_id: u32, n: u32) -> U256 {
    let mut state = u64::from(job_id) << 32 | u64::from(n);
    U256::from(std::array::from_fn(|_| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.to_be_bytes()[0]
    }))
}
