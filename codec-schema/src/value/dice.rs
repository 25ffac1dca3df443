//! Numbers that look random, and are the same for a seed: `SplitMix64`. Or those of a fuzzer.

/// A source of numbers.
#[derive(Debug, Clone)]
pub(super) struct Dice {
    state: u64,
    /// What a fuzzer has chosen, taken from the end; when it is used up, all numbers are 0.
    given: Option<Vec<u8>>,
}

impl Dice {
    pub(super) const fn new(seed: u64) -> Self {
        Self { state: seed, given: None }
    }

    /// The numbers that these bytes are.
    #[cfg(feature = "arbitrary")]
    pub(super) fn given(bytes: &[u8]) -> Self {
        Self { state: 0, given: Some(bytes.iter().rev().copied().collect()) }
    }

    pub(super) fn word(&mut self) -> u64 {
        if let Some(given) = &mut self.given {
            // Two bytes a number: most decide between a few things.
            let mut byte = || u64::from(given.pop().unwrap_or_default());
            return byte() << 8 | byte();
        }
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.state;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `end`, which is not 0.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        self.word() % end
    }

    /// A number between these, both among them: an end itself half the time.
    pub(super) fn between(&mut self, first: u64, last: u64) -> u64 {
        match self.below(8) {
            0 | 1 => first,
            2 | 3 => last,
            4 => (first + 1).min(last),
            5 => last.saturating_sub(1).max(first),
            _ => match (last - first).checked_add(1) {
                Some(count) => first + self.below(count),
                None => self.word(),
            },
        }
    }

    /// A number of so many bits: one at the limits, a small one, or any.
    pub(super) fn bits(&mut self, bits: u32) -> u128 {
        let largest = if bits >= 128 { u128::MAX } else { (1 << bits) - 1 };
        let any = u128::from(self.word()) << 64 | u128::from(self.word());
        match self.below(10) {
            0 => 0,
            1 => largest,
            2 => 1,
            3 => largest >> 1,
            4 => (largest >> 1) + 1,
            5 | 6 => any & largest & 0xff,
            7 => any & largest & 0xffff,
            _ => any & largest,
        }
    }
}
