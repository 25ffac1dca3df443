//! 128 bits that identify a wire format.

use core::fmt;
#[cfg(feature = "std")]
use core::fmt::Write;

#[cfg(feature = "std")]
use crate::measure::Encoding;
#[cfg(feature = "std")]
use crate::model::Model;

/// A fingerprint: 128-bit FNV-1a over the description in one format. It is the same on every
/// platform and in every release of this crate; it is not collision-resistant against an attacker.
///
/// ```
/// use codec_schema::{Encoding, Model};
/// let two = Model::of::<(u16, u16)>()?.fingerprint(&Encoding::BORSH);
/// assert_eq!(two, Model::of::<(u16, u16)>()?.fingerprint(&Encoding::BORSH));
/// assert_ne!(two, Model::of::<(u16, u32)>()?.fingerprint(&Encoding::BORSH));
/// assert_ne!(two, Model::of::<(u16, u16)>()?.fingerprint(&Encoding::POSTCARD));
/// assert_eq!(two.to_string().len(), 32);
/// # Ok::<(), codec_schema::ModelError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fingerprint(pub u128);

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Fingerprint {
    /// The fingerprint that a lock has for a format: a constant of programs without an allocator, and
    /// nothing in one that does not use it. A test with [`assert_locked!`](crate::assert_locked) holds
    /// the lock to the type.
    ///
    /// ```standalone_crate
    /// use codec_schema::{Encoding, Fingerprint, Model};
    /// const LOCK: &str = include_str!("../examples/service/2.lock");
    /// const OURS: Fingerprint = Fingerprint::of_lock(LOCK, "Postcard");
    /// let model = codec_schema::read_lock(LOCK)?;
    /// assert_eq!(OURS, model.fingerprint(&Encoding::POSTCARD));
    /// # Ok::<(), codec_schema::LockError>(())
    /// ```
    ///
    /// # Panics
    /// If the text has no line with the format's name and a fingerprint: where it is a constant, the
    /// build fails.
    pub const fn of_lock(lock: &str, format: &str) -> Self {
        let (lock, format) = (lock.as_bytes(), format.as_bytes());
        let mut at = 0;
        while at + 6 + format.len() + 32 <= lock.len() {
            if let Some(found) = line(lock, at, format) {
                return Self(found);
            }
            at += 1;
        }
        panic!("the lock has no fingerprint for this format")
    }
}

/// The number in a line `    FORMAT 32-digits` after this line end.
const fn line(lock: &[u8], at: usize, format: &[u8]) -> Option<u128> {
    let mut place = at;
    while place < at + 5 {
        if lock[place] != if place == at { b'\n' } else { b' ' } {
            return None;
        }
        place += 1;
    }
    let mut index = 0;
    while index < format.len() {
        if lock[place] != format[index] {
            return None;
        }
        (place, index) = (place + 1, index + 1);
    }
    if lock[place] != b' ' {
        return None;
    }
    let (end, mut value) = (place + 33, 0);
    place += 1;
    while place < end {
        let digit = match lock[place] {
            digit @ b'0'..=b'9' => digit - b'0',
            digit @ b'a'..=b'f' => digit - b'a' + 10,
            _ => return None,
        };
        value = value << 4 | digit as u128;
        place += 1;
    }
    Some(value)
}

/// 128-bit FNV-1a.
#[cfg(feature = "std")]
pub(crate) struct Hash(u128);

#[cfg(feature = "std")]
impl Hash {
    pub(crate) const fn new() -> Self {
        Self(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    pub(crate) const fn finish(self) -> Fingerprint {
        Fingerprint(self.0)
    }
}

#[cfg(feature = "std")]
impl Write for Hash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
        }
        Ok(())
    }
}

#[cfg(feature = "std")]
impl Model {
    /// Identifies the format of this type: names of types, fields and variants, their order, and
    /// how the format encodes them. Doc comments are not included.
    pub fn fingerprint(&self, encoding: &Encoding) -> Fingerprint {
        let mut hash = Hash::new();
        // Writing to a hash can't fail.
        let _ = write!(hash, "{}\n{}", layout(encoding), crate::text::text(self));
        hash.finish()
    }
}

#[cfg(feature = "std")]
/// Everything that the format decides, as text that is stable across releases of this crate.
fn layout(encoding: &Encoding) -> String {
    let rules = &encoding.rules;
    let mut text = format!("{} big {} strict {}", encoding.name, rules.big_endian, rules.strict);
    for bytes in [1, 2, 4, 8, 16] {
        let _ = write!(text, " {}", number(encoding.int_of(bytes)));
    }
    let _ = write!(text, " len {} tag {}", number(encoding.len), number(encoding.tag));
    text
}

#[cfg(feature = "std")]
fn number(number: crate::measure::Number) -> String {
    use crate::measure::Number;
    match number {
        Number::Fixed(bytes) => format!("fixed{bytes}"),
        Number::Little(bytes) => format!("little{bytes}"),
        Number::Marked(bytes) => format!("marked{bytes}"),
        Number::Leb128 { bytes, most } => format!("leb{bytes}.{most}"),
        Number::CompactSize => "compact".to_owned(),
        _ => "none".to_owned(),
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::Hash;
    use std::fmt::Write as _;

    #[test]
    fn the_hash_is_the_published_one() {
        for (text, wanted) in [
            ("", 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128),
            ("a", 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964),
            ("foobar", 0x343e_1662_793c_64bf_6f0d_3597_ba44_6f18),
        ] {
            let mut hash = Hash::new();
            hash.write_str(text).unwrap();
            assert_eq!(hash.finish().0, wanted, "{text}");
        }
    }
}
