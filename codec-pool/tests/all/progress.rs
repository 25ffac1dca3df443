//! Whatever a reader is called for, and in whatever order, the frames that come out are those that
//! went in, and it always makes progress.

use std::collections::VecDeque;

use crate::random::Random;
use crate::tagged::{Tagged, frame};
use codec_pool::{Frame, FrameReader, Policy, Pool};

#[test]
fn feed_goes_on_after_rest_in_the_middle_of_a_long_frame() {
    for chunk_size in [64, 100, 256] {
        for len in [chunk_size - 4, chunk_size, 2 * chunk_size, 5 * chunk_size] {
            for cut in 1..len + 4 {
                let pool = Pool::builder().chunk_size(chunk_size).build().unwrap();
                let wire = frame(1, &vec![7; len]);
                let mut reader = FrameReader::<Tagged>::new(pool.clone());
                let mut fed = 0;
                for end in [cut, wire.len()] {
                    while fed < end {
                        let taken = reader.feed(&wire[fed..end]).unwrap();
                        assert!(taken > 0, "{fed} of {end} of {len}");
                        fed += taken;
                        if fed < wire.len() {
                            assert!(reader.next_frame().unwrap().is_none());
                            reader.park();
                        }
                    }
                }
                assert_eq!(reader.next_frame().unwrap().unwrap().bytes(), wire, "{cut} of {len}");
            }
        }
    }
}

/// A reader, and a copy of what it has been fed and not returned.
struct Pair {
    reader: FrameReader<Tagged>,
    /// Bytes still to be fed.
    wire: VecDeque<u8>,
    /// Bytes that were fed and not returned.
    pending: VecDeque<u8>,
    kept: Vec<(Frame<Tagged>, Vec<u8>)>,
    consumed: u64,
}

impl Pair {
    fn next_len(&self) -> Option<usize> {
        let mut head = self.pending.iter().skip(1).map(|byte| usize::from(*byte));
        let len = head.next()? | head.next()? << 8 | head.next()? << 16;
        (self.pending.len() >= 4 + len).then_some(4 + len)
    }

    fn took(&mut self, len: usize) {
        self.pending.extend(self.wire.drain(..len));
    }

    fn feed(&mut self, most: usize) -> usize {
        let bytes: Vec<u8> = self.wire.iter().copied().take(most).collect();
        let taken = self.reader.feed(&bytes).expect("the heap helps out");
        self.took(taken);
        taken
    }

    fn write(&mut self, most: usize) -> usize {
        let spare = self.reader.spare_capacity().expect("the heap helps out");
        let len = most.min(spare.len()).min(self.wire.len());
        for (to, from) in spare.iter_mut().zip(self.wire.iter().take(len)) {
            *to = *from;
        }
        self.reader.commit(len).expect("there was room");
        self.took(len);
        len
    }

    fn next(&mut self, keep: bool) -> bool {
        let expected = self.next_len();
        let offset = self.consumed;
        let found = self.reader.next_frame().expect("the stream is valid");
        assert_eq!(found.as_ref().map(|frame| frame.bytes().len()), expected);
        let Some(frame) = found else { return false };
        assert_eq!(frame.offset(), offset);
        let copy: Vec<u8> = self.pending.drain(..frame.bytes().len()).collect();
        assert!(frame.bytes() == copy);
        self.consumed += copy.len() as u64;
        if keep {
            self.kept.push((frame.detach(), copy));
        }
        true
    }

    fn check(&mut self) {
        assert_eq!(self.reader.pending_len(), self.pending.len());
        assert_eq!(self.reader.consumed(), self.consumed);
        assert!(self.kept.iter().all(|(frame, copy)| frame.bytes() == &copy[..]));
    }
}

/// Lengths near thresholds in chunks of this size.
fn lengths(chunk_size: usize, random: &mut Random) -> usize {
    let edges = [0, 1, 7, chunk_size / 8, chunk_size / 4, chunk_size, 2 * chunk_size];
    let more = [4 * chunk_size, 9 * chunk_size];
    let edge = edges.iter().chain(&more).nth(random.below(9)).copied().unwrap_or_default();
    (edge + random.below(80)).saturating_sub(40)
}

fn mixed(seed: u64, chunk_size: usize, policy: Policy, steps: usize) {
    let random = &mut Random::new(seed);
    let builder = Pool::builder().chunk_size(chunk_size).max_chunks(8).policy(policy);
    let pool = builder.keep_large_bytes(random.below(8) * chunk_size).build().unwrap();
    let reader = FrameReader::<Tagged>::new(pool.clone());
    let (wire, pending) = (VecDeque::new(), VecDeque::new());
    let mut pair = Pair { reader, wire, pending, kept: Vec::new(), consumed: 0 };
    for step in 0..steps {
        while pair.wire.len() < 4 * chunk_size {
            let len = lengths(chunk_size, random);
            let byte = random.next().to_le_bytes()[0];
            pair.wire.extend(frame(1, &vec![byte; len]));
        }
        let most = [1, 3, 40, chunk_size, 3 * chunk_size][random.below(5)];
        let hungry = match random.below(8) {
            0 | 1 => pair.feed(most) == 0,
            2 | 3 => pair.write(most) == 0,
            4 => {
                pair.reader.park();
                false
            }
            5 if random.below(4) == 0 => {
                let pending: Vec<u8> = pair.pending.iter().copied().collect();
                assert!(pair.reader.pending() == pending, "seed {seed}, step {step}");
                false
            }
            6 if random.below(4) == 0 => {
                pair.kept.clear();
                false
            }
            _ => {
                pair.next(random.below(3) == 0);
                false
            }
        };
        // Only when there is a frame to take out may no bytes be accepted.
        if hungry {
            while pair.next(false) {}
            assert!(pair.feed(most) > 0, "seed {seed}, step {step}");
        }
        if pair.kept.len() > 4 {
            pair.kept.swap_remove(random.below(4));
        }
        pair.check();
    }
    drop(pair);
    let stats = pool.stats();
    assert_eq!((stats.live(), stats.open, stats.partial_bytes), (0, 0, 0), "{stats}");
    assert!(stats.reconciles(), "{stats}");
}

#[test]
fn calls_in_any_order_lose_nothing_and_never_stand_still() {
    for seed in 1..=codec_effort::cases(60).into() {
        for chunk_size in [64, 65, 127, 1024] {
            mixed(seed, chunk_size, Policy::Heap, 1500);
        }
    }
}
