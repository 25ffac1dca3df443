//! The wire types in all three storages: bytes, limits, conversions, and their own metadata.

mod arrays;
mod bounded;
mod conversions;
mod damage;
mod seq;
mod show;
mod utf16;
