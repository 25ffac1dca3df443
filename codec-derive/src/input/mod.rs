//! The input of a derive, before it is read: groups without delimiters get parentheses, and `Self`
//! becomes the type's name.

pub(crate) mod grouping;
pub(crate) mod own_name;
pub(crate) mod tokens;
