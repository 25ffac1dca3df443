//! Acquire a frame and decode it, ours and `codec_sv2`'s. See `codec_benches::frame`.
#![forbid(unsafe_code)]

use codec_benches::frame;
use criterion::{Criterion, criterion_group, criterion_main};

fn acquire_and_decode(criterion: &mut Criterion) {
    let wire = frame::wire();
    let mut group = criterion.benchmark_group("frame");
    let mut decoder = codec_sv2_peer::Decoder::new();
    group.bench_function("owned/codec_sv2", |b| {
        b.iter(|| frame::peer_owned(&mut decoder, &wire));
    });
    let mut reader = frame::reader();
    group.bench_function("owned/codec-pool", |b| b.iter(|| frame::owned(&mut reader, &wire)));
    let mut decoder = codec_sv2_peer::Decoder::new();
    group.bench_function("borrowed/codec_sv2", |b| {
        b.iter(|| frame::peer_borrowed(&mut decoder, &wire));
    });
    let mut reader = frame::reader();
    group.bench_function("borrowed/codec-pool", |b| {
        b.iter(|| frame::borrowed(&mut reader, &wire));
    });
    let mut reader = frame::reader();
    group.bench_function("shared/codec-pool", |b| b.iter(|| frame::shared(&mut reader, &wire)));
    group.finish();
}

criterion_group!(benches, acquire_and_decode);
criterion_main!(benches);
