//! Messages of extensions, subprotocols, versions and features that the program does not know. None of
//! them ends a connection without an answer.

use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use codec_core::wire::{B064K, Seq0255, Str0255, U256};
use codec_core::{Decode, Encode, Sv2};
use codec_pool::{Connection, ConnectionErrorKind, ConnectionLimits, Pool};
use codec_stratum::common::{Reconnect, SetupConnection, SetupConnectionSuccess};
use codec_stratum::mining::{NewExtendedMiningJob, UpdateChannel, setup_flags};
use codec_stratum::{
    CHANNEL, MiningMessage as Message, MiningProtocol, Subprotocol, TemplateDistributionMessage,
    TemplateDistributionProtocol, extension,
};

use crate::attackers;
use crate::process::{Running, run, started};
use crate::proxied_groups::{grant, server};
use crate::proxy::{Link, connect, next, open, proxy, request, submit};

/// A message of a private extension, for the connection.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(id = extension(0x4001) | 0x05)]
struct Weather(u8);

/// One for a channel.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(id = extension(0x4001) | 0x06, flags = CHANNEL)]
struct Heat {
    channel_id: u32,
    degrees: u8,
}

/// One of the core protocol that is not there yet, without a payload.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(id = 0x4f)]
struct Newer;

const PLAIN: [&str; 2] = ["--plaintext", "--upstream-plaintext"];

fn serve() -> (Running, String) {
    let (server, address, _) =
        started(&["serve", "--plaintext", "127.0.0.1:0", "--connections", "1"]);
    (server, address)
}

/// Sends one unknown message of each kind.
fn babble(link: &mut Link, channel_id: u32) {
    link.queue(&Weather(7)).expect("it encodes");
    link.queue(&Newer).expect("it encodes");
    link.send(&Heat { channel_id, degrees: 60 }).expect("it is taken");
}

fn update(link: &mut Link, channel_id: u32) {
    let (nominal_hash_rate, maximum_target) = (1.0, U256::MAX);
    link.send(&UpdateChannel { channel_id, nominal_hash_rate, maximum_target })
        .expect("it is taken");
}

/// Submits a share, and waits until it is accepted.
fn is_served(link: &mut Link, channel_id: u32) {
    submit(link, channel_id);
    loop {
        match next(link) {
            Message::SubmitSharesSuccess(_) => return,
            Message::SubmitSharesError(error) => panic!("{error:?}"),
            _ => {}
        }
    }
}

#[test]
fn a_server_discards_and_counts_them_at_any_time() {
    let (server, address) = serve();
    let mut link = connect(&address, 0);
    babble(&mut link, 1);
    assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
    babble(&mut link, 1);
    assert_eq!(open(&mut link, 1), 1);
    babble(&mut link, 1);
    is_served(&mut link, 1);
    drop(link);
    let server = server.finish();
    server.assert_success();
    assert!(server.stdout.contains(" in, 9 of them unknown, "), "{server:?}");
    assert_eq!(server.stderr, "", "{server:?}");
}

/// A job that can be worked on.
fn job() -> NewExtendedMiningJob {
    NewExtendedMiningJob {
        channel_id: 1,
        job_id: 1,
        min_ntime: Some(1),
        version: 0x2000_0000,
        version_rolling_allowed: true,
        merkle_path: Seq0255::default(),
        coinbase_tx_prefix: B064K::default(),
        coinbase_tx_suffix: B064K::default(),
    }
}

#[test]
fn a_miner_and_a_client_discard_them() {
    for command in
        [&["mine", "--channels", "extended", "--shares", "0"][..], &["connect", "--shares", "0"]]
    {
        let (address, server) = server(|mut server| {
            server.send(&Weather(7)).expect("it is taken");
            grant(&mut server, 1, 2);
            server.queue(&Newer).expect("it encodes");
            server.queue(&Heat { channel_id: 1, degrees: 60 }).expect("it encodes");
            server.send(&job()).expect("it is taken");
            if let Ok(Some(message)) = server.next_owned() {
                assert!(matches!(message, Message::CloseChannel(_)), "{message:?}");
            }
        });
        let outcome = run(&[command, &["--plaintext", &address]].concat());
        assert!(outcome.status.success(), "{outcome:?}");
        server.join().expect("it is content");
    }
}

