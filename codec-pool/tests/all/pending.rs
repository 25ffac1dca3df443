//! Bytes that wait to be sent to a peer that does not read are limited, and counted in a budget, to
//! the byte; a message is refused whole, and those after a flush arrive.

use std::os::unix::net::UnixStream;
use std::time::Duration;

use codec_pool::{
    Budget, BudgetLimit, BudgetLimits, Connection, ConnectionError, ConnectionErrorKind,
    ConnectionLimits, Frame, FrameWriteError, Layers, LengthHeader, OverBudget, Plain, Pool,
    PoolError, Sealed, Sender,
};

use crate::random::Random;
use crate::talk::{Any, Talk, ping, text};
use crate::toy_seal::{ToyOpener, ToySealer};

type Peer<L> = Connection<Talk, UnixStream, L>;
type Make<L> = fn(UnixStream, &Pool, ConnectionLimits) -> Peer<L>;

fn plain(stream: UnixStream, pool: &Pool, limits: ConnectionLimits) -> Peer<Plain> {
    Connection::new(stream, pool, limits)
}

fn sealed(
    stream: UnixStream,
    pool: &Pool,
    limits: ConnectionLimits,
) -> Peer<Sealed<(ToySealer, ToyOpener)>> {
    Connection::sealed(stream, pool, limits, ToySealer::new(), ToyOpener::new())
}

/// Two ends of a connection, the first within the budget, if there is one.
fn ends<L: Layers>(
    make: Make<L>,
    pool: &Pool,
    limits: ConnectionLimits,
    budget: Option<&Budget>,
) -> (Peer<L>, Peer<L>) {
    let (ours, theirs) = UnixStream::pair().expect("there are sockets");
    let ours = make(ours, pool, limits);
    let ours = budget.into_iter().fold(ours, Peer::with_budget);
    (ours, make(theirs, &Pool::default(), ConnectionLimits::new()))
}

fn budget(bytes: usize, policy: OverBudget) -> Budget {
    Budget::new(BudgetLimits::new().max_bytes(bytes).policy(policy))
}

/// The limit of the budgets below.
const BYTES: usize = 5000;

#[track_caller]
fn limit(error: &ConnectionError) -> BudgetLimit {
    match error.kind() {
        ConnectionErrorKind::Encode {
            error: FrameWriteError::Pool(PoolError::OverBudget(excess)),
            ..
        } => excess.limit(),
        other => panic!("{other}"),
    }
}

/// Messages of any length, large ones and pushed frames among them, are queued until one is refused,
/// flushed, and again; the peer gets those that were not refused.
fn all_that_is_queued_arrives<L: Layers>(make: Make<L>, most: usize, budget: Option<&Budget>) {
    let pool = Pool::builder().chunk_size(1024).build().expect("a valid pool");
    let limits = ConnectionLimits::new().max_pending(most);
    let (mut ours, mut theirs) = ends(make, &pool, limits, budget);
    let (mut random, mut sent, mut refused, mut pushed) = (Random::new(7), Vec::new(), 0, 0);
    while refused < 50 {
        let most_long = if random.below(8) == 0 { 3000 } else { 90 };
        let len = random.below(most_long);
        let message = Any::Text(text(len));
        let outcome = if random.below(3) == 0 {
            let frame = ours.encode(&message).expect("a frame is not queued");
            pushed += 1;
            ours.push(frame)
        } else {
            ours.queue(&message)
        };
        assert!(ours.pending_len() <= most, "{} bytes wait", ours.pending_len());
        if let Some(budget) = budget {
            let held = budget.usage().bytes();
            assert!((ours.pending_len()..=BYTES).contains(&held), "{held} held");
        }
        match outcome {
            Ok(()) => sent.push(message),
            Err(error) => {
                assert!(error.is_recoverable(), "{error}");
                let least = budget.map_or(most, |_| most.min(BYTES));
                // A pushed frame may end the piece before it.
                let entries = (2 * pushed + 8) * 24;
                assert!(ours.pending_len() + entries + 2 * len + 64 > least, "{error}");
                pushed = 0;
                refused += 1;
                ours.flush().expect("a socket takes that much");
                assert_eq!(ours.pending_len(), 0);
                assert_eq!(budget.map_or(0, |budget| budget.usage().bytes()), 0);
                for message in sent.drain(..) {
                    assert_eq!(theirs.next_owned().expect("it is whole"), Some(message));
                }
            }
        }
    }
}

#[test]
fn frames_that_were_not_refused_arrive() {
    all_that_is_queued_arrives(plain, 6000, None);
    all_that_is_queued_arrives(sealed, 6000, None);
    for policy in [OverBudget::Refuse, OverBudget::Wait { timeout: Duration::MAX }] {
        all_that_is_queued_arrives(plain, 9000, Some(&budget(BYTES, policy)));
        all_that_is_queued_arrives(sealed, 9000, Some(&budget(BYTES, policy)));
        all_that_is_queued_arrives(plain, 4000, Some(&budget(BYTES, policy)));
    }
}

