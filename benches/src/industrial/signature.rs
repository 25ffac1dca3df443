//! Signatures of names: the CRC-16 of a name's UTF-16LE bytes, cached per thread,
//! for at most 1,024 names.
#![forbid(unsafe_code)]

use std::cell::RefCell;
use std::collections::HashMap;

/// How many names a thread caches.
pub const CAPACITY: usize = 1024;

thread_local! {
    static KNOWN: RefCell<HashMap<Box<str>, u16>> = RefCell::new(HashMap::with_capacity(CAPACITY));
}

/// The signature of a name. A name cached by this thread costs a look-up and no
/// allocation; when the cache is full, it is cleared.
#[must_use]
pub fn signature(name: &str) -> u16 {
    KNOWN.with_borrow_mut(|known| {
        if let Some(signature) = known.get(name) {
            return *signature;
        }
        if known.len() == CAPACITY {
            known.clear();
        }
        let signature = compute(name);
        known.insert(name.into(), signature);
        signature
    })
}

/// The CRC-16 (polynomial 0x8005, reflected, from 0) of the UTF-16LE bytes of
/// the name in lower case.
fn compute(name: &str) -> u16 {
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
    use super::{CAPACITY, KNOWN, compute, signature};

    #[test]
    fn it_is_the_crc_of_the_bytes_in_utf_16() {
        // CRC-16/ARC of 31 00 32 00 33 00, computed bit by bit by hand's rule.
        let bytes = b"1\x002\x003\x00";
        let bits = bytes.iter().flat_map(|byte| (0..8).map(move |bit| byte >> bit & 1));
        let by_bits = bits.fold(0u16, |crc, bit| {
            let out = (crc & 1) ^ u16::from(bit);
            (crc >> 1) ^ (out * 0xa001)
        });
        assert_eq!(compute("123"), by_bits);
        assert_eq!(compute("Tank"), compute("tANK"));
        assert_ne!(compute("Tank"), compute("Tanks"));
    }

    #[test]
    fn a_thread_remembers_so_many_names_and_no_more() {
        for index in 0..3 * CAPACITY {
            let name = format!("Tank_{index}");
            assert_eq!(signature(&name), compute(&name));
            assert_eq!(signature(&name), compute(&name));
            assert!(KNOWN.with_borrow(|known| known.len() <= CAPACITY));
        }
    }
}
