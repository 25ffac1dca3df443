//! Parsing `#[codec(..)]`.

mod ctxt;
mod field;
mod item;
mod names;
mod slot;
mod ty;

pub(crate) use ctxt::Ctxt;
pub(crate) use field::FieldAttrs;
pub(crate) use item::refuse_all;
pub(crate) use names::Place;
pub(crate) use slot::Slot;
pub(crate) use ty::TypeAttrs;
