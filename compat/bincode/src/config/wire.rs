//! A configuration as seen by a decoder: a format and limits.
#![forbid(unsafe_code)]

use codec_core::format::BigEndian as Big;
use codec_core::{Bincode, BincodeVarint, Layout};

use super::{BigEndian, Configuration, Depth, Fixint, Limit, LittleEndian, NoLimit, Varint};
use crate::wire;

/// A configuration as a format and limits. Sealed.
pub trait Wire: Copy {
    /// The format of numbers.
    #[doc(hidden)]
    type Format: Layout;
    #[doc(hidden)]
    const BIG: bool;
    #[doc(hidden)]
    const FIXED: bool;
    #[doc(hidden)]
    const LIMIT: Option<usize>;
    /// The depth to which values may nest.
    #[doc(hidden)]
    fn levels(&self) -> usize;
}

/// A byte order.
pub trait ByteOrder: Copy {
    #[doc(hidden)]
    const BIG: bool;
    #[doc(hidden)]
    type Fixed: Layout;
    #[doc(hidden)]
    type Variable: Layout;
    /// Variable-length, with bincode 1's tolerance for wide markers.
    #[doc(hidden)]
    type Wide: Layout;
}

impl ByteOrder for LittleEndian {
    const BIG: bool = false;
    type Fixed = Bincode;
    type Variable = BincodeVarint;
    type Wide = wire::Wide<false>;
}

impl ByteOrder for BigEndian {
    const BIG: bool = true;
    type Fixed = Big<Bincode>;
    type Variable = Big<BincodeVarint>;
    type Wide = wire::Wide<true>;
}

/// An integer encoding.
pub trait Integers: Copy {
    #[doc(hidden)]
    const FIXED: bool;
    #[doc(hidden)]
    type In<E: ByteOrder>: Layout;
}

impl Integers for Fixint {
    const FIXED: bool = true;
    type In<E: ByteOrder> = E::Fixed;
}

impl Integers for Varint {
    const FIXED: bool = false;
    type In<E: ByteOrder> = E::Variable;
}

/// A limit in bytes.
pub trait Limits: Copy {
    #[doc(hidden)]
    const LIMIT: Option<usize>;
}

impl Limits for NoLimit {
    const LIMIT: Option<usize> = None;
}

impl<const N: usize> Limits for Limit<N> {
    const LIMIT: Option<usize> = Some(N);
}

/// A limit in levels.
pub trait Depths: Copy {
    #[doc(hidden)]
    const LEVELS: usize;
}

impl<const N: usize> Depths for Depth<N> {
    const LEVELS: usize = N;
}

impl<E: ByteOrder, I: Integers, L: Limits, D: Depths> Wire for Configuration<E, I, L, D> {
    type Format = I::In<E>;
    const BIG: bool = E::BIG;
    const FIXED: bool = I::FIXED;
    const LIMIT: Option<usize> = L::LIMIT;

    #[inline]
    fn levels(&self) -> usize {
        D::LEVELS
    }
}
