//! Looking for peers to mix with.

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};

use super::{MAX_PEERS, PUBLIC_KEY_LEN, SIGNATURE_LEN};
use crate::ascii::Ascii;
use crate::check;
use crate::transaction::{OutPoint, Output};

/// An output that a peer wants to spend, and the proof that it may.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct PairUtxo {
    /// The output.
    pub out_point: OutPoint,
    /// The script that is redeemed, if the output contains only its hash; at most 16,384
    /// bytes.
    #[codec(max = 16_384)]
    pub script: Vec<u8>,
    /// At most 33 bytes.
    #[codec(max = 33)]
    pub public_key: Vec<u8>,
    /// At most 64 bytes.
    #[codec(max = 64)]
    pub signature: Vec<u8>,
    /// The opcode with which the output's script is redeemed, if any.
    pub opcode: u8,
}

/// Announces a peer that looks for others to mix with.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "mixpairreq")]
pub struct PairRequest {
    /// Signature by the peer's key, over what follows.
    pub signature: [u8; SIGNATURE_LEN],
    /// The public key of the peer, in compressed form.
    pub identity: [u8; PUBLIC_KEY_LEN],
    /// The block height at which the request expires.
    pub expiry: u32,
    /// The amount that each mixed output pays, in atoms; not negative.
    #[codec(check = check::amount)]
    pub amount: i64,
    /// The kind of scripts that the mixed outputs have.
    pub script_class: Ascii<32>,
    /// The version of the transaction.
    pub tx_version: u16,
    /// The lock time of the transaction.
    pub lock_time: u32,
    /// Number of mixed outputs that the peer wants.
    pub message_count: u32,
    /// The total value of the outputs that the peer spends, in atoms; not negative.
    #[codec(check = check::amount)]
    pub input_value: i64,
    /// The outputs that the peer wants to spend, at most 512.
    #[codec(max = MAX_PEERS)]
    pub utxos: Vec<PairUtxo>,
    /// `true` if there is [`change`](Self::change).
    pub has_change: bool,
    /// The change output of the peer.
    #[codec(if = has_change)]
    pub change: Option<Output>,
    /// Currently unused.
    pub flags: u8,
    /// The peers that it may be paired with, as flags.
    pub pairing_flags: u8,
}
