//! A fault on one connection ends that connection with its own error, returns its memory, and
//! affects no other.

use std::sync::Arc;
use std::time::Duration;

use codec_core::Sv2;
use codec_noise::{
    AuthoritySecret, Certificate, Handshake, Identity, NoiseAsyncConnection, NoiseError,
    NoiseReader, NoiseWriter, SEALED_HEADER, Session,
};
use codec_pool::{ConnectionErrorKind, ConnectionLimits, FrameErrorKind, Pool, SealError};
use codec_stratum::common::ChannelEndpointChanged;
use codec_stratum::mining::CloseChannel;
use codec_stratum::{AnyMessageRef, Sv2Protocol};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};

const NOW: u32 = 1_700_000_000;
const ROOM: usize = 1 << 20;

type Connection = NoiseAsyncConnection<Sv2Protocol, DuplexStream>;

fn authority() -> AuthoritySecret {
    AuthoritySecret::from_bytes([1; 32]).expect("a key")
}

fn identity(valid: std::ops::RangeInclusive<u32>) -> Arc<Identity> {
    Arc::new(Identity::issue(&authority(), valid).expect("there is entropy"))
}

fn good() -> Arc<Identity> {
    identity(NOW - 5..=NOW + 5)
}

fn sessions() -> (Session, Session) {
    let mut client: Handshake = Handshake::initiator(authority().public_key()).expect("entropy");
    let mut server: Handshake = Handshake::responder(good()).expect("entropy");
    server.input(client.output(), NOW.into()).expect("any key is good");
    client.input(server.output(), NOW.into()).expect("the certificate is good");
    (client.finish().expect("all has come"), server.finish().expect("all has come"))
}

fn limits() -> ConnectionLimits {
    ConnectionLimits::new().max_payload(1000).idle_timeout(Duration::from_millis(300))
}

/// Two connections that must not notice what happens on a third.
struct Others {
    pool: Pool,
    ends: Vec<(Connection, Connection)>,
    rounds: u32,
}

impl Others {
    fn new() -> Self {
        let pool = Pool::default();
        let limits = ConnectionLimits::new();
        let ends = (0..2).map(|_| {
            let (near, far) = duplex(ROOM);
            let (client, server) = sessions();
            let client = client.async_connection(near, "server", &pool, limits);
            (client, server.async_connection(far, "client", &pool, limits))
        });
        let ends = ends.collect();
        Self { pool, ends, rounds: 0 }
    }

    /// A message each way on each of them.
    async fn talk(&mut self) {
        self.rounds += 1;
        let message = ChannelEndpointChanged { channel_id: self.rounds };
        for (client, server) in &mut self.ends {
            for (from, to) in [(&mut *client, &mut *server)] {
                from.send(&message).await.expect("the other end reads");
                let received = to.next().await.expect("nothing was changed");
                let Some(AnyMessageRef::ChannelEndpointChanged(received)) = received else {
                    panic!("it is that message")
                };
                assert_eq!(received.channel_id, self.rounds);
            }
        }
    }
}

/// Three frames of a client.
fn frames(client: Session) -> Vec<Vec<u8>> {
    frames_of(client, &[10; 3])
}

/// Frames of a client, whose texts have these lengths.
fn frames_of(client: Session, lengths: &[usize]) -> Vec<Vec<u8>> {
    let mut writer: NoiseWriter<Sv2Protocol> =
        NoiseWriter::sealed(Pool::default(), client.split().0);
    let seal = |(channel_id, len): (u32, &usize)| {
        let reason_code = "x".repeat(*len).try_into().expect("it is short");
        writer.send(&CloseChannel { channel_id, reason_code }).expect("there is memory");
        let mut wire = Vec::new();
        writer.flush(&mut wire).expect("a vector takes all");
        wire
    };
    (1..).zip(lengths).map(seal).collect()
}

fn run<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    runtime.expect("it starts").block_on(future)
}

