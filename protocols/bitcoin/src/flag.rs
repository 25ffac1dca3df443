//! A boolean of any byte.

use codec_derive::{Decode, Encode};

/// A boolean as Bitcoin Core reads it: no for 0, and yes for any other byte, which is kept.
///
/// ```
/// use codec_bitcoin::Flag;
/// use codec_core::{Consensus, Format};
/// let read: Flag = Consensus::from_slice(&[2])?;
/// assert!(read.is_set() && !Flag::NO.is_set());
/// assert_eq!(Consensus::to_vec(&read).unwrap(), [2]);
/// assert_eq!(Consensus::to_vec(&Flag::from(true)).unwrap(), [1]);
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(transparent, plain, schema)]
#[repr(transparent)]
pub struct Flag(pub u8);

impl Flag {
    /// 0.
    pub const NO: Self = Self(0);
    /// 1.
    pub const YES: Self = Self(1);

    /// Returns true for any byte but 0.
    #[must_use]
    pub const fn is_set(self) -> bool {
        self.0 != 0
    }
}

impl From<bool> for Flag {
    fn from(flag: bool) -> Self {
        Self(flag.into())
    }
}
