//! The attributes of a type.

use syn::{Attribute, Expr, Path};

use crate::attr::item::{each, module};
use crate::attr::{Ctxt, Place, Slot};

/// What `#[codec(..)]` on a type says.
#[derive(Debug, Default)]
pub(crate) struct TypeAttrs {
    /// Generate the borrowed form.
    pub(crate) borrow: Slot<()>,
    /// Generate the shared form.
    pub(crate) shared: Slot<()>,
    /// The enum is one of messages.
    pub(crate) messages: Slot<()>,
    /// The message's id.
    pub(crate) id: Slot<Expr>,
    /// What the frame header carries beside the id.
    pub(crate) flags: Slot<Expr>,
    /// Where the runtime is.
    pub(crate) runtime: Slot<Path>,
}

impl TypeAttrs {
    /// Reads them.
    pub(crate) fn parse(cx: &Ctxt, attrs: &[Attribute]) -> Self {
        let mut given = Self::default();
        each(cx, attrs, Place::Type, |item| {
            Some(match item.name().as_str() {
                "borrow" => item.flag(&mut given.borrow),
                "shared" => item.flag(&mut given.shared),
                "messages" => item.flag(&mut given.messages),
                "id" => item.parsed(&mut given.id, "id = 0x1f"),
                "flags" => item.parsed(&mut given.flags, "flags = 1"),
                "crate" => item.value(&mut given.runtime, "crate = ::codec_core", module),
                _ => return None,
            })
        });
        given
    }
}
