//! SipHash-2-4, which computes the short transaction ids in compact blocks (BIP152).

/// The hash of 32 bytes under a key of two words.
///
/// The rounds run on four words; the message is five: the bytes as words, and the length in
/// the highest byte of the last.
pub(crate) fn siphash([k0, k1]: [u64; 2], bytes: &[u8; 32]) -> u64 {
    let mut v = [
        k0 ^ 0x736f_6d65_7073_6575,
        k1 ^ 0x646f_7261_6e64_6f6d,
        k0 ^ 0x6c79_6765_6e65_7261,
        k1 ^ 0x7465_6462_7974_6573,
    ];
    let words = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word));
    for word in words.chain([32 << 56]) {
        v[3] ^= word;
        round(&mut v);
        round(&mut v);
        v[0] ^= word;
    }
    v[2] ^= 0xff;
    (0..4).for_each(|_| round(&mut v));
    v[0] ^ v[1] ^ v[2] ^ v[3]
}

#[inline(always)]
const fn round(v: &mut [u64; 4]) {
    v[0] = v[0].wrapping_add(v[1]);
    v[1] = v[1].rotate_left(13) ^ v[0];
    v[0] = v[0].rotate_left(32);
    v[2] = v[2].wrapping_add(v[3]);
    v[3] = v[3].rotate_left(16) ^ v[2];
    v[0] = v[0].wrapping_add(v[3]);
    v[3] = v[3].rotate_left(21) ^ v[0];
    v[2] = v[2].wrapping_add(v[1]);
    v[1] = v[1].rotate_left(17) ^ v[2];
    v[2] = v[2].rotate_left(32);
}

#[cfg(test)]
mod tests {
    /// The vector of the reference implementation for a message of 32 bytes, 0 to 31, under
    /// the key of the bytes 0 to 15.
    #[test]
    fn is_as_the_reference_has_it() {
        let bytes: [u8; 32] = core::array::from_fn(|at| at.try_into().expect("it is small"));
        let key = [0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908];
        assert_eq!(super::siphash(key, &bytes), 0x7127_512f_72f2_7cce);
    }
}
