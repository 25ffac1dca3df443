//! The 32-byte hash that identifies a block or a transaction.

use sha2::{Digest as _, Sha256};

codec_node::digest! {
    /// A double SHA-256 hash, in wire order. Displayed and parsed as Bitcoin does: in hex, the
    /// last byte first.
    ///
    /// ```
    /// use codec_bitcoin::Digest;
    /// use codec_core::{Consensus, Format};
    /// let empty = Digest::of(b"");
    /// assert_eq!(empty.0[..4], [0x5d, 0xf6, 0xe0, 0xe2]); // the checksum of no payload
    /// assert!(empty.to_string().ends_with("e2e0f65d"));
    /// assert_eq!(empty.to_string().parse(), Ok(empty));
    /// assert_eq!(Consensus::to_vec(&empty)?, empty.0);
    /// # Ok::<(), codec_core::EncodeError>(())
    /// ```
    pub struct Digest;
}

impl Digest {
    /// The hash of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self::of_parts(&[bytes])
    }

    /// The hash of these bytes, one after another.
    pub(crate) fn of_parts(parts: &[&[u8]]) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        Self(Sha256::digest(hasher.finalize()).into())
    }
}

/// The root of the tree whose leaves are these hashes; `None` when there are none. A hash
/// without a right neighbour is hashed with itself, so that lists that end in the same
/// hashes twice may have the root of a shorter list.
///
/// ```
/// use codec_bitcoin::{Digest, merkle_root};
/// let [one, two] = [Digest([1; 32]), Digest([2; 32])];
/// assert_eq!(merkle_root([]), None);
/// assert_eq!(merkle_root([one]), Some(one));
/// assert_eq!(merkle_root([one, two]), Some(Digest::of(&[one.0, two.0].concat())));
/// assert_eq!(merkle_root([one, two, one]), merkle_root([one, two, one, one]));
/// ```
#[must_use]
pub fn merkle_root(leaves: impl IntoIterator<Item = Digest>) -> Option<Digest> {
    codec_node::merkle_root(leaves, |left, right| Digest::of_parts(&[&left.0, &right.0]))
}
