//! The cost of an encrypted connection compared with the reference implementation, in one run with
//! alternating candidates: a frame, from the bytes of a connection to a value, compared with the
//! cipher alone; shares over sockets; a handshake; memory.
//!
//! `cargo run --release -p codec-noise --features tokio --example encrypted`
#![forbid(unsafe_code)]

mod cipher;
mod memory;
mod message;
mod ours;
mod sessions;
mod sockets;
mod theirs;

use std::time::Instant;

use message::wire_len;

/// Bytes of payload, and how many frames arrive at once: no more than a socket buffers for its
/// reader, about 200 KiB, or a single frame.
const SIZES: [(usize, usize); 5] =
    [(64, 1_000), (1 << 10, 190), (16 << 10, 12), (64 << 10, 3), (1 << 20, 1)];
/// Rounds, of which the fastest counts.
const TURNS: usize = 400;

/// Opens the frames that it sealed before; they arrive as from a socket.
pub(crate) trait Contender {
    /// Its name in the table.
    const NAME: &'static str;

    /// A connection.
    fn connect() -> Self;

    /// Seals `count` frames with a payload of `size` bytes each.
    fn seal(&mut self, size: usize, count: usize) -> Vec<u8>;

    /// Opens and decodes all of them.
    fn open(&mut self, wire: &mut [u8], size: usize);
}

struct Timed<C> {
    contender: C,
    best: f64,
}

impl<C: Contender> Timed<C> {
    fn new() -> Self {
        Self { contender: C::connect(), best: f64::INFINITY }
    }

    /// Measures nanoseconds per frame.
    fn turn(&mut self, size: usize, count: usize) {
        let mut wire = self.contender.seal(size, count);
        assert_eq!(wire.len(), count * wire_len(size), "{}", C::NAME);
        let start = Instant::now();
        self.contender.open(&mut wire, size);
        #[expect(clippy::cast_precision_loss, reason = "a few thousand frames")]
        let each = start.elapsed().as_secs_f64() * 1e9 / count as f64;
        self.best = self.best.min(each);
    }
}

fn row(size: usize, count: usize) {
    let mut their_owned = Timed::<theirs::Owned>::new();
    let mut their_borrowed = Timed::<theirs::Borrowed>::new();
    let mut owned = Timed::<ours::Ours<ours::Owned>>::new();
    let mut borrowed = Timed::<ours::Ours<ours::Borrowed>>::new();
    let mut shared = Timed::<ours::Ours<ours::Shared>>::new();
    let mut copied = Timed::<cipher::Copied>::new();
    let mut copied_out = Timed::<cipher::CopiedOut>::new();
    let mut alone = Timed::<cipher::Alone>::new();
    for _ in 0..TURNS {
        their_owned.turn(size, count);
        owned.turn(size, count);
        their_borrowed.turn(size, count);
        borrowed.turn(size, count);
        shared.turn(size, count);
        copied.turn(size, count);
        copied_out.turn(size, count);
        alone.turn(size, count);
    }
    let over = |each: f64| (each / alone.best - 1.0) * 100.0;
    println!(
        "| {size} | {:.0} | {:.0} | {:.1} | {:.0} | {:.0} | {:.1} | {:.0} | {:.0} | {:.0} | {:.0} | {:.0}, {:.0}, {:.0} % |",
        their_owned.best,
        owned.best,
        their_owned.best / owned.best,
        their_borrowed.best,
        borrowed.best,
        their_borrowed.best / borrowed.best,
        shared.best,
        copied.best,
        copied_out.best,
        alone.best,
        over(owned.best),
        over(borrowed.best),
        over(shared.best),
    );
}

fn main() {
    println!("Nanoseconds to open and decode a frame, the fastest of {TURNS} turns:\n");
    println!(
        "| payload | {} | {} | times | {} | {} | times | {} | {} | {} | {} | ours over {} |",
        theirs::Owned::NAME,
        ours::Ours::<ours::Owned>::NAME,
        theirs::Borrowed::NAME,
        ours::Ours::<ours::Borrowed>::NAME,
        ours::Ours::<ours::Shared>::NAME,
        cipher::Copied::NAME,
        cipher::CopiedOut::NAME,
        cipher::Alone::NAME,
        cipher::Alone::NAME,
    );
    println!("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (size, count) in SIZES {
        row(size, count);
    }
    sessions::report();
    sockets::report();
    memory::report();
}
