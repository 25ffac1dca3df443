//! Over async streams, with each future dropped wherever it is pending: cancellation.

use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use codec_core::Sv2;
use codec_noise::{
    AuthoritySecret, Handshake, HandshakeError, Identity, NoiseError, NoiseReader, NoiseWriter,
};
use codec_pool::{AsyncSender, ConnectionLimits, Pool};
use codec_stratum::mining::{CloseChannel, SubmitSharesExtended, SubmitSharesExtendedRef};
use codec_stratum::{AnyMessageRef, Sv2Protocol};
use tokio::io::{AsyncWriteExt, duplex};

const NOW: u64 = 1_500;

fn sides() -> (Handshake, Handshake) {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let identity = Identity::issue(&authority, 1_000..=2_000).expect("there is entropy");
    let miner = Handshake::initiator(authority.public_key()).expect("there is entropy");
    (miner, Handshake::responder(Arc::new(identity)).expect("there is entropy"))
}

/// Creates and polls a future once, and drops it; `None` when it was pending.
fn once<F: Future>(future: F) -> Option<F::Output> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

#[test]
fn a_session_whose_futures_are_dropped_at_every_wait_loses_nothing() {
    for room in [1, 3, 50, 4096] {
        let (mut miner, mut server) = sides();
        let (mut near, mut far) = duplex(room);
        let mut dropped = 0;
        while !(miner.is_done() && server.is_done()) {
            for (side, stream) in [(&mut miner, &mut near), (&mut server, &mut far)] {
                match once(side.run_async(stream, NOW)) {
                    Some(result) => result.expect("nothing was changed"),
                    None => dropped += 1,
                }
            }
        }
        assert!(dropped > 298 / room, "{dropped} futures were dropped");

        let pool = Pool::default();
        let (sealer, _) = miner.finish().expect("it is done").split();
        let (_, opener) = server.finish().expect("it is done").split();
        let mut writer: NoiseWriter<Sv2Protocol> = NoiseWriter::sealed(pool.clone(), sealer);
        let mut reader: NoiseReader<Sv2Protocol> = NoiseReader::sealed(pool.clone(), opener);
        let mut share = SubmitSharesExtended {
            channel_id: 1,
            sequence_number: 0,
            job_id: 3,
            nonce: 4,
            ntime: 5,
            version: 6,
            extranonce: (&[7; 8]).try_into().expect("at most 32 bytes"),
        };
        let mut seen = 0;
        while seen < 100 {
            if share.sequence_number < 100 {
                writer.send(&share).expect("there is memory");
                share.sequence_number += 1;
            }
            if let Some(result) = once(writer.flush_async(&mut near)) {
                result.expect("the stream takes bytes");
            }
            if let Some(frame) = once(reader.read_frame_async(&mut far)) {
                let frame = frame.expect("nothing was changed").expect("it goes on");
                let share: SubmitSharesExtendedRef<'_> =
                    frame.decode_ref::<Sv2, _>().expect("it is a share");
                assert_eq!(share.sequence_number, seen);
                seen += 1;
            }
        }
        drop((writer, reader));
        assert_eq!(pool.stats().live(), 0);
    }
}

#[test]
fn a_stream_that_ends_inside_the_handshake_is_its_own_error() {
    for received in 0..64 {
        let (mut near, mut far) = duplex(100);
        assert!(once(near.write_all(&vec![1; received])).is_some(), "there is room");
        drop(near);
        let (_, mut server) = sides();
        let error = once(server.run_async(&mut far, NOW)).expect("the stream has ended");
        let Err(HandshakeError::Noise(error)) = error else { panic!("no error of the stream") };
        assert_eq!(error, NoiseError::Truncated { received, needed: 64 });
    }
}

#[test]
fn a_job_is_encoded_once_and_sealed_for_each_connection() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("it starts");
    runtime.block_on(async {
        let (pool, limits) = (Pool::default(), ConnectionLimits::new());
        let (mut senders, mut miners) = (Vec::new(), Vec::new());
        for _ in 0..5 {
            let (mut miner, mut server) = sides();
            let (mut near, mut far) = duplex(4096);
            let (one, other) =
                tokio::join!(miner.run_async(&mut near, NOW), server.run_async(&mut far, NOW));
            one.and(other).expect("nothing was changed");
            let miner = miner.finish().expect("it is done");
            let server = server.finish().expect("it is done");
            let server = server.async_connection::<Sv2Protocol, _>(far, "miner", &pool, limits);
            senders.push(server.split().1);
            miners.push(miner.async_connection::<Sv2Protocol, _>(near, "server", &pool, limits));
        }
        let message = CloseChannel { channel_id: 7, reason_code: "bye".try_into().expect("short") };
        for _ in 0..3 {
            let errors = AsyncSender::broadcast(&message, &mut senders).await;
            assert!(errors.expect("it can be encoded").is_empty());
        }
        for miner in &mut miners {
            for _ in 0..3 {
                let Some(AnyMessageRef::CloseChannel(message)) = miner.next().await.expect("valid")
                else {
                    panic!("it is that message")
                };
                assert_eq!(message.channel_id, 7);
            }
            assert_eq!(miner.traffic().bytes_in, 3 * (22 + 8 + 16));
        }
    });
}

/// The loop of the README: what one branch has read is not lost when another branch is taken.
#[test]
fn a_select_loop_gets_every_message_whichever_branch_is_ready() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
    runtime.expect("it starts").block_on(async {
        let (mut miner, mut server) = sides();
        let (mut near, mut far) = duplex(7);
        let shaken = tokio::join!(miner.run_async(&mut near, NOW), server.run_async(&mut far, NOW));
        shaken.0.and(shaken.1).expect("nothing was changed");
        let (pool, limits) = (Pool::default(), ConnectionLimits::new());
        let miner = miner.finish().expect("it is done");
        let server = server.finish().expect("it is done");
        let mut server = server.async_connection::<Sv2Protocol, _>(far, "miner", &pool, limits);
        let mut miner = miner.async_connection::<Sv2Protocol, _>(near, "server", &pool, limits);
        let close =
            |channel_id| CloseChannel { channel_id, reason_code: "bye".try_into().expect("short") };
        let sending = async {
            for channel_id in 1..=100 {
                server.send(&close(channel_id)).await.expect("the miner reads");
            }
            server.close().await.expect("the miner reads");
        };
        let receiving = async {
            let (mut seen, mut beats) = (0, 0);
            loop {
                tokio::select! {
                    biased;
                    () = tokio::task::yield_now(), if beats % 2 == 0 => beats += 1,
                    message = miner.next() => match message.expect("nothing was changed") {
                        Some(AnyMessageRef::CloseChannel(message)) => {
                            seen += 1;
                            assert_eq!(message.channel_id, seen);
                        }
                        Some(other) => panic!("{other:?}"),
                        None => return (seen, beats),
                    },
                    () = std::future::ready(()) => beats += 1,
                }
                assert!(beats < 1_000_000, "{seen} messages have arrived");
                tokio::task::yield_now().await;
            }
        };
        let ((), (seen, beats)) = tokio::join!(sending, receiving);
        assert!(seen == 100 && beats > 500, "{seen} messages, {beats} futures dropped");
    });
}
