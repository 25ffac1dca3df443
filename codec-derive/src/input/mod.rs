//! What the compiler hands to a derive, made fit to be read: groups that it forgets get parentheses,
//! and `Self` is the type's name.

pub(crate) mod grouping;
pub(crate) mod own_name;
