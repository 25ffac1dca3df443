//! The elements of the lists in a transaction.

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};

use crate::digest::Digest;

/// An output of an earlier transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct OutPoint {
    /// The transaction.
    pub hash: Digest,
    /// The index of the output.
    pub index: u32,
    /// The tree of its block that the transaction is in: 0 for the regular one, 1 for
    /// the stake tree.
    pub tree: i8,
}

/// An input of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct Input {
    /// The output that is spent.
    pub previous: OutPoint,
    /// The version of this input, and the required age of the output.
    pub sequence: u32,
}

/// An output of a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, Hash)), shared, schema)]
pub struct Output {
    /// The amount, in atoms.
    pub value: i64,
    /// The version of the script language.
    pub script_version: u16,
    /// The script that determines who may spend it.
    #[codec(max = MAX_SCRIPT)]
    pub script: Vec<u8>,
}

/// The witness of an input, which authorises spending it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, Hash)), shared, schema)]
pub struct WitnessInput {
    /// The value of the input, in atoms.
    pub value: i64,
    /// Height of the block that has the output.
    pub block_height: u32,
    /// The index of the transaction in that block.
    pub block_index: u32,
    /// The signature.
    #[codec(max = MAX_SCRIPT)]
    pub signature_script: Vec<u8>,
}

codec_node::packable! {
    Output: OutputRef<'_>, OutputShared;
    WitnessInput: WitnessInputRef<'_>, WitnessInputShared;
}

/// The longest script, in bytes.
pub const MAX_SCRIPT: usize = 32 << 20;
