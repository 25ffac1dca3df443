//! Connections over tokio: dropped at every await, with peers that are slow, silent or gone.

use std::future::Future;
use std::time::Duration;

use codec_pool::{
    AsyncConnection, AsyncReceiver, AsyncSender, ConnectionErrorKind, ConnectionLimits, OnUnknown,
    Policy, Pool,
};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, DuplexStream, duplex};
use tokio::time::timeout;

use crate::halting::{Halting, once};
use crate::talk::{Any, AnyRef, Talk, ping, text};

/// Time-out for a peer that never answers.
const SHORT: Duration = Duration::from_millis(60);
/// Long enough for a well-behaved peer on any machine.
const AMPLE: Duration = Duration::from_secs(60);

fn run<F: Future>(future: F) -> F::Output {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    runtime.expect("it starts").block_on(future)
}

fn connection<S>(stream: S, limits: ConnectionLimits) -> AsyncConnection<Talk, S>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    AsyncConnection::new(stream, "peer", &Pool::default(), limits)
}

fn conversation() -> Vec<Any> {
    (0..40u8)
        .map(|n| match n % 3 {
            0 => Any::Text(text(usize::from(n) * 7)),
            _ => Any::Ping(ping(n.into())),
        })
        .collect()
}

#[test]
fn what_is_sent_is_received_when_every_future_is_dropped_once_polled() {
    for (send_step, receive_step) in [(1, 1), (3, 1000), (1000, 3)] {
        let mut sender = connection(Halting::new(Vec::new(), send_step), ConnectionLimits::new());
        for message in conversation() {
            let mut is_sent = once(sender.send(&message)).is_some();
            while !is_sent {
                is_sent = once(sender.flush()).is_some();
            }
        }
        while once(sender.close()).is_none() {}
        let wire = sender.stream().bytes.clone();
        assert_eq!(sender.traffic().bytes_out, wire.len() as u64);

        let mut source = connection(Halting::new(wire, receive_step), ConnectionLimits::new());
        let mut received = Vec::new();
        loop {
            match once(source.next_owned()) {
                Some(Ok(Some(message))) => received.push(message),
                Some(Ok(None)) => break,
                Some(Err(error)) => panic!("{error}"),
                None => {}
            }
        }
        assert!(received == conversation(), "{send_step} and {receive_step} bytes at a time");
    }
}

#[test]
fn a_message_that_waits_for_memory_is_not_lost_when_the_future_is_dropped() {
    let policy = Policy::Wait { timeout: Duration::ZERO };
    let pool = Pool::builder().chunk_size(64).max_chunks(1).policy(policy).build().expect("valid");
    let wire = [&[2, 58, 0, 0, 50, 0, 0, 0, 0, 0, 0, 0][..], &[b'x'; 50]].concat().repeat(2);
    let limits = ConnectionLimits::new();
    let mut peer = AsyncConnection::<Talk, _>::new(Halting::new(wire, 1000), "peer", &pool, limits);
    let mut kept = None;
    while kept.is_none() {
        kept = once(peer.next_frame()).map(|frame| frame.expect("valid").expect("whole").detach());
    }
    for _ in 0..10 {
        assert!(once(peer.next_frame()).is_none(), "there is no chunk for it");
    }
    drop(kept);
    let second = run(peer.next_owned()).expect("valid");
    assert_eq!(second, Some(Any::Text(text(50))));
}

#[test]
fn a_silent_peer_hits_the_idle_timeout_however_often_the_wait_is_given_up() {
    run(async {
        let (ours, mut theirs) = duplex(1024);
        let mut client = connection(ours, ConnectionLimits::new().idle_timeout(SHORT));
        theirs.write_all(&[1, 5, 0, 0, 7]).await.expect("it is taken"); // a part of a ping
        let mut given_up = 0;
        let error = loop {
            match timeout(SHORT / 10, client.next()).await {
                Ok(outcome) => break outcome.map(drop).unwrap_err(),
                Err(_) => given_up += 1,
            }
            assert!(given_up < 10_000, "the clock starts again each time");
        };
        assert!(given_up > 0 && matches!(error.kind(), ConnectionErrorKind::Idle(SHORT)));
        assert_eq!(error.to_string(), "peer: no whole message came in 60ms");
        // Bytes that arrive after the time-out are not lost.
        theirs.write_all(&[0, 0, 0, 0]).await.expect("it is taken");
        assert_eq!(client.next_owned().await.expect("it is whole"), Some(Any::Ping(ping(7))));
    });
}