/// A server's error for what follows `good` frames; checks that no other connection is affected.
fn refused(
    wire: impl FnOnce(Vec<Vec<u8>>) -> Vec<u8>,
    ends: bool,
    good: usize,
) -> ConnectionErrorKind {
    run(async {
        let mut others = Others::new();
        others.talk().await;
        let (client, server) = sessions();
        let (mut near, far) = duplex(ROOM);
        near.write_all(&wire(frames(client))).await.expect("there is room");
        let kept = if ends {
            drop(near);
            None
        } else {
            Some(near)
        };
        let mut server: Connection = server.async_connection(far, "bad", &others.pool, limits());
        for _ in 0..good {
            others.talk().await;
            assert!(server.next().await.expect("it is as it was sent").is_some());
        }
        let error = server.next().await.expect_err("it is not");
        assert!(error.to_string().starts_with("bad: "), "{error}");
        // The stream is closed with the connection, and its memory is returned.
        drop(server);
        if let Some(mut near) = kept {
            let mut rest = [0; 1];
            assert_eq!(near.read(&mut rest).await.expect("it was closed"), 0);
        }
        others.talk().await;
        let pool = others.pool.clone();
        drop(others);
        assert_eq!((pool.stats().live(), pool.stats().partial), (0, 0), "{}", pool.stats());
        error.into_kind()
    })
}

fn is_forged(kind: &ConnectionErrorKind) -> bool {
    matches!(kind, ConnectionErrorKind::Frame(error)
        if error.kind() == FrameErrorKind::Sealed(SealError::Forged))
}

#[test]
fn a_flipped_bit_at_any_byte_ends_its_connection_alone() {
    for at in 0..frames(sessions().0)[1].len() {
        let flip = |frames: Vec<Vec<u8>>| {
            let mut wire = frames.concat();
            wire[frames[0].len() + at] ^= 0x10;
            wire
        };
        let kind = refused(flip, false, 1);
        assert!(is_forged(&kind), "byte {at}: {kind}");
    }
}

#[test]
fn a_stream_cut_at_any_byte_ends_its_connection_alone() {
    for cut in 1..frames(sessions().0)[1].len() {
        let wire = |frames: Vec<Vec<u8>>| [&frames[0][..], &frames[1][..cut]].concat();
        let ConnectionErrorKind::Frame(error) = refused(wire, true, 1) else {
            panic!("it is no error of the stream")
        };
        let FrameErrorKind::UnexpectedEnd { received, .. } = error.kind() else {
            panic!("cut at {cut}: {error}")
        };
        assert_eq!(received, cut);
    }
}

#[test]
fn a_replayed_frame_ends_its_connection_alone() {
    let kind = refused(|frames| [&frames[0][..], &frames[0]].concat(), false, 1);
    assert!(is_forged(&kind), "{kind}");
}

#[test]
fn reordered_frames_end_their_connection_alone() {
    let wire = |frames: Vec<Vec<u8>>| [&frames[0][..], &frames[2], &frames[1]].concat();
    let kind = refused(wire, false, 1);
    assert!(is_forged(&kind), "{kind}");
}

#[test]
fn a_header_that_declares_too_much_ends_its_connection_before_its_payload_comes() {
    let (client, server) = sessions();
    run(async {
        let mut others = Others::new();
        let (mut sealer, _) = client.split();
        let mut header = vec![0; SEALED_HEADER + codec_noise::sealed_payload_len(1001)];
        header[16..22].copy_from_slice(&[0, 0, 0x18, 0xe9, 3, 0]);
        sealer.seal_frame(&mut header, 1001).expect("nonces are left");
        let (mut near, far) = duplex(ROOM);
        near.write_all(&header[..SEALED_HEADER]).await.expect("there is room");
        let mut server: Connection = server.async_connection(far, "bad", &others.pool, limits());
        let error = server.next().await.expect_err("the limit is 1000");
        assert!(error.to_string().contains("payload of 1001 bytes is over the limit of 1000"));
        drop(server);
        others.talk().await;
        let pool = others.pool.clone();
        drop(others);
        assert_eq!(pool.stats().live(), 0);
    });
}

#[test]
fn a_peer_that_stalls_inside_a_frame_ends_its_connection_alone() {
    for received in [1, 21, 22, 23, 40] {
        let wire = |frames: Vec<Vec<u8>>| [&frames[0][..], &frames[1][..received]].concat();
        let kind = refused(wire, false, 1);
        assert!(matches!(kind, ConnectionErrorKind::Idle(_)), "{received} bytes: {kind}");
    }
}

