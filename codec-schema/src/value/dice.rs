//! Pseudo-random numbers, reproducible from a seed (`SplitMix64`), or taken from a fuzzer.

/// A source of numbers.
#[derive(Debug, Clone)]
pub(super) struct Dice {
    state: u64,
    /// The fuzzer's input, consumed from its end; once it is used up, all numbers are 0.
    given: Option<Vec<u8>>,
}

impl Dice {
    pub(super) const fn new(seed: u64) -> Self {
        Self { state: seed, given: None }
    }

    /// Numbers from these bytes.
    #[cfg(feature = "arbitrary")]
    pub(super) fn given(bytes: &[u8]) -> Self {
        Self { state: 0, given: Some(bytes.iter().rev().copied().collect()) }
    }

    pub(super) fn word(&mut self) -> u64 {
        if let Some(given) = &mut self.given {
            // Two bytes per number: most choices have few options.
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

    /// A number in this inclusive range: half the time one of its ends.
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

    /// A number of this many bits: one at the limits, a small one, or any.
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

    /// Appends this many bytes: only zeros, only ones, or any.
    pub(super) fn fill(&mut self, count: usize, bytes: &mut Vec<u8>) {
        let end = bytes.len() + count;
        match self.below(8) {
            0 => bytes.resize(end, 0),
            1 => bytes.resize(end, 0xff),
            _ => {
                while bytes.len() < end {
                    // A fuzzer's numbers have two bytes.
                    let word = self.word().to_le_bytes();
                    let known = if self.given.is_some() { 2 } else { 8 };
                    bytes.extend_from_slice(&word[..known.min(end - bytes.len())]);
                }
            }
        }
    }
}
