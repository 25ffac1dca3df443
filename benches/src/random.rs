//! A seeded generator, so that every run measures the same data.

/// `SplitMix64` (Steele, Lea, Flood 2014).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A generator whose sequence the seed determines.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from `low` to `high`, both included.
    pub const fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.next() % (high - low + 1)
    }

    /// One of the choices.
    ///
    /// # Panics
    /// When there is none.
    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        let index = self.between(0, choices.len() as u64 - 1);
        choices[usize::try_from(index).expect("an index of a slice")]
    }
}
