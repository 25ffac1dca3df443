//! Counts of what one operation, or many runs of it, allocate.
#![forbid(unsafe_code)]

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The allocations of an operation, on its own thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Allocations {
    /// Number of allocations and reallocations.
    pub count: u64,
    /// Number of bytes allocated in total; a reallocation counts with its new size.
    pub bytes: u64,
    /// The most bytes that were allocated and not yet freed at one time.
    pub peak: u64,
    /// Number of allocations that were freed, including earlier ones.
    pub frees: u64,
    /// The bytes still allocated at the end, less those of earlier allocations that were freed: the
    /// memory held by the value that the operation returns.
    pub kept: i64,
}

/// "3 allocations of 527 bytes, at most 300 at a time".
impl fmt::Display for Allocations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { count, bytes, peak, .. } = self;
        let s = if *count == 1 { "" } else { "s" };
        write!(f, "{count} allocation{s} of {bytes} bytes, at most {peak} at a time")
    }
}

/// Runs an operation, and counts the allocations of its thread in the meantime. The caller frees
/// what the operation returns, uncounted.
///
/// # Panics
/// When the operation panics, and when 63 of these calls are nested.
///
/// ```
/// let (vector, counted) = codec_alloc::measure(|| vec![0u8; 100]);
/// assert_eq!((vector.len(), counted.count, counted.bytes, counted.kept), (100, 1, 100, 100));
/// ```
pub fn measure<T>(operation: impl FnOnce() -> T) -> (T, Allocations) {
    let mut outcome = None;
    let info = allocation_counter::measure(|| {
        // If a panic unwound through the counter, it would consider the measurement still running.
        outcome = Some(catch_unwind(AssertUnwindSafe(operation)));
    });
    let counted = Allocations {
        count: info.count_total,
        bytes: info.bytes_total,
        peak: info.bytes_max,
        frees: info.count_total.saturating_add_signed(info.count_current.saturating_neg()),
        kept: info.bytes_current,
    };
    match outcome {
        Some(Ok(value)) => (value, counted),
        Some(Err(panic)) => resume_unwind(panic),
        None => unreachable!("the counter runs what it is given"),
    }
}

/// The average allocations of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Average {
    /// Allocations and reallocations.
    pub count: f64,
    /// Bytes.
    pub bytes: f64,
    /// Allocations that were freed.
    pub frees: f64,
}

/// Counts an operation that runs `times` times, after `warm` times uncounted.
///
/// # Panics
/// When the operation panics, and when `times` is 0.
///
/// ```
/// let mut kept = Vec::new();
/// let average = codec_alloc::average(1, 100, || {
///     kept.clear();
///     kept.extend_from_slice(&[7; 32]);
/// });
/// assert_eq!((average.count, average.bytes), (0.0, 0.0));
/// ```
#[expect(clippy::cast_precision_loss, reason = "no test allocates 2^53 times")]
pub fn average(warm: u32, times: u32, mut operation: impl FnMut()) -> Average {
    assert!(times > 0, "an average is over one run at least");
    (0..warm).for_each(|_| operation());
    let ((), counted) = measure(|| (0..times).for_each(|_| operation()));
    let each = |count: u64| count as f64 / f64::from(times);
    Average { count: each(counted.count), bytes: each(counted.bytes), frees: each(counted.frees) }
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;

    use super::{Allocations, measure};

    #[test]
    fn a_peak_is_what_lived_at_one_time() {
        let ((), counted) = measure(|| {
            drop(black_box(vec![1u8; 100]));
            drop(black_box(vec![1u8; 60]));
        });
        assert_eq!(counted, Allocations { count: 2, bytes: 160, peak: 100, frees: 2, kept: 0 });
    }

    #[test]
    fn other_threads_are_not_counted() {
        let (sender, receiver) = std::sync::mpsc::channel::<()>();
        let (done, finished) = std::sync::mpsc::channel::<()>();
        let other = std::thread::spawn(move || {
            let _ = receiver.recv();
            let bytes = black_box(vec![1u8; 1 << 20]).len();
            let _ = done.send(());
            bytes
        });
        let ((), counted) = measure(|| {
            let _ = sender.send(());
            let _ = finished.recv();
        });
        assert!(counted.bytes < 1 << 20, "{counted}");
        assert_eq!(other.join().ok(), Some(1 << 20));
    }

    #[test]
    fn after_a_panic_counting_goes_on() {
        for _ in 0..200 {
            let panics =
                std::panic::catch_unwind(|| measure(|| std::panic::resume_unwind(Box::new(()))));
            assert!(panics.is_err());
        }
        assert_eq!(measure(|| black_box(Box::new(1u32))).1.count, 1);
    }

    #[test]
    fn an_inner_count_is_in_the_outer_one() {
        let (inner, outer) = measure(|| measure(|| black_box(Box::new(1u64))).1);
        assert_eq!((inner.count, outer.count, outer.bytes), (1, 1, 8));
    }
}
