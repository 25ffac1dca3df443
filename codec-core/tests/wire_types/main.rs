//! The wire types in all three storages: bytes, limits, conversions, and what
//! they say of themselves.

mod arrays;
mod bounded;
mod conversions;
mod damage;
mod seq;
mod show;
mod utf16;