#[test]
fn a_template_provider_discards_them() {
    let (provider, address, _) =
        started(&["template-provider", "--plaintext", "127.0.0.1:0", "--connections", "1"]);
    let stream = TcpStream::connect(&address).expect("it listens");
    let limits = ConnectionLimits::new().idle_timeout(Duration::from_mins(1));
    let mut link =
        Connection::<TemplateDistributionProtocol, _>::new(stream, &Pool::default(), limits);
    link.queue(&Weather(7)).expect("it encodes");
    link.queue(&hello(Subprotocol::TemplateDistribution, (2, 2), 0)).expect("it encodes");
    link.send(&Newer).expect("it is taken");
    let answer = link.next_owned().expect("it answers");
    assert!(matches!(answer, Some(TemplateDistributionMessage::SetupConnectionSuccess(_))));
    link.send(&codec_stratum::template_distribution::CoinbaseOutputConstraints {
        coinbase_output_max_additional_size: 100,
        coinbase_output_max_additional_sigops: 10,
    })
    .expect("it is taken");
    link.send(&Weather(7)).expect("it is taken");
    let template = link.next_owned().expect("it answers");
    assert!(matches!(template, Some(TemplateDistributionMessage::NewTemplate(_))));
    drop(link);
    provider.finish();
}

/// Specification, section 3.4.1: those for a channel are forwarded with its number.
#[test]
fn a_proxy_forwards_those_of_channels_both_ways_and_discards_the_rest() {
    let (address, server) = server(|mut server| {
        grant(&mut server, 500, 70);
        server.queue(&Weather(1)).expect("it encodes");
        server.queue(&Newer).expect("it encodes");
        server.queue(&Heat { channel_id: 400, degrees: 1 }).expect("it encodes");
        server.send(&Heat { channel_id: 500, degrees: 2 }).expect("it is taken");
        let frame = server.next_frame().expect("no error").expect("a miner's");
        assert_eq!((frame.header().extension_type(), frame.header().msg_type()), (0x4001, 6));
        assert!(frame.header().is_channel());
        let heat = frame.decode::<Sv2, Heat>().expect("it was forwarded");
        assert_eq!(heat, Heat { channel_id: 500, degrees: 60 });
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let (running, between, _) = proxy(&address, &[&PLAIN[..], &["--connections", "1"]].concat());
    let mut link = connect(&between, 0);
    assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
    assert_eq!(open(&mut link, 1), 1);
    let frame = link.next_frame().expect("no error").expect("the server's");
    assert_eq!(frame.decode::<Sv2, Heat>(), Ok(Heat { channel_id: 1, degrees: 2 }));
    babble(&mut link, 9);
    link.send(&Heat { channel_id: 1, degrees: 60 }).expect("it is taken");
    update(&mut link, 1);
    drop(link);
    let outcome = running.finish();
    assert!(outcome.status.success(), "{outcome:?}");
    // The server's for channel 400 is for nobody, and so is the miner's for 9.
    assert_eq!(
        outcome.stderr, "sv2: 6 frames of unknown or unwanted messages were discarded\n",
        "{outcome:?}"
    );
    server.join().expect("it is content");
}

/// Section 3.6.4: a channel has its miner and its server until it is closed, so neither has to be told
/// that the other changed.
#[test]
fn a_channel_with_unknown_messages_is_closed_before_its_ends_change() {
    let (gone, has_gone) = std::sync::mpsc::channel();
    let (address, server) = server(move |mut server| {
        for channel_id in [500, 501] {
            grant(&mut server, channel_id, 70);
            let frame = server.next_frame().expect("no error").expect("a miner's");
            let heat = frame.decode::<Sv2, Heat>().expect("it was forwarded");
            assert_eq!(heat, Heat { channel_id, degrees: 60 });
            server.send(&Heat { channel_id, degrees: 2 }).expect("it is taken");
            let next = server.next_owned();
            let Ok(Some(Message::CloseChannel(closed))) = next else { panic!("{next:?}") };
            assert_eq!(closed.channel_id, channel_id);
            // It has no other end: nobody gets this.
            server.send(&Heat { channel_id, degrees: 3 }).expect("it is taken");
            gone.send(()).expect("the miners wait for it");
        }
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let (running, between, _) = proxy(&address, &[&PLAIN[..], &["--connections", "2"]].concat());
    for _ in 0..2 {
        let mut link = connect(&between, 0);
        assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
        assert_eq!(open(&mut link, 1), 1);
        link.send(&Heat { channel_id: 1, degrees: 60 }).expect("it is taken");
        let frame = link.next_frame().expect("no error").expect("the server's");
        assert_eq!(frame.decode::<Sv2, Heat>(), Ok(Heat { channel_id: 1, degrees: 2 }));
        drop(link);
        has_gone.recv().expect("the server goes on");
    }
    let outcome = running.finish();
    assert!(outcome.status.success(), "{outcome:?}");
    server.join().expect("it is content");
}

fn hello(protocol: Subprotocol, versions: (u16, u16), flags: u32) -> SetupConnection {
    SetupConnection {
        protocol,
        min_version: versions.0,
        max_version: versions.1,
        flags,
        ..attackers::hello()
    }
}

/// The version that a server accepts, or the flags and the code of its refusal.
fn answer(address: &str, setup: &SetupConnection) -> Result<u16, (u32, String)> {
    let stream = TcpStream::connect(address).expect("it listens");
    let limits = ConnectionLimits::new().idle_timeout(Duration::from_mins(1));
    let mut link = Connection::<MiningProtocol, _>::new(stream, &Pool::default(), limits);
    link.send(setup).expect("it is taken");
    match link.next_owned() {
        Ok(Some(Message::SetupConnectionSuccess(accepted))) => Ok(accepted.used_version),
        Ok(Some(Message::SetupConnectionError(error))) => {
            Err((error.flags, error.error_code.to_string()))
        }
        other => panic!("{other:?}"),
    }
}

/// The server of miners, the template provider, and the proxy.
#[test]
fn a_server_refuses_what_it_does_not_speak_by_its_error() {
    use setup_flags::{
        REQUIRES_STANDARD_JOBS as STANDARD, REQUIRES_VERSION_ROLLING as ROLLING,
        REQUIRES_WORK_SELECTION as SELECTION,
    };
    let mining = Subprotocol::Mining;
    let templates = Subprotocol::TemplateDistribution;
    let (server, address, _) = started(&["serve", "--plaintext", "127.0.0.1:0"]);
    let (proxy, between, _) = proxy(&address, &PLAIN);
    let (provider, templates_at, _) = started(&["template-provider", "--plaintext", "127.0.0.1:0"]);
    for (address, own, supported) in [
        (&address, mining, STANDARD | ROLLING),
        (&between, mining, STANDARD | ROLLING),
        (&templates_at, templates, 0),
    ] {
        for protocol in
            [Subprotocol::JobDeclaration, Subprotocol::Other(3), Subprotocol::Other(255)]
        {
            let refused = answer(address, &hello(protocol, (2, 2), 1 << 31));
            assert_eq!(refused, Err((0, "unsupported-protocol".to_owned())));
        }
        for versions in [(3, 5), (0, 1), (5, 2)] {
            let refused = answer(address, &hello(own, versions, 0));
            assert_eq!(refused, Err((0, "protocol-version-mismatch".to_owned())));
        }
        assert_eq!(answer(address, &hello(own, (1, 5), supported)), Ok(2));
        for flags in [SELECTION, u32::MAX] {
            let refused = answer(address, &hello(own, (2, 2), flags));
            let code = "unsupported-feature-flags".to_owned();
            assert_eq!(refused, Err((flags & !supported, code)));
        }
    }
    drop((proxy, provider, server));
}

#[test]
fn a_client_refuses_a_version_that_it_has_not_offered() {
    let proxy = ["proxy", "--listen", "127.0.0.1:0", "--plaintext", "--upstream-plaintext"];
    for (command, used_version) in [
        (&["mine", "--plaintext"][..], 3),
        (&["connect", "--plaintext"], 3),
        (&["connect", "--plaintext"], 1),
        (&[&proxy[..], &["--upstream"]].concat(), 3),
        (&[&proxy[..], &["--upstream"]].concat(), 0),
    ] {
        refuses(command, used_version);
    }
}

/// The command ends with the address.
fn refuses(command: &[&str], used_version: u16) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = listener.local_addr().expect("it is bound").to_string();
    let server = std::thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a miner comes");
        let limits = ConnectionLimits::new().idle_timeout(Duration::from_mins(1));
        let mut server = Connection::<MiningProtocol, _>::new(stream, &Pool::default(), limits);
        assert!(matches!(server.next_owned(), Ok(Some(Message::SetupConnection(_)))));
        server.send(&SetupConnectionSuccess { used_version, flags: 0 }).expect("it is taken");
        assert!(matches!(server.next_owned(), Ok(None) | Err(_)), "it goes");
    });
    let outcome = run(&[command, &[&address]].concat());
    let words = format!("the server speaks version {used_version}, which it was not offered");
    outcome.assert_refused(&[&words]);
    assert!(!outcome.stdout.contains("listening on"), "{outcome:?}");
    server.join().expect("it is content");
}

#[test]
fn an_update_before_there_is_a_channel_is_refused_and_the_connection_goes_on() {
    for is_proxied in [false, true] {
        let (server, address) = serve();
        let (running, between, _) = if is_proxied {
            let (proxy, between, key) =
                proxy(&address, &[&PLAIN[..], &["--connections", "1"]].concat());
            (Some(proxy), between, key)
        } else {
            (None, address, String::new())
        };
        let mut link = connect(&between, 0);
        assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
        update(&mut link, 7);
        let Message::UpdateChannelError(refused) = next(&mut link) else { panic!("no error") };
        assert_eq!(
            (refused.channel_id, refused.error_code.as_str()),
            (7, Ok("invalid-channel-id"))
        );
        assert_eq!(open(&mut link, 1), 1);
        is_served(&mut link, 1);
        drop(link);
        if let Some(proxy) = running {
            proxy.finish().assert_success();
        }
        server.finish().assert_success();
    }
}

/// Specification, section 3.6.5.
#[test]
fn a_proxy_goes_where_its_server_sends_it_and_tells_its_miners() {
    let (second, next_server) = server(|mut server| {
        grant(&mut server, 900, 70);
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let new_port = second.rsplit_once(':').expect("a port").1.parse().expect("a number");
    let (first, server) = server(move |mut server| {
        grant(&mut server, 500, 70);
        let Ok(Some(Message::OpenExtendedMiningChannel(_))) = server.next_owned() else {
            panic!("no channel is asked for")
        };
        // To the same host, which the message does not name.
        server.send(&Reconnect { new_host: Str0255::default(), new_port }).expect("it is taken");
        assert!(matches!(server.next_owned(), Ok(None) | Err(_)), "it goes");
    });
    let (running, between, _) = proxy(&first, &[&PLAIN[..], &["--connections", "1"]].concat());
    let mut link = connect(&between, 0);
    assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
    assert_eq!(open(&mut link, 1), 1);
    request(&mut link, 2);
    let Message::CloseChannel(closed) = next(&mut link) else { panic!("it is not told") };
    assert_eq!((closed.channel_id, closed.reason_code.as_str()), (1, Ok("reconnect")));
    let Message::OpenMiningChannelError(error) = next(&mut link) else { panic!("no answer") };
    assert_eq!((error.request_id, error.error_code.as_str()), (2, Ok("reconnect")));
    server.join().expect("it is content");
    assert_eq!(open(&mut link, 3), 2);
    drop(link);
    let outcome = running.finish();
    assert!(outcome.status.success(), "{outcome:?}");
    assert!(outcome.stderr.contains("asks to reconnect to 127.0.0.1:"), "{outcome:?}");
    next_server.join().expect("it is content");
}

#[test]
fn a_connection_names_the_extension_and_the_type() {
    let (address, server) = server(|mut server| server.send(&Weather(7)).expect("it is taken"));
    let mut link = connect(&address, 0);
    assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
    let error = link.next_owned().expect_err("it is unknown");
    let ConnectionErrorKind::Unknown(unknown) = error.kind() else { panic!("{error}") };
    let header = unknown.header::<codec_stratum::FrameHeader>().expect("it was one");
    assert_eq!((header.extension_type(), header.msg_type()), (0x4001, 5));
    assert!(error.to_string().contains("unknown message 0x05 of extension 0x4001"), "{error}");
    server.join().expect("it is content");
}
