//! BLAKE-256 with 14 rounds, the SHA-3 finalist: neither BLAKE2 nor BLAKE3.
//!
//! The rounds are unrolled over a state of sixteen words, which the compiler keeps in scalar or
//! SIMD registers as it sees fit; the indices of the message words and constants are known at
//! compile time, so a step is two additions, two exclusive-ors and a rotation, without a table.

/// The digits of π with which the words of the message are combined.
const PI: [u32; 16] = [
    0x243f_6a88,
    0x85a3_08d3,
    0x1319_8a2e,
    0x0370_7344,
    0xa409_3822,
    0x299f_31d0,
    0x082e_fa98,
    0xec4e_6c89,
    0x4528_21e6,
    0x38d0_1377,
    0xbe54_66cf,
    0x34e9_0c6c,
    0xc0ac_29b7,
    0xc97c_50dd,
    0x3f84_d5b5,
    0xb547_0917,
];

/// The state before the first block, that of SHA-256.
const START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// The order in which each round takes the words; round 10 is the same as round 0.
const ORDER: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

const BLOCK: usize = 64;
/// The last block ends with a bit and the length in bits.
const LENGTH_AT: usize = BLOCK - 8;

/// The BLAKE-256 hash of `bytes`.
///
/// ```
/// let hash = codec_decred::blake256(b"");
/// assert_eq!(hash[..4], [0x71, 0x6f, 0x6e, 0x86]);
/// ```
#[must_use]
pub fn blake256(bytes: &[u8]) -> [u8; 32] {
    let mut hasher = Blake256::new();
    hasher.update(bytes);
    hasher.finish()
}

/// BLAKE-256 of bytes that arrive in pieces.
///
/// ```
/// use codec_decred::{Blake256, blake256};
/// let mut hasher = Blake256::new();
/// hasher.update(b"ab");
/// hasher.update(b"c");
/// assert_eq!(hasher.finish(), blake256(b"abc"));
/// ```
#[derive(Debug, Clone)]
pub struct Blake256 {
    state: [u32; 8],
    /// Number of bytes in the blocks already hashed into the state.
    done: u64,
    /// The start of the next block.
    pending: [u8; BLOCK],
    /// Number of its bytes that are filled: fewer than a block.
    filled: usize,
}

impl Blake256 {
    /// A hasher that has taken no bytes.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        Self { state: START, done: 0, pending: [0; BLOCK], filled: 0 }
    }

    /// Takes more bytes.
    #[inline]
    pub fn update(&mut self, mut bytes: &[u8]) {
        if self.filled > 0 {
            let missing = BLOCK - self.filled;
            let (head, rest) = bytes.split_at(bytes.len().min(missing));
            self.pending[self.filled..self.filled + head.len()].copy_from_slice(head);
            self.filled += head.len();
            if self.filled < BLOCK {
                return;
            }
            let block = self.pending;
            self.block(&block);
            self.filled = 0;
            bytes = rest;
        }
        let (blocks, rest) = bytes.as_chunks::<BLOCK>();
        for block in blocks {
            self.block(block);
        }
        self.pending[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
    }

    /// The hash of all bytes taken.
    #[inline]
    #[must_use]
    pub fn finish(mut self) -> [u8; 32] {
        let bits = self.done.wrapping_add(self.filled as u64).wrapping_mul(8);
        // For a block without message bits, the counter is 0.
        let mut counter = if self.filled == 0 { 0 } else { bits };
        let mut last = [0; BLOCK];
        last[..self.filled].copy_from_slice(&self.pending[..self.filled]);
        last[self.filled] = 0x80;
        if self.filled >= LENGTH_AT {
            compress(&mut self.state, &last, counter);
            last = [0; BLOCK];
            counter = 0;
        }
        last[LENGTH_AT - 1] |= 1;
        last[LENGTH_AT..].copy_from_slice(&bits.to_be_bytes());
        compress(&mut self.state, &last, counter);
        let mut hash = [0; 32];
        for (bytes, word) in hash.as_chunks_mut::<4>().0.iter_mut().zip(self.state) {
            *bytes = word.to_be_bytes();
        }
        hash
    }

    #[inline(always)]
    fn block(&mut self, block: &[u8; BLOCK]) {
        self.done = self.done.wrapping_add(BLOCK as u64);
        compress(&mut self.state, block, self.done.wrapping_mul(8));
    }
}

impl Default for Blake256 {
    fn default() -> Self {
        Self::new()
    }
}

/// Hashes a block into the state; `counter` is the number of bits of the message up to its
/// end.
#[inline(never)]
fn compress(state: &mut [u32; 8], block: &[u8; BLOCK], counter: u64) {
    let mut message = [0; 16];
    for (word, bytes) in message.iter_mut().zip(block.as_chunks::<4>().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    #[expect(clippy::cast_possible_truncation, reason = "the two halves of the counter")]
    let (low, high) = (counter as u32, (counter >> 32) as u32);
    let mut v = [0; 16];
    v[..8].copy_from_slice(state);
    v[8..].copy_from_slice(&PI[..8]);
    v[12] ^= low;
    v[13] ^= low;
    v[14] ^= high;
    v[15] ^= high;
    round::<0>(&mut v, &message);
    round::<1>(&mut v, &message);
    round::<2>(&mut v, &message);
    round::<3>(&mut v, &message);
    round::<4>(&mut v, &message);
    round::<5>(&mut v, &message);
    round::<6>(&mut v, &message);
    round::<7>(&mut v, &message);
    round::<8>(&mut v, &message);
    round::<9>(&mut v, &message);
    round::<0>(&mut v, &message);
    round::<1>(&mut v, &message);
    round::<2>(&mut v, &message);
    round::<3>(&mut v, &message);
    for (index, word) in state.iter_mut().enumerate() {
        *word ^= v[index] ^ v[index + 8];
    }
}

/// The columns of the state as a square, then its diagonals.
#[inline(always)]
fn round<const ROUND: usize>(v: &mut [u32; 16], message: &[u32; 16]) {
    mix::<ROUND, 0>(v, message, [0, 4, 8, 12]);
    mix::<ROUND, 1>(v, message, [1, 5, 9, 13]);
    mix::<ROUND, 2>(v, message, [2, 6, 10, 14]);
    mix::<ROUND, 3>(v, message, [3, 7, 11, 15]);
    mix::<ROUND, 4>(v, message, [0, 5, 10, 15]);
    mix::<ROUND, 5>(v, message, [1, 6, 11, 12]);
    mix::<ROUND, 6>(v, message, [2, 7, 8, 13]);
    mix::<ROUND, 7>(v, message, [3, 4, 9, 14]);
}

#[expect(clippy::many_single_char_names, reason = "the names of the specification")]
#[inline(always)]
fn mix<const ROUND: usize, const STEP: usize>(
    v: &mut [u32; 16],
    message: &[u32; 16],
    [a, b, c, d]: [usize; 4],
) {
    let (one, two) = (ORDER[ROUND][2 * STEP], ORDER[ROUND][2 * STEP + 1]);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(message[one] ^ PI[two]);
    v[d] = (v[d] ^ v[a]).rotate_right(16);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(12);
    v[a] = v[a].wrapping_add(v[b]).wrapping_add(message[two] ^ PI[one]);
    v[d] = (v[d] ^ v[a]).rotate_right(8);
    v[c] = v[c].wrapping_add(v[d]);
    v[b] = (v[b] ^ v[c]).rotate_right(7);
}
