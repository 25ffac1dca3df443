//! The layout of bincode 1, of bincode 2's `legacy` configuration, and of wincode.
#![forbid(unsafe_code)]

use super::{BigEndian, Layout, LittleEndian, Rules};

/// Fixed-width little-endian integers, lengths of 64 bits, tags of 32 bits.
///
/// Byte for byte what `bincode` 1.3 `serialize`, `bincode` 2 with
/// `config::legacy()` and `wincode` 0.6 write by default. As in bincode 2,
/// bytes after the value are an error, unless the prefix form is called.
///
/// ```
/// use codec_core::{Bincode, Format};
/// assert_eq!(Bincode::to_vec(&Some(258u16))?, [1, 2, 1]);
/// assert_eq!(Bincode::to_vec(&vec![7u8])?, [1, 0, 0, 0, 0, 0, 0, 0, 7]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bincode;

impl Layout for Bincode {
    type State = ();
    type Checked = Self;
    type Big = BigEndian<Self>;
    type Little = LittleEndian<Self>;
    const RULES: Rules = Rules { name: "bincode", ..Rules::PLAIN };
}
