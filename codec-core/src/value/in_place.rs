//! Vectors that lie in place, whose type has their capacity.

/// A vector in place.
#[cfg_attr(
    not(feature = "push"),
    expect(unreachable_pub, reason = "a bound of public types of `push`")
)]
pub trait InPlace: Default {
    /// What it holds.
    type Item;

    /// How many of them it has room for.
    const CAPACITY: usize;

    /// How many it holds.
    fn count(&self) -> usize;

    /// Appends an item, for which there is room.
    fn append(&mut self, item: Self::Item);
}
