//! The subprotocol that a connection is for.

use core::fmt;

use codec_derive::{Decode, Encode};

/// The subprotocol of a connection (Stratum V2 specification, section 3.6.1): one byte, in
/// every format.
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::Subprotocol;
/// assert_eq!(Sv2::to_vec(&Subprotocol::TemplateDistribution)?, [2]);
/// assert_eq!(Sv2::from_slice::<Subprotocol>(&[1])?, Subprotocol::JobDeclaration);
/// assert_eq!(Sv2::from_slice::<Subprotocol>(&[9])?, Subprotocol::Other(9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Encode, Decode)]
#[codec(plain, tag = u8)]
#[cfg_attr(feature = "schema", codec(schema))]
pub enum Subprotocol {
    /// Work and its results.
    Mining,
    /// Jobs built on the miner's side.
    JobDeclaration,
    /// Block templates from a node.
    TemplateDistribution,
    /// Any other: a server refuses the connection.
    #[codec(other)]
    Other(u8),
}

impl fmt::Display for Subprotocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mining => f.write_str("mining"),
            Self::JobDeclaration => f.write_str("job declaration"),
            Self::TemplateDistribution => f.write_str("template distribution"),
            Self::Other(number) => write!(f, "subprotocol {number}"),
        }
    }
}
