//! The attributes of a field.

use syn::Attribute;

use crate::attr::item::each;
use crate::attr::{Ctxt, Place, Slot};

/// What `#[codec(..)]` on a field says.
#[derive(Debug, Default)]
pub(crate) struct FieldAttrs {
    /// Borrow this field.
    pub(crate) borrow: Slot<()>,
}

impl FieldAttrs {
    /// Reads them.
    pub(crate) fn parse(cx: &Ctxt, attrs: &[Attribute]) -> Self {
        let mut given = Self::default();
        each(cx, attrs, Place::Field, |item| match item.name().as_str() {
            "borrow" => Some(item.flag(&mut given.borrow)),
            _ => None,
        });
        given
    }
}
