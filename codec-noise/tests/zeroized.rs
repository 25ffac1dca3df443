//! No secret remains on the heap after its owner is dropped.
//!
//! The process reads its own memory: all writable memory except the stacks, where the compiler
//! leaves copies of moved values. There is only one test, so that no other thread has a stack that
//! looks like part of the heap.
#![cfg(all(target_os = "linux", feature = "pool", not(miri)))]
#![forbid(unsafe_code)]

use std::fs::{self, File};
use std::hint::black_box;
use std::os::unix::fs::FileExt as _;
use std::sync::Arc;

use codec_noise::{
    AuthoritySecret, Certificate, Handshake, Identity, NoiseError, NoiseReader, NoiseWriter,
    Session,
};
use codec_pool::{ConnectionLimits, Pool, Untimed};
use codec_stratum::Sv2Protocol;

const NOW: u32 = 1_700_000_000;
const AUTHORITY: [u8; 32] = secret(0x11);
const STATIC: [u8; 32] = secret(0x22);
const INITIATOR: [u8; 32] = secret(0x33);
const RESPONDER: [u8; 32] = secret(0x44);

const fn secret(first: u8) -> [u8; 32] {
    let mut bytes = [first; 32];
    let mut at = 1;
    while at < 32 {
        bytes[at] = bytes[at - 1].wrapping_mul(5).wrapping_add(0x9d);
        at += 1;
    }
    bytes
}

/// This process's writable memory, without stacks.
struct Heap {
    memory: File,
    ranges: Vec<(usize, usize)>,
}

impl Heap {
    fn now() -> Self {
        let memory = File::open("/proc/self/mem").expect("it is this process's own");
        let maps = fs::read_to_string("/proc/self/maps").expect("they are this process's own");
        let stack = (&raw const maps).addr();
        let ranges = maps.lines().filter_map(|line| {
            let words: Vec<_> = line.split_ascii_whitespace().collect();
            let (start, end) = words[0].split_once('-').expect("a range");
            let [start, end] =
                [start, end].map(|text| usize::from_str_radix(text, 16).expect("hexadecimal"));
            let is_heap = words.get(5).is_none_or(|name| *name == "[heap]");
            let is_ours = is_heap && words[1].starts_with("rw") && !(start..end).contains(&stack);
            is_ours.then_some((start, end))
        });
        Self { memory, ranges: ranges.collect() }
    }

    /// Counts how often the second half of a secret is found: allocators overwrite the beginning
    /// of freed memory. Does not allocate, which would reuse that memory.
    fn places(&self, secret: &[u8; 32]) -> usize {
        // On the stack, since the copies that are read would otherwise be found.
        let mut room = [0; 16 << 10];
        let mut count = 0;
        for &(start, end) in &self.ranges {
            let mut at = start;
            while at < end {
                let len = room.len().min(end - at);
                self.memory.read_exact_at(&mut room[..len], at as u64).expect("it is mapped");
                count += room[..len].windows(16).filter(|bytes| **bytes == secret[16..]).count();
                // A key that crosses the end of a piece is found in the next one.
                at += if len == room.len() { len - 15 } else { len };
            }
        }
        count
    }
}

/// Checks that a secret is found while the value exists, and not after it is dropped.
#[track_caller]
fn is_zeroized<T>(secret: &[u8; 32], make: impl FnOnce() -> T) {
    let value = black_box(Box::new(make()));
    let heap = Heap::now();
    assert_ne!(heap.places(secret), 0, "it has the secret");
    drop(value);
    assert_eq!(heap.places(secret), 0, "it leaves the secret behind");
}

fn authority() -> AuthoritySecret {
    AuthoritySecret::from_bytes(AUTHORITY).expect("a key")
}

fn identity() -> Identity {
    let key = Identity::key_of(&STATIC).expect("a key");
    Identity::new(&STATIC, Certificate::sign(&authority(), &key, NOW - 5..=NOW + 5)).expect("a key")
}

fn sides() -> (Handshake, Handshake) {
    let miner = Handshake::initiator_with_key(authority().public_key(), INITIATOR);
    let server = Handshake::responder_with_key(Arc::new(identity()), RESPONDER);
    (miner.expect("a key"), server.expect("a key"))
}