/// A client's error for a server with this identity; checks that no other connection is affected.
fn distrusted(key: codec_noise::AuthorityKey, identity: Arc<Identity>) -> String {
    run(async {
        let mut others = Others::new();
        let (mut near, mut far) = duplex(ROOM);
        let mut client: Handshake = Handshake::initiator(key).expect("there is entropy");
        let mut server: Handshake = Handshake::responder(identity).expect("there is entropy");
        let (told, answered) = tokio::join!(
            client.run_async(&mut near, NOW.into()),
            server.run_async(&mut far, NOW.into())
        );
        answered.expect("it answers any client");
        let error = told.expect_err("it is not to be trusted").to_string();
        assert!(client.finish().is_err(), "there is no session");
        // The client closes, and the server learns nothing else.
        drop(near);
        let session = server.finish().expect("it has answered");
        let mut server: Connection =
            session.async_connection(far, "client", &others.pool, limits());
        assert!(server.next().await.expect("nothing was sent").is_none());
        drop(server);
        others.talk().await;
        let pool = others.pool.clone();
        drop(others);
        assert_eq!(pool.stats().live(), 0);
        error
    })
}

#[test]
fn a_wrong_authority_key_ends_its_handshake_alone() {
    let other = AuthoritySecret::from_bytes([9; 32]).expect("a key").public_key();
    assert_eq!(distrusted(other, good()), NoiseError::WrongAuthority.to_string());
}

#[test]
fn an_expired_certificate_ends_its_handshake_alone() {
    let expired = NoiseError::Expired { not_valid_after: NOW - 11 };
    let key = authority().public_key();
    assert_eq!(distrusted(key, identity(0..=NOW - 11)), expired.to_string());
}

#[test]
fn a_certificate_of_the_future_ends_its_handshake_alone() {
    let early = NoiseError::NotYetValid { valid_from: NOW + 11 };
    let key = authority().public_key();
    assert_eq!(distrusted(key, identity(NOW + 11..=NOW + 12)), early.to_string());
}

#[test]
fn a_bad_signature_ends_its_handshake_alone() {
    let (secret, key) = ([2; 32], authority().public_key());
    let public = Identity::key_of(&secret).expect("a key");
    let mut bytes = Certificate::sign(&authority(), &public, NOW - 5..=NOW + 5).to_bytes();
    bytes[42..].fill(0xff);
    let identity = Identity::new(&secret, Certificate::from_bytes(&bytes)).expect("a key");
    assert_eq!(distrusted(key, Arc::new(identity)), NoiseError::BadSignature.to_string());
}

#[test]
fn a_flipped_bit_of_a_handshake_ends_it_alone() {
    run(async {
        let mut others = Others::new();
        for at in (0..234).step_by(13) {
            let mut client: Handshake =
                Handshake::initiator(authority().public_key()).expect("there is entropy");
            let mut server: Handshake = Handshake::responder(good()).expect("there is entropy");
            server.input(client.output(), NOW.into()).expect("any key is good");
            let mut answer = server.output().to_vec();
            answer[at] ^= 1;
            let (mut near, mut far) = duplex(ROOM);
            far.write_all(&answer).await.expect("there is room");
            let error = client.run_async(&mut near, NOW.into()).await.expect_err("a bit differs");
            assert_eq!(error.to_string(), NoiseError::TagMismatch.to_string(), "byte {at}");
            others.talk().await;
        }
    });
}

#[test]
fn a_peer_that_stalls_inside_a_handshake_is_given_up_and_may_go_on() {
    run(async {
        let mut others = Others::new();
        let mut client: Handshake =
            Handshake::initiator(authority().public_key()).expect("there is entropy");
        let mut server: Handshake = Handshake::responder(good()).expect("there is entropy");
        server.input(client.output(), NOW.into()).expect("any key is good");
        let answer = server.output().to_vec();
        let (mut near, mut far) = duplex(ROOM);
        for byte in &answer[..answer.len() - 1] {
            far.write_all(&[*byte]).await.expect("there is room");
            let work = client.run_async(&mut near, NOW.into());
            let late = tokio::time::timeout(Duration::from_millis(1), work).await;
            assert!(late.is_err(), "a byte is missing");
        }
        others.talk().await;
        far.write_all(&answer[answer.len() - 1..]).await.expect("there is room");
        client.run_async(&mut near, NOW.into()).await.expect("no byte was lost");
        assert!(client.is_done());
    });
}

#[test]
fn an_idle_connection_holds_a_kibibyte_at_most() {
    let hold = size_of::<Connection>() - size_of::<DuplexStream>();
    // The connection itself, and its peer's name, which both directions share.
    assert!(hold + 64 <= 1024, "{hold} bytes");
    run(async {
        let mut others = Others::new();
        others.talk().await;
        for (client, server) in &mut others.ends {
            assert!(client.try_next().expect("nothing was changed").is_none());
            assert!(server.try_next().expect("nothing was changed").is_none());
        }
        let stats = others.pool.stats();
        assert_eq!((stats.in_use, stats.partial, stats.bytes_in_use), (0, 0, 0), "{stats}");
    });
}

