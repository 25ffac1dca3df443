//! Mixing: peers build a transaction together without knowing whose outputs are whose. Messages are
//! identified by the hash of their payload; all of them exist since version 10.

mod exchange;
mod pair;
mod rounds;

use codec_derive::{Decode, Encode};

use crate::blake256::Blake256;
use crate::digest::Digest;

pub use exchange::{CIPHERTEXT_LEN, Ciphertexts, KeyExchange, PQ_PUBLIC_KEY_LEN};
pub use exchange::{CiphertextsRef, KeyExchangeRef};
pub use pair::{PairRequest, PairRequestRef, PairUtxo, PairUtxoRef};
pub use rounds::{Confirm, ConfirmRef, DcNet, DcNetRef, DcShape, DcShapeRef, FieldElement};
pub use rounds::{FactoredPoly, FactoredPolyRef, MESSAGE_LEN, MessageLen, MessageLenRef};
pub use rounds::{Secrets, SecretsRef, SlotReserve, SlotReserveRef};
codec_core::shared! {
    pub use exchange::{CiphertextsShared, KeyExchangeShared};
    pub use pair::{PairRequestShared, PairUtxoShared};
    pub use rounds::{ConfirmShared, DcNetShared, DcShapeShared, FactoredPolyShared};
    pub use rounds::{MessageLenShared, SecretsShared, SlotReserveShared};
}

/// The most peers of a mix.
pub const MAX_PEERS: usize = 512;
/// The most messages of all peers of a mix.
pub const MAX_MESSAGES: usize = 1_024;
/// Length of a signature in bytes; every mixing message begins with one.
pub const SIGNATURE_LEN: usize = 64;
/// Length of a public key in bytes.
pub const PUBLIC_KEY_LEN: usize = 33;

/// The start of most mixing messages: the sender, the session and its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct Sender {
    /// Signature by the peer's key, over what follows.
    pub signature: [u8; SIGNATURE_LEN],
    /// The public key of the peer, in compressed form.
    pub identity: [u8; PUBLIC_KEY_LEN],
    /// The session.
    pub session: [u8; 32],
    /// The run of the session, from 0.
    pub run: u32,
}

/// The hash that a mixing message's signature covers: of the command's name with `-sig`
/// appended, and the payload after the signature. `None` when the payload is shorter than a
/// signature.
///
/// ```
/// use codec_decred::{Blake256, mixing::signed_hash};
/// let mut payload = vec![0; 64];
/// payload.extend(b"rest");
/// let mut hasher = Blake256::new();
/// hasher.update(b"\x0fmixfactpoly-sigrest");
/// assert_eq!(signed_hash("mixfactpoly", &payload), Some(hasher.finish().into()));
/// assert_eq!(signed_hash("mixfactpoly", &payload[..63]), None);
/// ```
#[must_use]
pub fn signed_hash(command: &str, payload: &[u8]) -> Option<Digest> {
    const SUFFIX: &[u8] = b"-sig";
    let signed = payload.get(SIGNATURE_LEN..)?;
    let len = u8::try_from(command.len() + SUFFIX.len()).ok().filter(|len| *len < 0xfd)?;
    let mut hasher = Blake256::new();
    hasher.update(&[len]);
    hasher.update(command.as_bytes());
    hasher.update(SUFFIX);
    hasher.update(signed);
    Some(Digest(hasher.finish()))
}