#[test]
fn a_peer_that_never_reads_hits_the_write_timeout_however_often_it_is_given_up() {
    run(async {
        let (ours, theirs) = duplex(64);
        let mut client = connection(ours, ConnectionLimits::new().write_timeout(SHORT));
        client.queue(&text(1000)).expect("it encodes");
        let mut given_up = 0;
        let error = loop {
            match timeout(SHORT / 10, client.flush()).await {
                Ok(outcome) => break outcome.unwrap_err(),
                Err(_) => given_up += 1,
            }
            assert!(given_up < 10_000, "the clock starts again each time");
        };
        assert!(given_up > 0 && matches!(error.kind(), ConnectionErrorKind::WriteTimeout(SHORT)));
        assert_eq!(client.pending_len(), 12 + 1000 - 64, "the rest stays queued");
        drop(theirs);
    });
}

#[test]
fn the_halves_work_in_tasks_of_their_own() {
    run(async {
        let (ours, theirs) = duplex(100);
        let (mut incoming, mut sender) = connection(ours, ConnectionLimits::new()).split();
        let mut peer = connection(theirs, ConnectionLimits::new().idle_timeout(AMPLE));
        let echo = tokio::spawn(async move {
            while let Some(message) = peer.next_owned().await? {
                peer.send(&message).await?;
            }
            peer.close().await
        });
        let read = tokio::spawn(async move {
            let mut received = Vec::new();
            while let Some(message) = incoming.next_owned().await? {
                received.push(message);
            }
            Ok::<_, codec_pool::ConnectionError>(received)
        });
        for message in conversation() {
            sender.send(&message).await.expect("the peer reads");
        }
        sender.close().await.expect("the peer reads");
        echo.await.expect("it does not panic").expect("nothing fails");
        let received = read.await.expect("it does not panic").expect("nothing fails");
        assert!(received == conversation());
    });
}

type Halves = (AsyncReceiver<Talk, tokio::io::ReadHalf<DuplexStream>>, Writing);
type Writing = AsyncSender<Talk, tokio::io::WriteHalf<DuplexStream>>;

/// Nothing waits longer than the time-out, however little is read, however much is queued meanwhile, and
/// however often a flush is given up.
#[test]
fn a_peer_that_reads_a_byte_now_and_then_hits_the_write_timeout() {
    run(async {
        let (ours, mut theirs) = duplex(64);
        let mut client = connection(ours, ConnectionLimits::new().write_timeout(SHORT));
        let mut read = 0;
        let error = loop {
            client.queue(&text(100)).expect("there is room");
            match timeout(SHORT / 20, client.flush()).await {
                Ok(outcome) => break outcome.unwrap_err(),
                Err(_) => read += usize::from(theirs.read_u8().await.is_ok()),
            }
            assert!(read < 10_000, "the clock starts again each time");
        };
        assert!(matches!(error.kind(), ConnectionErrorKind::WriteTimeout(SHORT)), "{error}");
        assert!(read > 1 && client.traffic().bytes_out == 64 + read as u64, "{read}");
    });
}

#[test]
fn a_broadcast_reaches_all_but_the_dead_and_the_deaf() {
    run(async {
        let limits = ConnectionLimits::new().write_timeout(SHORT);
        let pool = Pool::default();
        let (mut senders, mut theirs) = (Vec::new(), Vec::new());
        for (name, room) in [("deaf", 8), ("dead", 4096), ("one", 4096), ("two", 4096)] {
            let (ours, peer) = duplex(room);
            let (_, sender): Halves = AsyncConnection::new(ours, name, &pool, limits).split();
            senders.push(sender);
            theirs.push(peer);
        }
        drop(theirs.remove(1));
        let errors = AsyncSender::broadcast(&text(1000), &mut senders).await.expect("it encodes");
        let mut names: Vec<_> =
            errors.iter().map(|error| (error.peer(), error.is_timeout())).collect();
        names.sort_unstable();
        assert_eq!(names, [("dead", false), ("deaf", true)]);
        for peer in theirs.drain(1..) {
            let mut peer = connection(peer, ConnectionLimits::new());
            let message = peer.next().await.expect("nothing fails");
            assert!(matches!(message, Some(AnyRef::Text(text)) if text.text.len() == 1000));
        }
        let empty: [&mut Writing; 0] = [];
        assert!(AsyncSender::broadcast(&ping(1), empty).await.expect("to nobody").is_empty());
    });
}

