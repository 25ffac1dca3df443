//! Times.
#![forbid(unsafe_code)]

use codec_derive::{Decode, Encode};

/// A time, in units of 100 ns since the beginning of the year 1601 (UTC).
///
/// ```
/// use codec_core::{Bincode, Format};
/// use codec_industrial::Time;
/// assert_eq!(Bincode::to_vec(&Time(7))?, [7, 0, 0, 0, 0, 0, 0, 0]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Encode, Decode)]
#[codec(plain, schema)]
pub struct Time(pub u64);
