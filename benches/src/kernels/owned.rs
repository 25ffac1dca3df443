//! Owned decoding in the formats with varints and in Borsh, of runs that are copied, and through serde.
#![forbid(unsafe_code)]

use codec_core::serde_bridge::Serde;
use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Postcard};

use super::formats::logs;
use super::{Kernel, again, encode, owned};
use crate::data::log::Logs;
use crate::data::mesh::{self, Mesh};
use crate::data::record::{self, LogRecord};

pub(super) const KERNELS: &[Kernel] = &[
    ("log of 10 in Postcard/owned", |times| owned::<Postcard, Logs>(times, &logs(10))),
    ("log of 10 in Borsh/owned", |times| owned::<Borsh, Logs>(times, &logs(10))),
    ("log of 10 in Compact/owned", |times| owned::<Compact, Logs>(times, &logs(10))),
    ("log record in Postcard/owned", |times| owned::<Postcard, LogRecord>(times, &record::data())),
    ("log record in Borsh/owned", |times| owned::<Borsh, LogRecord>(times, &record::data())),
    ("log record in Compact/owned", |times| owned::<Compact, LogRecord>(times, &record::data())),
    ("numbers of 100 in Postcard/owned", |times| owned::<Postcard, Vec<u64>>(times, &numbers())),
    ("numbers of 100 in Borsh/owned", |times| owned::<Borsh, Vec<u64>>(times, &numbers())),
    ("numbers of 100 in Compact/owned", |times| owned::<Compact, Vec<u64>>(times, &numbers())),
    ("numbers of 100 in BincodeVarint/owned", |times| {
        owned::<BincodeVarint, Vec<u64>>(times, &numbers());
    }),
    ("small numbers of 100 in Postcard/decode_into", |times| {
        again::<Postcard, Vec<u64>>(times, (0..100).collect());
    }),
    ("small numbers of 100 in BincodeVarint/decode_into", |times| {
        again::<BincodeVarint, Vec<u64>>(times, (0..100).collect());
    }),
    ("numbers of 100/decode_into", |times| again::<Bincode, Vec<u64>>(times, numbers())),
    ("numbers of 100/encode", |times| encode::<Bincode>(times, &numbers())),
    ("mesh of 100/encode", |times| encode::<Bincode>(times, &triangles())),
    ("mesh of 100/owned", |times| owned::<Bincode, Mesh>(times, &triangles())),
    ("mesh of 100/decode_into", |times| again::<Bincode, Mesh>(times, triangles())),
    ("log of 10 by serde/encode", |times| encode::<Bincode>(times, &Serde(logs(10)))),
    ("log of 10 by serde/owned", |times| owned::<Bincode, Serde<Logs>>(times, &Serde(logs(10)))),
    ("log of 10 by serde in Postcard/owned", |times| {
        owned::<Postcard, Serde<Logs>>(times, &Serde(logs(10)));
    }),
];

fn triangles() -> Mesh {
    let mut data = mesh::data();
    data.triangles.truncate(100);
    data
}

/// Numbers of every length that a varint can have.
fn numbers() -> Vec<u64> {
    (0..100u32).map(|index| u64::MAX >> (index * 7 % 64)).collect()
}
