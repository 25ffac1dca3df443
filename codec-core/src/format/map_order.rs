//! The order of a map's entries on the wire.
#![forbid(unsafe_code)]

/// The order in which a format writes the entries of a map, and the elements of a
/// set. A reader takes any order, unless it is [`Strict`](super::Strict).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MapOrder {
    /// The order in which the map itself iterates: sorted of a `BTreeMap`, any of a `HashMap`.
    Iteration,
    /// Ascending by key, as the key's `Ord` has it.
    Key,
    /// Ascending by the bytes of the encoded key.
    EncodedKey,
}