fn a_flood_for_a_peer_that_does_not_read<L: Layers>(make: Make<L>) {
    let pool = Pool::default();
    let budget = budget(64 * 1024, OverBudget::Close);
    let (mut ours, theirs) = ends(make, &pool, ConnectionLimits::new(), Some(&budget));
    let mut error = None;
    for nonce in 0..1_000_000 {
        if let Err(refusal) = ours.queue(&ping(nonce)) {
            error = Some(refusal);
            break;
        }
    }
    let error = error.expect("a million messages are more than 64 KiB");
    assert_eq!(limit(&error), BudgetLimit::Bytes);
    assert!(!error.is_recoverable(), "the policy is to close");
    let wait = ours.pending_len();
    assert!((64 * 1024 - 64..=64 * 1024).contains(&wait), "{wait} bytes wait");
    let usage = budget.usage();
    assert!((wait..=64 * 1024).contains(&usage.bytes()), "{usage}");
    assert_eq!((usage.frames, usage.refusals), (0, 1));
    drop((ours, theirs));
    assert_eq!(budget.usage().bytes(), 0);
}

#[test]
fn a_flood_holds_no_more_than_the_budget() {
    a_flood_for_a_peer_that_does_not_read(plain);
    a_flood_for_a_peer_that_does_not_read(sealed);
}

/// Frames that many connections share cost each of them an entry of its queue, however short they are.
#[test]
fn a_flood_of_short_shared_frames_holds_no_more_than_the_limit() {
    const MOST: usize = 64 * 1024;
    let limits = ConnectionLimits::new().max_pending(MOST);
    let all = budget(MOST, OverBudget::Refuse);
    for budget in [None, Some(&all)] {
        let (mut ours, _theirs) = ends(plain, &Pool::default(), limits, budget);
        let frame = ours.encode(&ping(7)).expect("it encodes");
        let queued = (0..1_000_000).take_while(|_| ours.push(frame.clone()).is_ok()).count();
        let each = frame.bytes().len() + 24;
        assert!((MOST / each - 8..=MOST / each).contains(&queued), "{queued} wait");
        ours.flush().expect("the socket takes it");
        ours.push(frame).expect("there is room again");
    }
    assert_eq!(all.usage().bytes(), 0);
}

/// Frames of six bytes.
enum Numbers {}

impl codec_core::Protocol for Numbers {
    type Header = LengthHeader<4>;
    type Format = codec_core::Bincode;
    type Dispatch = codec_core::Single;
    type Message = u16;
    type MessageRef<'de> = u16;
}

/// The number of frames needs no limit of its own: each weighs in the limit what it takes in memory, as part
/// of a chunk or as an entry of the queue.
#[test]
fn a_million_tiny_frames_take_memory_near_the_limit() {
    type Peer = Connection<Numbers, UnixStream>;
    type Add = fn(&mut Peer, &Frame<Numbers>) -> Result<(), ConnectionError>;
    let ways: [(&str, Add); 3] = [
        ("queued", |peer, _| peer.queue(&7_u16)),
        ("pushed by many", |peer, frame| peer.push(frame.clone())),
        ("pushed alone", |peer, _| peer.encode(&7_u16).and_then(|frame| peer.push(frame))),
    ];
    for (way, add) in ways {
        for (most, with_budget) in [(1 << 20, false), (1 << 20, true), (32 << 20, false)] {
            let mut queued = 0;
            let took = allocation_counter::measure(|| {
                let (ours, _theirs) = UnixStream::pair().expect("there are sockets");
                let limits = ConnectionLimits::new().max_pending(most);
                let mut ours = Peer::new(ours, &Pool::default(), limits);
                if with_budget {
                    ours = ours.with_budget(&budget(most, OverBudget::Refuse));
                }
                let frame = ours.encode(&7_u16).expect("it encodes");
                queued = (0..1_000_000).take_while(|_| add(&mut ours, &frame).is_ok()).count();
            });
            let held = usize::try_from(took.bytes_max).expect("it fits");
            // A queue grows to twice its entries, and while they are moved the old ones are there, too.
            assert!(held <= 3 * most + 64 * 1024, "{queued} {way}: {held} bytes of {most}");
            let least = (most / 32).min(1_000_000) * 9 / 10;
            assert!(queued >= least, "{queued} {way} of {most}");
        }
    }
}

#[test]
fn no_more_waits_by_default_than_four_of_the_longest_payloads() {
    let (mut ours, _theirs) = ends(plain, &Pool::default(), ConnectionLimits::new(), None);
    let longest = text(ConnectionLimits::DEFAULT_MAX_PAYLOAD - 8);
    for _ in 0..3 {
        ours.queue(&longest).expect("there is room");
    }
    let error = ours.queue(&text(ConnectionLimits::DEFAULT_MAX_PAYLOAD)).unwrap_err();
    assert_eq!(limit(&error), BudgetLimit::Pending);
    assert!(error.is_recoverable());
    ours.queue(&ping(1)).expect("there is room for a small one");

    let (mut ours, _theirs) = ends(plain, &Pool::default(), ConnectionLimits::unlimited(), None);
    for _ in 0..5 {
        ours.queue(&longest).expect("nothing is limited");
    }
}

