//! Transactions: their inputs, outputs and witnesses.

use codec_core::{Consensus, Decode, Encode, EncodesAs, Format, Packable, Packed};

use crate::blake256::Blake256;
use crate::digest::Digest;
use crate::few::Few;
use crate::raw::{Raw, RawStorage};

/// An output of an earlier transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct OutPoint {
    /// The transaction.
    pub hash: Digest,
    /// Which of its outputs.
    pub index: u32,
    /// Which tree of its block the transaction is in: 0 for the regular one, 1 for the
    /// stake tree.
    pub tree: i8,
}

/// An input of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct Input {
    /// The output that is spent.
    pub previous: OutPoint,
    /// The version of this input, and the required age of the output.
    pub sequence: u32,
}

/// An output of a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, Hash)), shared, schema)]
pub struct Output {
    /// The amount, in atoms.
    pub value: i64,
    /// The version of the script language.
    pub script_version: u16,
    /// The script that determines who may spend it.
    #[codec(max = MAX_SCRIPT)]
    pub script: Vec<u8>,
}

/// The witness of an input, which authorises spending it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow(derive(Debug, Clone, Copy, PartialEq, Eq, Hash)), shared, schema)]
pub struct WitnessInput {
    /// The value of the input, in atoms.
    pub value: i64,
    /// Height of the block that has the output.
    pub block_height: u32,
    /// The index of the transaction in that block.
    pub block_index: u32,
    /// The signature.
    #[codec(max = MAX_SCRIPT)]
    pub signature_script: Vec<u8>,
}

/// Types that are stored packed in a transaction, in their wire encoding, and the forms
/// that may be appended.
macro_rules! packable {
    ($($type:ty: $($form:ty),*;)*) => {$(
        /// Integers have one width, and a length that is not in its shortest encoding is
        /// refused.
        impl Packable for $type {
            type Layout = Consensus;
            const CANONICAL: bool = true;
        }

        $(impl EncodesAs<$type> for $form {})*
    )*};
}

packable! {
    Output: OutputRef<'_>, OutputShared;
    WitnessInput: WitnessInputRef<'_>, WitnessInputShared;
}

/// The longest script, in bytes.
pub const MAX_SCRIPT: usize = 32 << 20;
/// The most inputs.
pub const MAX_INPUTS: usize = 780_336;
/// The most outputs.
pub const MAX_OUTPUTS: usize = 3_728_271;

/// The part of a transaction that determines its id.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct Prefix {
    /// All of its bytes, as received.
    #[codec(span)]
    pub raw: Raw,
    /// The inputs, at most 780,336.
    #[codec(max = MAX_INPUTS)]
    pub inputs: Few<Input>,
    /// The outputs, at most 3,728,271; the scripts are in one allocation.
    #[codec(max = MAX_OUTPUTS)]
    pub outputs: Packed<Output>,
    /// The block height or time before which it is not valid.
    pub lock_time: u32,
    /// The block height from which it is no longer valid; 0 for never.
    pub expiry: u32,
}

/// The part of a transaction that authorises it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, schema)]
pub struct Witness {
    /// All of its bytes, as received.
    #[codec(span)]
    pub raw: Raw,
    /// One for each input, in their order; the scripts are in one allocation.
    #[codec(max = MAX_INPUTS)]
    pub inputs: Packed<WitnessInput>,
}

/// Which parts of a transaction are encoded.
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
/// As [`NO_WITNESS`], of a witness: [`Parts::OnlyWitness`].
const ONLY_WITNESS: u16 = 2;

/// A transaction.
///
/// On the wire and in memory, all inputs come first, and their witnesses last.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::transaction::{Output, Parts, Prefix, Transaction};
/// let mut prefix = Prefix {
///     raw: Default::default(),
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
fn part_hash<S: RawStorage>(
    version: u16,
    way: u16,
    raw: &Raw<S>,
    part: &impl Encode,
) -> Option<Digest> {
    let mut hasher = Blake256::new();
    hasher.update(&version.to_le_bytes());
    hasher.update(&way.to_le_bytes());
    if let Some(bytes) = raw.bytes() {
        hasher.update(bytes);
    } else {
        hasher.update(&Consensus::to_vec(part).ok()?);
    }
    Some(Digest(hasher.finish()))
}

macro_rules! hashes {
    ($({$($de:lifetime)?} $form:ty, $parts:ident, $parts_form:ty, $prefix:ty, $witness:ty;)*) => {$(
        impl $(<$de>)? $parts_form {
            fn is_consistent(&self) -> Result<(), &'static str> {
                match self {
                    Self::Full(prefix, witness) if prefix.inputs.len() != witness.inputs.len() => {
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
            /// used as received where the form keeps them. `None` without a prefix, or with
            /// one that cannot be encoded.
            pub fn hash(&self) -> Option<Digest> {
                let prefix = self.prefix()?;
                part_hash(self.version, NO_WITNESS, &prefix.raw, prefix)
            }

            /// The hash of its version and witness, computed likewise.
            pub fn witness_hash(&self) -> Option<Digest> {
                let witness = self.witness()?;
                part_hash(self.version, ONLY_WITNESS, &witness.raw, witness)
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
        self.prefix().into_iter().flat_map(|prefix| prefix.outputs)
    }

    /// The witnesses of its inputs, in their order; none without a witness.
    pub fn witness_inputs(&self) -> impl Iterator<Item = WitnessInputRef<'de>> {
        self.witness().into_iter().flat_map(|witness| witness.inputs)
    }
}

impl TransactionShared {
    /// The outputs, in order; none without a prefix.
    pub fn outputs(&self) -> impl Iterator<Item = OutputShared> {
        self.prefix().into_iter().flat_map(|prefix| &prefix.outputs)
    }

    /// The witnesses of its inputs, in their order; none without a witness.
    pub fn witness_inputs(&self) -> impl Iterator<Item = WitnessInputShared> {
        self.witness().into_iter().flat_map(|witness| &witness.inputs)
    }
}

hashes! {
    {} Transaction, Parts, Parts, Prefix, Witness;
    {'de} TransactionRef<'de>, PartsRef, PartsRef<'de>, PrefixRef<'de>, WitnessRef<'de>;
    {} TransactionShared, PartsShared, PartsShared, PrefixShared, WitnessShared;
}
