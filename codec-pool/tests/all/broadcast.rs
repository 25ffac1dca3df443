//! Frames that are encoded once and pushed to many writers: small ones share a call of `write`.

use std::io::{self, IoSlice, Write};

use codec_core::Bincode;
use codec_pool::{Frame, FrameWriter, LengthHeader, Pool};

type Writer = FrameWriter<LengthHeader<4>>;

/// Accepts at most `step` bytes per call, and counts the calls.
struct Sink {
    taken: Vec<u8>,
    step: usize,
    calls: usize,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_vectored(&[IoSlice::new(bytes)])
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        self.calls += 1;
        let before = self.taken.len();
        for piece in pieces {
            let len = piece.len().min(self.step - (self.taken.len() - before));
            self.taken.extend_from_slice(&piece[..len]);
        }
        Ok(self.taken.len() - before)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Frames whose payloads have these lengths.
fn frames(pool: &Pool, lengths: impl IntoIterator<Item = usize>) -> Vec<Frame<LengthHeader<4>>> {
    let mut encoder = Writer::new(pool.clone());
    let payload = |len: usize| (0..len).map(|at| at.to_le_bytes()[0]).collect::<Vec<u8>>();
    let encode = |len: usize| encoder.encode_frame::<Bincode, _>((), 0, &payload(len));
    lengths.into_iter().map(encode).map(|frame| frame.expect("there is memory")).collect()
}

fn push_and_flush(frames: &[Frame<LengthHeader<4>>], pool: &Pool, step: usize) -> usize {
    let expected: Vec<u8> = frames.iter().flat_map(Frame::bytes).copied().collect();
    let mut writer = Writer::new(pool.clone());
    for frame in frames {
        writer.push(frame.clone());
    }
    assert_eq!(writer.pending_len(), expected.len());
    let mut sink = Sink { taken: Vec::new(), step, calls: 0 };
    writer.flush(&mut sink).expect("it does not fail");
    assert!(sink.taken == expected, "{step} bytes a call");
    assert_eq!(writer.pending_len(), 0);
    sink.calls
}

#[test]
fn ten_thousand_small_frames_take_a_call_for_each_16_kib() {
    let pool = Pool::default();
    let frames = frames(&pool, vec![28; 10_000]);
    let bytes: usize = frames.iter().map(|frame| frame.bytes().len()).sum();
    let calls = push_and_flush(&frames, &pool, usize::MAX);
    assert!(calls <= bytes.div_ceil(16 * 1024), "{calls} calls for {bytes} bytes");
}

#[test]
fn large_frames_are_written_from_where_they_lie() {
    let pool = Pool::default();
    let frames = frames(&pool, [5_000; 160]);
    assert_eq!(push_and_flush(&frames, &pool, usize::MAX), 10, "sixteen pieces a call");
}

#[test]
fn small_and_large_frames_keep_their_order_whatever_a_call_takes() {
    let pool = Pool::default();
    let lengths = (0..400).map(|n| if n % 37 == 0 { 20_000 } else { n % 90 });
    let frames = frames(&pool, lengths);
    for step in [7_000, 16_384, 16_385, usize::MAX] {
        push_and_flush(&frames, &pool, step);
    }
    push_and_flush(&frames[1..60], &pool, 1);
}

#[test]
fn waiting_frames_hold_no_chunk_of_the_writer() {
    let pool = Pool::default();
    let frames = frames(&pool, [28; 100]);
    let before = pool.stats().in_use;
    let mut writer = Writer::new(pool.clone());
    for frame in &frames {
        writer.push(frame.clone());
    }
    writer.flush(&mut io::sink()).expect("it takes all");
    assert_eq!(pool.stats().in_use, before);
}

#[cfg(feature = "tokio")]
#[test]
fn a_stream_that_writes_no_vectors_takes_small_frames_together() {
    use std::pin::Pin;
    use std::task::{Context, Poll};

    /// Counts the calls.
    struct Plain(Vec<u8>, usize);

    impl tokio::io::AsyncWrite for Plain {
        fn poll_write(
            mut self: Pin<&mut Self>,
            _: &mut Context<'_>,
            bytes: &[u8],
        ) -> Poll<io::Result<usize>> {
            self.0.extend_from_slice(bytes);
            self.1 += 1;
            Poll::Ready(Ok(bytes.len()))
        }

        fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }

        fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
            Poll::Ready(Ok(()))
        }
    }

    let pool = Pool::default();
    let frames = frames(&pool, [28; 1_000]);
    let expected: Vec<u8> = frames.iter().flat_map(Frame::bytes).copied().collect();
    let mut writer = Writer::new(pool);
    for frame in frames {
        writer.push(frame);
    }
    let mut stream = Plain(Vec::new(), 0);
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("it starts");
    runtime.block_on(writer.flush_async(&mut stream)).expect("it does not fail");
    assert!(stream.0 == expected);
    assert!(stream.1 <= expected.len().div_ceil(16 * 1024), "{} calls", stream.1);
}
