//! The attributes of a variant.

use syn::{Attribute, Expr};

use crate::attr::item::each;
use crate::attr::{Ctxt, Place, Slot};

/// What `#[codec(..)]` on a variant says.
#[derive(Debug, Default)]
pub(crate) struct VariantAttrs {
    /// Its tag.
    pub(crate) value: Slot<Expr>,
    /// It catches what no other variant does.
    pub(crate) other: Slot<()>,
}

impl VariantAttrs {
    /// Reads them.
    pub(crate) fn parse(cx: &Ctxt, attrs: &[Attribute]) -> Self {
        let mut given = Self::default();
        each(cx, attrs, Place::Variant, |item| {
            Some(match item.name().as_str() {
                "value" => item.parsed(&mut given.value, "value = 3"),
                "other" => item.flag(&mut given.other),
                _ => return None,
            })
        });
        given
    }
}
