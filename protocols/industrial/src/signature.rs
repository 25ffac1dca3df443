//! Signatures of names.
#![forbid(unsafe_code)]

/// The signature of a name: the CRC-16 (polynomial 0x8005, reflected, from 0) of the bytes of the
/// name in lower case, in UTF-16, little-endian.
///
/// ```
/// use codec_industrial::signature;
/// assert_eq!(signature("Tank_001"), signature("TANK_001"));
/// assert_ne!(signature("Tank_001"), signature("Tank_002"));
/// assert_eq!(signature(""), 0);
/// ```
#[must_use]
pub fn signature(name: &str) -> u16 {
    let lower = name.chars().flat_map(char::to_lowercase);
    lower.fold(0, |crc, letter| {
        let mut units = [0; 2];
        let bytes = letter.encode_utf16(&mut units).iter().flat_map(|unit| unit.to_le_bytes());
        bytes.fold(crc, |crc, byte| {
            (0..8).fold(crc ^ u16::from(byte), |crc, _| {
                if crc & 1 == 1 { crc >> 1 ^ 0xa001 } else { crc >> 1 }
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::signature;

    #[test]
    fn it_is_the_crc_of_the_bytes_in_utf_16() {
        // CRC-16/ARC of 31 00 32 00 33 00, bit by bit as in its definition.
        let bytes = b"1\x002\x003\x00";
        let bits = bytes.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1));
        let by_bits = bits.fold(0u16, |crc, bit| {
            let out = (crc & 1) ^ u16::from(bit);
            (crc >> 1) ^ (out * 0xa001)
        });
        assert_eq!(signature("123"), by_bits);
        assert_eq!(signature("𝄞É"), signature("𝄞é"));
    }
}
