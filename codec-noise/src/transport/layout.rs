//! Sealed lengths (Stratum V2, 4.6).
#![forbid(unsafe_code)]

use crate::cipher::TAG;

/// Bytes of a frame's header.
pub const HEADER: usize = 6;
/// Bytes of a frame's header once it is sealed: 22.
pub const SEALED_HEADER: usize = HEADER + TAG;
/// Bytes of payload in one sealed block: those that a Noise message of 65,535 bytes holds
/// in addition to its tag.
pub const BLOCK: usize = SEALED_BLOCK - TAG;
/// Bytes of a whole block once it is sealed.
pub(crate) const SEALED_BLOCK: usize = 65_535;

/// Blocks of a payload of `len` bytes: none for an empty one.
pub(crate) const fn blocks(len: usize) -> usize {
    len.div_ceil(BLOCK)
}

/// Bytes of a payload of `len` bytes once it is sealed: a tag more for each block of
/// 65,519 bytes, or part of one.
///
/// ```
/// use codec_noise::sealed_payload_len;
/// assert_eq!(sealed_payload_len(0), 0);
/// assert_eq!(sealed_payload_len(1), 17);
/// assert_eq!(sealed_payload_len(65_519), 65_535);
/// assert_eq!(sealed_payload_len(65_520), 65_535 + 17);
/// ```
pub const fn sealed_payload_len(len: usize) -> usize {
    len.saturating_add(blocks(len) * TAG)
}

/// Bytes of the payload whose sealed length is `sealed`; `None` where no payload has that
/// sealed length.
pub(crate) const fn payload_len(sealed: usize) -> Option<usize> {
    let tags = sealed.div_ceil(SEALED_BLOCK) * TAG;
    match sealed.checked_sub(tags) {
        Some(len) if sealed_payload_len(len) == sealed => Some(len),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_length_tells_the_length() {
        for len in (0..200_000).chain(16_000_000..16_200_000) {
            assert_eq!(payload_len(sealed_payload_len(len)), Some(len));
        }
    }

    #[test]
    fn no_payload_seals_to_a_tag_alone_or_less() {
        for short in 1..=TAG {
            assert_eq!(payload_len(short), None);
            assert_eq!(payload_len(SEALED_BLOCK + short), None);
        }
        assert_eq!(payload_len(TAG + 1), Some(1));
    }
}