fn finished() -> (Handshake, Handshake) {
    let (mut miner, mut server) = sides();
    server.input(miner.output(), NOW.into()).expect("any key is good");
    miner.input(server.output(), NOW.into()).expect("the certificate is good");
    (miner, server)
}

fn session() -> Session {
    finished().0.finish().expect("all has come")
}

/// The keys of [`session`], the same each time.
fn keys() -> [[u8; 32]; 2] {
    let (sent, received) = session().secret_keys();
    [*sent, *received]
}

#[test]
fn no_secret_is_left_on_the_heap() {
    what_is_left_is_found();
    long_lived_keys();
    handshakes();
    sessions();
}

fn what_is_left_is_found() {
    let left = secret(0x55);
    let place = black_box(Box::new(left));
    let heap = Heap::now();
    assert_eq!(heap.places(&left), 1);
    drop(place);
    assert_eq!(heap.places(&left), 1, "nobody has zeroized it");
}

fn long_lived_keys() {
    is_zeroized(&AUTHORITY, authority);
    is_zeroized(&AUTHORITY, || authority().to_bytes());
    is_zeroized(&AUTHORITY, || authority().clone());
    is_zeroized(&STATIC, identity);
}

fn handshakes() {
    // A handshake that has not finished.
    is_zeroized(&INITIATOR, || sides().0);
    is_zeroized(&RESPONDER, || sides().1);
    is_zeroized(&STATIC, || sides().1);
    // A key is erased once it is no longer needed, although the handshake itself still exists.
    let mut both = Box::new(sides());
    let heap = Heap::now();
    assert!(heap.places(&INITIATOR) > 0 && heap.places(&RESPONDER) > 0);
    let first = both.0.output().to_vec();
    both.1.input(&first, NOW.into()).expect("any key is good");
    assert_eq!(heap.places(&RESPONDER), 0);
    let second = both.1.output().to_vec();
    both.0.input(&second, NOW.into()).expect("the certificate is good");
    assert_eq!(heap.places(&INITIATOR), 0);
    // The session's keys do not remain in it either.
    let [sent, received] = keys();
    assert!(heap.places(&sent) > 0 && heap.places(&received) > 0);
    let (miner, server) = *both;
    drop((miner.finish(), server.finish()));
    assert_eq!((heap.places(&sent), heap.places(&received)), (0, 0));
    // A handshake that fails.
    let mut miner = Box::new(sides().0);
    assert_ne!(heap.places(&INITIATOR), 0);
    assert_eq!(miner.input(&[7; 234], NOW.into()), Err(NoiseError::TagMismatch));
    assert_eq!(heap.places(&INITIATOR), 0);
}

/// A value that was somewhere else, in memory that nothing takes again in part.
fn moved<T>(value: T) -> T {
    #[repr(C)]
    struct Place<T>([u8; 16 << 10], T);
    let place = black_box(Box::new(Place([0; 16 << 10], value)));
    let Place(_, value) = *place;
    value
}

fn sessions() {
    let pool = Pool::default();
    let [sent, received] = keys();
    for key in [sent, received] {
        is_zeroized(&key, || finished().0);
        is_zeroized(&key, || finished().1);
        is_zeroized(&key, session);
        let (limits, stream) = (ConnectionLimits::new(), Untimed(std::io::empty()));
        is_zeroized(&key, || session().connection::<Sv2Protocol, _>(stream, &pool, limits));
    }
    // A value that moves leaves its bytes in its old place.
    for key in [sent, received] {
        is_zeroized(&key, || moved(session()));
        is_zeroized(&key, || moved(session().split()));
    }
    is_zeroized(&sent, || session().split().0);
    is_zeroized(&received, || session().split().1);
    let (sealer, opener) = session().split();
    let writer: NoiseWriter<Sv2Protocol> = NoiseWriter::sealed(pool.clone(), sealer);
    let reader: NoiseReader<Sv2Protocol> = NoiseReader::sealed(pool, opener);
    is_zeroized(&sent, move || writer);
    is_zeroized(&received, move || reader);
}
