//! Small pieces of work whose instructions are counted: one operation each, on users' hot paths.
#![forbid(unsafe_code)]

mod connections;
mod formats;
mod frames;
mod messages;
mod owned;
mod sealed;
mod streams;

use std::hint::black_box;

use codec_core::{Decodable, DecodableRef, Encode, Format, Sv2};

/// A kernel: its name, and a function that runs it this many times.
pub type Kernel = (&'static str, fn(u32));

/// All kernels, in the order of the baseline.
pub fn all() -> impl Iterator<Item = &'static Kernel> {
    let all = [
        messages::KERNELS,
        frames::KERNELS,
        connections::KERNELS,
        sealed::KERNELS,
        formats::KERNELS,
        owned::KERNELS,
        streams::KERNELS,
    ];
    all.into_iter().flatten()
}

fn repeat(times: u32, mut operation: impl FnMut()) {
    (0..times).for_each(|_| operation());
}

/// Keeps a result from being optimised away.
///
/// # Panics
/// If there is none: the kernel measures a failure.
#[inline(always)]
fn some<T>(value: Option<T>) {
    assert!(black_box(value).is_some(), "the kernel fails");
}

/// The same for an outcome.
#[inline(always)]
fn done<T, E>(outcome: Result<T, E>) {
    some(outcome.ok());
}

fn bytes<F: Format>(value: &impl Encode) -> Vec<u8> {
    F::to_vec(value).expect("it encodes")
}

fn encode<F: Format>(times: u32, value: &impl Encode) {
    let mut buffer = Vec::new();
    repeat(times, || {
        buffer.clear();
        done(F::encode_into(black_box(value), &mut buffer));
    });
}

// The checks and the loops call different functions: a function with a single call site is inlined,
// as it is for users.

fn owned<F: Format, T: Decodable + Encode>(times: u32, value: &T) {
    let bytes = bytes::<F>(value);
    assert!(F::from_slice_prefix::<T>(&bytes).is_ok(), "it decodes");
    repeat(times, || {
        done(F::from_slice::<T>(black_box(&bytes)));
    });
}

/// Decodes into a value that has enough capacity.
fn again<F: Format, T: Decodable + Encode>(times: u32, mut value: T) {
    let bytes = bytes::<F>(&value);
    repeat(times, || {
        done(F::decode_into(black_box(&mut value), black_box(&bytes)));
    });
}

fn borrowed<'b, F: Format, R: DecodableRef<'b>>(times: u32, bytes: &'b [u8]) {
    assert!(F::from_slice_ref_prefix::<R>(bytes).is_ok(), "it decodes");
    repeat(times, || {
        done(F::from_slice_ref::<R>(black_box(bytes)));
    });
}

fn shared<F: Format, S: Decodable>(times: u32, value: &impl Encode) {
    let bytes = bytes::Bytes::from(bytes::<F>(value));
    assert!(F::from_bytes_prefix::<S>(&bytes).is_ok(), "it decodes");
    repeat(times, || {
        done(F::from_bytes::<S>(black_box(&bytes)));
    });
}

fn sv2(value: &impl Encode) -> Vec<u8> {
    bytes::<Sv2>(value)
}
