//! Budgets: what connections and groups hold is counted to the byte, and never exceeds the limit.

use std::io::Read;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bytes::Bytes;
use codec_core::Sv2;
use codec_pool::{
    Budget, BudgetLimit, BudgetLimits, Frame, FrameErrorKind, FrameReadError, FrameReader,
    LengthHeader, OverBudget, Pool, PoolError,
};

use crate::random::Random;
use crate::until::until;

type Header = LengthHeader<1>;
type Reader = FrameReader<Header>;

fn limited(bytes: usize) -> Budget {
    Budget::new(BudgetLimits::new().max_bytes(bytes))
}

fn reader(pool: &Pool, budget: &Budget) -> Reader {
    Reader::new(pool.clone()).with_budget(budget)
}

/// Frames with payloads of `len` bytes each.
fn wire(len: u8, count: usize) -> Vec<u8> {
    [&[len][..], &vec![len; len.into()]].concat().repeat(count)
}

#[track_caller]
fn excess(error: &FrameReadError) -> (BudgetLimit, bool) {
    let FrameReadError::Frame(error) = error else { panic!("{error}") };
    match error.kind() {
        FrameErrorKind::Pool(PoolError::OverBudget(excess)) => {
            (excess.limit(), excess.is_of_group())
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_kept_is_counted_to_the_byte_and_given_up_with_the_last_of_it() {
    let (pool, budget) = (Pool::default(), limited(10_000));
    let mut reader = reader(&pool, &budget);
    let wire = wire(9, 30);
    let mut stream = &wire[..];
    let mut kept = Vec::new();
    while let Some(frame) = reader.read_frame(&mut stream).expect("there is room") {
        kept.push(frame.detach());
        assert_eq!(budget.usage().kept_bytes, 10 * kept.len());
        assert_eq!(budget.usage().frames, kept.len());
    }
    assert_eq!((budget.usage().bytes(), budget.usage().granted_bytes), (300, 0));
    let clone = kept[0].clone();
    let slice = kept[0].slice(3..4);
    let bytes = Bytes::from(kept.swap_remove(1));
    assert_eq!(budget.usage().bytes(), 300, "the same bytes are held by others, too");
    drop(kept);
    assert_eq!(budget.usage().bytes(), 20);
    drop((clone, bytes.clone()));
    assert_eq!(budget.usage().bytes(), 20);
    drop(bytes);
    assert_eq!(budget.usage().bytes(), 10, "a part keeps its frame");
    drop(slice);
    assert_eq!((budget.usage().bytes(), budget.usage().frames), (0, 0));
    assert_eq!(budget.usage().oldest, None);
}

/// Reads until the budget refuses, and keeps everything.
fn fill(reader: &mut Reader, stream: &mut &[u8], kept: &mut Vec<Frame<Header>>) -> FrameReadError {
    loop {
        match reader.read_frame(stream) {
            Ok(Some(frame)) => kept.push(frame.detach()),
            Ok(None) => panic!("it reads more than it may"),
            Err(error) => return error,
        }
    }
}

#[test]
fn no_more_is_held_than_may_be_and_nothing_is_lost() {
    let frames = if cfg!(miri) { 60 } else { 6000 };
    for most in [64, 65, 100, 777, 5000] {
        for len in [1, 7, 60] {
            let (pool, budget) = (Pool::default(), limited(most));
            let wire = wire(len, frames);
            let mut stream = &wire[..];
            let mut reader = reader(&pool, &budget);
            let mut seen = 0;
            let mut kept = Vec::new();
            while stream.len() > 2 * most {
                let error = fill(&mut reader, &mut stream, &mut kept);
                assert_eq!(excess(&error), (BudgetLimit::Bytes, false));
                let usage = budget.usage();
                // The limit is used up: by frames, and the start of the next.
                assert_eq!((usage.bytes(), usage.most_bytes), (most, most), "{usage}");
                assert_eq!(usage.kept_bytes, kept.len() * (usize::from(len) + 1));
                seen += kept.len();
                kept.clear();
            }
            while let Some(frame) = reader.read_frame(&mut stream).expect("there is room again") {
                assert_eq!(frame.payload(), vec![len; len.into()]);
                seen += 1;
            }
            assert_eq!(seen, frames, "{most} bytes, frames of {len}");
            assert_eq!(budget.usage().bytes(), 0);
        }
    }
}

#[test]
fn no_more_frames_are_kept_than_may_be() {
    let frames = if cfg!(miri) { 120 } else { 500 };
    for most in [1, 2, 3, 10, 100] {
        let pool = Pool::default();
        let budget = Budget::new(BudgetLimits::new().max_frames(most));
        let wire = wire(3, frames);
        let mut stream = &wire[..];
        let mut reader = reader(&pool, &budget);
        let mut kept = Vec::new();
        let error = fill(&mut reader, &mut stream, &mut kept);
        assert_eq!(excess(&error), (BudgetLimit::Frames, false));
        assert_eq!((kept.len(), budget.usage().frames), (most, most));
        drop(kept.pop());
        let error = fill(&mut reader, &mut stream, &mut kept);
        assert_eq!((excess(&error).0, kept.len()), (BudgetLimit::Frames, most));
        kept.clear();
        let mut seen = most + 1;
        while let Some(frame) = reader.read_frame(&mut stream).expect("there is room again") {
            assert_eq!(frame.payload(), [3; 3]);
            seen += 1;
        }
        assert_eq!(seen, frames);
    }
}

#[test]
fn a_frame_that_is_kept_for_too_long_stops_its_reader() {
    let pool = Pool::default();
    let budget = Budget::new(BudgetLimits::new().max_age(Duration::from_millis(5)));
    let mut reader = reader(&pool, &budget);
    reader.feed(&[1, 7]).expect("there is room");
    let kept = reader.next_frame().expect("it is valid").expect("it is whole").detach();
    assert!(reader.next_frame().expect("it is valid").is_none());
    thread::sleep(Duration::from_millis(10));
    assert!(budget.usage().oldest >= Some(Duration::from_millis(10)));
    let error = reader.feed(&[1, 8]).unwrap_err();
    assert_eq!(excess(&error.into()), (BudgetLimit::Age, false));
    drop(kept);
    assert_eq!(reader.feed(&[1, 8]), Ok(2));
}

#[test]
fn a_group_has_a_limit_of_its_own_and_is_named() {
    let (pool, group) = (Pool::default(), limited(250));
    let members = [(); 3].map(|()| group.member(BudgetLimits::new().max_bytes(100)));
    let wire = wire(9, 100);
    let mut readers = members.each_ref().map(|member| reader(&pool, member));
    let mut kept = [const { Vec::new() }; 3];
    for (index, expected) in [(0, (100, false)), (1, (100, false)), (2, (50, true))] {
        let error = fill(&mut readers[index], &mut &wire[..], &mut kept[index]);
        assert_eq!(excess(&error), (BudgetLimit::Bytes, expected.1), "member {index}");
        assert_eq!(members[index].usage().bytes(), expected.0);
    }
    assert_eq!((group.usage().bytes(), group.usage().most_bytes), (250, 250));
    assert_eq!(group.usage().frames, kept.iter().map(Vec::len).sum());
    drop((kept, readers));
    assert_eq!(group.usage().bytes(), 0);
    assert_eq!(members.map(|member| member.usage().bytes()), [0; 3]);
}

#[test]
fn a_connection_that_is_closed_stays_closed() {
    let (pool, policy) = (Pool::default(), OverBudget::Close);
    let budget = Budget::new(BudgetLimits::new().max_bytes(64).policy(policy));
    let wire = wire(9, 100);
    let (mut reader, mut stream, mut kept) = (reader(&pool, &budget), &wire[..], Vec::new());
    let first = fill(&mut reader, &mut stream, &mut kept).to_string();
    assert_eq!(first, "over budget: the limit on held bytes is reached in the frame at byte 60");
    assert!(reader.is_poisoned());
    kept.clear();
    assert_eq!(fill(&mut reader, &mut stream, &mut kept).to_string(), first);
    drop(reader);
    assert_eq!((budget.usage().bytes(), pool.stats().live()), (0, 0));
}

#[test]
fn call_sites_are_named() {
    let (pool, budget) = (Pool::default(), limited(1000));
    let mut reader = reader(&pool, &budget);
    let wire = wire(9, 5);
    assert_eq!(reader.feed(&wire), Ok(50));
    let mut kept = Vec::new();
    while let Some(frame) = reader.next_frame().expect("it is valid") {
        kept.push(frame.detach());
    }
    let line = line!() - 2;
    let _charge = budget.charge(7).expect("there is room");
    let holders = budget.holders();
    let of: Vec<_> =
        holders.sites().iter().map(|it| (it.site.line(), it.frames, it.bytes)).collect();
    assert_eq!(of, [(line, 5, 50), (line + 3, 1, 7)]);
    assert!(holders.sites().iter().all(|it| it.site.file() == file!()));
    assert!(holders.to_string().contains("budget.rs"), "{holders}");
}

#[test]
fn a_thread_waits_until_another_lets_go() {
    let (pool, timeout) = (Pool::default(), Duration::from_secs(60));
    let group = Budget::new(BudgetLimits::new().max_bytes(64).policy(OverBudget::Wait { timeout }));
    let budgets = [(); 2].map(|()| group.member(BudgetLimits::new()));
    let wire = wire(63, 1);
    let mut one = reader(&pool, &budgets[0]);
    one.feed(&wire).expect("there is room");
    let kept = one.next_frame().expect("it is valid").expect("it is whole").detach();
    let mut other = reader(&pool, &budgets[1]);
    thread::scope(|scope| {
        scope.spawn(|| {
            // Until the other thread has been refused.
            until(|| group.usage().refusals > 0);
            drop(kept);
        });
        assert!(other.feed(&wire).expect("there is room in the end") > 0);
    });
    assert!(group.usage().most_bytes <= 64);
}

#[test]
fn a_wait_ends_with_its_time() {
    let (pool, timeout) = (Pool::default(), Duration::from_millis(20));
    let budget =
        Budget::new(BudgetLimits::new().max_bytes(64).policy(OverBudget::Wait { timeout }));
    let wire = wire(63, 2);
    let mut reader = reader(&pool, &budget);
    let mut stream = &wire[..];
    let kept =
        reader.read_frame(&mut stream).expect("there is room").expect("it was sent").detach();
    let start = Instant::now();
    let error = reader.read_frame(&mut stream).unwrap_err();
    assert_eq!(excess(&error), (BudgetLimit::Bytes, false));
    assert!(start.elapsed() >= timeout);
    drop(kept);
    assert!(reader.read_frame(&mut stream).expect("there is room").is_some());
}

/// Waits until two threads have come here as often.
fn meet(arrivals: &AtomicUsize) {
    let own = arrivals.fetch_add(1, Ordering::SeqCst);
    let both = own / 2 * 2 + 2;
    // The other thread has a processor, or gets this one.
    for _ in 0..200 {
        if arrivals.load(Ordering::SeqCst) >= both {
            return;
        }
        std::hint::spin_loop();
    }
    until(|| arrivals.load(Ordering::SeqCst) >= both);
}

/// A budget grants what it has checked: of two that charge more than half of it at the same moment,
/// one gets it, whether they charge it or members of it.
#[test]
fn two_holders_never_have_more_than_one_budget_allows() {
    let budget = limited(100);
    let member = || budget.member(BudgetLimits::new());
    for holders in [[budget.clone(), budget.clone()], [member(), member()]] {
        let (arrivals, granted) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let rounds = if cfg!(miri) { 50 } else { 20_000 };
        thread::scope(|scope| {
            for holder in &holders {
                let (arrivals, granted) = (&arrivals, &granted);
                scope.spawn(move || {
                    for _ in 0..rounds {
                        meet(arrivals);
                        let charge = holder.charge(60);
                        granted.fetch_add(charge.is_ok().into(), Ordering::SeqCst);
                        meet(arrivals);
                        drop(charge);
                    }
                });
            }
        });
        assert_eq!((granted.into_inner(), budget.usage().most_bytes), (rounds, 60));
    }
    assert_eq!(budget.usage().bytes(), 0);
}

/// A stream that returns a few bytes at a time.
struct Dribble<'a>(&'a [u8], Random);

impl Read for Dribble<'_> {
    fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
        let len = room.len().min(1 + self.1.below(40));
        self.0.read(&mut room[..len])
    }
}

