//! The 32-byte hashes that identify blocks and transactions.

/// The root of the tree whose leaves are these hashes; `None` when there are none. A hash
/// without a right neighbour is joined with itself, so that lists that end in the same
/// hashes twice may have the root of a shorter list. `join` hashes two hashes.
///
/// ```
/// use codec_node::merkle_root;
/// let join = |left: &char, right: &char| if left == right { '2' } else { '+' };
/// assert_eq!(merkle_root([], join), None);
/// assert_eq!(merkle_root(['a'], join), Some('a'));
/// assert_eq!(merkle_root(['a', 'a'], join), Some('2'));
/// assert_eq!(merkle_root(['a', 'b', 'c'], join), Some('+')); // of '+' and '2'
/// ```
#[must_use]
pub fn merkle_root<H: Copy>(
    leaves: impl IntoIterator<Item = H>,
    join: impl Fn(&H, &H) -> H,
) -> Option<H> {
    // At each level the hash that has no right neighbour yet.
    let mut single = [None; usize::BITS as usize];
    for leaf in leaves {
        let mut hash = leaf;
        for level in &mut single {
            let Some(left) = level.take() else {
                *level = Some(hash);
                break;
            };
            hash = join(&left, &hash);
        }
    }
    let top = single.iter().rposition(Option::is_some)?;
    let below = single[..top].iter().fold(None, |last, left| match (left, last) {
        (Some(left), last) => Some(join(left, last.as_ref().unwrap_or(left))),
        (None, last) => last.map(|last| join(&last, &last)),
    });
    match (single[top], below) {
        (Some(left), Some(last)) => Some(join(&left, &last)),
        (only, _) => only,
    }
}

/// Declares the hash of a protocol, a struct of 32 bytes in wire order: how it is encoded,
/// displayed and parsed. The struct is the caller's own, so that hashes of two protocols are
/// two types; how it is computed is left to the caller.
///
/// ```
/// use codec_core::{Consensus, Format};
/// codec_node::digest! {
///     /// A hash.
///     pub struct Digest;
/// }
/// let mut hash = Digest::default();
/// hash.0[0] = 0xab;
/// assert_eq!(hash.to_string(), format!("{}ab", "00".repeat(31)));
/// assert_eq!(hash.to_string().parse(), Ok(hash));
/// assert_eq!(Consensus::to_vec(&hash)?[..2], [0xab, 0]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[macro_export]
macro_rules! digest {
    ($(#[$doc:meta])* pub struct $name:ident;) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, $crate::codec_derive::Decode,
        )]
        #[codec(transparent, plain, schema)]
        #[repr(transparent)]
        pub struct $name(pub [u8; 32]);

        impl From<[u8; 32]> for $name {
            fn from(bytes: [u8; 32]) -> Self {
                Self(bytes)
            }
        }

        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        /// In hex, the last byte first.
        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                self.0.iter().rev().try_for_each(|byte| write!(f, "{byte:02x}"))
            }
        }

        /// Writes it as it is displayed, after `0x` where the format has a `#`.
        impl ::core::fmt::LowerHex for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let number = $crate::codec_core::wire::U256::from_be_bytes(self.0);
                ::core::fmt::LowerHex::fmt(&number, f)
            }
        }

        /// From hex, the last byte first.
        impl ::core::str::FromStr for $name {
            type Err = $crate::codec_core::wire::ParseHexError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(|number: $crate::codec_core::wire::U256| {
                    Self(number.to_be_bytes())
                })
            }
        }

        /// The number that is compared with a target.
        impl From<$name> for $crate::codec_core::wire::U256 {
            fn from(hash: $name) -> Self {
                Self(hash.0)
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Display::fmt(self, f)
            }
        }

        /// Hand-written: 32 bytes take fewer instructions to write than a slice of bytes.
        impl $crate::codec_core::Encode for $name {
            #[inline(always)]
            fn encoded_size<F: $crate::codec_core::Format>() -> $crate::codec_core::Size {
                $crate::codec_core::Size::fixed(32)
            }

            #[inline(always)]
            fn encoded_len<F: $crate::codec_core::Format>(&self) -> usize {
                32
            }

            #[inline(always)]
            fn encode<F: $crate::codec_core::Format>(
                &self,
                w: &mut $crate::codec_core::Writer<'_, F>,
            ) -> Result<(), $crate::codec_core::EncodeError> {
                w.array(&self.0)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::merkle_root;

    fn level_by_level(mut level: Vec<u64>, join: impl Fn(&u64, &u64) -> u64) -> Option<u64> {
        while level.len() > 1 {
            level = level.chunks(2).map(|pair| join(&pair[0], &pair[pair.len() - 1])).collect();
        }
        level.pop()
    }

    #[test]
    fn the_root_is_that_of_the_tree_built_level_by_level() {
        let join = |left: &u64, right: &u64| left.wrapping_mul(31) ^ right.rotate_left(7);
        for count in 0..300 {
            let leaves: Vec<u64> = (1..=count).collect();
            assert_eq!(merkle_root(leaves.clone(), join), level_by_level(leaves, join), "{count}");
        }
    }
}
