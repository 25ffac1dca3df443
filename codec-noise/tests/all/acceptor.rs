//! A server's handshakes: over one identity, none without a key, and none for peers that don't
//! encrypt.

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use codec_noise::{
    Acceptor, AuthoritySecret, DefaultCipher, Handshake, HandshakeError, NoiseError, Session,
};
use codec_pool::{AcceptLimits, EstablishError};
use tokio::io::{AsyncWriteExt as _, DuplexStream, duplex};

type Outcome = Result<Session, EstablishError<HandshakeError>>;

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later").as_secs()
}

fn acceptor() -> Acceptor {
    Acceptor::new(AuthoritySecret::generate().expect("entropy"), 3600)
}

/// The server's outcome for a peer that sends these bytes, and then nothing.
async fn outcome_of(bytes: &[u8], time: Duration) -> Outcome {
    let places = codec_pool::Acceptor::new(AcceptLimits::new().time(time));
    let (mut ours, mut theirs) = duplex(1000);
    theirs.write_all(bytes).await.expect("there is room");
    let mut place = places.admit([127, 0, 0, 1].into()).expect("there is a place");
    acceptor().accept::<DefaultCipher, _>(&mut ours, &mut place).await
}

async fn client(mut stream: DuplexStream, mut handshake: Handshake) -> Result<(), NoiseError> {
    match handshake.run_async(&mut stream, now()).await {
        Ok(()) => handshake.finish().map(drop),
        Err(HandshakeError::Noise(error)) => Err(error),
        Err(HandshakeError::Io(error)) => panic!("{error}"),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test(flavor = "current_thread")]
async fn many_clients_meet_one_identity() {
    let (acceptor, places) = (Arc::new(acceptor()), codec_pool::Acceptor::new(AcceptLimits::new()));
    let key = acceptor.authority_key();
    let mut keys = Vec::new();
    for _ in 0..5 {
        let (mut ours, theirs) = duplex(1000);
        let initiator = Handshake::initiator(key).expect("entropy");
        let client = tokio::spawn(client(theirs, initiator));
        let mut place = places.admit([127, 0, 0, 1].into()).expect("there is a place");
        let session = acceptor.accept::<DefaultCipher, _>(&mut ours, &mut place).await;
        keys.push(*session.expect("the client is honest").static_key());
        client.await.expect("no panic").expect("the server is certified");
    }
    assert!(keys.iter().all(|key| *key == keys[0]));
    let counts = places.counts();
    assert_eq!((counts.established, counts.failed, counts.open), (5, 0, 0));
}

/// A server whose authority changes is accepted by those that know both, and by nobody else.
#[tokio::test(flavor = "current_thread")]
async fn an_authority_can_be_replaced() {
    let (old, new) = (acceptor(), acceptor());
    let places = codec_pool::Acceptor::new(AcceptLimits::new());
    let [old_key, new_key] = [&old, &new].map(Acceptor::authority_key);
    let both = || Ok::<_, NoiseError>(Handshake::initiator(old_key)?.or_authority(new_key));
    let one = || Handshake::initiator(old_key);
    for (server, handshake, outcome) in [
        (&old, both(), Ok(())),
        (&new, both(), Ok(())),
        (&old, one(), Ok(())),
        (&new, one(), Err(NoiseError::WrongAuthority)),
    ] {
        let (mut ours, theirs) = duplex(1000);
        let client = tokio::spawn(client(theirs, handshake.expect("entropy")));
        let mut place = places.admit([127, 0, 0, 1].into()).expect("there is a place");
        server.accept::<DefaultCipher, _>(&mut ours, &mut place).await.expect("it answers");
        assert_eq!(client.await.expect("no panic"), outcome);
    }
}

/// A peer that says nothing, or not all of its key, costs no certificate: it would still be the current
/// one a little later.
#[tokio::test(flavor = "current_thread")]
async fn no_certificate_is_made_before_a_key_has_come() {
    let (acceptor, time) = (acceptor(), Duration::from_millis(20));
    let places = codec_pool::Acceptor::new(AcceptLimits::new().time(time));
    let handshake: Handshake = Handshake::initiator(acceptor.authority_key()).expect("entropy");
    let key = handshake.output().to_vec();
    let made_at = |now| acceptor.identity(now).expect("entropy").certificate().valid_from();
    let since = now();
    for (len, is_made) in [(0, false), (1, false), (key.len() - 1, false), (key.len(), true)] {
        let (mut ours, mut theirs) = duplex(1000);
        theirs.write_all(&key[..len]).await.expect("there is room");
        let mut place = places.admit([127, 0, 0, 1].into()).expect("there is a place");
        let outcome = acceptor.accept::<DefaultCipher, _>(&mut ours, &mut place).await;
        assert_eq!(outcome.is_ok(), is_made);
        let later = u32::try_from(since).expect("in 32 bits") + 1000;
        assert_eq!(made_at(later.into()) < later, is_made, "{len} bytes");
        // Far away, so that the next attempt would have to make another.
        made_at(1_000_000);
    }
}

/// Peers that don't encrypt are known by what they send first, which is no key, and not by silence.
#[tokio::test(flavor = "current_thread")]
async fn peers_that_do_not_encrypt_are_known_at_once() {
    let setup = b"\0\0\0\x33\0\0\0\x02\0\x02\0\x01\0\0\0\x0chost.example";
    let starts: [&[u8]; 6] = [
        b"GET /metrics HTTP/1.1\r\nHost: pool.example\r\n\r\n",
        b"{\"id\": 1, \"method\": \"mining.subscribe\", \"params\": []}\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 random",
        b"SSH-2.0-OpenSSH_9.9p1 Debian-3 and more of it\r\n",
        setup,
        &setup[..9],
    ];
    for start in starts {
        for cut in [start.len(), 1] {
            let places = codec_pool::Acceptor::new(AcceptLimits::new());
            let (mut ours, mut theirs) = duplex(cut);
            let mut place = places.admit([127, 0, 0, 1].into()).expect("there is a place");
            let start = start.to_vec();
            // It is closed in the middle of what the peer sends.
            let peer = tokio::spawn(async move { theirs.write_all(&start).await.map(|()| theirs) });
            let outcome: Outcome = acceptor().accept(&mut ours, &mut place).await;
            let error = outcome.expect_err("it is no handshake");
            assert!(
                matches!(
                    error,
                    EstablishError::Failed(HandshakeError::Noise(NoiseError::NotEncrypted))
                ),
                "{error}"
            );
            drop(ours);
            if let Err(error) = peer.await.expect("no panic") {
                assert_eq!(error.kind(), ErrorKind::BrokenPipe);
            }
        }
        // The same by hand, and by the side that connects.
        let server = acceptor();
        let initiator: Result<Handshake, _> = Handshake::initiator(server.authority_key());
        let responder = Handshake::responder(server.identity(now()).expect("entropy"));
        for mut handshake in [initiator.expect("entropy"), responder.expect("entropy")] {
            assert_eq!(handshake.input(start, now()), Err(NoiseError::NotEncrypted));
            assert_eq!(handshake.finish().err(), Some(NoiseError::NotEncrypted));
        }
    }
    let answer = [0, 0, 1, 6, 0, 0, 2, 0, 0, 0, 0, 0];
    let mut initiator: Handshake =
        Handshake::initiator(acceptor().authority_key()).expect("entropy");
    assert_eq!(initiator.input(&answer, now()), Err(NoiseError::NotEncrypted));
}

/// One that is silent, or stops in the middle of its key, has the time of the limits.
#[tokio::test(flavor = "current_thread")]
async fn the_silent_end_with_their_time() {
    let time = Duration::from_millis(30);
    for sent in [&[][..], &[0x91; 63]] {
        let error = outcome_of(sent, time).await.expect_err("it was silent");
        assert!(matches!(error, EstablishError::Late(late) if late == time), "{error}");
    }
}

/// While all places to compute in are taken by one that waits to send, others get theirs.
#[tokio::test(flavor = "current_thread")]
async fn a_peer_that_does_not_read_holds_no_place_to_compute() {
    let acceptor = Arc::new(acceptor().handshakes(1));
    let places = codec_pool::Acceptor::new(AcceptLimits::new());
    let key = acceptor.authority_key();
    let stuck = {
        let (mut ours, mut theirs) = duplex(64);
        let first: Handshake = Handshake::initiator(key).expect("entropy");
        theirs.write_all(first.output()).await.expect("there is room");
        let (acceptor, mut place) =
            (Arc::clone(&acceptor), places.admit([127, 0, 0, 1].into()).expect("a place"));
        tokio::spawn(async move {
            let outcome: Outcome = acceptor.accept(&mut ours, &mut place).await;
            drop(theirs);
            outcome.map(drop)
        })
    };
    tokio::task::yield_now().await;
    let (mut ours, theirs) = duplex(1000);
    let client = tokio::spawn(client(theirs, Handshake::initiator(key).expect("entropy")));
    let mut place = places.admit([127, 0, 0, 1].into()).expect("there is a place");
    let session: Outcome = acceptor.accept(&mut ours, &mut place).await;
    session.expect("it is served");
    client.await.expect("no panic").expect("the server is certified");
    assert!(!stuck.is_finished());
    stuck.abort();
}
