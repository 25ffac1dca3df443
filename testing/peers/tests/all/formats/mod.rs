//! Every format compared with the crate that defines it: the same bytes for the same values, the
//! same values for the same bytes, and the same inputs accepted. Some references ignore trailing
//! bytes; here they are an error, except in the prefix form.

mod bincode;
mod bincode1;
mod borsh;
mod compact;
mod consensus;
mod derived;
mod integers;
mod postcard;
pub(crate) mod reference;
mod strict;
mod types;
mod values;
mod whole;
mod wincode;
