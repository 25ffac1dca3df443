//! `sv2 proxy` with a miner that needs standard jobs, in front of a server that works with groups.

use std::time::Duration;

use codec_core::wire::{B032, B064K, Seq0255, Str0255, U256};
use codec_stratum::MiningMessage as Message;
use codec_stratum::mining::{
    NewExtendedMiningJob, NewMiningJob, OpenStandardMiningChannel,
    OpenStandardMiningChannelSuccess, SetExtranoncePrefix, SetGroupChannel, SetTarget, setup_flags,
};
use sha2::{Digest as _, Sha256};

use crate::hostile::{growth, peak_kib};
use crate::process::Running;
use crate::proxied_groups::{found, grant, server};
use crate::proxy::{self, Link, connect, next, proxy};

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

/// Opens the standard channel of the next request, in group 70.
fn grant_standard(server: &mut Link, channel_id: u32, prefix: [u8; 2]) {
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

#[test]
fn jobs_of_a_group_are_standard_jobs_of_each_channel() {
    let (address, server) = server(|mut server| {
        for (channel_id, prefix) in [(500, [1, 2]), (501, [3, 4])] {
            grant_standard(&mut server, channel_id, prefix);
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

/// Channels of the miner whose cost is measured.
const CHANNELS: u32 = 200;
/// The channel of the other miner, as the server knows it.
const OTHER_CHANNEL: u32 = 9000;

/// A server that opens a channel for one miner and [`CHANNELS`] standard ones for another, then sends so
/// many jobs to their group, and at last a target to the first.
fn many_jobs(jobs: u32) -> (String, std::thread::JoinHandle<()>) {
    server(move |mut server| {
        grant(&mut server, OTHER_CHANNEL, 1);
        for channel in 0..CHANNELS {
            let prefix = u16::try_from(channel).expect("they are few").to_le_bytes();
            grant_standard(&mut server, 500 + channel, prefix);
        }
        for number in 1..=jobs {
            server.queue(&job(70, number)).expect("it is short");
            if number % 16 == 0 || number == jobs {
                server.flush().expect("it is taken");
            }
        }
        let target = SetTarget { channel_id: OTHER_CHANNEL, maximum_target: U256::MAX };
        server.send(&target).expect("it is taken");
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    })
}

/// The proxy, a miner with one channel, and one that needs standard jobs and has [`CHANNELS`].
fn miners_of_many(address: &str) -> (Running, Link, Link) {
    let options = ["--plaintext", "--upstream-plaintext", "--connections", "2"];
    let (running, between, _) = proxy(address, &options);
    let [mut other, mut many] = [0, setup_flags::REQUIRES_STANDARD_JOBS].map(|flags| {
        let mut link = connect(&between, flags);
        assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
        link
    });
    proxy::open(&mut other, 1);
    for request in 0..CHANNELS {
        open(&mut many, request);
    }
    (running, other, many)
}

/// A job of a group is one message for each of the channels, and no more: the number of messages is the
/// product, in the order in which the jobs came.
#[test]
fn a_job_of_a_group_is_one_message_for_each_channel() {
    const JOBS: u32 = 20;
    let (address, server) = many_jobs(JOBS);
    let (running, mut other, mut many) = miners_of_many(&address);
    for number in 1..=JOBS {
        let jobs = (0..CHANNELS).map(|_| next_job(&mut many));
        let mut channels: Vec<_> = jobs
            .map(|job| {
                assert_eq!(job.job_id, number);
                job.channel_id
            })
            .collect();
        channels.sort_unstable();
        assert_eq!(channels, (1..=CHANNELS).collect::<Vec<_>>(), "job {number}");
    }
    assert!(matches!(next(&mut other), Message::SetTarget(_)));
    // Its target is all that the other got, and nothing waits for the many.
    drop(other);
    many.stream().set_read_timeout(Some(Duration::from_millis(50))).expect("not zero");
    assert!(many.next_owned().is_err(), "a message more than channels and jobs");
    drop(many);
    running.finish().assert_success();
    server.join().expect("it is content");
}

/// Jobs that a miner with many channels does not read take no more memory than a fixed number a channel.
#[test]
fn jobs_that_are_not_read_take_bounded_memory() {
    // 400,000 messages: the system's buffers take some 4 MB of 22.
    let (address, server) = many_jobs(2000);
    let (running, mut other, many) = miners_of_many(&address);
    let before = peak_kib(running.id());
    assert!(matches!(next(&mut other), Message::SetTarget(_)));
    if let Some(peaks) = before.zip(peak_kib(running.id())) {
        // 1,024 messages and 16 a channel may wait, of some 200 bytes.
        let grown = growth(peaks);
        assert!(grown < 6 * 1024, "{grown} KiB");
    }
    drop((other, many));
    let outcome = running.finish();
    assert!(outcome.status.success(), "{outcome:?}");
    assert!(outcome.stderr.contains("miner 2 did not take what was sent"), "{outcome:?}");
    server.join().expect("it is content");
}
