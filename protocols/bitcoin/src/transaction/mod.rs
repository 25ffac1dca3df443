//! Transactions: their inputs, outputs and witnesses.

mod item;
mod marker;

use codec_core::{Consensus, Format, Packed};
use codec_derive::{Decode, Encode};

use crate::digest::Digest;

pub use item::*;

/// The most inputs: each takes 41 bytes.
pub const MAX_INPUTS: usize = 97_560;
/// The most outputs: each takes 9 bytes.
pub const MAX_OUTPUTS: usize = 444_444;

/// A transaction, with or without witnesses (BIP144).
///
/// On the wire and in memory all inputs come first, and their witnesses last; an owned one
/// has each of the three lists in one allocation.
///
/// ```
/// use codec_bitcoin::Digest;
/// use codec_bitcoin::transaction::{Input, OutPoint, Output, Transaction, Witness};
/// use codec_core::{Consensus, Format};
/// let previous = OutPoint { txid: Digest([7; 32]), index: 1 };
/// let input = Input { previous, script: vec![], sequence: u32::MAX };
/// let output = Output { value: 5, script: vec![0x51] };
/// let mut transaction = Transaction::new(2, [input], [output], [], 0);
/// let plain = Consensus::to_vec(&transaction)?;
/// assert_eq!(plain.len(), 4 + 1 + 41 + 1 + 10 + 4);
/// assert_eq!(transaction.txid(), Digest::of(&plain));
///
/// transaction.witnesses.push(Witness { items: vec![vec![9]] })?;
/// transaction.is_segwit = true;
/// let bytes = Consensus::to_vec(&transaction)?;
/// assert_eq!(bytes[4..7], [0, 1, 1]); // marker, flag, one input
/// assert_eq!(bytes[bytes.len() - 7..], [1, 1, 9, 0, 0, 0, 0]);
/// assert_eq!(transaction.txid(), Digest::of(&plain));
/// assert_eq!(transaction.wtxid(), Digest::of(&bytes));
/// assert_eq!(Consensus::from_slice::<Transaction>(&bytes)?, transaction);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "tx", check = Self::is_consistent)]
pub struct Transaction {
    /// The version of the transaction.
    pub version: i32,
    /// `true` if it has witnesses. A peer refuses one that says so whose witnesses are all
    /// empty.
    #[codec(with = marker)]
    pub is_segwit: bool,
    /// The inputs, 1 to 97,560.
    #[codec(min = 1, max = MAX_INPUTS)]
    pub inputs: Packed<Input>,
    /// The outputs, at most 444,444.
    #[codec(max = MAX_OUTPUTS)]
    pub outputs: Packed<Output>,
    /// The witness of each input, in their order; none when it is not segwit.
    #[codec(count = witnesses_of(is_segwit, inputs.len()))]
    pub witnesses: Packed<Witness>,
    /// The block height or time before which it is not valid.
    pub lock_time: u32,
}

const fn witnesses_of(is_segwit: bool, inputs: usize) -> usize {
    if is_segwit { inputs } else { 0 }
}

impl Transaction {
    /// A transaction of these parts; segwit if there is a witness with items. Witnesses are
    /// dropped when all of them are empty, and encoding fails when there are some, and not one
    /// for each input.
    ///
    /// # Panics
    /// When a script is longer than [`MAX_SCRIPT`], or memory runs out.
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
            fn is_consistent(&self) -> Result<(), &'static str> {
                let empty = |items: usize| items == 0;
                if self.is_segwit && self.witnesses.iter().all(|witness| empty(witness.items.len()))
                {
                    return Err("a transaction with witnesses needs one that is not empty");
                }
                Ok(())
            }

            /// Returns whether it is the first of a block, which creates coins: its one input
            /// spends no output.
            #[must_use]
            pub fn is_coinbase(&self) -> bool {
                self.inputs.len() == 1
                    && self.inputs.get(0).is_some_and(|input| input.previous == OutPoint::NULL)
            }

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

hashes!(Transaction, TransactionRef<'_>, TransactionShared);
