//! Checksums that several protocols use.

/// RFC 1071: the complement of the sum of 16-bit words in ones' complement.
pub(crate) fn internet<const N: usize>(runs: [&[u8]; N]) -> u16 {
    let words = runs.into_iter().flat_map(|run| run.chunks(2));
    let word = |pair: &[u8]| u32::from(pair[0]) << 8 | u32::from(*pair.get(1).unwrap_or(&0));
    let sum: u32 = words.map(word).sum();
    let sum = (sum & 0xffff) + (sum >> 16);
    let sum = (sum & 0xffff) + (sum >> 16);
    !u16::try_from(sum).unwrap()
}

/// CRC-32 as in Ethernet, PNG and ZIP.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), |crc, _| step(crc)))
}

#[test]
fn the_checksums_are_those_of_their_specifications() {
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    // RFC 1071, 3.
    assert_eq!(internet([&[0, 1, 0xf2, 3, 0xf4, 0xf5, 0xf6, 0xf7]]), !0xddf2);
}
