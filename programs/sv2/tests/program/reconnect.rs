//! A server that sends `sv2 proxy` elsewhere, over encrypted connections.

use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use codec_core::wire::Str0255;
use codec_noise::{AuthoritySecret, Handshake, Identity, NoiseConnection};
use codec_pool::{ConnectionLimits, Pool};
use codec_stratum::common::{Reconnect, SetupConnectionSuccess};
use codec_stratum::mining::setup_success_flags::REQUIRES_FIXED_VERSION;
use codec_stratum::{MiningMessage as Message, MiningProtocol};

use crate::proxied_groups::{grant, server_with};
use crate::proxy::{connect, next, open, proxy, request};

type Server = NoiseConnection<MiningProtocol, TcpStream>;

/// A server that accepts one encrypted connection, and runs `work` with it after setup.
fn server(
    identity: &Arc<Identity>,
    work: impl FnOnce(Server) + Send + 'static,
) -> (u16, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let port = listener.local_addr().expect("it is bound").port();
    let identity = Arc::clone(identity);
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().expect("the proxy comes");
        stream.set_read_timeout(Some(Duration::from_mins(1))).expect("not zero");
        let mut handshake: Handshake = Handshake::responder(identity).expect("entropy");
        handshake.run(&mut stream, now()).expect("it encrypts");
        let session = handshake.finish().expect("it is done");
        let limits = ConnectionLimits::new().idle_timeout(Duration::from_mins(1));
        let mut server: Server = session.connection(stream, &Pool::default(), limits);
        assert!(matches!(server.next_owned(), Ok(Some(Message::SetupConnection(_)))));
        server.send(&SetupConnectionSuccess { used_version: 2, flags: 0 }).expect("it is taken");
        work(server);
    });
    (port, server)
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later").as_secs()
}

/// Specification, sections 3.3 and 3.6.5: to another host, by its name, with a handshake of its own.
#[test]
fn a_proxy_makes_the_handshake_anew_where_its_server_sends_it() {
    let authority = AuthoritySecret::generate().expect("entropy");
    let from = u32::try_from(now()).expect("in 32 bits") - 60;
    let identity = Arc::new(Identity::issue(&authority, from..=from + 3600).expect("entropy"));
    let (new_port, next_server) = server(&identity, |mut server| {
        grant(&mut server, 900, 70);
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let (port, first) = server(&identity, move |mut server| {
        grant(&mut server, 500, 70);
        let new_host = Str0255::try_from("localhost").expect("it is short");
        server.send(&Reconnect { new_host, new_port }).expect("it is taken");
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let key = authority.public_key().to_string();
    let options = ["--plaintext", "--upstream-key", &key, "--connections", "1"];
    let (running, between, _) = proxy(&format!("127.0.0.1:{port}"), &options);
    let mut link = connect(&between, 0);
    assert!(matches!(next(&mut link), Message::SetupConnectionSuccess(_)));
    assert_eq!(open(&mut link, 1), 1);
    let Message::CloseChannel(closed) = next(&mut link) else { panic!("it is not told") };
    assert_eq!((closed.channel_id, closed.reason_code.as_str()), (1, Ok("reconnect")));
    first.join().expect("it is content");
    assert_eq!(open(&mut link, 2), 2);
    drop(link);
    let outcome = running.finish();
    assert!(outcome.status.success(), "{outcome:?}");
    let words = format!("asks to reconnect to localhost:{new_port}");
    assert!(outcome.stderr.contains(&words), "{outcome:?}");
    next_server.join().expect("it is content");
}

/// Section 5.3.1: the flags of a server are those of a connection to it.
#[test]
fn a_miner_is_told_the_flags_of_the_server_that_its_channels_are_at() {
    // Other flags are no concern of miners.
    let (second, fixed) = server_with(REQUIRES_FIXED_VERSION | 0x80, |mut server| {
        grant(&mut server, 900, 70);
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let new_port = second.rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
    let (first, moving) = server_with(0, move |mut server| {
        grant(&mut server, 500, 70);
        server.send(&Reconnect { new_host: Str0255::default(), new_port }).expect("it is taken");
        while !matches!(server.next_owned(), Ok(None) | Err(_)) {}
    });
    let options = ["--plaintext", "--upstream-plaintext", "--connections", "2"];
    let (running, between, _) = proxy(&first, &options);
    let flags = |link: &mut _| match next(link) {
        Message::SetupConnectionSuccess(answer) => answer.flags,
        other => panic!("{other:?}"),
    };
    let mut link = connect(&between, 0);
    assert_eq!(flags(&mut link), 0);
    assert_eq!(open(&mut link, 1), 1);
    assert!(matches!(next(&mut link), Message::CloseChannel(_)));
    moving.join().expect("it is content");
    request(&mut link, 2);
    assert!(matches!(link.next_owned(), Ok(None) | Err(_)), "it does not know what it has to");
    let mut link = connect(&between, 0);
    assert_eq!(flags(&mut link), REQUIRES_FIXED_VERSION);
    assert_eq!(open(&mut link, 1), 1);
    drop(link);
    let outcome = running.finish();
    assert!(outcome.stderr.contains("was told the flags of another server"), "{outcome:?}");
    fixed.join().expect("it is content");
}
