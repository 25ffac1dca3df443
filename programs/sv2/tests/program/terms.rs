//! Terms that `sv2 serve` grants to a channel: its id, its extranonce and its target.

use std::thread;
use std::time::{Duration, Instant};

use codec_core::wire::{B032, Str0255, Target, U256};
use codec_stratum::MiningMessage as Message;
use codec_stratum::mining::{
    OpenExtendedMiningChannel, OpenExtendedMiningChannelSuccess, OpenMiningChannelError, SetTarget,
    SubmitSharesExtended, UpdateChannel, UpdateChannelError,
};

use crate::attackers::share;
use crate::process::{Running, started};
use crate::proxy::{Link, connect, next};

/// A server for one connection, and the connection.
fn served(options: &[&str]) -> (Running, Link) {
    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--connections", "1"];
    let (server, address, _) = started(&[&serve[..], options].concat());
    let mut link = connect(&address, 0);
    assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
    (server, link)
}

/// Requests a channel with this target and extranonce.
fn request(link: &mut Link, max_target: Target, min_extranonce_size: u16) {
    link.send(&OpenExtendedMiningChannel {
        request_id: 9,
        user_identity: Str0255::default(),
        nominal_hash_rate: 1.0,
        max_target: max_target.into(),
        min_extranonce_size,
    })
    .expect("it is taken");
}

fn opened(link: &mut Link, max_target: Target) -> OpenExtendedMiningChannelSuccess {
    request(link, max_target, 8);
    match next(link) {
        Message::OpenExtendedMiningChannelSuccess(opened) => opened,
        other => panic!("{other:?}"),
    }
}

