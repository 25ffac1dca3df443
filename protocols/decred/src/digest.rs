//! The 32-byte hash that identifies a block, a transaction or a mixing message.

use crate::blake256::{Blake256, blake256};

codec_node::digest! {
    /// A BLAKE-256 hash, in wire order. Displayed and parsed as Decred does: in hex, the last
    /// byte first.
    ///
    /// ```
    /// use codec_core::{Consensus, Format};
    /// use codec_decred::Digest;
    /// let mut hash = Digest::default();
    /// hash.0[0] = 0xab;
    /// assert_eq!(hash.to_string(), format!("{}ab", "00".repeat(31)));
    /// assert_eq!(hash.to_string().parse(), Ok(hash));
    /// assert_eq!(Consensus::to_vec(&hash)?[..2], [0xab, 0]);
    /// # Ok::<(), codec_core::EncodeError>(())
    /// ```
    pub struct Digest;
}

impl Digest {
    /// The hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(blake256(bytes))
    }
}

/// The root of the tree whose leaves are these hashes; zero when there are none. A hash without
/// a right neighbour is hashed with itself.
///
/// ```
/// use codec_decred::{Digest, merkle_root};
/// let [one, two] = [Digest([1; 32]), Digest([2; 32])];
/// assert_eq!((merkle_root([]), merkle_root([one])), (Digest::default(), one));
/// assert_eq!(merkle_root([one, two]), Digest::of(&[one.0, two.0].concat()));
/// assert_eq!(merkle_root([one, two, one]), merkle_root([one, two, one, one]));
/// ```
#[must_use]
pub fn merkle_root(leaves: impl IntoIterator<Item = Digest>) -> Digest {
    let join = |left: &Digest, right: &Digest| {
        let mut hasher = Blake256::new();
        hasher.update(&left.0);
        hasher.update(&right.0);
        Digest(hasher.finish())
    };
    codec_node::merkle_root(leaves, join).unwrap_or_default()
}
