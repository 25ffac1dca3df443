//! Looking for peers to mix with.

use codec_core::{Decode, Encode};

use super::{MAX_PEERS, PUBLIC_KEY_LEN, SIGNATURE_LEN};
use crate::ascii::Ascii;
use crate::check;
use crate::transaction::{OutPoint, Output};

/// An output that a peer would spend, and the proof that it may.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared)]
pub struct PairUtxo {
    /// The output.
    pub out_point: OutPoint,
    /// The script that is redeemed, if the output names but its hash; at most
    /// 16,384 bytes.
    #[codec(max = 16_384)]
    pub script: Vec<u8>,
    /// At most 33 bytes.
    #[codec(max = 33)]
    pub public_key: Vec<u8>,
    /// At most 64 bytes.
    #[codec(max = 64)]
    pub signature: Vec<u8>,
    /// The opcode that the script of the output is to be redeemed by, if any.
    pub opcode: u8,
}

/// Asks for peers to mix with.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = "mixpairreq")]
pub struct PairRequest {
    /// By the key of the peer, over what follows.
    pub signature: [u8; SIGNATURE_LEN],
    /// The public key of the peer, in its short form.
    pub identity: [u8; PUBLIC_KEY_LEN],
    /// The block as of which the request is void.
    pub expiry: u32,
    /// What each mixed output pays, in atoms; not negative.
    #[codec(check = check::amount)]
    pub amount: i64,
    /// Which kind of scripts the mixed outputs have.
    pub script_class: Ascii<32>,
    /// The version of the transaction.
    pub tx_version: u16,
    /// The lock time of the transaction.
    pub lock_time: u32,
    /// How many mixed outputs the peer wants.
    pub message_count: u32,
    /// What the peer's outputs are worth together, in atoms; not negative.
    #[codec(check = check::amount)]
    pub input_value: i64,
    /// What the peer would spend, at most 512.
    #[codec(max = MAX_PEERS)]
    pub utxos: Vec<PairUtxo>,
    /// Whether there is [`change`](Self::change).
    pub has_change: bool,
    /// What the peer gets back.
    #[codec(if = has_change)]
    pub change: Option<Output>,
    /// Unused so far.
    pub flags: u8,
    /// Which peers it may be paired with.
    pub pairing_flags: u8,
}
