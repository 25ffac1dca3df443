//! "Cancellation, by call" of docs/pool.md, row by row: each call is polled once and dropped, and then
//! comes what the table says.

use std::fs;

use codec_pool::{
    AsyncConnection, AsyncSender, Budget, BudgetLimits, ConnectionLimits, FrameReader, OverBudget,
    Pool,
};
use tokio::io::duplex;

use crate::halting::{Halting, once, run};
use crate::talk::{Any, AnyRef, Talk, ping};

type Connection = AsyncConnection<Talk, Halting>;

const PINGS: u32 = 30;
/// More polls than any of these takes: a test that goes on is wrong.
const POLLS: u32 = 10_000;

/// The calls of the table, each with its test; that of a handshake is in `codec-noise`, in `cancelled.rs`.
const CALLS: [(&str, fn()); 13] = [
    ("next", || reads(|peer| once(peer.next()).map(|read| read.expect("valid").map(borrowed)))),
    ("next_owned", || {
        reads(|peer| once(peer.next_owned()).map(|read| read.expect("valid").map(owned)));
    }),
    ("next_frame", || {
        reads(|peer| {
            let frame = once(peer.next_frame())?.expect("valid");
            Some(frame.map(|frame| nonce(frame.payload())))
        });
    }),
    ("read_frame_async", read_frame_async),
    ("ready", ready),
    ("Handshake::run_async", || {}),
    ("flush", || writes(|peer| once(peer.flush()).map(|done| done.expect("it takes all")))),
    ("close", || writes(|peer| once(peer.close()).map(|done| done.expect("it takes all")))),
    ("queue", queue),
    ("try_next", || tries(|peer| peer.try_next().expect("valid").map(borrowed))),
    ("try_next_frame", || {
        tries(|peer| peer.try_next_frame().expect("valid").map(|frame| nonce(frame.payload())));
    }),
    ("send", send),
    ("Sender::broadcast", broadcast),
];

#[test]
fn each_call_of_the_table_does_what_it_says_when_its_future_is_dropped() {
    let page = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/pool.md"));
    let page = page.expect("the page");
    let (_, table) = page.split_once("### Cancellation, by call").expect("the table");
    let rows = table.lines().skip_while(|line| !line.starts_with('|')).skip(2);
    let cells = rows.map_while(|row| row.strip_prefix('|')?.split('|').next());
    let named: Vec<&str> = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert_eq!(named, CALLS.map(|(name, _)| name));
    for (name, test) in CALLS {
        println!("{name}");
        test();
    }
}

fn connection(bytes: Vec<u8>, step: usize) -> Connection {
    let stream = Halting::new(bytes, step);
    AsyncConnection::new(stream, "peer", &Pool::default(), ConnectionLimits::new())
}

fn frame(nonce: u32) -> Vec<u8> {
    [&[1, 5, 0, 0][..], &nonce.to_le_bytes(), &[0]].concat()
}

fn wire() -> Vec<u8> {
    (0..PINGS).flat_map(frame).collect()
}

fn nonce(payload: &[u8]) -> u32 {
    u32::from_le_bytes(payload[..4].try_into().expect("four bytes"))
}

fn borrowed(message: AnyRef<'_>) -> u32 {
    let AnyRef::Ping(ping) = message else { panic!("it is a ping") };
    ping.nonce
}

fn owned(message: Any) -> u32 {
    let Any::Ping(ping) = message else { panic!("it is a ping") };
    ping.nonce
}

/// Calls until it is ready with this.
fn again<T>(mut call: impl FnMut() -> Option<T>) -> T {
    (0..POLLS).find_map(|_| call()).expect("it ends")
}

/// A call that reads, called again: each message once and in order, then the end.
fn reads(mut call: impl FnMut(&mut Connection) -> Option<Option<u32>>) {
    for step in [1, 7, 1000] {
        let mut peer = connection(wire(), step);
        for nonce in 0..PINGS {
            assert_eq!(again(|| call(&mut peer)), Some(nonce));
        }
        assert_eq!(again(|| call(&mut peer)), None);
    }
}

