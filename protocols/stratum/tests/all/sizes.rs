//! Fixed-size types have the same size in memory as on the wire.

use codec_core::wire::{Mac, PubKey, Signature, U24, U256};
use codec_stratum::Subprotocol;

#[test]
fn fixed_wire_types_have_their_wire_size() {
    assert_eq!(size_of::<U24>(), 3);
    assert_eq!(size_of::<U256>(), 32);
    assert_eq!(size_of::<PubKey>(), 32);
    assert_eq!(size_of::<Signature>(), 64);
    assert_eq!(size_of::<Mac>(), 16);
    assert_eq!(align_of::<(U24, Subprotocol)>(), 1);
    // So that a `Result` of them is moved as a whole, next to its error.
    assert_eq!(align_of::<(U256, PubKey, Signature, Mac)>(), 8);
}
