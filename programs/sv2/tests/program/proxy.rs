//! `sv2 proxy` between miners and a server.

use std::io::Write as _;
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use codec_core::wire::{Str0255, U256};
use codec_pool::{Connection, ConnectionLimits, Pool};
use codec_stratum::common::SetupConnection;
use codec_stratum::extensions::RequestExtensions;
use codec_stratum::mining::{OpenExtendedMiningChannel, SubmitSharesExtended, setup_flags};
use codec_stratum::{AnyMessage, MiningMessage as Message, MiningProtocol, Sv2Protocol};

use crate::attackers::{channel, frames, hello, queue, share};
use crate::process::{Running, run, send, started};

/// A proxy in front of the server at this address, for this many miners.
pub(crate) fn proxy(upstream: &str, options: &[&str]) -> (Running, String, String) {
    let arguments = ["proxy", "--listen", "127.0.0.1:0", "--upstream", upstream];
    started(&[&arguments[..], options].concat())
}

#[test]
fn many_miners_of_both_kinds_share_one_encrypted_connection() {
    let serve = ["serve", "127.0.0.1:0", "--zero-bits", "5", "--connections", "1"];
    let (server, address, key) = started(&serve);
    let (proxy, between, own) = proxy(&address, &["--upstream-key", &key, "--connections", "40"]);
    let mine = ["mine", &between, "--authority-key", &own, "--miners", "40", "--shares", "10"];
    let miners = run(&[&mine[..], &["--rate", "100"]].concat());
    miners.assert_success();
    let all = "400 submitted, 400 accepted, 0 refused, 0 unanswered";
    assert!(miners.stdout.contains(all), "{miners:?}");
    let proxy = proxy.finish();
    proxy.assert_success();
    assert!(proxy.stdout.contains(&format!("total: 40 miners, 40 channels; {all}")), "{proxy:?}");
    let one = "10 submitted, 10 accepted, 0 refused, 0 unanswered";
    assert_eq!(proxy.stdout.matches(one).count(), 40, "{proxy:?}");
    let server = server.finish();
    server.assert_success();
    assert!(server.stdout.contains("total: 400 shares in "), "{server:?}");
}

/// Thousands of shares at once, on several channels.
#[test]
fn shares_are_passed_on_as_fast_as_they_come() {
    let (server, address, _) =
        started(&["serve", "--plaintext", "127.0.0.1:0", "--connections", "1"]);
    let options = ["--plaintext", "--upstream-plaintext", "--connections", "8"];
    let (proxy, between, _) = proxy(&address, &options);
    let client = ["connect", "--plaintext", &between, "--shares", "5000", "--connections", "8"];
    let client = run(&client);
    client.assert_success();
    assert!(client.stdout.contains("40000 accepted, 0 refused"), "{client:?}");
    let proxy = proxy.finish();
    proxy.assert_success();
    let all = "8 channels; 40000 submitted, 40000 accepted, 0 refused, 0 unanswered";
    assert!(proxy.stdout.contains(all), "{proxy:?}");
    server.finish().assert_success();
}

#[test]
fn refused_shares_are_counted_and_set_the_exit_status() {
    let serve = ["serve", "--plaintext", "127.0.0.1:0", "--zero-bits", "60"];
    let (server, address, _) = started(&[&serve[..], &["--connections", "1"]].concat());
    let options = ["--plaintext", "--upstream-plaintext", "--connections", "1"];
    let (proxy, between, _) = proxy(&address, &options);
    let client = run(&["connect", "--plaintext", &between, "--shares", "300"]);
    client.assert_ended(3, &["300 shares were refused"]);
    let proxy = proxy.finish();
    assert_eq!(proxy.status.code(), Some(3), "{proxy:?}");
    assert!(proxy.stdout.contains("300 submitted, 0 accepted, 300 refused, 0 un"), "{proxy:?}");
    server.finish().assert_success();
}

#[cfg(unix)]
#[test]
fn a_proxy_ends_on_a_signal() {
    let (_server, address, _) = started(&["serve", "--plaintext", "127.0.0.1:0"]);
    let options = ["--plaintext", "--upstream-plaintext"];
    let (proxy, _, _) = proxy(&address, &options);
    send("-TERM", &proxy);
    let proxy = proxy.finish();
    assert_eq!(proxy.status.code(), Some(0), "{proxy:?}");
    assert!(proxy.stdout.contains("total: 0 miners, 0 channels; 0 submitted"), "{proxy:?}");
}

pub(crate) type Link = Connection<MiningProtocol, TcpStream>;

pub(crate) fn connect(address: &str, flags: u32) -> Link {
    let stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
    let mut link = Link::new(stream, &Pool::default(), ConnectionLimits::new());
    link.send(&SetupConnection { flags, ..hello() }).expect("it is taken");
    link
}

pub(crate) fn next(link: &mut Link) -> Message {
    link.next_owned().expect("it is a message").expect("it goes on")
}

/// Requests a channel.
pub(crate) fn request(link: &mut Link, request_id: u32) {
    link.send(&OpenExtendedMiningChannel {
        request_id,
        user_identity: Str0255::default(),
        nominal_hash_rate: 1.0,
        max_target: U256::MAX,
        min_extranonce_size: 8,
    })
    .expect("it is taken");
}

/// Opens a channel with this request; returns its number.
pub(crate) fn open(link: &mut Link, request_id: u32) -> u32 {
    request(link, request_id);
    loop {
        if let Message::OpenExtendedMiningChannelSuccess(opened) = next(link) {
            assert_eq!(opened.request_id, request_id);
            return opened.channel_id;
        }
    }
}

pub(crate) fn submit(link: &mut Link, channel_id: u32) {
    link.send(&SubmitSharesExtended { channel_id, ..share(7) }).expect("it is taken");
}

