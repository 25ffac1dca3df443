//! The job declarator declares a job to the pool.

use codec_core::wire::{B032, B064K, B0255, PackedSeq064K, Seq064K};
use codec_stratum::Subprotocol;
use codec_stratum::job_declaration::{
    AllocateMiningJobToken, AllocateMiningJobTokenSuccess, DeclareMiningJob, DeclareMiningJobError,
    DeclareMiningJobSuccess, ProvideMissingTransactions, ProvideMissingTransactionsSuccess,
    PushSolution, setup_flags,
};

use super::{NBITS, Outcome, START, Transcript, VERSION};

fn allocate(
    transcript: &mut Transcript,
    request_id: u32,
) -> Result<B0255, Box<dyn std::error::Error>> {
    let token = B0255::try_from(transcript.bytes(16))?;
    let mut outputs = vec![1, 0, 0, 0, 0, 0, 0, 0, 0, 0x16, 0x00, 0x14];
    outputs.extend_from_slice(&transcript.bytes(20));
    transcript
        .say(&AllocateMiningJobToken { user_identifier: "codec.farm".try_into()?, request_id })?;
    transcript.say(&AllocateMiningJobTokenSuccess {
        request_id,
        mining_job_token: token.clone(),
        coinbase_tx_outputs: B064K::try_from(outputs)?,
    })?;
    Ok(token)
}

fn declare(transcript: &mut Transcript, request_id: u32, token: B0255) -> Outcome {
    let (prefix, suffix) = (transcript.bytes(58), transcript.bytes(85));
    let wtxid_list = transcript.hashes(40);
    transcript.say(&DeclareMiningJob {
        request_id,
        mining_job_token: token,
        version: VERSION,
        coinbase_tx_prefix: B064K::try_from(prefix)?,
        coinbase_tx_suffix: B064K::try_from(suffix)?,
        wtxid_list: Seq064K::try_from(wtxid_list)?,
        excess_data: B064K::default(),
    })
}

/// Sets up the connection, and declares jobs: the first is refused.
pub(super) fn declare_job(transcript: &mut Transcript) -> Outcome {
    let device = ["job declarator", "", "codec-sv2", "jd-1"];
    transcript.set_up(Subprotocol::JobDeclaration, setup_flags::DECLARE_TX_DATA, 34264, device)?;
    let stale = B0255::try_from(transcript.bytes(16))?;
    declare(transcript, 1, stale)?;
    transcript.say(&DeclareMiningJobError {
        request_id: 1,
        error_code: "invalid-mining-job-token".try_into()?,
        error_details: B064K::try_from(b"token has expired")?,
    })?;
    let token = allocate(transcript, 2)?;
    declare(transcript, 3, token)?;
    transcript.say(&ProvideMissingTransactions {
        request_id: 3,
        unknown_tx_position_list: Seq064K::try_from(vec![4, 17, 39])?,
    })?;
    let list = [226, 141, 4013].map(|len| transcript.bytes(len));
    transcript.say(&ProvideMissingTransactionsSuccess {
        request_id: 3,
        transaction_list: PackedSeq064K::from_blobs(list)?,
    })?;
    let new_mining_job_token = B0255::try_from(transcript.bytes(32))?;
    transcript.say(&DeclareMiningJobSuccess { request_id: 3, new_mining_job_token })
}

/// The block that was found is sent to the pool as well.
pub(super) fn push_solution(transcript: &mut Transcript) -> Outcome {
    let (prev_hash, nonce) = (transcript.block_hash(), transcript.roll());
    let extranonce = B032::try_from(transcript.bytes(12).as_slice())?;
    transcript.say(&PushSolution {
        extranonce,
        prev_hash,
        nonce,
        ntime: START + 590,
        nbits: NBITS,
        version: VERSION,
    })
}
