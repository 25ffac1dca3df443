//! A seeded generator, so that every run measures the same data.

/// `SplitMix64` (Steele, Lea, Flood 2014).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// A generator whose sequence is determined by the seed.
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

    /// True with a probability of this many percent.
    pub const fn percent(&mut self, times: u64) -> bool {
        self.between(1, 100) <= times
    }

    /// A value half of the time.
    pub fn maybe<T>(&mut self, value: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.percent(50).then(|| value(self))
    }

    /// Several values: from `low` to `high` of them, both included.
    pub fn several<T>(
        &mut self,
        low: u64,
        high: u64,
        mut value: impl FnMut(&mut Self) -> T,
    ) -> Vec<T> {
        (0..self.between(low, high)).map(|_| value(self)).collect()
    }

    /// A float from 0 to 1, with 24 random bits.
    #[expect(clippy::cast_precision_loss, reason = "24 bits are a mantissa")]
    pub const fn single(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1u32 << 24) as f32
    }

    /// A float from 0 to 1, with 53 random bits.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are a mantissa")]
    pub const fn double(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Random bytes from which an integer is made.
    pub const fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let mut bytes = [0; N];
        let mut index = 0;
        while index < N {
            bytes[index] = self.next().to_le_bytes()[0];
            index += 1;
        }
        bytes
    }
}
