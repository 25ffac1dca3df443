//! Encrypted shares over loopback TCP: 64 connections that send as fast as the server reads. The
//! server has a thread, and so has the load, which seals everything before the clock starts. Both
//! servers check each share, and acknowledge a hundred with one message.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::thread;
use std::time::Instant;

use binary_sv2::from_bytes;
use codec_noise::{AuthoritySecret, NoiseWriter, Session};
use codec_pool::{ConnectionLimits, Pool};
use codec_stratum::mining::{SubmitSharesExtended, SubmitSharesSuccess};
use codec_stratum::{AnyMessageRef, Sv2Protocol};
use codec_sv2::{Decrypted, MessageFrame, NoiseDecoder, NoiseEncoder, Transport};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Builder;
use tokio::task::JoinSet;

const CONNECTIONS: usize = 64;
/// Shares of each connection.
const SHARES: u32 = 5_000;
/// Shares that one message acknowledges.
const BATCH: u32 = 100;
/// Rounds, of which the median counts.
const ROUNDS: usize = 7;

fn share(sequence_number: u32) -> SubmitSharesExtended {
    let extranonce = (&[9; 8]).try_into().expect("at most 32 bytes");
    let (channel_id, job_id, nonce, ntime, version) = (1, 1, sequence_number, 5, 6);
    SubmitSharesExtended { channel_id, sequence_number, job_id, nonce, ntime, version, extranonce }
}

/// Returns what a client sends: the same bytes for both servers, except for the keys.
fn sealed(client: Session) -> Vec<u8> {
    let mut writer: NoiseWriter<Sv2Protocol> =
        NoiseWriter::sealed(Pool::default(), client.split().0);
    let mut wire = Vec::new();
    for number in 0..SHARES {
        writer.send(&share(number)).expect("there is memory");
        writer.flush_due(&mut wire).expect("a vector takes all");
    }
    writer.flush(&mut wire).expect("a vector takes all");
    wire
}

type Attending = Pin<Box<dyn Future<Output = u32> + Send>>;

/// Seconds that a server takes for the shares of all connections; for each, `connect` returns what
/// a client sends and the server's end, which `attend` serves.
fn run<S: Send>(connect: impl Fn() -> (Vec<u8>, S), attend: fn(TcpStream, S) -> Attending) -> f64 {
    let (wires, servers): (Vec<_>, Vec<_>) = (0..CONNECTIONS).map(|_| connect()).unzip();
    let runtime = || Builder::new_current_thread().enable_io().build().expect("it starts");
    let server = runtime();
    let listener = server.block_on(TcpListener::bind("127.0.0.1:0")).expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    thread::scope(|scope| {
        let outcome = scope.spawn(move || {
            server.block_on(async {
                let (start, mut tasks) = (Instant::now(), JoinSet::new());
                for state in servers {
                    let (stream, _) = listener.accept().await.expect("the load connects");
                    stream.set_nodelay(true).expect("it is open");
                    tasks.spawn(attend(stream, state));
                }
                let shares: u32 = tasks.join_all().await.into_iter().sum();
                assert_eq!(shares as usize, SHARES as usize * CONNECTIONS, "each share, once");
                start.elapsed().as_secs_f64()
            })
        });
        runtime().block_on(async {
            let mut tasks = JoinSet::new();
            for wire in wires {
                let mut stream = TcpStream::connect(address).await.expect("the server listens");
                tasks.spawn(async move {
                    stream.write_all(&wire).await.expect("the server reads");
                    stream.shutdown().await.expect("it is open");
                    let mut answers = [0; 4096];
                    while stream.read(&mut answers).await.expect("it answers") > 0 {}
                });
            }
            tasks.join_all().await;
        });
        outcome.join().expect("the server does not panic")
    })
}

