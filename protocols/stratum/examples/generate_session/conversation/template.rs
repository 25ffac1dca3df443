//! The job declarator gets templates from a node.

use codec_core::wire::{B064K, B0255, PackedSeq064K, Seq0255};
use codec_stratum::Subprotocol;
use codec_stratum::template_distribution::{
    CoinbaseOutputConstraints, NewTemplate, RequestTransactionData, RequestTransactionDataError,
    RequestTransactionDataSuccess, SetNewPrevHash, SubmitSolution,
};

use super::{NBITS, Outcome, START, Transcript, VERSION};

/// An output that commits to the witnesses: value zero, and a script of 38 bytes.
fn witness_commitment(transcript: &mut Transcript) -> Vec<u8> {
    let mut output = vec![0; 8];
    output.extend_from_slice(&[0x26, 0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed]);
    output.extend_from_slice(&transcript.bytes(32));
    output
}

fn template(transcript: &mut Transcript, template_id: u64, future_template: bool) -> Outcome {
    let outputs = witness_commitment(transcript);
    let merkle_path = transcript.hashes(12);
    transcript.say(&NewTemplate {
        template_id,
        future_template,
        version: VERSION,
        coinbase_tx_version: 2,
        coinbase_prefix: B0255::try_from(&[0x03, 0x40, 0x0d, 0x0e])?,
        coinbase_tx_input_sequence: u32::MAX,
        coinbase_tx_value_remaining: 312_500_000 + 4_821_390 * template_id,
        coinbase_tx_outputs_count: 1,
        coinbase_tx_outputs: B064K::try_from(outputs)?,
        coinbase_tx_locktime: 0,
        merkle_path: Seq0255::try_from(merkle_path)?,
    })
}

fn announce(transcript: &mut Transcript, template_id: u64, header_timestamp: u32) -> Outcome {
    let prev_hash = transcript.block_hash();
    let target = transcript.block_hash();
    transcript.say(&SetNewPrevHash {
        template_id,
        prev_hash,
        header_timestamp,
        n_bits: NBITS,
        target,
    })
}

fn transactions(transcript: &mut Transcript, template_id: u64) -> Outcome {
    transcript.say(&RequestTransactionData { template_id })?;
    let list = [222, 141, 370, 192, 1028].map(|len| transcript.bytes(len));
    transcript.say(&RequestTransactionDataSuccess {
        template_id,
        excess_data: B064K::default(),
        transaction_list: PackedSeq064K::from_blobs(list)?,
    })
}

/// Sets up the connection, and sends the template of the current block.
pub(super) fn first_template(transcript: &mut Transcript) -> Outcome {
    let device = ["job declarator", "", "codec-sv2", "jd-1"];
    transcript.set_up(Subprotocol::TemplateDistribution, 0, 8442, device)?;
    transcript.say(&CoinbaseOutputConstraints {
        coinbase_output_max_additional_size: 256,
        coinbase_output_max_additional_sigops: 4,
    })?;
    template(transcript, 1, true)?;
    announce(transcript, 1, START)?;
    transactions(transcript, 1)?;
    for template_id in 2..=4 {
        template(transcript, template_id, false)?;
    }
    transactions(transcript, 4)
}

/// The miner finds a block on template 4.
pub(super) fn next_block(transcript: &mut Transcript) -> Outcome {
    let header_nonce = transcript.roll();
    let coinbase_tx = transcript.bytes(245);
    transcript.say(&SubmitSolution {
        template_id: 4,
        version: VERSION,
        header_timestamp: START + 590,
        header_nonce,
        coinbase_tx: B064K::try_from(coinbase_tx)?,
    })?;
    template(transcript, 5, true)?;
    announce(transcript, 5, START + 600)?;
    transcript.say(&RequestTransactionData { template_id: 4 })?;
    transcript.say(&RequestTransactionDataError {
        template_id: 4,
        error_code: "stale-template-id".try_into()?,
    })
}