fn read_frame_async() {
    for step in [1, 7, 1000] {
        let (mut source, mut reader) =
            (Halting::new(wire(), step), FrameReader::<Talk>::new(Pool::default()));
        for expected in (0..PINGS).map(Some).chain([None]) {
            let read = again(|| {
                let frame = once(reader.read_frame_async(&mut source))?.expect("valid");
                Some(frame.map(|frame| nonce(frame.payload())))
            });
            assert_eq!(read, expected);
        }
    }
}

/// Room for two frames, which `ready` writes.
fn ready() {
    for step in [1, 7, 1000] {
        let limits = BudgetLimits::new()
            .max_bytes(64)
            .policy(OverBudget::Wait { timeout: std::time::Duration::MAX });
        let mut peer = connection(Vec::new(), step).with_budget(&Budget::new(limits));
        for nonce in 0..PINGS {
            again(|| once(peer.ready(9))).expect("there is room after a flush");
            peer.queue(&ping(nonce)).expect("there is room");
        }
        again(|| once(peer.flush())).expect("it takes all");
        assert_eq!(peer.stream().bytes, wire());
    }
}

/// A call that writes, called again: each byte once and in order.
fn writes(mut call: impl FnMut(&mut Connection) -> Option<()>) {
    for step in [1, 7, 1000] {
        let mut peer = connection(Vec::new(), step);
        for nonce in 0..PINGS {
            peer.queue(&ping(nonce)).expect("it encodes");
        }
        again(|| call(&mut peer));
        assert_eq!(peer.stream().bytes, wire());
        assert_eq!(peer.pending_len(), 0);
    }
}

fn queue() {
    let mut peer = connection(Vec::new(), 1000);
    peer.queue(&ping(7)).expect("it encodes");
    assert_eq!((peer.stream().bytes.len(), peer.pending_len()), (0, 9));
}

/// A call that takes what has come already.
fn tries(mut call: impl FnMut(&mut Connection) -> Option<u32>) {
    let mut peer = connection(wire(), 1000);
    assert_eq!(call(&mut peer), None, "nothing was read");
    assert_eq!(owned(again(|| once(peer.next_owned())).expect("valid").expect("a message")), 0);
    for nonce in 1..PINGS {
        assert_eq!(call(&mut peer), Some(nonce));
    }
    assert_eq!(call(&mut peer), None);
}

/// Queued once it was polled: a flush sends it, and a second call sends it twice.
fn send() {
    for (polled, repeated) in [(false, false), (true, false), (true, true)] {
        let mut peer = connection(Vec::new(), 1);
        if polled {
            assert!(once(peer.send(&ping(7))).is_none(), "it waits for the stream");
        } else {
            drop(peer.send(&ping(7)));
        }
        if repeated {
            assert!(once(peer.send(&ping(7))).is_none(), "it waits for the stream");
        }
        again(|| once(peer.flush())).expect("it takes all");
        let sent = usize::from(polled) + usize::from(repeated);
        assert_eq!(peer.stream().bytes, frame(7).repeat(sent), "{polled} {repeated}");
    }
}

/// Queued at each peer once it was polled: a flush of each sends it there, once.
fn broadcast() {
    let (pool, limits) = (Pool::default(), ConnectionLimits::new());
    let (mut senders, mut theirs) = (Vec::new(), Vec::new());
    for room in [1, 4, 4096] {
        let (ours, peer) = duplex(room);
        let ours = AsyncConnection::<Talk, _>::new(ours, "peer", &pool, limits);
        senders.push(ours.split().1);
        theirs.push(AsyncConnection::<Talk, _>::new(peer, "server", &pool, limits));
    }
    assert!(once(AsyncSender::broadcast(&ping(7), &mut senders)).is_none(), "two have no room");
    run(async {
        for (mut sender, mut peer) in senders.into_iter().zip(theirs) {
            let sending = tokio::spawn(async move {
                sender.flush().await.expect("it is read");
                sender.close().await.expect("it is read");
            });
            let mut received = Vec::new();
            while let Some(message) = peer.next().await.expect("valid") {
                received.push(borrowed(message));
            }
            sending.await.expect("no panic");
            assert_eq!(received, [7]);
        }
    });
}
