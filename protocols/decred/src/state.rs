//! The state of a node that a miner needs in order to start.

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};

use crate::ascii::Ascii;
use crate::digest::Digest;

/// Requests the [`MiningState`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getminings")]
pub struct GetMiningState {}

/// Announces the blocks at the tip, and votes for them.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "miningstate")]
pub struct MiningState {
    /// The version of this message.
    pub version: u32,
    /// Height of the blocks.
    pub height: u32,
    /// At most 8.
    #[codec(max = 8)]
    pub blocks: Vec<Digest>,
    /// At most 40.
    #[codec(max = 40)]
    pub votes: Vec<Digest>,
}

/// Requests parts of the [`InitState`]; since version 8.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::{Ascii, state::GetInitState};
/// let kind = Ascii::new("tspends").ok_or("it is printable")?;
/// let bytes = Consensus::to_vec(&GetInitState { kinds: vec![kind] })?;
/// assert_eq!(bytes, b"\x01\x07tspends");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "getinitstate")]
pub struct GetInitState {
    /// `headblocks`, `headblockvotes` and `tspends`; at most 32.
    #[codec(max = 32)]
    pub kinds: Vec<Ascii<32>>,
}

/// Announces the blocks at the tip, votes for them, and treasury spends; since version 8.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "initstate")]
pub struct InitState {
    /// At most 8.
    #[codec(max = 8)]
    pub blocks: Vec<Digest>,
    /// At most 40.
    #[codec(max = 40)]
    pub votes: Vec<Digest>,
    /// At most 7.
    #[codec(max = 7)]
    pub treasury_spends: Vec<Digest>,
}
