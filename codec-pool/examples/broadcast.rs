//! One frame to many clients, a million frames in all: encoded once and pushed, compared with
//! `LengthDelimitedCodec` of tokio-util, which is given `Bytes`. Both in turn, in one process.
//!
//! Prints the seconds until everything is written, the processor time of the thread that writes
//! (on Linux), and its calls of `write` and `writev`, including those that would have blocked.
//!
//! `cargo run --release -p codec-pool --features tokio --example broadcast`
#![forbid(unsafe_code)]

use std::future::poll_fn;
use std::io::{self, IoSlice, Read as _};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::thread;
use std::time::Instant;

use bytes::Bytes;
use codec_core::Bincode;
use codec_pool::{FrameWriter, LengthHeader, Pool};
use futures_sink::Sink;
use tokio::io::{AsyncWrite, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio_util::codec::{FramedWrite, LengthDelimitedCodec};

const CLIENTS: usize = 200;
const FRAMES: usize = 5_000;
/// Bytes of a frame, of which four are its length.
const FRAME: usize = 40;
/// Frames after which everything queued is flushed: a burst.
const BURST: usize = 500;
const ROUNDS: usize = 7;

/// A stream, and how often it was written to.
struct Counted {
    stream: TcpStream,
    writes: u64,
}

impl AsyncWrite for Counted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.writes += 1;
        Pin::new(&mut self.stream).poll_write(cx, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        pieces: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.writes += 1;
        Pin::new(&mut self.stream).poll_write_vectored(cx, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

/// The cost of one round.
#[derive(Debug, Clone, Copy)]
struct Cost {
    seconds: f64,
    /// Of this thread.
    processor_seconds: Option<f64>,
    writes: u64,
}

/// The processor time of this thread, if the system reports it.
fn processor_seconds() -> Option<f64> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos: u32 =
        times.split(' ').next()?.parse::<u64>().ok()?.div_ceil(1000).try_into().ok()?;
    Some(f64::from(nanos) / 1e6)
}

/// Runs the work of a round, which returns its streams.
async fn measured(work: impl AsyncFnOnce(Vec<Counted>) -> Vec<Counted>) -> Cost {
    let (streams, clients) = connect().await;
    let (start, before) = (Instant::now(), processor_seconds());
    let streams = work(streams).await;
    let (seconds, after) = (start.elapsed().as_secs_f64(), processor_seconds());
    let writes = streams.iter().map(|stream| stream.writes).sum();
    end(streams, clients).await;
    let processor_seconds = before.zip(after).map(|(before, after)| after - before);
    Cost { seconds, processor_seconds, writes }
}

/// Clients that read and count, each on a thread, and the server's ends of their streams.
async fn connect() -> (Vec<Counted>, Vec<thread::JoinHandle<usize>>) {
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
        let stream = listener.accept().await.expect("a client comes").0;
        streams.push(Counted { stream, writes: 0 });
    }
    (streams, clients)
}

async fn end(streams: Vec<Counted>, clients: Vec<thread::JoinHandle<usize>>) {
    for mut stream in streams {
        stream.shutdown().await.expect("it is open");
    }
    for client in clients {
        assert_eq!(client.join().expect("it counts"), FRAMES * FRAME, "every byte, once");
    }
}

/// Frames of the pool.
async fn pushed(mut streams: Vec<Counted>) -> Vec<Counted> {
    type Writer = FrameWriter<LengthHeader<4>>;
    let pool = Pool::default();
    let mut writers: Vec<Writer> = (0..CLIENTS).map(|_| Writer::new(pool.clone())).collect();
    let mut encoder = Writer::new(pool);
    let payload = [7u8; FRAME - 4];
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
    streams
}

/// The same with tokio-util.
async fn framed(streams: Vec<Counted>) -> Vec<Counted> {
    let codec = || LengthDelimitedCodec::builder().little_endian().new_codec();
    let mut sinks: Vec<_> =
        streams.into_iter().map(|stream| FramedWrite::new(stream, codec())).collect();
    let payload = Bytes::from_static(&[7; FRAME - 4]);
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
    sinks.into_iter().map(FramedWrite::into_inner).collect()
}

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build();
    let runtime = runtime.expect("it starts");
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        theirs.push(runtime.block_on(measured(framed)));
        ours.push(runtime.block_on(measured(pushed)));
    }
    for (name, costs) in [("tokio-util", theirs), ("codec-pool", ours)] {
        let spread = |of: fn(&Cost) -> f64| {
            let mut figures: Vec<_> = costs.iter().map(of).collect();
            figures.sort_by(f64::total_cmp);
            (figures[0], figures[ROUNDS / 2])
        };
        let (best, median) = spread(|cost| cost.seconds);
        println!("{name}: {best:.3} s at best, {median:.3} s in the middle of {ROUNDS}");
        let (best, median) = spread(|cost| cost.processor_seconds.unwrap_or(f64::NAN));
        println!("  processor {best:.3} s at best, {median:.3} s in the middle");
        let mut writes: Vec<_> = costs.iter().map(|cost| cost.writes).collect();
        writes.sort_unstable();
        println!("  {} to {} calls of write", writes[0], writes[ROUNDS - 1]);
    }
}
