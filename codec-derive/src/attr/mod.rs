//! Parsing `#[codec(..)]`.

mod computed;
mod ctxt;
mod earlier;
mod entry;
mod foreign;
mod function;
mod given;
mod item;
mod table;
mod target;
mod values;

pub(crate) use computed::{Computed, Question, Run, any_name, free_names, is_asked, words_of};
pub(crate) use ctxt::Ctxt;
pub(crate) use earlier::{OFFSET, REMAINING, free_words};
pub(crate) use entry::{Effect, Entry, Given, On};
#[cfg(test)]
pub(crate) use foreign::FOREIGN;
pub(crate) use function::{Function, Module};
pub(crate) use given::{Attr, spelled};
pub(crate) use item::refuse_all;
#[cfg(test)]
pub(crate) use table::all;
pub(crate) use table::{FieldAttrs, TypeAttrs, VariantAttrs};
pub(crate) use target::Target;
pub(crate) use values::{
    Bound, Extent, FormOptions, Length, SpanRun, TagAttrs, TagSource, Version, Width,
};