/// The number of the next job that can be worked on.
fn job(link: &mut Link) -> u32 {
    loop {
        match next(link) {
            Message::NewExtendedMiningJob(job) if job.min_ntime.is_some() => return job.job_id,
            Message::SetNewPrevHash(found) => return found.job_id,
            Message::NewExtendedMiningJob(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

/// Targets of which hashes meet one in 2, and one in 2 to the 254th.
fn targets() -> (Target, Target) {
    let (mut easy, mut hard) = ([0; 32], [0; 32]);
    (easy[0], hard[31]) = (0x7f, 3);
    (Target(U256::from_be_bytes(easy)), Target(U256::from_be_bytes(hard)))
}

/// The time of the block that all work is based on.
const TIME: u32 = 1_763_700_000;

/// Submits shares of this job until one is accepted or `most` are refused; the code of the last
/// refusal.
fn refusal(link: &mut Link, job_id: u32, most: u32) -> Option<String> {
    refusal_at(TIME, link, job_id, most)
}

fn refusal_at(ntime: u32, link: &mut Link, job_id: u32, most: u32) -> Option<String> {
    let mut code = None;
    for sequence_number in 0..most {
        let share = SubmitSharesExtended {
            channel_id: 1,
            job_id,
            nonce: sequence_number,
            ntime,
            version: 0x2000_0000,
            ..share(sequence_number)
        };
        link.send(&share).expect("it is taken");
        match next(link) {
            Message::SubmitSharesSuccess(_) => return None,
            Message::SubmitSharesError(error) => code = Some(error.error_code.to_string()),
            other => panic!("{other:?}"),
        }
    }
    code
}

/// Sections 5.1 and 5.3.15.
#[test]
fn channels_have_prefixes_and_jobs_have_numbers_of_their_own() {
    let (server, mut link) = served(&[]);
    let (easy, hard) = targets();
    let mut prefixes = std::collections::BTreeSet::new();
    for _ in 0..300 {
        let prefix = opened(&mut link, easy).extranonce_prefix;
        assert!(prefix.as_bytes().len() == 4 && prefixes.insert(prefix.as_bytes().to_vec()));
        job(&mut link);
    }
    let mut jobs = vec![1];
    for target in [hard, easy, hard, easy] {
        link.send(&UpdateChannel {
            channel_id: 1,
            nominal_hash_rate: 1.0,
            maximum_target: target.into(),
        })
        .expect("it is taken");
        assert!(matches!(next(&mut link), Message::SetTarget(_)));
        jobs.push(job(&mut link));
    }
    assert_eq!(jobs, [1, 2, 3, 4, 5]);
    drop(link);
    server.finish().assert_success();
}

/// Section 5.1: the same over all connections that are open.
#[test]
fn connections_have_prefixes_of_their_own() {
    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--connections", "3"];
    let (server, address, _) = started(&serve);
    let begin = || {
        let mut link = connect(&address, 0);
        assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
        link
    };
    let mut prefixes = std::collections::BTreeSet::new();
    let mut prefixes_of = |link: &mut Link| {
        (0..3).for_each(|_| {
            let prefix = opened(link, Target(U256::MAX)).extranonce_prefix.as_bytes().to_vec();
            assert!(prefix.len() == 4 && prefixes.insert(prefix));
            job(link);
        });
    };
    let mut links = [begin(), begin(), begin()];
    links.iter_mut().for_each(&mut prefixes_of);
    drop(links);
    server.finish().assert_success();
}

/// Section 5.3.12.
#[test]
fn a_share_whose_extranonce_has_another_size_is_refused() {
    let (server, mut link) = served(&[]);
    opened(&mut link, Target(U256::MAX));
    let job_id = job(&mut link);
    for (sequence_number, size) in (0..).zip([0, 7, 9, 32, 8]) {
        let share = SubmitSharesExtended {
            channel_id: 1,
            job_id,
            version: 0x2000_0000,
            extranonce: B032::try_from(&[0; 32][..size]).expect("it is short"),
            ..share(sequence_number)
        };
        link.send(&share).expect("it is taken");
        match next(&mut link) {
            Message::SubmitSharesError(error) => {
                assert_eq!(error.sequence_number, sequence_number);
                assert_eq!(error.error_code.as_str(), Ok("bad-extranonce-size"), "{size}");
                assert_ne!(size, 8);
            }
            other => assert!(matches!(other, Message::SubmitSharesSuccess(_)) && size == 8),
        }
    }
    drop(link);
    server.finish().assert_success();
}

/// SRI's translator keeps the highest number for itself.
#[test]
fn the_number_of_a_group_is_none_that_clients_reserve() {
    let (server, mut link) = served(&[]);
    let opened = opened(&mut link, Target(U256::MAX));
    assert!(opened.group_channel_id > 0xffff && opened.group_channel_id < u32::MAX, "{opened:?}");
    drop(link);
    server.finish().assert_success();
}

#[test]
fn no_target_is_above_the_one_that_a_client_accepts() {
    let (easy, hard) = targets();
    for options in [&["--zero-bits", "1"][..], &[]] {
        let (server, mut link) = served(options);
        let granted = Target::from(opened(&mut link, hard).target);
        assert!(granted <= hard, "{granted}");
        drop(link);
        server.finish().assert_success();
    }
    let (server, mut link) = served(&["--zero-bits", "4"]);
    let granted = Target::from(opened(&mut link, easy).target);
    assert!(granted < easy && granted.to_string().starts_with("0f"), "{granted}");
    drop(link);
    server.finish().assert_success();
}

#[test]
fn a_channel_with_less_extranonce_than_the_client_needs_is_not_opened() {
    let (server, mut link) = served(&[]);
    request(&mut link, Target(U256::MAX), 9);
    let Message::OpenMiningChannelError(refused) = next(&mut link) else { panic!("it is open") };
    let OpenMiningChannelError { request_id, error_code } = refused;
    assert_eq!((request_id, error_code.as_str()), (9, Ok("min-extranonce-size-too-large")));
    // Others are.
    assert_eq!(opened(&mut link, Target(U256::MAX)).channel_id, 1);
    drop(link);
    server.finish().assert_success();
}

/// Section 5.3.7: the server reflects a smaller target; section 5.3.21: from the next job on.
#[test]
fn a_smaller_target_is_set_when_it_is_requested_and_holds_for_later_jobs() {
    let (_, hard) = targets();
    let (server, mut link) = served(&["--zero-bits", "1"]);
    let before = Target::from(opened(&mut link, Target(U256::MAX)).target);
    let first = job(&mut link);
    let update = |maximum_target: Target| UpdateChannel {
        channel_id: 1,
        nominal_hash_rate: 1e18,
        maximum_target: maximum_target.into(),
    };
    link.send(&update(hard)).expect("it is taken");
    let Message::SetTarget(SetTarget { channel_id, maximum_target }) = next(&mut link) else {
        panic!("no target")
    };
    assert_eq!(channel_id, 1);
    assert!(Target::from(maximum_target) <= hard, "{maximum_target:?}");
    let second = job(&mut link);
    assert!(second > first);
    // Shares of the first job may be on their way.
    assert_eq!(refusal(&mut link, first, 64), None);
    assert_eq!(refusal(&mut link, second, 8).as_deref(), Some("difficulty-too-low"));
    // No answer where nothing changes; a larger one up to the server's own.
    link.send(&update(hard)).expect("it is taken");
    link.send(&update(Target(U256::MAX))).expect("it is taken");
    let Message::SetTarget(set) = next(&mut link) else { panic!("no target") };
    assert_eq!(Target::from(set.maximum_target), before);
    let third = job(&mut link);
    assert_eq!(refusal(&mut link, third, 64), None);
    assert_eq!(refusal(&mut link, second, 8).as_deref(), Some("difficulty-too-low"));
    // Only one target before the current one is remembered.
    assert_eq!(refusal(&mut link, first, 1).as_deref(), Some("stale-share"));
    drop(link);
    server.finish().assert_success();
}

#[test]
fn an_update_of_a_channel_that_does_not_exist_is_refused() {
    let (server, mut link) = served(&[]);
    opened(&mut link, Target(U256::MAX));
    job(&mut link);
    let (channel_id, maximum_target) = (2, U256::MAX);
    link.send(&UpdateChannel { channel_id, nominal_hash_rate: 1.0, maximum_target })
        .expect("it is taken");
    let Message::UpdateChannelError(refused) = next(&mut link) else { panic!("no error") };
    let UpdateChannelError { channel_id, error_code } = refused;
    assert_eq!((channel_id, error_code.as_str()), (2, Ok("invalid-channel-id")));
    drop(link);
    server.finish().assert_success();
}

/// Sections 5.3.15 and 5.3.17: the first message of a channel is a job without a time, and the block
/// after it names that job.
#[test]
fn opened_channels_get_a_future_job_first() {
    let (server, mut link) = served(&[]);
    let channel = opened(&mut link, Target(U256::MAX)).channel_id;
    let Message::NewExtendedMiningJob(job) = next(&mut link) else { panic!("no job") };
    assert_eq!((job.channel_id, job.min_ntime), (channel, None));
    let Message::SetNewPrevHash(found) = next(&mut link) else { panic!("no block") };
    assert_eq!((found.channel_id, found.job_id), (channel, job.job_id));
    drop(link);
    server.finish().assert_success();
}

/// Section 5.3.11: a time that is not before the block's, nor later than that by more than has passed.
#[test]
fn the_time_of_a_share_is_within_that_since_the_block() {
    let (server, mut link) = served(&[]);
    opened(&mut link, Target(U256::MAX));
    let job = job(&mut link);
    let since = Instant::now();
    assert_eq!(refusal_at(TIME, &mut link, job, 1), None);
    for wrong in [0, TIME - 1, TIME + 3600, u32::MAX] {
        let code = refusal_at(wrong, &mut link, job, 1);
        assert_eq!(code.as_deref(), Some("invalid-share"), "{wrong}");
    }
    while since.elapsed() < Duration::from_secs(1) {
        thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(refusal_at(TIME + 1, &mut link, job, 1), None);
    drop(link);
    server.finish().assert_success();
}
