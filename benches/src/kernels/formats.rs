//! Strings, sequences and enums in the formats.
#![forbid(unsafe_code)]

use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Postcard};
use codec_industrial::{OutgoingValue, Update, UpdateRef};

use super::{Kernel, again, borrowed, bytes, encode, owned};
use crate::data::log;
use crate::data::record::{self, LogRecord, LogRecordRef};
use crate::tags;

pub(super) const KERNELS: &[Kernel] = &[
    ("log of 100/encode", |times| encode::<Bincode>(times, &logs(100))),
    ("log of 100/owned", |times| owned::<Bincode, log::Logs>(times, &logs(100))),
    ("log of 100/decode_into", |times| again::<Bincode, log::Logs>(times, logs(100))),
    ("log of 100/borrowed", |times| {
        borrowed::<Bincode, log::LogsRef<'_>>(times, &bytes::<Bincode>(&logs(100)));
    }),
    ("log of 10 in varints/encode", |times| encode::<BincodeVarint>(times, &logs(10))),
    ("log of 10 in varints/borrowed", |times| {
        borrowed::<BincodeVarint, log::LogsRef<'_>>(times, &bytes::<BincodeVarint>(&logs(10)));
    }),
    ("log of 10 in Postcard/encode", |times| encode::<Postcard>(times, &logs(10))),
    ("log of 10 in Postcard/borrowed", |times| {
        borrowed::<Postcard, log::LogsRef<'_>>(times, &bytes::<Postcard>(&logs(10)));
    }),
    ("log of 10 in Borsh/encode", |times| encode::<Borsh>(times, &logs(10))),
    ("log of 10 in Borsh/borrowed", |times| {
        borrowed::<Borsh, log::LogsRef<'_>>(times, &bytes::<Borsh>(&logs(10)));
    }),
    ("log of 10 in Compact/encode", |times| encode::<Compact>(times, &logs(10))),
    ("log of 10 in Compact/borrowed", |times| {
        borrowed::<Compact, log::LogsRef<'_>>(times, &bytes::<Compact>(&logs(10)));
    }),
    ("log record/encode", |times| encode::<Bincode>(times, &record::data())),
    ("log record/owned", |times| owned::<Bincode, LogRecord>(times, &record::data())),
    ("log record/borrowed", |times| {
        borrowed::<Bincode, LogRecordRef<'_>>(times, &bytes::<Bincode>(&record::data()));
    }),
    ("log record in varints/borrowed", |times| {
        let bytes = bytes::<BincodeVarint>(&record::data());
        borrowed::<BincodeVarint, LogRecordRef<'_>>(times, &bytes);
    }),
    ("update of 16/encode", |times| encode::<Bincode>(times, &tags::update())),
    ("update of 16/owned", |times| owned::<Bincode, Update>(times, &tags::update())),
    ("update of 16/borrowed", |times| {
        borrowed::<Bincode, UpdateRef<'_>>(times, &bytes::<Bincode>(&tags::update()));
    }),
    ("tag/encode", |times| encode::<Bincode>(times, &tags::write(OutgoingValue::Float64(21.5)))),
    ("kilobyte/encode", |times| encode::<Bincode>(times, &vec![7u8; 1024])),
    ("kilobyte/owned", |times| owned::<Bincode, Vec<u8>>(times, &vec![7u8; 1024])),
    ("numbers of 256/owned", |times| owned::<Bincode, Vec<u64>>(times, &(0..256).collect())),
];

pub(super) fn logs(lines: usize) -> log::Logs {
    let mut data = log::data();
    data.logs.truncate(lines);
    data
}
