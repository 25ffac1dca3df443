//! Round trips of values, and streams. Encrypted frames are not included: the handshake before them
//! takes a different number of instructions each time.
#![forbid(unsafe_code)]

use std::hint::black_box;

use codec_core::stream::{RecordWriter, StreamReader};
use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Decodable, Encode, Format, Postcard};

use super::formats::logs;
use super::{Kernel, bytes, done, repeat};
use crate::data::log;

pub(super) const KERNELS: &[Kernel] = &[
    ("u64 there and back/Bincode", |times| back::<Bincode, u64>(times, &NUMBER)),
    ("u64 there and back/BincodeVarint", |times| back::<BincodeVarint, u64>(times, &NUMBER)),
    ("u64 there and back/Postcard", |times| back::<Postcard, u64>(times, &NUMBER)),
    ("u64 there and back/Borsh", |times| back::<Borsh, u64>(times, &NUMBER)),
    ("u64 there and back/Compact", |times| back::<Compact, u64>(times, &NUMBER)),
    ("string there and back/Bincode", |times| back::<Bincode, String>(times, &text())),
    ("string there and back/BincodeVarint", |times| back::<BincodeVarint, String>(times, &text())),
    ("string there and back/Postcard", |times| back::<Postcard, String>(times, &text())),
    ("string there and back/Borsh", |times| back::<Borsh, String>(times, &text())),
    ("string there and back/Compact", |times| back::<Compact, String>(times, &text())),
    ("stream of 100 records/read", |times| {
        let one = bytes::<Bincode>(&logs(100).logs[0]);
        let wire = one.repeat(100);
        repeat(times, || {
            let mut reader = StreamReader::<_, Bincode>::new(black_box(&wire[..]), 1 << 20);
            let mut records = 0;
            while let Ok(Some(record)) = reader.read::<log::Log>() {
                black_box(record);
                records += 1;
            }
            assert_eq!(records, 100);
        });
    }),
    ("stream of 100 records/write", |times| {
        let logs = logs(100).logs;
        repeat(times, || {
            let mut writer = RecordWriter::<_, Bincode>::new(std::io::sink());
            for log in black_box(&logs) {
                done(writer.write(log));
            }
        });
    }),
    ("value of a stream/read_from", |times| {
        let wire = bytes::<Bincode>(&logs(10));
        repeat(times, || {
            done(Bincode::read_from::<log::Logs>(&mut black_box(&wire[..]), 1 << 20));
        });
    }),
    ("value of a stream/write_to", |times| {
        let logs = logs(10);
        repeat(times, || {
            done(Bincode::write_to(black_box(&logs), &mut std::io::sink()));
        });
    }),
];

const NUMBER: u64 = 1_234_567_890;

fn text() -> String {
    "x".repeat(64)
}

/// Encodes into a reused buffer and decodes from it.
fn back<F: Format, T: Decodable + Encode>(times: u32, value: &T) {
    let mut buffer = Vec::new();
    repeat(times, || {
        buffer.clear();
        done(F::encode_into(black_box(value), &mut buffer));
        done(F::from_slice::<T>(black_box(&buffer)));
    });
}
