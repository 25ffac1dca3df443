//! The bytes of every format, recorded, and the clauses of docs/wire-formats.md. Comparisons with the
//! crates that define formats are in `testing/peers`.

mod attributes;
mod clauses;
mod golden;
mod leb128;