#[test]
fn a_frame_that_many_share_is_encoded_once() {
    let pool = Pool::builder().chunk_size(4096).build().expect("valid");
    let limits = ConnectionLimits::new();
    let streams = (0..3).map(|_| Halting::new(Vec::new(), 1000));
    let mut peers: Vec<_> = streams
        .map(|stream| AsyncConnection::<Talk, _>::new(stream, "peer", &pool, limits))
        .collect();
    let frame = peers[0].encode(&text(1000)).expect("it encodes");
    let before = pool.stats().acquired;
    for peer in &mut peers {
        peer.push(frame.clone()).expect("it is not sealed");
    }
    assert_eq!(pool.stats().acquired, before, "no other memory is taken for it");
    for peer in &mut peers {
        while once(peer.flush()).is_none() {}
        assert_eq!(peer.stream().bytes, frame.bytes());
    }
    let bytes = bytes::Bytes::from(frame);
    assert_eq!(bytes.len(), 12 + 1000);
}

#[test]
fn what_has_come_already_is_taken_without_waiting() {
    run(async {
        let (ours, theirs) = duplex(1024);
        let mut client = connection(ours, ConnectionLimits::new());
        let mut peer = connection(theirs, ConnectionLimits::new());
        peer.queue(&ping(1)).expect("it encodes");
        peer.queue(&ping(2)).expect("it encodes");
        peer.flush().await.expect("there is room");
        assert!(client.try_next().expect("nothing was read").is_none());
        assert!(matches!(client.next().await, Ok(Some(AnyRef::Ping(ping))) if ping.nonce == 1));
        assert!(matches!(client.try_next(), Ok(Some(AnyRef::Ping(ping))) if ping.nonce == 2));
        assert!(client.try_next().expect("nothing is left").is_none());
        for nonce in 3..6 {
            peer.queue(&ping(nonce)).expect("it encodes");
        }
        peer.flush().await.expect("there is room");
        let (mut client, _sender) = client.split();
        assert!(client.try_next_frame().expect("nothing was read").is_none());
        assert!(matches!(client.next().await, Ok(Some(AnyRef::Ping(ping))) if ping.nonce == 3));
        assert!(matches!(client.try_next(), Ok(Some(AnyRef::Ping(ping))) if ping.nonce == 4));
        let frame = client.try_next_frame().expect("valid").expect("it came with the others");
        assert_eq!(frame.payload()[..4], 5u32.to_le_bytes());
        assert_eq!(client.traffic().frames_in, 5);
        drop(peer);
        assert!(client.next().await.expect("it was closed between messages").is_none());
    });
}

#[test]
fn unknown_frames_have_their_policy_however_the_bytes_come_and_futures_are_dropped() {
    let ping_frame = [1, 5, 0, 0, 7, 0, 0, 0, 0];
    let unknown = [77, 2, 0, 0, 8, 9];
    let wire = [&unknown[..], &ping_frame, &unknown, &unknown, &ping_frame, &unknown].concat();
    for step in [1, 7, 1000] {
        for (policy, refused) in
            [(OnUnknown::Refuse, 4), (OnUnknown::Discard, 0), (OnUnknown::Lend, 4)]
        {
            let limits = ConnectionLimits::new().on_unknown(policy);
            let mut source = connection(Halting::new(wire.clone(), step), limits);
            let (mut pings, mut errors) = (0, 0);
            loop {
                match once(source.next()) {
                    Some(Ok(Some(AnyRef::Ping(_)))) => pings += 1,
                    Some(Ok(None)) => break,
                    Some(Err(error)) => {
                        assert!(matches!(error.kind(), ConnectionErrorKind::Unknown(_)), "{error}");
                        errors += 1;
                        if policy == OnUnknown::Lend {
                            let frame = once(source.next_frame()).expect("it waits");
                            assert_eq!(frame.unwrap().unwrap().payload(), [8, 9]);
                        }
                    }
                    Some(other) => panic!("{other:?}"),
                    None => {}
                }
            }
            let traffic = source.traffic();
            assert_eq!((pings, errors), (2, refused), "{policy:?}");
            assert_eq!((traffic.frames_in, traffic.unknown_in), (6, 4), "{policy:?}");
        }
    }
}
