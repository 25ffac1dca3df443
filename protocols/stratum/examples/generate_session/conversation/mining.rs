//! A mining farm works for the pool, on an extended and a standard channel.

use codec_core::wire::{B032, B064K, B0255, Seq064K, Seq0255, U256};
use codec_stratum::Subprotocol;
use codec_stratum::common::{ChannelEndpointChanged, Reconnect};
use codec_stratum::extensions::{RequestExtensions, RequestExtensionsSuccess};
use codec_stratum::mining::{
    CloseChannel, NewExtendedMiningJob, NewMiningJob, OpenExtendedMiningChannel,
    OpenExtendedMiningChannelSuccess, OpenStandardMiningChannel, OpenStandardMiningChannelSuccess,
    SetCustomMiningJob, SetCustomMiningJobSuccess, SetExtranoncePrefix, SetGroupChannel,
    SetNewPrevHash, SetTarget, SubmitSharesError, SubmitSharesExtended, SubmitSharesStandard,
    SubmitSharesSuccess, UpdateChannel, setup_flags,
};

use super::{NBITS, Outcome, START, Transcript, VERSION};

const EXTENDED: u32 = 1;
const STANDARD: u32 = 2;
const GROUP: u32 = 100;
/// Shares on the extended channel before the block is found.
const SHARES: u32 = 120;

fn target(zeros: usize) -> U256 {
    let mut target = [0xff; 32];
    target[32 - zeros..].fill(0);
    U256::from(target)
}

/// Sets up the connection and opens both channels.
pub(super) fn open(transcript: &mut Transcript) -> Outcome {
    let flags = setup_flags::REQUIRES_VERSION_ROLLING | setup_flags::REQUIRES_WORK_SELECTION;
    let device = ["Bitmain", "S19j Pro", "codec-sv2 0.1", "rack 7, unit 12"];
    transcript.set_up(Subprotocol::Mining, flags, 34254, device)?;
    let extensions = || Seq064K::try_from(vec![2]);
    transcript.say(&RequestExtensions { request_id: 1, requested_extensions: extensions()? })?;
    transcript
        .say(&RequestExtensionsSuccess { request_id: 1, supported_extensions: extensions()? })?;
    transcript.say(&OpenExtendedMiningChannel {
        request_id: 1,
        user_identity: "codec.farm".try_into()?,
        nominal_hash_rate: 1.04e15,
        max_target: target(3),
        min_extranonce_size: 8,
    })?;
    transcript.say(&OpenExtendedMiningChannelSuccess {
        request_id: 1,
        channel_id: EXTENDED,
        target: target(4),
        extranonce_size: 8,
        extranonce_prefix: B032::try_from(&[0, 0, 0, 1])?,
        group_channel_id: GROUP,
    })?;
    transcript.say(&OpenStandardMiningChannel {
        request_id: 2,
        user_identity: "codec.farm.\u{2116}12".try_into()?,
        nominal_hash_rate: 1.04e14,
        max_target: target(3),
    })?;
    transcript.say(&OpenStandardMiningChannelSuccess {
        request_id: 2,
        channel_id: STANDARD,
        target: target(4),
        extranonce_prefix: B032::try_from(&[0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])?,
        group_channel_id: GROUP,
    })?;
    let channel_ids = Seq064K::try_from(vec![EXTENDED, STANDARD])?;
    transcript.say(&SetGroupChannel { group_channel_id: GROUP, channel_ids })?;
    jobs(transcript, 1, None)?;
    announce(transcript, 1, START)?;
    custom_job(transcript)
}

/// A job for each channel.
fn jobs(transcript: &mut Transcript, job_id: u32, min_ntime: Option<u32>) -> Outcome {
    let merkle_path = Seq0255::try_from(transcript.hashes(12))?;
    let (prefix, suffix) = (transcript.bytes(58), transcript.bytes(85));
    transcript.say(&NewExtendedMiningJob {
        channel_id: EXTENDED,
        job_id,
        min_ntime,
        version: VERSION,
        version_rolling_allowed: true,
        merkle_path,
        coinbase_tx_prefix: B064K::try_from(prefix)?,
        coinbase_tx_suffix: B064K::try_from(suffix)?,
    })?;
    let merkle_root = transcript.hash();
    let channel_id = STANDARD;
    transcript.say(&NewMiningJob { channel_id, job_id, min_ntime, version: VERSION, merkle_root })
}

fn announce(transcript: &mut Transcript, job_id: u32, min_ntime: u32) -> Outcome {
    let (channel_id, prev_hash) = (GROUP, transcript.block_hash());
    transcript.say(&SetNewPrevHash { channel_id, job_id, prev_hash, min_ntime, nbits: NBITS })
}

