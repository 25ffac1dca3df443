//! Vectors that are stored in place, whose type has their capacity.

/// A vector in place.
#[cfg_attr(
    not(feature = "push"),
    expect(unreachable_pub, reason = "a bound of public types of `push`")
)]
pub trait InPlace: Default {
    /// The type of its items.
    type Item;

    /// Number of items that it has room for.
    const CAPACITY: usize;

    /// Number of items that it holds.
    fn count(&self) -> usize;

    /// Appends an item, for which there is room.
    fn append(&mut self, item: Self::Item);
}
