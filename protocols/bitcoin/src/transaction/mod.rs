//! Transactions: their inputs, outputs and witnesses.

#[cfg(feature = "alloc")]
mod hashes;
mod item;
mod marker;

use codec_core::Packed;
use codec_derive::{Decode, Encode};

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

macro_rules! checks {
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
        }
    )*};
}

checks!(Transaction, TransactionRef<'_>);
codec_core::shared! { checks!(TransactionShared); }
