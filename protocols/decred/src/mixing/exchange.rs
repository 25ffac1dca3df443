//! Exchanging keys.

use codec_core::wire::Vec;
use codec_derive::{Decode, Encode};

use super::{MAX_PEERS, PUBLIC_KEY_LEN, SIGNATURE_LEN, Sender};
use crate::digest::Digest;

/// Length of a public key of sntrup4591761 in bytes.
pub const PQ_PUBLIC_KEY_LEN: usize = 1_218;
/// Length of a ciphertext of sntrup4591761 in bytes.
pub const CIPHERTEXT_LEN: usize = 1_047;

/// Sends the peers the keys for a run.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "mixkeyxchg")]
pub struct KeyExchange {
    /// Signature by the peer's key, over what follows.
    pub signature: [u8; SIGNATURE_LEN],
    /// The public key of the peer, in compressed form.
    pub identity: [u8; PUBLIC_KEY_LEN],
    /// The session.
    pub session: [u8; 32],
    /// Start of the session, in seconds since 1970.
    pub epoch: u64,
    /// The run of the session, from 0.
    pub run: u32,
    /// The index of the peer among the peers.
    pub position: u32,
    /// A key on secp256k1, in compressed form.
    pub ecdh: [u8; PUBLIC_KEY_LEN],
    /// A key of sntrup4591761: exactly 1,218 bytes.
    #[codec(count = PQ_PUBLIC_KEY_LEN)]
    pub pq_public_key: Vec<u8>,
    /// Commits to the secrets that may have to be revealed.
    pub commitment: Digest,
    /// The messages to which it responds, at most 512.
    #[codec(max = MAX_PEERS)]
    pub seen: Vec<Digest>,
}

/// Sends each peer a secret, encrypted for it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "mixcphrtxt")]
pub struct Ciphertexts {
    /// The sender, and the run.
    pub sender: Sender,
    /// One for each peer, at most 512.
    #[codec(max = MAX_PEERS)]
    pub ciphertexts: Vec<[u8; CIPHERTEXT_LEN]>,
    /// The messages to which it responds, as many as ciphertexts.
    #[codec(count = ciphertexts.len())]
    pub seen: Vec<Digest>,
}
