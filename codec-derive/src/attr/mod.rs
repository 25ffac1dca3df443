//! Parsing `#[codec(..)]`.

mod ctxt;
mod field;
mod item;
mod names;
mod slot;
mod ty;
mod values;
mod variant;

pub(crate) use ctxt::Ctxt;
pub(crate) use field::FieldAttrs;
pub(crate) use names::Place;
#[cfg(test)]
pub(crate) use names::names;
pub(crate) use slot::{Slot, spelled};
pub(crate) use ty::TypeAttrs;
pub(crate) use values::{Source, SpanRun, Version, Width};
pub(crate) use variant::VariantAttrs;