/// The three errors of docs/noise.md after which a session goes on, and one that ends it.
#[test]
fn a_frame_too_long_is_skipped_and_the_next_one_is_read() {
    let (client, server) = sessions();
    let wire = frames_of(client, &[3, 200, 4, 200, 5]);
    let mut reader: NoiseReader<Sv2Protocol> =
        NoiseReader::sealed(Pool::default(), server.split().1).with_max_payload(100);
    reader.feed(&wire.concat()).expect("there is memory");
    let (mut seen, mut refused) = (Vec::new(), 0);
    loop {
        match reader.next_frame() {
            Ok(Some(frame)) => seen.push(frame.payload().len()),
            Ok(None) => break,
            Err(error) => {
                let kind = FrameErrorKind::PayloadTooLong { len: 205, max: 100 };
                assert_eq!(error.kind(), kind);
                // Until it is skipped, it is in the way.
                assert_eq!(reader.next_frame().expect_err("it is too long").kind(), kind);
                assert!(reader.skip_frame());
                refused += 1;
            }
        }
    }
    assert_eq!((&seen[..], refused), (&[8, 9, 10][..], 2));
}

#[test]
fn after_a_malformed_message_the_next_one_is_read() {
    let (client, server) = sessions();
    run(async {
        let pool = Pool::default();
        let mut writer: NoiseWriter<Sv2Protocol> =
            NoiseWriter::sealed(pool.clone(), client.split().0);
        for channel_id in 1..=3 {
            let reason_code = "it is over".try_into().expect("it is short");
            // A length of 201 before one byte.
            writer.write_message::<Sv2, _>(0x04, 0, &(201u8, 7u8)).expect("there is memory");
            writer.send(&CloseChannel { channel_id, reason_code }).expect("there is memory");
        }
        let (mut near, far) = duplex(ROOM);
        writer.flush_async(&mut near).await.expect("there is room");
        drop(near);
        let mut server: Connection = server.async_connection(far, "client", &pool, limits());
        for channel_id in 1..=3 {
            let error = server.next().await.expect_err("it is no message");
            assert!(matches!(error.kind(), ConnectionErrorKind::Message { .. }), "{error}");
            let message = server.next().await.expect("it is as it was sent");
            let Some(AnyMessageRef::CloseChannel(message)) = message else {
                panic!("it is that message")
            };
            assert_eq!(message.channel_id, channel_id);
        }
        assert!(server.next().await.expect("the stream has ended").is_none());
    });
}

/// At any byte: the clock runs out, and what comes then is read.
#[test]
fn after_a_time_out_the_rest_of_a_message_is_read() {
    let limits = limits().idle_timeout(Duration::from_millis(1));
    let len = frames(sessions().0)[0].len();
    for cut in 0..len {
        let (client, server) = sessions();
        let frames = frames(client);
        run(async {
            let (mut near, far) = duplex(ROOM);
            let pool = Pool::default();
            let mut server: Connection = server.async_connection(far, "client", &pool, limits);
            near.write_all(&frames[0][..cut]).await.expect("there is room");
            let error = server.next().await.expect_err("it is not whole");
            assert!(matches!(error.kind(), ConnectionErrorKind::Idle(_)), "{cut}: {error}");
            near.write_all(&frames[0][cut..]).await.expect("there is room");
            near.write_all(&frames[1]).await.expect("there is room");
            for channel_id in 1..=2 {
                let message = server.next().await.expect("it is as it was sent");
                let Some(AnyMessageRef::CloseChannel(message)) = message else {
                    panic!("it is that message")
                };
                assert_eq!(message.channel_id, channel_id, "{cut}");
            }
        });
    }
}

#[test]
fn a_cipher_s_error_is_that_of_all_later_calls() {
    let (client, server) = sessions();
    let mut wire = frames_of(client, &[3, 4, 5]);
    wire[1][7] ^= 1;
    let mut reader: NoiseReader<Sv2Protocol> =
        NoiseReader::sealed(Pool::default(), server.split().1);
    reader.feed(&wire.concat()).expect("there is memory");
    assert!(reader.next_frame().expect("it is as it was sent").is_some());
    let kind = FrameErrorKind::Sealed(SealError::Forged);
    for _ in 0..3 {
        assert_eq!(reader.next_frame().expect_err("a bit was changed").kind(), kind);
        assert!(!reader.skip_frame(), "there is nothing to go on with");
    }
}
