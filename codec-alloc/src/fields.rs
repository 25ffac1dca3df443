//! The fields of a value that allocate while it is decoded.
#![forbid(unsafe_code)]

use std::fmt;

use codec_core::{Decodable, DecodableRef, Format, Traced};

use crate::Allocations;
use crate::probe::{Probe, Reached, reach};

/// The most fields that are named.
const NAMED: usize = 32;

/// The allocations made to decode one field, not counting the fields within it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldAllocations {
    /// The path of the field from the outermost type, `Logs.logs[3].date`, with the variants of
    /// enums, `Write.value::Text.0`; empty outside of all fields, as in a vector that isn't a
    /// field.
    pub path: String,
    /// The byte of the input at which the field starts.
    pub start: usize,
    /// Number of allocations.
    pub count: u64,
    /// Number of bytes allocated.
    pub bytes: u64,
}

impl fmt::Display for FieldAllocations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "the value" } else { &self.path };
        let s = if self.count == 1 { "" } else { "s" };
        let Self { start, count, bytes, .. } = self;
        write!(f, "{path} at byte {start}: {count} allocation{s} of {bytes} bytes")
    }
}

/// The fields that allocate, in the order of reading; at most 32.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Fields(Vec<FieldAllocations>);

impl Fields {
    /// Iterates over them.
    pub fn iter(&self) -> impl Iterator<Item = &FieldAllocations> {
        self.0.iter()
    }

    /// Returns whether no field allocates.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The fields that allocate when `bytes` are decoded as a `T` in the format `F`; if decoding fails,
/// those before the error.
///
/// Each field is found by decoding again up to some place in the input, which takes about twenty
/// decodes per field: this is for tests. Fields are recorded one by one, so a sequence that is
/// otherwise copied in bulk may be counted element by element.
///
/// # Panics
/// When the decoding of `T` panics. Needs panics that unwind, as they do in tests.
///
/// ```
/// use codec_core::{Bincode, Decode, Encode, Format};
/// #[derive(Encode, Decode)]
/// struct Log { at: u64, host: String, tags: Vec<String> }
/// let log = Log { at: 1, host: "h".into(), tags: vec!["ab".into(), String::new()] };
/// let fields = codec_alloc::fields::<Bincode, Log>(&Bincode::to_vec(&log)?);
/// let lines: Vec<String> = fields.iter().map(ToString::to_string).collect();
/// assert_eq!(lines, [
///     "Log.host at byte 8: 1 allocation of 1 bytes",
///     "Log.tags at byte 17: 1 allocation of 48 bytes",
///     "Log.tags[0] at byte 25: 1 allocation of 2 bytes",
/// ]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
pub fn fields<F: Format, T: Decodable>(bytes: &[u8]) -> Fields {
    find(&|| drop(Traced::<F, Probe>::from_slice::<T>(bytes)))
}

/// Like [`fields`], for a borrowed type. A derived one allocates nothing; one with owned fields may
/// allocate.
///
/// # Panics
/// The same as [`fields`].
///
/// ```
/// use codec_core::{Bincode, Decode};
/// #[derive(Decode)]
/// struct Both<'a> { #[codec(borrow)] lent: &'a str, owned: String }
/// let bytes = [1, 0, 0, 0, 0, 0, 0, 0, b'a', 1, 0, 0, 0, 0, 0, 0, 0, b'b'];
/// let fields = codec_alloc::fields_ref::<Bincode, Both<'_>>(&bytes);
/// let names: Vec<_> = fields.iter().map(|field| field.path.as_str()).collect();
/// assert_eq!(names, ["Both.owned"]);
/// ```
pub fn fields_ref<'de, F: Format, T: DecodableRef<'de>>(bytes: &'de [u8]) -> Fields {
    find(&|| drop(Traced::<F, Probe>::from_slice_ref::<T>(bytes)))
}

fn find(decode: &dyn Fn()) -> Fields {
    // The first run initialises what is initialised only once.
    let events = reach(u64::MAX, decode).events;
    // The allocations for ending a decode early are in every count except that of the full decode.
    let ending = reach(0, &Probe::stop).counted;
    let mut whole = reach(u64::MAX, decode).counted;
    whole.count += ending.count;
    whole.bytes += ending.bytes;
    let mut found = Vec::new();
    between((0, ending), (events + 1, whole), decode, &mut found);
    Fields(found)
}

/// Finds the places between which the count grows. Place 0 is the start, place `n + 1` the n-th
/// event, and the place after the last event is the end.
fn between(
    (low, before): (u64, Allocations),
    (high, after): (u64, Allocations),
    decode: &dyn Fn(),
    found: &mut Vec<FieldAllocations>,
) {
    let count = after.count.saturating_sub(before.count);
    if count == 0 || found.len() == NAMED {
        return;
    }
    if high - low == 1 {
        let bytes = after.bytes.saturating_sub(before.bytes);
        let Reached { path, start, .. } = reach(low, decode);
        push(found, FieldAllocations { path, start, count, bytes });
        return;
    }
    let middle = low.midpoint(high);
    let counted = reach(middle - 1, decode).counted;
    between((low, before), (middle, counted), decode, found);
    between((middle, counted), (high, after), decode, found);
}

/// Adds up what one field allocates in several places.
fn push(found: &mut Vec<FieldAllocations>, next: FieldAllocations) {
    match found.iter_mut().find(|field| field.path == next.path && field.start == next.start) {
        Some(field) => {
            field.count += next.count;
            field.bytes += next.bytes;
        }
        None => found.push(next),
    }
}