/// Two threads read, keep and drop frames within a group; a third checks that the group never
/// exceeds its limit.
#[test]
fn two_threads_never_hold_more_than_their_group_may() {
    const MOST: usize = 700;
    let (pool, timeout) = (Pool::default(), Duration::from_secs(60));
    let policy = OverBudget::Wait { timeout };
    let group = Budget::new(BudgetLimits::new().max_bytes(MOST).policy(policy));
    let (start, done) = (Barrier::new(3), AtomicBool::new(false));
    let work = |seed: u64| {
        let member = group.member(BudgetLimits::new().max_bytes(400));
        let mut random = Random::new(seed);
        let mut wire = Vec::new();
        for _ in 0..if cfg!(miri) { 60 } else { 3000 } {
            let len = u8::try_from(random.below(60)).expect("it is small");
            wire.push(len);
            wire.extend(vec![len; len.into()]);
        }
        let mut reader = reader(&pool, &member);
        let mut stream = Dribble(&wire, Random::new(seed));
        let mut kept: Vec<Frame<Header>> = Vec::new();
        let mut seen = 0;
        start.wait();
        loop {
            match reader.read_frame(&mut stream) {
                Ok(Some(frame)) => {
                    seen += frame.bytes().len();
                    if random.below(2) == 0 {
                        kept.push(frame.detach());
                    }
                }
                Ok(None) => break,
                Err(error) => assert_eq!(excess(&error), (BudgetLimit::Bytes, false)),
            }
            let held: usize = kept.iter().map(|frame| frame.bytes().len()).sum();
            assert_eq!(member.usage().kept_bytes, held);
            // A thread that keeps too much would wait for itself.
            while held > 150 && !kept.is_empty() {
                kept.swap_remove(random.below(kept.len()));
                if random.below(3) == 0 {
                    break;
                }
            }
            if kept.len() > 3 {
                kept.clear();
            }
        }
        assert_eq!(seen, wire.len());
        drop((reader, kept));
        assert_eq!(member.usage().bytes(), 0);
        assert!(member.usage().most_bytes <= 400);
    };
    thread::scope(|scope| {
        let work = &work;
        let threads = [1, 2].map(|seed| scope.spawn(move || work(seed)));
        let watch = scope.spawn(|| {
            start.wait();
            while !done.load(Ordering::Relaxed) {
                let usage = group.usage();
                assert!(usage.bytes() <= MOST, "{usage}");
                thread::yield_now();
            }
        });
        let ends = threads.map(thread::ScopedJoinHandle::join);
        done.store(true, Ordering::Relaxed);
        for end in ends {
            end.expect("it reads to the end");
        }
        watch.join().expect("never more");
    });
    assert_eq!(group.usage().bytes(), 0);
    assert!(group.usage().most_bytes <= MOST);
    assert_eq!((pool.stats().live(), pool.stats().bytes_in_use), (0, 0));
}

