//! The two parts of a transaction with a reference-counted handle to their bytes.

use codec_core::wire::Vec;
use codec_core::{Packed, SeqShared, Shareable, ShareableElement};
use codec_derive::{Decode, Encode};

use super::item::{Input, InputShared, Output, OutputShared, WitnessInput, WitnessInputShared};
use super::part::{MAX_INPUTS, MAX_OUTPUTS, Part, Prefix, Witness, view};
#[cfg(feature = "alloc")]
use crate::few::Few;
use crate::received::Received;
#[cfg(not(feature = "alloc"))]
use codec_core::wire::Vec as Few;

/// The shared form of bytes.
type Bytes = <Vec<u8> as Shareable>::Shared;

/// The part of a transaction that determines its id, with a reference-counted handle to its
/// bytes.
///
/// It can't be changed: its fields and [`received`](Self::received) agree.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
pub struct PrefixShared {
    #[codec(span)]
    received: Received<Bytes>,
    #[codec(max = MAX_INPUTS)]
    inputs: SeqShared<InputShared>,
    #[codec(max = MAX_OUTPUTS)]
    outputs: SeqShared<OutputShared>,
    lock_time: u32,
    expiry: u32,
}

/// The part of a transaction that authorises it, with a reference-counted handle to its
/// bytes.
///
/// It can't be changed: its fields and [`received`](Self::received) agree.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
pub struct WitnessShared {
    #[codec(span)]
    received: Received<Bytes>,
    #[codec(max = MAX_INPUTS)]
    inputs: SeqShared<WitnessInputShared>,
}

view! {
    {} PrefixShared {
        /// The block height or time before which it is not valid.
        lock_time: u32,
        /// The block height from which it is no longer valid; 0 for never.
        expiry: u32,
    }
    {} WitnessShared {}
}

impl PrefixShared {
    /// The inputs.
    #[must_use]
    pub const fn inputs(&self) -> &SeqShared<InputShared> {
        &self.inputs
    }

    /// The outputs.
    #[must_use]
    pub const fn outputs(&self) -> &SeqShared<OutputShared> {
        &self.outputs
    }
}

impl WitnessShared {
    /// One for each input, in their order.
    #[must_use]
    pub const fn inputs(&self) -> &SeqShared<WitnessInputShared> {
        &self.inputs
    }
}

/// From the shared form to the owned part, and what the hashes need.
macro_rules! shared_forms {
    ($($owned:ident, $shared:ident {
        $($list:ident: $list_type:ty,)* ; $($plain:ident,)*
    })*) => {$(
        impl Shareable for $owned {
            type Shared = $shared;

            fn from_shared(shared: $shared) -> Self {
                Self {
                    $($list: <$list_type as Shareable>::from_shared(shared.$list),)*
                    $($plain: shared.$plain,)*
                }
            }
        }

        impl ShareableElement for $owned {
            type SharedSeq = SeqShared<$shared>;
        }

        impl Part for $shared {
            fn kept(&self) -> Option<&[u8]> {
                self.received.bytes()
            }

            fn input_count(&self) -> usize {
                self.inputs.len()
            }
        }

        impl From<$shared> for $owned {
            fn from(shared: $shared) -> Self {
                Self::from_shared(shared)
            }
        }
    )*};
}

shared_forms! {
    Prefix, PrefixShared {
        inputs: Few<Input>, outputs: Packed<Output>,;
        lock_time, expiry,
    }
    Witness, WitnessShared {
        inputs: Packed<WitnessInput>,;
    }
}
