//! `sv2 proxy` with a miner that needs standard jobs, in front of a server that works with groups.

use codec_core::wire::{B032, B064K, Seq0255, Str0255, U256};
use codec_stratum::MiningMessage as Message;
use codec_stratum::mining::{
    NewExtendedMiningJob, NewMiningJob, OpenStandardMiningChannel,
    OpenStandardMiningChannelSuccess, SetExtranoncePrefix, SetGroupChannel, setup_flags,
};
use sha2::{Digest as _, Sha256};

use crate::proxied_groups::{found, server};
use crate::proxy::{Link, connect, next, proxy};

const START: &[u8] = b"coinbase";
const END: &[u8] = b"outputs";
const OTHER: [u8; 32] = [7; 32];

fn twice(bytes: &[u8]) -> Vec<u8> {
    Sha256::digest(Sha256::digest(bytes)).to_vec()
}

/// The root for a channel with this prefix.
fn root(prefix: &[u8]) -> U256 {
    let coinbase = twice(&[START, prefix, END].concat());
    let root = twice(&[&coinbase[..], &OTHER].concat());
    U256(root.try_into().expect("32 bytes"))
}

fn job(channel_id: u32, job_id: u32) -> NewExtendedMiningJob {
    NewExtendedMiningJob {
        channel_id,
        job_id,
        min_ntime: None,
        version: 0x2000_0000,
        version_rolling_allowed: true,
        merkle_path: Seq0255::try_from(vec![U256(OTHER)]).expect("one"),
        coinbase_tx_prefix: B064K::try_from(START).expect("it is short"),
        coinbase_tx_suffix: B064K::try_from(END).expect("it is short"),
    }
}

fn open(link: &mut Link, request_id: u32) -> u32 {
    let (user_identity, max_target) = (Str0255::default(), U256::MAX);
    let nominal_hash_rate = 1.0;
    let asked =
        OpenStandardMiningChannel { request_id, user_identity, nominal_hash_rate, max_target };
    link.send(&asked).expect("it is taken");
    let Message::OpenStandardMiningChannelSuccess(opened) = next(link) else { panic!("refused") };
    opened.channel_id
}

fn next_job(link: &mut Link) -> NewMiningJob {
    match next(link) {
        Message::NewMiningJob(job) => job,
        other => panic!("{other:?}"),
    }
}

fn next_block(link: &mut Link) -> (u32, u32) {
    match next(link) {
        Message::SetNewPrevHash(found) => (found.channel_id, found.job_id),
        other => panic!("{other:?}"),
    }
}

#[test]
fn jobs_of_a_group_are_standard_jobs_of_each_channel() {
    let (address, server) = server(|mut server| {
        for (channel_id, prefix) in [(500, [1, 2]), (501, [3, 4])] {
            let Ok(Some(Message::OpenStandardMiningChannel(asked))) = server.next_owned() else {
                panic!("no channel is asked for")
            };
            let opened = OpenStandardMiningChannelSuccess {
                request_id: asked.request_id,
                channel_id,
                target: U256::MAX,
                extranonce_prefix: B032::try_from(&prefix).expect("it is short"),
                group_channel_id: 70,
            };
            server.send(&opened).expect("it is taken");
        }
        server.send(&job(70, 1)).expect("it is taken");
        server.send(&found(70, 1)).expect("it is taken");
        let extranonce_prefix = B032::try_from(&[9, 9, 9]).expect("it is short");
        let set = SetExtranoncePrefix { channel_id: 501, extranonce_prefix };
        server.send(&set).expect("it is taken");
        // Of which the miner knows nothing.
        let channel_ids = vec![501].try_into().expect("one");
        server.send(&SetGroupChannel { group_channel_id: 71, channel_ids }).expect("it is taken");
        server.send(&job(71, 2)).expect("it is taken");
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let options = ["--plaintext", "--upstream-plaintext", "--connections", "1"];
    let (running, between, _) = proxy(&address, &options);
    let mut link = connect(&between, setup_flags::REQUIRES_STANDARD_JOBS);
    assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
    assert_eq!((open(&mut link, 5), open(&mut link, 6)), (1, 2));
    let mut jobs = [next_job(&mut link), next_job(&mut link)];
    jobs.sort_by_key(|job| job.channel_id);
    for (job, (channel, prefix)) in jobs.iter().zip([(1, [1, 2]), (2, [3, 4])]) {
        assert_eq!((job.channel_id, job.job_id, job.min_ntime), (channel, 1, None));
        assert_eq!((job.version, job.merkle_root), (0x2000_0000, root(&prefix)));
    }
    let mut blocks = [next_block(&mut link), next_block(&mut link)];
    blocks.sort_unstable();
    assert_eq!(blocks, [(1, 1), (2, 1)]);
    assert!(matches!(next(&mut link), Message::SetExtranoncePrefix(set) if set.channel_id == 2));
    let job = next_job(&mut link);
    assert_eq!((job.channel_id, job.job_id, job.merkle_root), (2, 2, root(&[9, 9, 9])));
    drop(link);
    running.finish().assert_success();
    server.join().expect("it is content");
}
