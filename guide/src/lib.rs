//! The pages of the book that belong to no crate: each of their examples is a test of this crate,
//! which depends on the crates that they migrate from.
#![forbid(unsafe_code)]

macro_rules! pages {
    ($($name:ident $path:literal;)*) => {$(
        #[cfg(doctest)]
        #[doc = include_str!($path)]
        struct $name;
    )*};
}

pages! {
    Start "../../docs/start.md";
    Choosing "../../docs/choosing.md";
    Evolution "../../docs/evolution.md";
    Embedded "../../docs/embedded.md";
    Inspecting "../../docs/inspecting.md";
    Serde "../../docs/serde.md";
    Formats "../../docs/formats.md";
    FromBincode "../../docs/migrating/bincode.md";
    FromBinarySv2 "../../docs/migrating/binary_sv2.md";
    FromBorsh "../../docs/migrating/borsh.md";
    FromPostcard "../../docs/migrating/postcard.md";
    FromProst "../../docs/migrating/prost.md";
    FromWincode "../../docs/migrating/wincode.md";
}
