//! The roots that a block's header and coinbase commit to.

use crate::block::{Block, BlockRef};
use crate::digest::{Digest, merkle_root};

/// The bytes in an output of the coinbase before the commitment to the witnesses (BIP141).
const COMMITMENT: [u8; 6] = [0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed];

/// The commitment in a script of the coinbase.
fn commitment(script: &[u8]) -> Option<Digest> {
    script.strip_prefix(&COMMITMENT)?.first_chunk::<32>().copied().map(Digest)
}

macro_rules! roots {
    ($($form:ty),*) => {$(
        impl $form {
            /// Root of the tree of its transactions' ids, to be compared with the header's;
            /// `None` without transactions.
            #[must_use]
            pub fn merkle_root(&self) -> Option<Digest> {
                merkle_root(self.transactions.iter().map(|transaction| transaction.txid()))
            }

            /// Returns whether the root in the header is that of the transactions.
            #[must_use]
            pub fn has_valid_merkle_root(&self) -> bool {
                self.merkle_root() == Some(self.header.merkle_root)
            }

            /// Returns whether the coinbase commits to the witnesses of the transactions
            /// (BIP141); `true` when there are none and no commitment is needed.
            #[must_use]
            pub fn has_valid_witnesses(&self) -> bool {
                let Some(coinbase) = self.transactions.iter().next() else { return false };
                let outputs = coinbase.outputs.iter();
                let Some(committed) =
                    outputs.filter_map(|output| commitment(&output.script)).last()
                else {
                    return !self.transactions.iter().any(|transaction| transaction.is_segwit);
                };
                let reserved = coinbase.witnesses.iter().next().and_then(|witness| {
                    let item = witness.items.iter().next()?;
                    <[u8; 32]>::try_from(&item[..]).ok().filter(|_| witness.items.len() == 1)
                });
                let hashes = self.transactions.iter().skip(1).map(|each| each.wtxid());
                let root = merkle_root(core::iter::once(Digest::default()).chain(hashes));
                root.zip(reserved).is_some_and(|(root, reserved)| {
                    Digest::of_parts(&[&root.0, &reserved]) == committed
                })
            }
        }
    )*};
}

roots!(Block, BlockRef<'_>);
#[cfg(feature = "bytes")]
roots!(crate::block::BlockShared);
