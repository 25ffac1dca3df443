//! `sv2 proxy` in front of a server that works with groups, and of one that sends too much.

use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use codec_core::wire::{B032, U256};
use codec_pool::{Connection, ConnectionLimits, Layers, Pool};
use codec_stratum::common::SetupConnectionSuccess;
use codec_stratum::mining::{
    CloseChannel, OpenExtendedMiningChannelSuccess, SetGroupChannel, SetNewPrevHash, SetTarget,
    SubmitSharesSuccess,
};
use codec_stratum::{MiningMessage as Message, MiningProtocol};

use crate::process::Running;
use crate::proxy::{Link, connect, next, open, proxy, submit};

type Server = Connection<MiningProtocol, TcpStream>;

/// A server that accepts one connection, and runs `work` with it after setup.
pub(crate) fn server(work: impl FnOnce(Server) + Send + 'static) -> (String, JoinHandle<()>) {
    server_with(0, work)
}

/// The same with these flags.
pub(crate) fn server_with(
    flags: u32,
    work: impl FnOnce(Server) + Send + 'static,
) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = listener.local_addr().expect("it is bound").to_string();
    let server = thread::spawn(move || {
        let (stream, _) = listener.accept().expect("the proxy comes");
        stream.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
        let mut server = Server::new(stream, &Pool::default(), ConnectionLimits::new());
        assert!(matches!(server.next_owned(), Ok(Some(Message::SetupConnection(_)))));
        server.send(&SetupConnectionSuccess { used_version: 2, flags }).expect("it is taken");
        work(server);
    });
    (address, server)
}

/// Accepts so many shares of a channel, the last with this number.
pub(crate) fn accept(server: &mut Server, channel_id: u32, last_sequence_number: u32, shares: u32) {
    let (new_submits_accepted_count, new_shares_sum) = (shares, shares.into());
    let accepted = SubmitSharesSuccess {
        channel_id,
        last_sequence_number,
        new_submits_accepted_count,
        new_shares_sum,
    };
    server.send(&accepted).expect("it is taken");
}

/// Opens the channel of the next request, with this number and group.
pub(crate) fn grant<L: Layers>(
    server: &mut Connection<MiningProtocol, TcpStream, L>,
    channel_id: u32,
    group_channel_id: u32,
) {
    let Ok(Some(Message::OpenExtendedMiningChannel(asked))) = server.next_owned() else {
        panic!("no channel is asked for")
    };
    server
        .send(&OpenExtendedMiningChannelSuccess {
            request_id: asked.request_id,
            channel_id,
            target: U256::MAX,
            extranonce_size: 8,
            extranonce_prefix: B032::try_from(&[1, 2, 3]).expect("it is short"),
            group_channel_id,
        })
        .expect("it is taken");
}

pub(crate) const fn found(channel_id: u32, job_id: u32) -> SetNewPrevHash {
    SetNewPrevHash { channel_id, job_id, prev_hash: U256::ZERO, min_ntime: 1, nbits: 2 }
}

/// The job of the next block that is announced, and its channel.
fn block(link: &mut Link) -> (u32, u32) {
    match next(link) {
        Message::SetNewPrevHash(found) => (found.channel_id, found.job_id),
        other => panic!("{other:?}"),
    }
}

/// A proxy in front of the server at this address, and miners that are set up.
pub(crate) fn miners<const N: usize>(address: &str) -> (Running, [Link; N]) {
    let connections = N.to_string();
    let options = ["--plaintext", "--upstream-plaintext", "--connections", &connections];
    let (running, between, _) = proxy(address, &options);
    let links = [(); N].map(|()| {
        let mut link = connect(&between, 0);
        assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
        link
    });
    (running, links)
}

/// The number by which miners know a group.
const fn group(number: u32) -> u32 {
    number ^ 0x8000_0000
}