/// The declared job, proposed for the extended channel.
fn custom_job(transcript: &mut Transcript) -> Outcome {
    let (token, outputs) = (transcript.bytes(32), transcript.bytes(80));
    let (prev_hash, merkle_path) = (transcript.block_hash(), transcript.hashes(12));
    let (channel_id, request_id) = (EXTENDED, 3);
    transcript.say(&SetCustomMiningJob {
        channel_id,
        request_id,
        mining_job_token: B0255::try_from(token)?,
        version: VERSION,
        prev_hash,
        min_ntime: START,
        nbits: NBITS,
        coinbase_tx_version: 2,
        coinbase_prefix: B0255::try_from(&[0x03, 0x40, 0x0d, 0x0e])?,
        coinbase_tx_input_n_sequence: u32::MAX,
        coinbase_tx_outputs: B064K::try_from(outputs)?,
        coinbase_tx_locktime: 0,
        merkle_path: Seq0255::try_from(merkle_path)?,
    })?;
    transcript.say(&SetCustomMiningJobSuccess { channel_id, request_id, job_id: 2 })
}

fn share(transcript: &mut Transcript, sequence_number: u32, job_id: u32) -> Outcome {
    let (nonce, rolled) = (transcript.roll(), transcript.roll());
    let extranonce = B032::try_from(transcript.bytes(8).as_slice())?;
    transcript.say(&SubmitSharesExtended {
        channel_id: EXTENDED,
        sequence_number,
        job_id,
        nonce,
        ntime: START + 4 * sequence_number,
        version: VERSION | rolled & 0x1fff_e000,
        extranonce,
    })
}

fn accept(transcript: &mut Transcript, channel_id: u32, last: u32, count: u32) -> Outcome {
    transcript.say(&SubmitSharesSuccess {
        channel_id,
        last_sequence_number: last,
        new_submits_accepted_count: count,
        new_shares_sum: u64::from(count) * 1024,
    })
}

/// Shares on both channels, acknowledged in tens; with new jobs and a new target in between.
pub(super) fn work(transcript: &mut Transcript) -> Outcome {
    for number in 1..=SHARES {
        let job_id = 2 + (number - 1) / 30;
        share(transcript, number, job_id)?;
        if number % 10 == 0 {
            accept(transcript, EXTENDED, number, 10)?;
        }
        if number % 12 == 0 {
            let (nonce, ntime) = (transcript.roll(), START + 4 * number);
            transcript.say(&SubmitSharesStandard {
                channel_id: STANDARD,
                sequence_number: number / 12,
                job_id,
                nonce,
                ntime,
                version: VERSION,
            })?;
        }
        if number % 30 == 0 {
            jobs(transcript, job_id + 1, Some(START + 4 * number))?;
        }
        if number == 60 {
            let hash_rate = 1.2e15;
            transcript.say(&UpdateChannel {
                channel_id: EXTENDED,
                nominal_hash_rate: hash_rate,
                maximum_target: target(4),
            })?;
            transcript.say(&SetTarget { channel_id: EXTENDED, maximum_target: target(5) })?;
        }
    }
    accept(transcript, STANDARD, SHARES / 12, SHARES / 12)
}

/// The next block: a future job, and a share that comes too late.
pub(super) fn find_block(transcript: &mut Transcript) -> Outcome {
    jobs(transcript, 7, None)?;
    announce(transcript, 7, START + 600)?;
    share(transcript, SHARES + 1, 6)?;
    transcript.say(&SubmitSharesError {
        channel_id: EXTENDED,
        sequence_number: SHARES + 1,
        error_code: "stale-share".try_into()?,
    })
}

/// Some more work, and the farm is redirected.
pub(super) fn close(transcript: &mut Transcript) -> Outcome {
    let extranonce_prefix = B032::try_from(&[0, 0, 0, 9])?;
    transcript.say(&SetExtranoncePrefix { channel_id: EXTENDED, extranonce_prefix })?;
    for number in SHARES + 2..SHARES + 12 {
        share(transcript, number, 7)?;
    }
    accept(transcript, EXTENDED, SHARES + 11, 10)?;
    transcript.say(&ChannelEndpointChanged { channel_id: STANDARD })?;
    transcript.say(&CloseChannel { channel_id: GROUP, reason_code: "maintenance".try_into()? })?;
    transcript.say(&Reconnect { new_host: "backup.example.com".try_into()?, new_port: 34254 })
}
