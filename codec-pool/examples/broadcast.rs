//! One frame to many clients, a million frames in all: encoded once and pushed, compared with
//! `LengthDelimitedCodec` of tokio-util, which is given `Bytes`.
//!
//! `cargo run --release -p codec-pool --features tokio --example broadcast`
#![forbid(unsafe_code)]

use std::future::poll_fn;
use std::io::Read as _;
use std::pin::Pin;
use std::thread;
use std::time::Instant;

use bytes::Bytes;
use codec_core::Bincode;
use codec_pool::{FrameWriter, LengthHeader, Pool};
use futures_sink::Sink;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::codec::{FramedWrite, LengthDelimitedCodec};

const CLIENTS: usize = 200;
const FRAMES: usize = 5_000;
/// Bytes of a frame, of which four are its length.
const FRAME: usize = 40;
/// Frames after which everything queued is flushed: a burst.
const BURST: usize = 500;
const ROUNDS: usize = 7;

/// Clients that read and count, each on a thread, and the server's ends of their streams.
async fn connect() -> (Vec<TcpStream>, Vec<thread::JoinHandle<usize>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
    let address = listener.local_addr().expect("it is bound");
    let (mut streams, mut clients) = (Vec::new(), Vec::new());
    for _ in 0..CLIENTS {
        clients.push(thread::spawn(move || {
            let mut stream = std::net::TcpStream::connect(address).expect("the server listens");
            let (mut room, mut received) = (vec![0; 1 << 18], 0);
            loop {
                match stream.read(&mut room).expect("the server sends") {
                    0 => return received,
                    len => received += len,
                }
            }
        }));
        streams.push(listener.accept().await.expect("a client comes").0);
    }
    (streams, clients)
}

async fn end(streams: Vec<TcpStream>, clients: Vec<thread::JoinHandle<usize>>) {
    for mut stream in streams {
        stream.shutdown().await.expect("it is open");
    }
    for client in clients {
        assert_eq!(client.join().expect("it counts"), FRAMES * FRAME, "every byte, once");
    }
}

/// Seconds until everything is written.
async fn pushed() -> f64 {
    type Writer = FrameWriter<LengthHeader<4>>;
    let (mut streams, clients) = connect().await;
    let pool = Pool::default();
    let mut writers: Vec<Writer> = (0..CLIENTS).map(|_| Writer::new(pool.clone())).collect();
    let mut encoder = Writer::new(pool);
    let payload = [7u8; FRAME - 4];
    let start = Instant::now();
    for number in 1..=FRAMES {
        let frame = encoder.encode_frame::<Bincode, _>((), 0, &payload).expect("memory");
        for writer in &mut writers {
            writer.push(frame.clone());
        }
        if number % BURST == 0 {
            for (writer, stream) in writers.iter_mut().zip(&mut streams) {
                writer.flush_async(stream).await.expect("the client reads");
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    end(streams, clients).await;
    seconds
}

/// The same with tokio-util.
async fn framed() -> f64 {
    let (streams, clients) = connect().await;
    let codec = || LengthDelimitedCodec::builder().little_endian().new_codec();
    let mut sinks: Vec<_> =
        streams.into_iter().map(|stream| FramedWrite::new(stream, codec())).collect();
    let payload = Bytes::from_static(&[7; FRAME - 4]);
    let start = Instant::now();
    for number in 1..=FRAMES {
        for sink in &mut sinks {
            let ready = poll_fn(|cx| Sink::<Bytes>::poll_ready(Pin::new(&mut *sink), cx));
            ready.await.expect("it reads");
            Pin::new(&mut *sink).start_send(payload.clone()).expect("it is short");
        }
        if number % BURST == 0 {
            for sink in &mut sinks {
                let flush = poll_fn(|cx| Sink::<Bytes>::poll_flush(Pin::new(&mut *sink), cx));
                flush.await.expect("it reads");
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    end(sinks.into_iter().map(FramedWrite::into_inner).collect(), clients).await;
    seconds
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let runtime = runtime.expect("it starts");
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        theirs.push(runtime.block_on(framed()));
        ours.push(runtime.block_on(pushed()));
    }
    for (name, mut seconds) in [("tokio-util", theirs), ("codec-pool", ours)] {
        seconds.sort_by(f64::total_cmp);
        let (best, median) = (seconds[0], seconds[ROUNDS / 2]);
        println!("{name}: {best:.3} s at best, {median:.3} s in the middle of {ROUNDS}");
    }
}
