//! Random operations on frames, by one of several threads; each keeps a plain copy of every frame
//! it holds, and compares them after every step.

use std::sync::Mutex;

use bytes::Bytes;
use codec_core::Bincode;
use codec_pool::{
    FrameErrorKind, FrameReader, FrameRef, FrameWriter, Pool, PoolBytes, ReadLayer, Sealed,
};

use crate::random::Random;
use crate::tagged::{Tagged, frame};
use crate::toy_seal::{ToyOpener, ToySealer};

/// The maximum number of frames that a thread keeps.
const KEPT: usize = 48;

/// Bytes in the pool's memory, in whatever form they are held.
enum Live {
    Pool(PoolBytes),
    Shared(Bytes),
}

impl Live {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Pool(bytes) => bytes,
            Self::Shared(bytes) => bytes,
        }
    }
}

/// Live bytes and a copy made on arrival.
pub(crate) struct Shadowed {
    live: Live,
    copy: Vec<u8>,
}

impl Shadowed {
    pub(crate) fn check(&self) {
        assert!(self.live.bytes() == self.copy, "a live frame was overwritten");
    }

    fn slice(&self, random: &mut Random) -> Self {
        let start = random.below(self.copy.len() + 1);
        let end = start + random.below(self.copy.len() - start + 1);
        let live = match &self.live {
            Live::Pool(bytes) => Live::Pool(bytes.slice(start..end)),
            Live::Shared(bytes) => Live::Shared(bytes.slice(start..end)),
        };
        Self { live, copy: self.copy[start..end].to_vec() }
    }

    fn duplicate(&self) -> Self {
        let live = match &self.live {
            Live::Pool(bytes) => Live::Pool(bytes.clone()),
            Live::Shared(bytes) => Live::Shared(bytes.clone()),
        };
        Self { live, copy: self.copy.clone() }
    }

    /// Splits off the front or the back.
    fn split(&mut self, random: &mut Random) -> Self {
        let at = random.below(self.copy.len() + 1);
        let front = random.below(2) == 0;
        let live = match &mut self.live {
            Live::Pool(bytes) if front => Live::Pool(bytes.split_to(at)),
            Live::Pool(bytes) => Live::Pool(bytes.split_off(at)),
            Live::Shared(bytes) if front => Live::Shared(bytes.split_to(at)),
            Live::Shared(bytes) => Live::Shared(bytes.split_off(at)),
        };
        let back = self.copy.split_off(at);
        let copy = if front { core::mem::replace(&mut self.copy, back) } else { back };
        Self { live, copy }
    }

    fn into_owned(self) -> Self {
        let live = match self.live {
            Live::Pool(bytes) => Live::Pool(bytes.into_owned()),
            shared @ Live::Shared(_) => shared,
        };
        Self { live, ..self }
    }

    fn into_shared(self) -> Self {
        let live = match self.live {
            Live::Pool(bytes) => Live::Shared(bytes.into()),
            shared @ Live::Shared(_) => shared,
        };
        Self { live, ..self }
    }
}

/// Keeps a frame in some form, or not at all.
fn keep(kept: &mut Vec<Shadowed>, random: &mut Random, mut frame: FrameRef<'_, Tagged>) {
    let copy = frame.bytes().to_vec();
    let live = match random.below(4) {
        0 => return,
        1 => Live::Shared(frame.to_bytes()),
        _ => Live::Pool(frame.detach().into_bytes()),
    };
    kept.push(Shadowed { live, copy });
}

/// Feeds a piece of `wire` and keeps some of what comes out.
fn read_some<L: ReadLayer>(
    reader: &mut FrameReader<Tagged, L>,
    wire: &mut Vec<u8>,
    kept: &mut Vec<Shadowed>,
    random: &mut Random,
) {
    let len = 1 + random.below(wire.len());
    // A pool that refuses under `Fail` loses nothing: the bytes remain in `wire`.
    let taken = reader.feed(&wire[..len]).unwrap_or(0);
    wire.drain(..taken);
    loop {
        // Changed only if no other holder exists: what is kept must not change.
        if random.below(2) == 0 {
            match reader.next_frame_mut() {
                Ok(None) => break,
                Ok(Some(mut frame)) => {
                    frame.payload_mut().iter_mut().for_each(|byte| *byte ^= 0xff);
                    keep(kept, random, frame.freeze());
                    continue;
                }
                Err(error) => assert_eq!(error.kind(), FrameErrorKind::Shared),
            }
        }
        let Some(frame) = reader.next_frame().expect("the stream is valid") else { break };
        keep(kept, random, frame);
    }
    if random.below(3) == 0 {
        reader.park();
    }
}

