//! Transactions: their inputs, outputs and witnesses.

mod item;
mod part;

use codec_derive::{Decode, Encode};

use crate::blake256::Blake256;
use crate::digest::Digest;
use part::Part;

pub use item::*;
pub use part::{MAX_INPUTS, MAX_OUTPUTS, Prefix, PrefixRef, Witness, WitnessRef};
codec_core::shared! {
    mod part_shared;
    pub use part_shared::{PrefixShared, WitnessShared};
}

/// The parts of a transaction that are encoded.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, tag = u16, check = Self::is_consistent)]
pub enum Parts {
    /// Both parts.
    Full(Prefix, Witness),
    /// Only the prefix.
    NoWitness(Prefix),
    /// Only the witness.
    OnlyWitness(Witness),
}

/// The serialization type under which a prefix is hashed: [`Parts::NoWitness`].
const NO_WITNESS: u16 = 1;
/// Like [`NO_WITNESS`], for a witness: [`Parts::OnlyWitness`].
const ONLY_WITNESS: u16 = 2;

/// A transaction.
///
/// On the wire and in memory, all inputs come first, and their witnesses last.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::transaction::{Output, Parts, Prefix, Transaction};
/// let mut prefix = Prefix {
///     inputs: Default::default(),
///     outputs: Default::default(),
///     lock_time: 2,
///     expiry: 3,
/// };
/// prefix.outputs.push(Output { value: 7, script_version: 0, script: vec![0x51] })?;
/// let transaction = Transaction { version: 1, parts: Parts::NoWitness(prefix) };
/// let bytes = Consensus::to_vec(&transaction)?;
/// let output = [7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0x51];
/// assert_eq!(bytes, [&[1, 0, 1, 0, 0, 1][..], &output, &[2, 0, 0, 0, 3, 0, 0, 0]].concat());
/// let read = Consensus::from_slice::<Transaction>(&bytes)?;
/// assert_eq!(read, transaction);
/// for output in read.outputs() {
///     assert_eq!((output.value, output.script), (7, &[0x51][..]));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema, id = "tx")]
pub struct Transaction {
    /// The version of the transaction.
    pub version: u16,
    /// The parts that are present.
    pub parts: Parts,
}

/// The hash of a part, preceded by the version and the serialization type.
fn part_hash(version: u16, way: u16, part: &impl Part) -> Option<Digest> {
    let mut hasher = Blake256::new();
    hasher.update(&version.to_le_bytes());
    hasher.update(&way.to_le_bytes());
    match part.kept() {
        Some(bytes) => hasher.update(bytes),
        #[cfg(feature = "alloc")]
        None => {
            hasher.update(&<codec_core::Consensus as codec_core::Format>::to_vec(part).ok()?);
        }
        #[cfg(not(feature = "alloc"))]
        None => return None,
    }
    Some(Digest(hasher.finish()))
}

macro_rules! hashes {
    ($({$($de:lifetime)?} $form:ty, $parts:ident, $parts_form:ty, $prefix:ty, $witness:ty;)*) => {$(
        impl $(<$de>)? $parts_form {
            fn is_consistent(&self) -> Result<(), &'static str> {
                match self {
                    Self::Full(prefix, witness) if prefix.input_count() != witness.input_count() => {
                        Err("there must be a witness for each input")
                    }
                    _ => Ok(()),
                }
            }
        }

        impl $(<$de>)? $form {
            /// The prefix, which determines the id, if present.
            pub const fn prefix(&self) -> Option<&$prefix> {
                match &self.parts {
                    $parts::Full(prefix, _) | $parts::NoWitness(prefix) => Some(prefix),
                    $parts::OnlyWitness(_) => None,
                }
            }

            /// The witness, if present.
            pub const fn witness(&self) -> Option<&$witness> {
                match &self.parts {
                    $parts::Full(_, witness) | $parts::OnlyWitness(witness) => Some(witness),
                    $parts::NoWitness(_) => None,
                }
            }

            /// The transaction's id: the hash of its version and prefix, whose bytes are
            /// used as received where the form keeps them. `None` without a prefix, with
            /// one that cannot be encoded, or without the feature `alloc` with one that was
            /// not received.
            pub fn hash(&self) -> Option<Digest> {
                let prefix = self.prefix()?;
                part_hash(self.version, NO_WITNESS, prefix)
            }

            /// The hash of its version and witness, computed likewise.
            pub fn witness_hash(&self) -> Option<Digest> {
                let witness = self.witness()?;
                part_hash(self.version, ONLY_WITNESS, witness)
            }

            /// The hash of both hashes.
            pub fn full_hash(&self) -> Option<Digest> {
                let mut hasher = Blake256::new();
                hasher.update(self.hash()?.as_ref());
                hasher.update(self.witness_hash()?.as_ref());
                Some(Digest(hasher.finish()))
            }
        }
    )*};
}

#[cfg(feature = "alloc")]
impl Transaction {
    /// The outputs, in order; none without a prefix.
    pub fn outputs(&self) -> impl Iterator<Item = OutputRef<'_>> {
        self.prefix().into_iter().flat_map(|prefix| &prefix.outputs)
    }

    /// The witnesses of its inputs, in their order; none without a witness.
    pub fn witness_inputs(&self) -> impl Iterator<Item = WitnessInputRef<'_>> {
        self.witness().into_iter().flat_map(|witness| &witness.inputs)
    }
}

impl<'de> TransactionRef<'de> {
    /// The outputs, in order; none without a prefix.
    pub fn outputs(&self) -> impl Iterator<Item = OutputRef<'de>> {
        self.prefix().into_iter().flat_map(PrefixRef::outputs)
    }

    /// The witnesses of its inputs, in their order; none without a witness.
    pub fn witness_inputs(&self) -> impl Iterator<Item = WitnessInputRef<'de>> {
        self.witness().into_iter().flat_map(WitnessRef::inputs)
    }
}

hashes! {
    {} Transaction, Parts, Parts, Prefix, Witness;
    {'de} TransactionRef<'de>, PartsRef, PartsRef<'de>, PrefixRef<'de>, WitnessRef<'de>;
}

codec_core::shared! {
    impl TransactionShared {
        /// The outputs, in order; none without a prefix.
        pub fn outputs(&self) -> impl Iterator<Item = OutputShared> {
            self.prefix().into_iter().flat_map(PrefixShared::outputs)
        }

        /// The witnesses of its inputs, in their order; none without a witness.
        pub fn witness_inputs(&self) -> impl Iterator<Item = WitnessInputShared> {
            self.witness().into_iter().flat_map(WitnessShared::inputs)
        }
    }

    hashes! {
        {} TransactionShared, PartsShared, PartsShared, PrefixShared, WitnessShared;
    }
}
