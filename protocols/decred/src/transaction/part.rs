//! The two parts of a transaction, owned and borrowed.
//!
//! A borrowed or shared part is a view of received bytes: it keeps them for hashing, and its fields
//! are read through methods. An owned part has no such bytes, and is encoded again when they are
//! needed.

#[cfg(not(feature = "alloc"))]
use codec_core::wire::Vec as Few;
use codec_core::{Borrowable, BorrowableElement, Packed, SeqRef};
use codec_derive::{Decode, Encode};

use super::item::{Input, InputRef, Output, OutputRef, WitnessInput, WitnessInputRef};
#[cfg(feature = "alloc")]
use crate::few::Few;
use crate::received::Received;

/// The most inputs.
pub const MAX_INPUTS: usize = 780_336;
/// The most outputs.
pub const MAX_OUTPUTS: usize = 3_728_271;

/// The part of a transaction that determines its id.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(schema)]
pub struct Prefix {
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

/// The part of a transaction that determines its id, borrowed.
///
/// It can't be changed: its fields and [`received`](Self::received) agree.
///
/// ```
/// use codec_core::{Consensus, Format};
/// use codec_decred::transaction::{Prefix, PrefixRef};
/// let bytes = [0, 0, 2, 0, 0, 0, 3, 0, 0, 0];
/// let prefix: PrefixRef = Consensus::from_slice_ref(&bytes)?;
/// assert_eq!((prefix.lock_time(), prefix.expiry()), (2, 3));
/// assert_eq!(prefix.received(), Some(&bytes[..]));
/// let changed = Prefix { expiry: 4, ..prefix.into() };
/// assert_eq!(Consensus::to_vec(&changed)?, [0, 0, 2, 0, 0, 0, 4, 0, 0, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
pub struct PrefixRef<'de> {
    #[codec(span)]
    received: Received<&'de [u8]>,
    #[codec(borrow, max = MAX_INPUTS)]
    inputs: SeqRef<'de, InputRef<'de>>,
    #[codec(borrow, max = MAX_OUTPUTS)]
    outputs: SeqRef<'de, OutputRef<'de>>,
    lock_time: u32,
    expiry: u32,
}

/// The part of a transaction that authorises it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(schema)]
pub struct Witness {
    /// One for each input, in their order; the scripts are in one allocation.
    #[codec(max = MAX_INPUTS)]
    pub inputs: Packed<WitnessInput>,
}

/// The part of a transaction that authorises it, borrowed.
///
/// It can't be changed: its fields and [`received`](Self::received) agree.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
pub struct WitnessRef<'de> {
    #[codec(span)]
    received: Received<&'de [u8]>,
    #[codec(borrow, max = MAX_INPUTS)]
    inputs: SeqRef<'de, WitnessInputRef<'de>>,
}

/// The fields and bytes of a part that was received.
macro_rules! view {
    ($({$($de:lifetime)?} $form:ty { $($(#[$doc:meta])* $field:ident: $type:ty,)* })*) => {$(
        impl $(<$de>)? $form {
            /// All of its bytes as received; `None` when it was made from an owned part.
            #[must_use]
            pub fn received(&self) -> Option<&[u8]> {
                self.received.bytes()
            }

            $(
                $(#[$doc])*
                #[must_use]
                pub const fn $field(&self) -> $type {
                    self.$field
                }
            )*
        }
    )*};
}

codec_core::shared! { pub(super) use view; }

view! {
    {'de} PrefixRef<'de> {
        /// The inputs.
        inputs: SeqRef<'de, InputRef<'de>>,
        /// The outputs.
        outputs: SeqRef<'de, OutputRef<'de>>,
        /// The block height or time before which it is not valid.
        lock_time: u32,
        /// The block height from which it is no longer valid; 0 for never.
        expiry: u32,
    }
    {'de} WitnessRef<'de> {
        /// One for each input, in their order.
        inputs: SeqRef<'de, WitnessInputRef<'de>>,
    }
}

/// Either part in any form, as the hashes need it.
pub(super) trait Part: codec_core::Encode {
    /// Its bytes as received, where it keeps them.
    fn kept(&self) -> Option<&[u8]>;
    /// The number of inputs that it is about.
    fn input_count(&self) -> usize;
}

/// From the forms to the owned part and back.
macro_rules! forms {
    ($($owned:ident, $borrowed:ident {
        $($list:ident: $list_type:ty,)* ; $($plain:ident,)*
    })*) => {$(
        impl $owned {
            /// Borrows from the value.
            #[must_use]
            pub fn to_ref(&self) -> $borrowed<'_> {
                Borrowable::to_ref(self)
            }
        }

        impl Borrowable for $owned {
            type Ref<'de> = $borrowed<'de>;

            fn to_ref(&self) -> $borrowed<'_> {
                $borrowed {
                    received: Received::default(),
                    $($list: self.$list.to_ref(),)*
                    $($plain: self.$plain,)*
                }
            }

            // Inlined, so that a build without an allocator, which has no owned lists, compiles it
            // only where it is called.
            #[inline]
            fn from_ref<'de>(borrowed: $borrowed<'de>) -> Self
            where
                Self: 'de,
            {
                Self {
                    $($list: <$list_type as Borrowable>::from_ref(borrowed.$list),)*
                    $($plain: borrowed.$plain,)*
                }
            }
        }

        impl BorrowableElement for $owned {
            type Seq<'de> = SeqRef<'de, $borrowed<'de>>;
        }

        impl Part for $owned {
            fn kept(&self) -> Option<&[u8]> {
                None
            }

            fn input_count(&self) -> usize {
                self.inputs.len()
            }
        }

        impl Part for $borrowed<'_> {
            fn kept(&self) -> Option<&[u8]> {
                self.received.bytes()
            }

            fn input_count(&self) -> usize {
                self.inputs.len()
            }
        }

        impl From<$borrowed<'_>> for $owned {
            #[inline]
            fn from(borrowed: $borrowed<'_>) -> Self {
                Self::from_ref(borrowed)
            }
        }
    )*};
}

forms! {
    Prefix, PrefixRef {
        inputs: Few<Input>, outputs: Packed<Output>,;
        lock_time, expiry,
    }
    Witness, WitnessRef {
        inputs: Packed<WitnessInput>,;
    }
}