#[test]
fn a_miner_can_not_reach_the_channel_of_another() {
    let (server, address, _) =
        started(&["serve", "--plaintext", "127.0.0.1:0", "--connections", "1"]);
    let options = ["--plaintext", "--upstream-plaintext", "--connections", "3"];
    let (proxy, between, _) = proxy(&address, &options);
    let mut links = [connect(&between, 0), connect(&between, 0)];
    for link in &mut links {
        assert!(matches!(next(link), Message::SetupConnectionSuccess(_)));
    }
    let [one, other] = &mut links;
    // The same request and the same number, for different miners.
    assert_eq!((open(one, 5), open(other, 5), open(one, 6)), (1, 1, 2));
    submit(other, 2);
    let refused = loop {
        if let Message::SubmitSharesError(error) = next(other) {
            break error;
        }
    };
    assert_eq!((refused.channel_id, refused.sequence_number), (2, 7));
    assert_eq!(refused.error_code.as_str(), Ok("invalid-channel-id"));
    submit(one, 2);
    let accepted = loop {
        match next(one) {
            Message::SubmitSharesSuccess(accepted) => break accepted,
            Message::SubmitSharesError(error) => panic!("{error:?}"),
            _ => {}
        }
    };
    assert_eq!((accepted.channel_id, accepted.new_submits_accepted_count), (2, 1));

    // A miner that makes its own jobs is refused.
    let mut declaring = connect(&between, setup_flags::REQUIRES_WORK_SELECTION);
    let Message::SetupConnectionError(error) = next(&mut declaring) else { panic!("accepted") };
    assert_eq!(error.error_code.as_str(), Ok("unsupported-feature-flags"));
    assert_eq!(error.flags, setup_flags::REQUIRES_WORK_SELECTION);
    drop((links, declaring));
    let proxy = proxy.finish();
    assert!(proxy.status.success(), "{proxy:?}");
    assert!(proxy.stdout.contains("2 miners, 3 channels; 1 submitted, 1 accepted"), "{proxy:?}");
    assert!(proxy.stderr.contains("1 shares were for channels that do not exist"), "{proxy:?}");
    server.finish().assert_success();
}

/// The server would end its connection for such a message, and with it those of all miners.
#[test]
fn a_malformed_message_of_a_miner_does_not_reach_the_server() {
    let share = frames(|writer| queue(writer, &share(1)));
    // Each with the number of a channel, or of a request, but without the rest; and with too much.
    let cut = |id: u8, flags: u8| vec![0, flags, id, 4, 0, 0, 1, 0, 0, 0];
    let mut long = [&share[..], &[0; 3]].concat();
    long[3] += 3;
    let malformed = [cut(0x1b, 0x80), cut(0x10, 0), cut(0x13, 0), cut(0x16, 0x80), long];
    let (server, address, _) =
        started(&["serve", "--plaintext", "127.0.0.1:0", "--connections", "1"]);
    let options = ["--plaintext", "--upstream-plaintext", "--connections", "6"];
    let (proxy, between, _) = proxy(&address, &options);
    let mut good = connect(&between, 0);
    assert!(matches!(next(&mut good), Message::SetupConnectionSuccess(_)));
    assert_eq!(open(&mut good, 1), 1);
    for message in &malformed {
        let mut bad = crate::findings::connect(&between);
        crate::findings::open_channel_of(&mut bad);
        bad.write_all(message).expect("it is taken");
        crate::findings::drain(bad);
    }
    submit(&mut good, 1);
    loop {
        match next(&mut good) {
            Message::SubmitSharesSuccess(accepted) => {
                assert_eq!(accepted.new_submits_accepted_count, 1);
                break;
            }
            Message::SubmitSharesError(error) => panic!("{error:?}"),
            _ => {}
        }
    }
    drop(good);
    let proxy = proxy.finish();
    assert!(proxy.status.success(), "{proxy:?}");
    assert_eq!(proxy.stderr.matches(": malformed message 0x").count(), 5, "{proxy:?}");
    let server = server.finish();
    server.assert_success();
}

/// The connection to the server has none.
#[test]
fn a_miner_that_requests_extensions_is_told_that_there_are_none() {
    let (server, address, _) =
        started(&["serve", "--plaintext", "127.0.0.1:0", "--connections", "1"]);
    let options = ["--plaintext", "--upstream-plaintext", "--connections", "1"];
    let (proxy, between, _) = proxy(&address, &options);
    let stream = TcpStream::connect(&between).expect("it listens");
    let sending = stream.try_clone().expect("it is a socket");
    let limits = ConnectionLimits::new();
    let mut link = Connection::<Sv2Protocol, _>::new(stream, &Pool::default(), limits);
    link.send(&hello()).expect("it is taken");
    let requested_extensions = vec![2, 7].try_into().expect("they are few");
    link.send(&RequestExtensions { request_id: 3, requested_extensions }).expect("it is taken");
    assert!(matches!(link.next_owned(), Ok(Some(AnyMessage::SetupConnectionSuccess(_)))));
    let Ok(Some(AnyMessage::RequestExtensionsError(refused))) = link.next_owned() else {
        panic!("no answer")
    };
    assert_eq!((refused.request_id, refused.unsupported_extensions.into_inner()), (3, vec![2, 7]));
    // It goes on without.
    link.send(&channel()).expect("it is taken");
    assert!(matches!(link.next_owned(), Ok(Some(AnyMessage::OpenExtendedMiningChannelSuccess(_)))));
    // Jobs follow. A socket that is closed with bytes unread resets the connection, and the proxy says so.
    sending.shutdown(Shutdown::Write).expect("it is connected");
    while let Ok(Some(_)) = link.next_owned() {}
    drop(link);
    proxy.finish().assert_success();
    server.finish().assert_success();
}