/// One thread's work: its own reader and writer, and frames that it exchanges with the others
/// through `exchange`.
pub(crate) struct Worker<'a> {
    random: Random,
    pool: &'a Pool,
    exchange: &'a Mutex<Vec<Shadowed>>,
    reader: FrameReader<Tagged>,
    writer: FrameWriter<Tagged>,
    /// The bytes that were sent to the reader and are not read yet.
    wire: Vec<u8>,
    /// The same for a connection whose frames are opened in place.
    opener: FrameReader<Tagged, Sealed<ToyOpener>>,
    sealer: ToySealer,
    sealed_wire: Vec<u8>,
    kept: Vec<Shadowed>,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(seed: u64, pool: &'a Pool, exchange: &'a Mutex<Vec<Shadowed>>) -> Self {
        Self {
            random: Random::new(seed),
            pool,
            exchange,
            reader: FrameReader::new(pool.clone()),
            writer: FrameWriter::new(pool.clone()),
            wire: Vec::new(),
            opener: FrameReader::sealed(pool.clone(), ToyOpener::new()),
            sealer: ToySealer::new(),
            sealed_wire: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn payload(&mut self) -> Vec<u8> {
        let len = match self.random.below(50) {
            0 => self.random.below(2000),
            _ => self.random.below(120),
        };
        let fill = self.random.next().to_le_bytes()[0] & 0x7f;
        (0u8..=255).cycle().take(len).map(|n| n.wrapping_mul(31) ^ fill).collect()
    }

    fn step(&mut self) {
        match self.random.below(16) {
            0..=3 => self.read(),
            4 | 5 => self.write(),
            6 => self.with_kept(|kept, random| {
                let slice = kept[random.below(kept.len())].slice(random);
                kept.push(slice);
            }),
            7 => self.with_kept(|kept, random| {
                let shared = kept.swap_remove(random.below(kept.len())).into_shared();
                kept.push(shared);
            }),
            8 => self.swap(),
            10 => self.with_kept(|kept, random| {
                let duplicate = kept[random.below(kept.len())].duplicate();
                kept.push(duplicate);
            }),
            11 => self.with_kept(|kept, random| {
                let index = random.below(kept.len());
                let part = kept[index].split(random);
                kept.push(part);
            }),
            12 if self.random.below(10) == 0 => self.with_kept(|kept, random| {
                let owned = kept.swap_remove(random.below(kept.len())).into_owned();
                kept.push(owned);
            }),
            13 if self.random.below(10) == 0 => drop(self.pool.trim()),
            9 if self.random.below(40) == 0 => {
                self.wire.clear();
                self.reader = FrameReader::new(self.pool.clone());
                self.sealed_wire.clear();
                self.opener = FrameReader::sealed(self.pool.clone(), ToyOpener::new());
                self.sealer = ToySealer::new();
            }
            _ => self.with_kept(|kept, random| {
                kept.swap_remove(random.below(kept.len()));
            }),
        }
        while self.kept.len() > KEPT {
            let index = self.random.below(self.kept.len());
            self.kept.swap_remove(index);
        }
    }

    fn with_kept(&mut self, work: impl FnOnce(&mut Vec<Shadowed>, &mut Random)) {
        if !self.kept.is_empty() {
            work(&mut self.kept, &mut self.random);
        }
    }

    /// Feeds a piece of a few frames, plain or sealed, and keeps some of what comes out.
    fn read(&mut self) {
        if self.random.below(2) == 0 {
            while self.wire.len() < 200 {
                let payload = self.payload();
                self.wire.extend(frame(1, &payload));
            }
            let wire = &mut self.wire;
            read_some(&mut self.reader, wire, &mut self.kept, &mut self.random);
        } else {
            while self.sealed_wire.len() < 200 {
                let payload = self.payload();
                self.sealer.append(&frame(1, &payload), &mut self.sealed_wire);
            }
            let wire = &mut self.sealed_wire;
            read_some(&mut self.opener, wire, &mut self.kept, &mut self.random);
        }
    }

    /// Queues a message, or encodes one alone, or takes what is queued.
    fn write(&mut self) {
        let payload = self.payload();
        match self.random.below(4) {
            0 => {
                if let Ok(frame) = self.writer.encode_frame::<Bincode, _>(2, 0, &payload) {
                    let copy = frame.bytes().to_vec();
                    self.kept.push(Shadowed { live: Live::Pool(frame.into_bytes()), copy });
                }
            }
            1 => {
                let pieces = self.writer.take_pending();
                self.kept.extend(pieces.map(|piece| {
                    let copy = piece.to_vec();
                    Shadowed { live: Live::Pool(piece), copy }
                }));
            }
            _ => drop(self.writer.write_message::<Bincode, _>(3, 0, &payload)),
        }
    }

    /// Leaves a frame for another thread, and takes one left by another.
    fn swap(&mut self) {
        let given = self.kept.pop();
        let mut exchange = self.exchange.lock().expect("no thread panics here");
        let taken = (exchange.len() > 8).then(|| exchange.swap_remove(0));
        exchange.extend(given);
        drop(exchange);
        self.kept.extend(taken);
    }

    pub(crate) fn run(mut self, steps: usize) {
        for _ in 0..steps {
            self.step();
            self.kept.iter().for_each(Shadowed::check);
            let stats = self.pool.stats();
            assert!(stats.reconciles(), "{stats}");
        }
    }
}
