//! Values in a row that are written by copying memory, if their type is `Copy`.
//!
//! Generated code can't ask whether a type is `Copy`, and so calls a method that two traits have:
//! one for the items themselves, where they are `Copy`, and one for a reference to them, which the
//! compiler looks for after that.
#![forbid(unsafe_code)]

use crate::error::EncodeError;
use crate::format::Format;
use crate::value::bulk;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// Values in a row.
#[derive(Debug)]
pub struct Items<'i, T>(pub &'i [T]);

/// Writes items that are `Copy`.
pub trait ByCopy {
    /// Writes them, in one copy where they have the same bytes in memory.
    ///
    /// # Errors
    /// The errors of encoding an item.
    fn encode_items<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError>;
}

impl<T: Encode + Copy> ByCopy for Items<'_, T> {
    #[inline]
    fn encode_items<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        bulk::encode_copied(self.0, w)
    }
}

/// Writes other items.
pub trait OneByOne {
    /// Writes one after another.
    ///
    /// # Errors
    /// The errors of encoding an item.
    fn encode_items<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError>;
}

impl<T: Encode> OneByOne for &Items<'_, T> {
    #[inline]
    fn encode_items<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        bulk::encode_slice(self.0, w)
    }
}
