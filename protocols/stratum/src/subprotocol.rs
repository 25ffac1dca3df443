//! The subprotocol that a connection is for.

use core::fmt;

use codec_derive::{Decode, Encode};

/// The subprotocol of a connection (Stratum V2 specification, section 3.6.1): one byte, in
/// every format.
///
/// ```
/// use codec_core::{DecodeErrorKind, Format, Sv2};
/// use codec_stratum::Subprotocol;
/// assert_eq!(Sv2::to_vec(&Subprotocol::TemplateDistribution)?, [2]);
/// assert_eq!(Sv2::from_slice::<Subprotocol>(&[1])?, Subprotocol::JobDeclaration);
/// let error = Sv2::from_slice::<Subprotocol>(&[3]).unwrap_err();
/// assert_eq!(error.kind(), DecodeErrorKind::InvalidTag);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Encode, Decode)]
#[codec(plain, tag = u8, schema)]
pub enum Subprotocol {
    /// Work and its results.
    Mining,
    /// Jobs built on the miner's side.
    JobDeclaration,
    /// Block templates from a node.
    TemplateDistribution,
}

impl fmt::Display for Subprotocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mining => "mining",
            Self::JobDeclaration => "job declaration",
            Self::TemplateDistribution => "template distribution",
        })
    }
}
