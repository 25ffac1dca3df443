//! The assertion macros, and the functions they call.
#![forbid(unsafe_code)]

use std::fmt::Write as _;

use codec_core::{Decodable, DecodableRef, Format};

use crate::{Allocations, Fields, Limit, fields, fields_ref};

/// Asserts how often an operation allocates: an exact number, or a range.
///
/// `Format::from_slice::<T>(bytes)` and `Format::from_slice_ref::<T>(bytes)` are recognised, with
/// the format as a single identifier, and with or without a method such as `.unwrap()` after them:
/// when the assertion fails, it names the fields that allocate. Any other expression is counted in
/// the same way. The `bytes` expression of such a decode is evaluated before counting starts.
///
/// # Panics
/// When the operation allocates more often, or less; and when the operation panics.
///
/// ```
/// use codec_alloc::assert_allocations;
/// use codec_core::{Bincode, Format};
/// let bytes = Bincode::to_vec(&vec![1u32, 2, 3])?;
/// assert_allocations!(Bincode::from_slice::<Vec<u32>>(&bytes), 1);
/// assert_allocations!(bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>(), 0);
/// assert_allocations!(format!("{bytes:?}"), 1..=8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A failure names the fields that allocate:
///
/// ```should_panic
/// use codec_alloc::assert_allocations;
/// use codec_core::{Bincode, Decode, Format};
/// #[derive(Decode)]
/// struct Login { id: u8, name: String }
/// let bytes = [7, 2, 0, 0, 0, 0, 0, 0, 0, b'j', b'o'];
/// // 1 allocation of 2 bytes, ...: the limit of allocations is 0
/// //   Login.name at byte 1: 1 allocation of 2 bytes
/// assert_allocations!(Bincode::from_slice::<Login>(&bytes), 0);
/// ```
#[macro_export]
macro_rules! assert_allocations {
    ($($operation:tt)*) => {
        $crate::__hold!($crate::__private::Kind::Count, $($operation)*)
    };
}

/// Asserts how many bytes an operation allocates in total: an exact number, or a range. Names
/// fields as [`assert_allocations!`] does.
///
/// # Panics
/// When the operation allocates more, or less; and when the operation panics.
///
/// ```
/// use codec_alloc::assert_allocated_bytes;
/// use codec_core::{Bincode, Format};
/// let bytes = Bincode::to_vec(&vec![1u32, 2, 3])?;
/// assert_allocated_bytes!(Bincode::from_slice::<Vec<u32>>(&bytes), 12);
/// assert_allocated_bytes!(Bincode::from_slice::<Vec<u32>>(&bytes[..15]), ..=12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[macro_export]
macro_rules! assert_allocated_bytes {
    ($($operation:tt)*) => {
        $crate::__hold!($crate::__private::Kind::Bytes, $($operation)*)
    };
}

/// Asserts the most bytes that an operation has allocated at one time: an exact number, or a range.
/// Names fields as [`assert_allocations!`] does.
///
/// # Panics
/// When there are more, or less; and when the operation panics.
///
/// ```
/// use codec_alloc::assert_peak_bytes;
/// // A hundred bytes twice, one after another.
/// assert_peak_bytes!((0..2).for_each(|_| drop(vec![1u8; 100])), 100);
/// ```
#[macro_export]
macro_rules! assert_peak_bytes {
    ($($operation:tt)*) => {
        $crate::__hold!($crate::__private::Kind::Peak, $($operation)*)
    };
}

/// Distinguishes a decode from other expressions.
#[doc(hidden)]
#[macro_export]
macro_rules! __hold {
    (
        $kind:expr,
        $format:ident::from_slice::<$type:ty>($bytes:expr $(,)?)
            $(.$method:ident($($argument:tt)*))*, $limit:expr $(,)?
    ) => {{
        let bytes: &[u8] = $bytes;
        $crate::__private::hold_decode::<$format, $type, _>(
            $kind,
            &$limit,
            bytes,
            || $format::from_slice::<$type>(bytes) $(.$method($($argument)*))*,
        );
    }};
    (
        $kind:expr,
        $format:ident::from_slice_ref::<$type:ty>($bytes:expr $(,)?)
            $(.$method:ident($($argument:tt)*))*, $limit:expr $(,)?
    ) => {{
        let bytes: &[u8] = $bytes;
        $crate::__private::hold_decode_ref::<$format, $type, _>(
            $kind,
            &$limit,
            bytes,
            || $format::from_slice_ref::<$type>(bytes) $(.$method($($argument)*))*,
        );
    }};
    ($kind:expr, $operation:expr, $limit:expr $(,)?) => {
        $crate::__private::hold($kind, &$limit, stringify!($operation), || $operation)
    };
}

/// The count to check.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// Allocations.
    Count,
    /// All bytes.
    Bytes,
    /// The most bytes at one time.
    Peak,
}

impl Kind {
    const fn of(self, counted: Allocations) -> u64 {
        match self {
            Self::Count => counted.count,
            Self::Bytes => counted.bytes,
            Self::Peak => counted.peak,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Count => "allocations",
            Self::Bytes => "allocated bytes",
            Self::Peak => "bytes at a time",
        }
    }
}

/// Checks any operation against a limit. `text` is its source: where that decodes in a way that the
/// macros don't recognise, a failure says how to get the names of fields.
#[track_caller]
pub fn hold<T>(kind: Kind, limit: &impl Limit, text: &str, operation: impl FnOnce() -> T) {
    let (_, counted) = crate::measure(operation);
    let decodes = ["from_slice", "from_bytes", "decode"].iter().any(|name| text.contains(name));
    let hint = if decodes && counted.count > 0 { HINT } else { "" };
    judge(kind, limit, counted, || hint.to_owned());
}

const HINT: &str = "\n  (to see the fields that allocate, write the operation as \
    `Format::from_slice::<T>(bytes)` or `Format::from_slice_ref::<T>(bytes)`, with the format \
    imported, or call `codec_alloc::fields::<Format, T>(bytes)`)";

/// Checks an owned or shared decode against a limit, and names fields.
#[track_caller]
pub fn hold_decode<F: Format, T: Decodable, R>(
    kind: Kind,
    limit: &impl Limit,
    bytes: &[u8],
    operation: impl FnOnce() -> R,
) {
    let (_, counted) = crate::measure(operation);
    judge(kind, limit, counted, || listed(&fields::<F, T>(bytes)));
}

/// Checks a borrowed decode against a limit, and names fields.
#[track_caller]
pub fn hold_decode_ref<'de, F: Format, T: DecodableRef<'de>, R>(
    kind: Kind,
    limit: &impl Limit,
    bytes: &'de [u8],
    operation: impl FnOnce() -> R,
) {
    let (_, counted) = crate::measure(operation);
    judge(kind, limit, counted, || listed(&fields_ref::<F, T>(bytes)));
}

/// A line for each field.
fn listed(fields: &Fields) -> String {
    let mut lines = String::new();
    for line in fields.iter() {
        let _ = write!(lines, "\n  {line}");
    }
    lines
}

#[track_caller]
fn judge(kind: Kind, limit: &impl Limit, counted: Allocations, more: impl FnOnce() -> String) {
    if limit.allows(kind.of(counted)) {
        return;
    }
    let more = more();
    panic!("{counted}: the limit of {} is {}{more}", kind.name(), limit.describe());
}
