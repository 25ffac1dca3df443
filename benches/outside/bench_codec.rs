//! `codec-core` as a contender of the Rust serialization benchmark, in the layout of bincode 1.

use codec_core::{Bincode, Decodable, DecodableRef, Encode, Format};
use criterion::{black_box, Criterion};

use crate::datasets::BorrowableData;

const CRATE: &str = "codec";

pub fn bench<T>(name: &'static str, c: &mut Criterion, data: &T)
where
    T: Encode + Decodable + PartialEq,
{
    let bytes = Bincode::to_vec(data).unwrap();
    assert!(Bincode::from_slice::<T>(&bytes).unwrap() == *data);

    let mut group = c.benchmark_group(format!("{name}/{CRATE}"));
    let mut buffer = vec![0; bytes.len()];
    group.bench_function("serialize", |b| {
        b.iter(|| Bincode::encode_into(black_box(data), black_box(&mut buffer[..])).unwrap())
    });
    group.bench_function("deserialize", |b| {
        b.iter(|| black_box(Bincode::from_slice::<T>(black_box(&bytes)).unwrap()))
    });
    crate::bench_size(name, CRATE, &bytes);
    group.finish();
}

pub fn bench_borrowable<T>(name: &'static str, c: &mut Criterion, data: &T)
where
    T: Encode + Decodable + BorrowableData,
    for<'a> T::Borrowed<'a>: DecodableRef<'a>,
{
    bench(name, c, data);

    let bytes = Bincode::to_vec(data).unwrap();
    assert!(Bincode::from_slice_ref::<T::Borrowed<'_>>(&bytes).unwrap() == T::Borrowed::from(data));

    let mut group = c.benchmark_group(format!("{name}/{CRATE}"));
    group.bench_function("borrow", |b| {
        b.iter(|| {
            black_box(Bincode::from_slice_ref::<T::Borrowed<'_>>(black_box(&bytes)).unwrap());
        })
    });
    group.finish();
}