#[test]
fn messages_for_a_group_go_to_all_of_its_miners_and_to_no_other() {
    let (address, server) = server(|mut server| {
        for (channel, group) in [(500, 70), (501, 70), (502, 71)] {
            grant(&mut server, channel, group);
        }
        server.send(&found(70, 1)).expect("it is taken");
        server.send(&found(502, 2)).expect("it is taken");
        let channel_ids = vec![500, 502].try_into().expect("they are few");
        server.send(&SetGroupChannel { group_channel_id: 72, channel_ids }).expect("it is taken");
        server.send(&found(72, 3)).expect("it is taken");
        server.send(&found(70, 4)).expect("it is taken");
        // Until the miners have disconnected; each closes its channels.
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let (running, mut links) = miners(&address);
    let [one, other] = &mut links;
    assert_eq!((open(one, 1), open(other, 1), open(other, 2)), (1, 1, 2));
    // One has channel 500; the other 501 and 502.
    assert_eq!((block(one), block(other)), ((group(70), 1), (group(70), 1)));
    assert_eq!(block(other), (2, 2));
    let Message::SetGroupChannel(set) = next(one) else { panic!("no group") };
    assert_eq!((set.group_channel_id, set.channel_ids.into_inner()), (group(72), vec![1]));
    let Message::SetGroupChannel(set) = next(other) else { panic!("no group") };
    assert_eq!((set.group_channel_id, set.channel_ids.into_inner()), (group(72), vec![2]));
    assert_eq!((block(one), block(other)), ((group(72), 3), (group(72), 3)));
    assert_eq!(block(other), (group(70), 4));
    drop(links);
    let outcome = running.finish();
    outcome.assert_success();
    assert!(outcome.stdout.contains("total: 2 miners, 3 channels; 0 submitted"), "{outcome:?}");
    server.join().expect("it is content");
}

/// A server answers shares when it likes: those of a channel that was closed since are counted.
#[test]
fn answers_after_the_end_of_their_channel_are_counted() {
    let (address, server) = server(|mut server| {
        for channel in [500, 501] {
            grant(&mut server, channel, 70);
        }
        for _ in 0..2 {
            let share = server.next_owned();
            assert!(matches!(share, Ok(Some(Message::SubmitSharesExtended(_)))), "{share:?}");
        }
        let closed = server.next_owned();
        assert!(matches!(closed, Ok(Some(Message::CloseChannel(_)))), "{closed:?}");
        accept(&mut server, 500, 7, 2);
        // Tells the miner that all before it has come.
        server.send(&found(501, 1)).expect("it is taken");
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let (running, [mut link]) = miners(&address);
    assert_eq!((open(&mut link, 1), open(&mut link, 2)), (1, 2));
    submit(&mut link, 1);
    submit(&mut link, 1);
    let reason_code = "done".try_into().expect("it is short");
    link.send(&CloseChannel { channel_id: 1, reason_code }).expect("it is taken");
    assert_eq!(block(&mut link), (2, 1));
    drop(link);
    let outcome = running.finish();
    outcome.assert_success();
    let total = "total: 1 miners, 2 channels; 2 submitted, 2 accepted, 0 refused, 0 unanswered";
    assert!(outcome.stdout.contains(total), "{outcome:?}");
    server.join().expect("it is content");
}

/// Messages that a miner does not read are not buffered without limit.
#[test]
fn a_miner_that_does_not_read_loses_its_connection() {
    let (address, server) = server(|mut server| {
        grant(&mut server, 7, 1);
        let target = SetTarget { channel_id: 7, maximum_target: U256::MAX };
        // Far more than sockets and the proxy buffer.
        for _ in 0..100_000 {
            if (0..10).any(|_| server.queue(&target).is_err()) || server.flush().is_err() {
                break;
            }
        }
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let (running, [mut deaf]) = miners(&address);
    assert_eq!(open(&mut deaf, 1), 1);
    let outcome = running.finish();
    assert!(outcome.status.success(), "{outcome:?}");
    assert!(outcome.stderr.contains("miner 1 did not take what was sent"), "{outcome:?}");
    server.join().expect("it is content");
    drop(deaf);
}

/// Section 5.3.9: a miner closes its own channels of a group, and the server those of all; a miner
/// that leaves closes the others.
#[test]
fn a_group_is_closed_from_either_side() {
    let closed = |server: &mut Server| match server.next_owned() {
        Ok(Some(Message::CloseChannel(close))) => close.channel_id,
        other => panic!("{other:?}"),
    };
    let (address, server) = server(move |mut server| {
        for (channel, group) in [(500, 70), (501, 70), (502, 70), (503, 71), (504, 71), (505, 72)] {
            grant(&mut server, channel, group);
        }
        let mut both = [closed(&mut server), closed(&mut server)];
        both.sort_unstable();
        assert_eq!(both, [501, 502]);
        let reason_code = "done".try_into().expect("it is short");
        server.send(&CloseChannel { channel_id: 71, reason_code }).expect("it is taken");
        server.send(&found(505, 1)).expect("it is taken");
        let mut left = [closed(&mut server), closed(&mut server)];
        left.sort_unstable();
        assert_eq!(left, [500, 505], "those of the group are closed already");
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let (running, mut links) = miners(&address);
    let [one, other] = &mut links;
    assert_eq!((open(one, 1), open(other, 1), open(other, 2)), (1, 1, 2));
    assert_eq!((open(one, 2), open(other, 3), open(other, 4)), (2, 3, 4));
    let reason_code = "done".try_into().expect("it is short");
    let channel_id = group(70);
    other.send(&CloseChannel { channel_id, reason_code }).expect("it is taken");
    for link in [&mut *one, &mut *other] {
        let Message::CloseChannel(close) = next(link) else { panic!("it is not told") };
        assert_eq!(close.channel_id, group(71));
    }
    assert_eq!(block(other), (4, 1));
    drop(links);
    let outcome = running.finish();
    assert!(outcome.status.success(), "{outcome:?}");
    server.join().expect("it is content");
}
