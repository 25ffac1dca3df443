//! Pseudo-random frames, the same each time.

/// A pseudo-random sequence, the same each time.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % below
    }

    pub(crate) fn frame(&mut self, len: usize) -> Vec<u8> {
        let mut frame = vec![0; 6 + len];
        let word = self.roll(usize::MAX);
        for (i, byte) in frame.iter_mut().enumerate() {
            *byte = (word.wrapping_add(i.wrapping_mul(0x9e37_79b9)) >> 11).to_le_bytes()[0];
        }
        frame[3..6].copy_from_slice(&u32::try_from(len).expect("24 bits").to_le_bytes()[..3]);
        frame
    }
}
