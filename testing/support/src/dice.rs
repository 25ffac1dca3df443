//! Pseudo-random numbers, the same on every run.

/// A generator of numbers (xorshift64*).
#[derive(Debug)]
pub struct Dice(u64);

impl Dice {
    /// Another sequence for each seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number.
    pub fn roll(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `end`.
    ///
    /// # Panics
    /// When `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.roll() % end as u64).expect("it is below a usize")
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        self.roll().to_be_bytes()[0]
    }

    /// Returns `len` random bytes.
    pub fn bytes(&mut self, len: usize) -> Vec<u8> {
        (0..len).map(|_| self.byte()).collect()
    }

    /// A length up to `max`: often small, often near a limit.
    pub fn len(&mut self, max: usize) -> usize {
        match self.below(8) {
            0 => 0,
            1 => max.min(30),
            2 => max.min(31),
            3 => max.min(255),
            4 => self.below(max.min(2000) + 1),
            _ => self.below(max.min(64) + 1),
        }
    }
}
