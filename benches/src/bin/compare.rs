//! Prints the comparisons, candidates in turn in one process.
#![forbid(unsafe_code)]

use std::hint::black_box;

use codec_benches::alternate::{Candidate, alternate, print};
use codec_benches::data::log;
use codec_benches::frame;
use codec_core::{Bincode, Format};

fn main() {
    let rounds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(51);
    frame::compare(rounds);
    log_encode(rounds);
    log_decode(rounds);
}

fn log_encode(rounds: usize) {
    let data = log::data();
    let expected = wincode::serialize(&data).expect("wincode encodes its own data");
    assert_eq!(Bincode::to_vec(&data).expect("it encodes"), expected);
    println!("log: {} records, {} bytes", log::RECORDS, expected.len());
    let (mut theirs, mut ours) = (vec![0u8; expected.len()], vec![0u8; expected.len()]);
    let figures = alternate(
        &mut [
            Candidate::new("wincode, new vector", || {
                black_box(wincode::serialize(black_box(&data)).expect("it encodes"));
            }),
            Candidate::new("Bincode, new vector", || {
                black_box(Bincode::to_vec(black_box(&data)).expect("it encodes"));
            }),
            Candidate::new("wincode, into a slice, size unknown", || {
                wincode::serialize_into(&mut theirs[..], black_box(&data)).expect("it fits");
                black_box(&theirs);
            }),
            Candidate::new("Bincode, into a slice", || {
                Bincode::encode_into(black_box(&data), &mut ours[..]).expect("it fits");
                black_box(&ours);
            }),
        ],
        rounds,
    );
    print("log, encode", 1, &figures);
}

fn log_decode(rounds: usize) {
    let bytes = wincode::serialize(&log::data()).expect("wincode encodes its own data");
    assert_eq!(Bincode::from_slice::<log::Logs>(&bytes).expect("it decodes"), log::data());
    let figures = alternate(
        &mut [
            Candidate::new("wincode, Vec of borrowed records", || {
                let logs: log::LogsView<'_> =
                    wincode::deserialize(black_box(&bytes)).expect("it decodes");
                black_box(logs);
            }),
            Candidate::new("Bincode, Vec of borrowed records", || {
                let logs: log::LogsView<'_> =
                    Bincode::from_slice_ref(black_box(&bytes)).expect("it decodes");
                black_box(logs);
            }),
            Candidate::new("Bincode, lazy sequence", || {
                let logs: log::LogsRef<'_> =
                    Bincode::from_slice_ref(black_box(&bytes)).expect("it decodes");
                black_box(logs);
            }),
            Candidate::new("Bincode, lazy sequence, all read", || {
                let logs: log::LogsRef<'_> =
                    Bincode::from_slice_ref(black_box(&bytes)).expect("it decodes");
                for line in &logs.logs {
                    black_box(line);
                }
            }),
        ],
        rounds,
    );
    print("log, borrowed decode", 1, &figures);
    let figures = alternate(
        &mut [
            Candidate::new("wincode, owned", || {
                let logs: log::Logs = wincode::deserialize(black_box(&bytes)).expect("it decodes");
                black_box(logs);
            }),
            Candidate::new("Bincode, owned", || {
                let logs: log::Logs = Bincode::from_slice(black_box(&bytes)).expect("it decodes");
                black_box(logs);
            }),
        ],
        rounds,
    );
    print("log, owned decode", 1, &figures);
}
