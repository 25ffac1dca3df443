//! The layer between a connection's bytes and its frames, in both directions.
#![forbid(unsafe_code)]

use crate::frame::{Opener, Plain, Sealed, Sealer};
use crate::read::ReadLayer;
use crate::write::WriteLayer;

/// The layer between the bytes of a [`Connection`](crate::Connection) and its frames: [`Plain`], or
/// `Sealed<(S, O)>` by a [`Sealer`] and an [`Opener`].
pub trait Layers {
    /// The layer for received bytes.
    type Read: ReadLayer;
    /// The layer for sent bytes.
    type Write: WriteLayer;
}

impl Layers for Plain {
    type Read = Self;
    type Write = Self;
}

impl<S: Sealer, O: Opener> Layers for Sealed<(S, O)> {
    type Read = Sealed<O>;
    type Write = Sealed<S>;
}