#[test]
fn shared_messages_are_charged_until_they_are_dropped() {
    let (pool, budget) = (Pool::default(), limited(1000));
    let mut reader = reader(&pool, &budget);
    reader.feed(&wire(9, 3)).expect("there is room");
    let mut frame = reader.next_frame().expect("it is valid").expect("it is whole");
    let payload = frame.to_payload();
    drop(reader);
    // The bytes that arrived with it are kept by the same reference count.
    assert_eq!((budget.usage().bytes(), budget.usage().frames), (29, 1));
    drop(payload);
    assert_eq!(budget.usage().bytes(), 0);
}

#[test]
fn frames_longer_than_a_chunk_and_cut_ones_are_charged_for_what_has_come() {
    type Long = LengthHeader<4>;
    let pool = Pool::builder().chunk_size(64).build().expect("it is valid");
    let budget = limited(1500);
    let wire = [&1000u32.to_le_bytes()[..], &[7; 1000]].concat();
    let mut reader = FrameReader::<Long>::new(pool.clone()).with_budget(&budget);
    let mut taken = 0;
    while taken < 900 {
        taken += reader.feed(&wire[taken..(taken + 13).min(900)]).expect("there is room");
        assert!(reader.next_frame().expect("it is valid").is_none());
        assert_eq!(budget.usage().bytes(), taken);
        assert_eq!(reader.pending(), &wire[..taken]);
        assert_eq!(budget.usage().bytes(), taken);
    }
    while taken < wire.len() {
        taken += reader.feed(&wire[taken..]).expect("there is room");
    }
    let frame = reader.next_frame().expect("it is valid").expect("it is whole");
    assert_eq!(frame.decode::<Sv2, [u8; 1000]>(), Ok([7; 1000]));
    let kept = frame.detach();
    drop(reader);
    assert_eq!(budget.usage().bytes(), 1004);
    assert!(budget.usage().most_bytes <= 1500);
    drop(kept);
    assert_eq!(budget.usage().bytes(), 0);
}

/// A budget that leaves little room in a chunk makes it no smaller: a reader that waits in the
/// middle of a frame holds what has come of it, and not the chunk.
#[test]
fn a_chunk_is_given_back_though_the_budget_leaves_little_room_in_it() {
    for left in [0, 1, 32, 33] {
        let pool = Pool::default();
        let budget = limited(20 + left);
        let mut reader = reader(&pool, &budget);
        assert_eq!(reader.feed(&wire(200, 1)[..20]).unwrap(), 20);
        assert!(reader.next_frame().unwrap().is_none());
        reader.park();
        let stats = pool.stats();
        assert_eq!((stats.in_use, stats.partial), (0, 1), "{left} left");
        assert_eq!((budget.usage().granted_bytes, reader.pending()), (20, &wire(200, 1)[..20]));
    }
}
