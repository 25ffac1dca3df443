//! Byte for byte as bincode 1.3.3 and 2.0.1, in every configuration, both ways: what they
//! write is what this crate writes, and what they take, and refuse, it takes and refuses.

mod native;
mod one;
mod two;
mod types;

/// The places where an encoding is cut: every byte of the first hundred and the last ten, and
/// some between.
fn cuts(len: usize) -> impl Iterator<Item = usize> {
    (0..len).filter(move |cut| *cut < 100 || len - cut <= 10 || cut % 13 == 0)
}

/// The number of values that each property is tried on.
fn config() -> proptest::prelude::ProptestConfig {
    proptest::prelude::ProptestConfig {
        cases: codec_effort::cases(24),
        failure_persistence: None,
        ..Default::default()
    }
}
