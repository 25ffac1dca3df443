//! Job declaration as its two sides see it: all that they have to agree on is in the messages.

use codec_core::wire::{B032, B064K, Seq064K, Str0255, U256};
use codec_pool::{FrameReader, FrameWriter, Pool};
use codec_stratum::job_declaration::{
    AllocateMiningJobToken, AllocateMiningJobTokenSuccess, DeclareMiningJob, PushSolution,
};
use codec_stratum::{JobDeclarationMessage as Message, JobDeclarationProtocol};

/// A message after its way through a frame.
fn arrived<M>(message: &M) -> Message
where
    M: codec_core::ToPayload<codec_core::ById, u32>,
{
    let pool = Pool::default();
    let mut writer = FrameWriter::<JobDeclarationProtocol>::new(pool.clone());
    writer.send(message).expect("it encodes");
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes all");
    let mut reader = FrameReader::<JobDeclarationProtocol>::new(pool);
    reader.read_message(&mut &wire[..]).expect("it is a message").expect("it is whole")
}

fn bytes(bytes: &[u8]) -> B064K {
    B064K::try_from(bytes.to_vec()).expect("they are few")
}

/// Sections 6.4.3, 6.4.4 and 6.4.9: neither the outputs nor the marker, the flag and the witness of a
/// coinbase change on the way, and its bytes are those of the block.
#[test]
fn a_declared_job_keeps_its_coinbase_and_a_block_can_be_rebuilt_from_it() {
    let ask = AllocateMiningJobToken { user_identifier: Str0255::default(), request_id: 1 };
    assert_eq!(arrived(&ask), Message::AllocateMiningJobToken(ask.clone()));
    // The payout output first, of no sats, and one that the pool wants.
    let (payout, wanted) = ([&[0; 8][..], &[1, 0x51]].concat(), [&[0; 8][..], &[1, 0x6a]].concat());
    let granted = AllocateMiningJobTokenSuccess {
        request_id: 1,
        mining_job_token: b"token".to_vec().try_into().expect("it is short"),
        coinbase_tx_outputs: bytes(&[&[2][..], &payout, &wanted].concat()),
    };
    let Message::AllocateMiningJobTokenSuccess(token) = arrived(&granted) else {
        panic!("another")
    };
    assert_eq!(token.coinbase_tx_outputs.as_bytes()[1..11], payout);

    // In another order, and with sats.
    let paid = [&5_000_000_000_u64.to_le_bytes()[..], &[1, 0x51]].concat();
    let outputs = [&[2][..], &wanted, &paid].concat();
    let script = [3, 1, 2, 3];
    let prefix = [
        &[2, 0, 0, 0, /* marker and flag */ 0, 1, /* inputs */ 1][..],
        &[0; 32],
        &[0xff; 4],
        &[12],
        &script,
    ]
    .concat();
    let witness = [&[1, 32][..], &[0; 32]].concat();
    let suffix = [&[0xff; 4][..], &outputs, &witness, &[0; 4]].concat();
    let declared = DeclareMiningJob {
        request_id: 2,
        mining_job_token: token.mining_job_token,
        version: 0x2000_0000,
        coinbase_tx_prefix: bytes(&prefix),
        coinbase_tx_suffix: bytes(&suffix),
        wtxid_list: Seq064K::try_from(vec![U256::from([7; 32])]).expect("there is one"),
        excess_data: B064K::default(),
    };
    let Message::DeclareMiningJob(job) = arrived(&declared) else { panic!("another") };
    let found = PushSolution {
        extranonce: B032::try_from(&[9; 8]).expect("it is short"),
        prev_hash: U256::ZERO,
        nonce: 1,
        ntime: 2,
        nbits: 3,
        version: 4,
    };
    let Message::PushSolution(solution) = arrived(&found) else { panic!("another") };
    let suffix_of_it = job.coinbase_tx_suffix.as_bytes();
    let coinbase =
        [job.coinbase_tx_prefix.as_bytes(), solution.extranonce.as_bytes(), suffix_of_it].concat();
    assert_eq!(coinbase, [&prefix[..], &[9; 8], &suffix].concat());
    assert_eq!(coinbase[4..6], [0, 1]);
    assert_eq!(suffix_of_it[4..][..outputs.len()], outputs);
    assert_eq!(job.wtxid_list, declared.wtxid_list);
}
