//! Parsing `#[codec(..)]`.

mod ctxt;
mod entry;
mod item;
mod place;
mod slot;
mod table;
mod values;

pub(crate) use ctxt::Ctxt;
pub(crate) use entry::{Effect, Given, On};
pub(crate) use item::refuse_all;
pub(crate) use place::Place;
pub(crate) use slot::{Slot, spelled};
#[cfg(test)]
pub(crate) use table::all;
pub(crate) use table::{FieldAttrs, TypeAttrs, VariantAttrs};
pub(crate) use values::{Bound, FormOptions, SpanRun, TagSlots, TagSource, Version, Width};
