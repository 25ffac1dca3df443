//! Ids of transactions, and what makes one of its parts: both take memory.

use alloc::vec::Vec;

use codec_core::{Consensus, Format, Packed};

use super::{Input, Output, Transaction, TransactionRef, Witness, marker};
use crate::digest::Digest;

impl Transaction {
    /// A transaction of these parts; segwit if there is a witness with items. Witnesses are
    /// dropped when all of them are empty, and encoding fails when there are some, and not one
    /// for each input.
    ///
    /// # Panics
    /// When a script is longer than [`MAX_SCRIPT`](super::MAX_SCRIPT), or memory runs out.
    #[must_use]
    pub fn new(
        version: i32,
        inputs: impl IntoIterator<Item = Input>,
        outputs: impl IntoIterator<Item = Output>,
        witnesses: impl IntoIterator<Item = Witness>,
        lock_time: u32,
    ) -> Self {
        let mut witnesses: Packed<Witness> = witnesses.into_iter().collect();
        let is_segwit = witnesses.iter().any(|witness| !witness.items.is_empty());
        if !is_segwit {
            witnesses.clear();
        }
        let (inputs, outputs) = (inputs.into_iter().collect(), outputs.into_iter().collect());
        Self { version, is_segwit, inputs, outputs, witnesses, lock_time }
    }
}

/// Appends the encoding of a part, which has no limits of its own that were not checked when
/// it was decoded or built.
fn append(bytes: &mut Vec<u8>, part: &impl codec_core::Encode) {
    Consensus::encode_into(part, bytes).expect("there is memory for it");
}

macro_rules! hashes {
    ($($form:ty),*) => {$(
        impl $form {
            /// The transaction's id: the hash of its encoding without witnesses.
            ///
            /// # Panics
            /// When memory runs out.
            #[must_use]
            pub fn txid(&self) -> Digest {
                let mut bytes = Vec::new();
                append(&mut bytes, &self.version);
                append(&mut bytes, &self.inputs);
                append(&mut bytes, &self.outputs);
                append(&mut bytes, &self.lock_time);
                Digest::of(&bytes)
            }

            /// The hash that covers its witnesses (BIP141): that of its encoding. Without
            /// witnesses it is the id.
            ///
            /// # Panics
            /// When memory runs out.
            #[must_use]
            pub fn wtxid(&self) -> Digest {
                if !self.is_segwit {
                    return self.txid();
                }
                let mut bytes = Vec::new();
                append(&mut bytes, &self.version);
                append(&mut bytes, &marker::MARKER);
                append(&mut bytes, &self.inputs);
                append(&mut bytes, &self.outputs);
                for witness in self.witnesses.iter() {
                    append(&mut bytes, &witness);
                }
                append(&mut bytes, &self.lock_time);
                Digest::of(&bytes)
            }
        }
    )*};
}

hashes!(Transaction, TransactionRef<'_>);
#[cfg(feature = "bytes")]
hashes!(super::TransactionShared);
