//! The elements of the lists in a transaction.

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};

use crate::command::MAX_MESSAGE_PAYLOAD;
use crate::digest::Digest;

/// An output of an earlier transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(plain, schema)]
pub struct OutPoint {
    /// The id of the transaction.
    pub txid: Digest,
    /// The index of the output.
    pub index: u32,
}

impl OutPoint {
    /// The reference in the input of a coinbase: to no transaction.
    pub const NULL: Self = Self { txid: Digest([0; 32]), index: u32::MAX };
}

/// An input of a transaction. Its witness is in [`Transaction::witnesses`](super::Transaction).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, Hash)), shared, schema)]
pub struct Input {
    /// The output that is spent.
    pub previous: OutPoint,
    /// The script that authorises spending it, where a witness doesn't.
    #[codec(max = MAX_SCRIPT)]
    pub script: Vec<u8>,
    /// The version of this input, and the required age of the output (BIP68).
    pub sequence: u32,
}

/// An output of a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, Hash)), shared, schema)]
pub struct Output {
    /// The amount, in satoshis.
    pub value: i64,
    /// The script that determines who may spend it.
    #[codec(max = MAX_SCRIPT)]
    pub script: Vec<u8>,
}

/// The witness of an input: what authorises spending, not part of the transaction's id.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, Hash)), shared, schema)]
pub struct Witness {
    /// Its items; none for an input without a witness.
    #[codec(max = MAX_WITNESS_ITEMS)]
    pub items: Vec<Vec<u8>>,
}

codec_node::packable! {
    Input: InputRef<'_>, InputShared;
    Output: OutputRef<'_>, OutputShared;
    Witness: WitnessRef<'_>, WitnessShared;
}

/// The longest script or item of a witness, in bytes: what a message may hold.
pub const MAX_SCRIPT: usize = MAX_MESSAGE_PAYLOAD;
/// The most items of a witness: each takes a byte.
pub const MAX_WITNESS_ITEMS: usize = MAX_MESSAGE_PAYLOAD;
