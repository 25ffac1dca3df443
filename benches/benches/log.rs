//! The log data set in the `Bincode` layout, ours and wincode's. See
//! `codec_benches::data::log`.
#![forbid(unsafe_code)]

use codec_benches::data::log;
use codec_core::{Bincode, Format};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn log_records(criterion: &mut Criterion) {
    let data = log::data();
    let bytes = wincode::serialize(&data).expect("wincode encodes its own data");
    assert_eq!(Bincode::to_vec(&data).expect("it encodes"), bytes);
    let mut group = criterion.benchmark_group("log");
    group.throughput(Throughput::Bytes(bytes.len() as u64));
    group.bench_function("encode/wincode", |b| {
        b.iter(|| wincode::serialize(&data).expect("it encodes"));
    });
    group.bench_function("encode/codec", |b| {
        b.iter(|| Bincode::to_vec(&data).expect("it encodes"));
    });
    group.bench_function("borrow/wincode", |b| {
        b.iter(|| wincode::deserialize::<log::LogsView<'_>>(&bytes).expect("it decodes"));
    });
    group.bench_function("borrow/codec, vector", |b| {
        b.iter(|| Bincode::from_slice_ref::<log::LogsView<'_>>(&bytes).expect("it decodes"));
    });
    group.bench_function("borrow/codec, lazy", |b| {
        b.iter(|| Bincode::from_slice_ref::<log::LogsRef<'_>>(&bytes).expect("it decodes"));
    });
    group.bench_function("owned/wincode", |b| {
        b.iter(|| wincode::deserialize::<log::Logs>(&bytes).expect("it decodes"));
    });
    group.bench_function("owned/codec", |b| {
        b.iter(|| Bincode::from_slice::<log::Logs>(&bytes).expect("it decodes"));
    });
    group.finish();
}

criterion_group!(benches, log_records);
criterion_main!(benches);