/// A connection that received as much as it may hold can still answer.
#[test]
fn what_is_received_leaves_room_for_answers() {
    let budget = budget(64 * 1024, OverBudget::Refuse);
    let (mut ours, mut theirs) =
        ends(plain, &Pool::default(), ConnectionLimits::new(), Some(&budget));
    for nonce in 0..5000 {
        theirs.queue(&ping(nonce)).expect("there is room");
    }
    theirs.flush().expect("a socket takes 45 KB");
    for nonce in 0..5000 {
        assert_eq!(ours.next_owned().expect("it is there"), Some(Any::Ping(ping(nonce))));
        ours.queue(&ping(nonce)).expect("a quarter is left for answers");
        if nonce % 1000 == 999 {
            ours.flush().expect("the socket takes it");
        }
    }
    drop(ours);
    assert_eq!(budget.usage().bytes(), 0);
}

/// One that does not read delays no others.
#[test]
fn one_that_is_full_does_not_end_a_broadcast() {
    let pool = Pool::default();
    let limits = ConnectionLimits::new().max_pending(110);
    let (ours, peers): (Vec<_>, Vec<_>) = (0..3).map(|_| ends(plain, &pool, limits, None)).unzip();
    let split = |ours: Peer<Plain>| ours.split().expect("sockets can be split").1;
    let mut senders: Vec<Sender<_, _>> = ours.into_iter().map(split).collect();
    while senders[0].queue(&ping(0)).is_ok() {}
    let errors = Sender::broadcast(&text(70), &mut senders).expect("it can be encoded");
    assert_eq!(errors.iter().map(limit).collect::<Vec<_>>(), [BudgetLimit::Pending]);
    for mut peer in peers.into_iter().skip(1) {
        assert_eq!(peer.next_owned().expect("it was sent"), Some(Any::Text(text(70))));
    }
}

/// A group counts the bytes that wait of all its members.
#[test]
fn a_group_limits_what_waits_for_all_its_members() {
    let (pool, group) = (Pool::default(), budget(10_000, OverBudget::Refuse));
    let limits = ConnectionLimits::new();
    let member = || group.member(BudgetLimits::new());
    let (mut one, _one) = ends(plain, &pool, limits, Some(&member()));
    let (mut other, _other) = ends(sealed, &pool, limits, Some(&member()));
    let mut full = 0;
    while full < 2 {
        let queued = [one.queue(&text(5)).err(), other.queue(&text(7)).err()];
        for error in queued.into_iter().flatten() {
            assert_eq!(limit(&error), BudgetLimit::Bytes);
            full += 1;
        }
        assert!(one.pending_len() + other.pending_len() <= 10_000);
    }
    one.flush().expect("the socket takes it");
    other.queue(&text(1000)).expect("what one has sent is free for the other");
}

#[cfg(feature = "tokio")]
mod over_tokio {
    use codec_pool::AsyncConnection;
    use tokio::io::{DuplexStream, duplex};
    use tokio::time::timeout;

    use super::*;

    type Peer = AsyncConnection<Talk, DuplexStream>;

    fn run<T>(work: impl Future<Output = T>) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.expect("there is a runtime").block_on(work)
    }

    fn ends(budget: &Budget, buffer: usize) -> (Peer, DuplexStream) {
        let (ours, theirs) = duplex(buffer);
        let ours = Peer::new(ours, "peer", &Pool::default(), ConnectionLimits::new());
        (ours.with_budget(budget), theirs)
    }

    /// Two share a budget: one that has queued all of it keeps the other waiting until it has sent
    /// that, and itself only as long as its peer does not read.
    #[test]
    fn one_that_is_ready_is_not_refused() {
        run(async {
            let policy = OverBudget::Wait { timeout: Duration::ZERO };
            let group = budget(4000, policy);
            let member = || group.member(BudgetLimits::new().policy(policy));
            let (mut one, mut read) = ends(&member(), 100);
            let (mut other, _read) = ends(&member(), 100_000);
            while one.queue(&text(50)).is_ok() {}
            let short = Duration::from_millis(20);
            assert!(timeout(short, other.ready(1000)).await.is_err(), "there is no room");
            assert!(timeout(short, one.ready(1000)).await.is_err(), "nobody reads");
            let reads = tokio::spawn(async move {
                tokio::io::copy(&mut read, &mut tokio::io::sink()).await.expect("it is open")
            });
            let (a, b) = (one.ready(1000).await, other.ready(1000).await);
            a.and(b).expect("there is room");
            for peer in [&mut one, &mut other] {
                (0..10).for_each(|_| peer.queue(&text(90)).expect("it was ready"));
                peer.flush().await.expect("it is taken");
            }
            assert_eq!(group.usage().bytes(), 0);
            drop(one);
            assert!(reads.await.expect("no panic") > 4000);
        });
    }
}