fn attend_ours(stream: TcpStream, session: Session) -> Attending {
    Box::pin(async move {
        let limits = ConnectionLimits::new();
        let mut client =
            session.async_connection::<Sv2Protocol, _>(stream, "client", &Pool::default(), limits);
        let (mut shares, mut unacknowledged) = (0, 0);
        loop {
            let mut message = client.try_next().expect("nothing was changed");
            if message.is_none() {
                client.flush().await.expect("the client reads");
                message = client.next().await.expect("nothing was changed");
            }
            let Some(message) = message else { return shares };
            let AnyMessageRef::SubmitSharesExtended(share) = message else { panic!("no share") };
            assert_eq!((share.sequence_number, share.extranonce.len()), (shares, 8));
            shares += 1;
            unacknowledged += 1;
            if unacknowledged == BATCH {
                unacknowledged = 0;
                client.queue(&acknowledgement(shares)).expect("there is memory");
            }
        }
    })
}

fn acknowledgement(shares: u32) -> SubmitSharesSuccess {
    SubmitSharesSuccess {
        channel_id: 1,
        last_sequence_number: shares,
        new_submits_accepted_count: BATCH,
        new_shares_sum: BATCH.into(),
    }
}

/// Fills the buffer that the decoder requests; false at the end of the stream. Queued output is
/// sent before waiting.
async fn fill(stream: &mut TcpStream, window: &mut [u8], out: &mut Vec<u8>) -> io::Result<bool> {
    let mut filled = 0;
    while filled < window.len() {
        match stream.try_read(&mut window[filled..]) {
            Ok(0) => return Ok(false),
            Ok(len) => filled += len,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                stream.write_all(out).await?;
                out.clear();
                stream.readable().await?;
            }
            Err(error) => return Err(error),
        }
    }
    // Every read of tokio's does this, except `try_read`.
    tokio::task::coop::consume_budget().await;
    Ok(true)
}

fn attend_theirs(mut stream: TcpStream, transport: Transport) -> Attending {
    Box::pin(async move {
        let (mut decoder, mut encoder) = (NoiseDecoder::new(), NoiseEncoder::new());
        let (mut send, receive) = transport.split();
        let (mut receive, mut out, mut shares) = (Some(receive), Vec::new(), 0);
        while fill(&mut stream, decoder.writable(), &mut out).await.expect("the client sends") {
            let state = receive.take().expect("it is put back");
            let mut frame = match decoder.next_transport_frame(state).expect("nothing was changed")
            {
                Decrypted::Frame(frame, state) => {
                    receive = Some(state);
                    frame
                }
                Decrypted::Incomplete(_, state) => {
                    receive = Some(state);
                    continue;
                }
            };
            let share: mining_sv2::SubmitSharesExtended<'_> =
                from_bytes(frame.payload()).expect("it is a share");
            assert_eq!((share.sequence_number, share.extranonce.as_bytes().len()), (shares, 8));
            shares += 1;
            if shares % BATCH == 0 {
                let answer = mining_sv2::SubmitSharesSuccess {
                    channel_id: 1,
                    last_sequence_number: shares,
                    new_submits_accepted_count: BATCH,
                    new_shares_sum: BATCH.into(),
                };
                let frame = MessageFrame::from_message(answer, 0x1c, 0, true).expect("it fits");
                let sealed = encoder.encode_transport(frame, &mut send).expect("it fits");
                out.extend_from_slice(sealed.as_ref());
            }
        }
        stream.write_all(&out).await.expect("the client reads");
        shares
    })
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// Shares per second, of the reference implementation and of ours.
pub(crate) fn report() {
    let authority = AuthoritySecret::generate().expect("there is entropy");
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        theirs.push(run(
            || {
                let (client, server) = crate::theirs::connect_ours(&authority);
                (sealed(client), server)
            },
            attend_theirs,
        ));
        ours.push(run(
            || {
                let (client, server) = crate::sessions::connect();
                (sealed(client), server)
            },
            attend_ours,
        ));
    }
    #[expect(clippy::cast_precision_loss, reason = "some hundred thousand")]
    let shares = (CONNECTIONS * SHARES as usize) as f64;
    let (theirs, ours) = (shares / median(theirs), shares / median(ours));
    println!(
        "\n64 connections over loopback, shares a second: {theirs:.0} SRI, {ours:.0} ours, {:.1} times",
        ours / theirs
    );
}
