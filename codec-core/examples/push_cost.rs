//! The cost of decoding from pieces compared with decoding from a slice:
//! `cargo run --release -p codec-core --example push_cost`.
//!
//! The minimum of many rounds, in microseconds: whole, in segments of 1,448 bytes, in pieces of 64,
//! byte by byte.

use std::fmt::Debug;
use std::hint::black_box;
use std::time::Instant;

use codec_core::push::{Progress, PushDecode};
use codec_core::{Bincode, Decode, Encode, Format, Postcard};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
struct Address {
    bytes: [u8; 4],
}

/// A line of a log.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(push)]
struct Line {
    address: Address,
    identity: String,
    user: String,
    date: String,
    request: String,
    code: u16,
    size: u64,
}

fn line(number: u16) -> Line {
    let [high, low] = number.to_be_bytes();
    Line {
        address: Address { bytes: [10, 0, high, low] },
        identity: "-".into(),
        user: format!("user{number}"),
        date: "05/Jul/2026:14:03:21".into(),
        request: format!("GET /products/{number}/reviews?page=2 HTTP/1.1"),
        code: 200,
        size: u64::from(number) * 100,
    }
}

/// The minimum time of a call, over half a second, in microseconds.
fn least(mut call: impl FnMut()) -> f64 {
    let (start, mut least) = (Instant::now(), f64::MAX);
    while start.elapsed().as_millis() < 500 {
        let round = Instant::now();
        call();
        least = least.min(round.elapsed().as_secs_f64() * 1e6);
    }
    least
}

fn pushed<F: Format, T: PushDecode>(bytes: &[u8], len: usize) -> T {
    let mut decoder = T::push_decoder::<F>();
    for mut piece in bytes.chunks(len) {
        match decoder.push(&mut piece) {
            Ok(Progress::Done(value)) => return value,
            Ok(Progress::Need(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    panic!("the value is cut")
}

fn row<F: Format, T: PushDecode + Encode + PartialEq + Debug>(name: &str, value: &T) {
    let bytes = F::to_vec(value).expect("every value has an encoding");
    let slice = least(|| drop(black_box(F::from_slice::<T>(black_box(&bytes)))));
    print!("| {name}, {} | {} | {slice:.0} |", F::RULES.name, bytes.len());
    for len in [bytes.len(), 1448, 64, 1] {
        assert_eq!(&pushed::<F, T>(&bytes, len), value);
        let time = least(|| drop(black_box(pushed::<F, T>(black_box(&bytes), len))));
        print!(" {time:.0} ({:.2}) |", time / slice);
    }
    println!();
}

fn main() {
    println!("| | bytes | slice | whole | 1,448 | 64 | 1 |");
    println!("|---|--:|--:|--:|--:|--:|--:|");
    let lines: Vec<Line> = (0..2_000).map(line).collect();
    row::<Bincode, _>("2,000 lines", &lines);
    row::<Postcard, _>("2,000 lines", &lines);
    let texts: Vec<String> =
        (0..16_000).map(|number| format!("a text of a table, {number}")).collect();
    row::<Bincode, _>("16,000 strings", &texts);
    row::<Postcard, _>("16,000 strings", &texts);
    let numbers: Vec<u64> = (0..50_000u64).map(|number| number * number).collect();
    row::<Bincode, _>("50,000 numbers", &numbers);
    row::<Postcard, _>("50,000 numbers", &numbers);
    row::<Bincode, _>("400,000 bytes", &vec![7u8; 400_000]);
    row::<Bincode, _>("one line", &line(7));
}
