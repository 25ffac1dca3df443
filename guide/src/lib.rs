//! The examples of the book's pages and of the README: each is a test of this crate, which depends
//! on all that they use.
#![forbid(unsafe_code)]

macro_rules! pages {
    ($($name:ident $path:literal;)*) => {$(
        #[cfg(doctest)]
        #[doc = include_str!(concat!("../../", $path))]
        struct $name;
    )*};
}

pages! {
    Readme "README.md";
    Start "docs/start.md";
    ByHand "docs/by-hand.md";
    Changing "docs/changing.md";
    Choosing "docs/choosing.md";
    Derive "docs/derive.md";
    Embedded "docs/embedded.md";
    Files "docs/files.md";
    Formats "docs/formats.md";
    Industrial "docs/industrial.md";
    Inspecting "docs/inspecting.md";
    Limits "docs/limits.md";
    Noise "docs/noise.md";
    Packed "docs/packed.md";
    Pool "docs/pool.md";
    Push "docs/push.md";
    Serde "docs/serde.md";
    Server "docs/server.md";
    Streams "docs/streams.md";
    FromBincode "docs/migrating/bincode.md";
    FromBinarySv2 "docs/migrating/binary_sv2.md";
    FromBorsh "docs/migrating/borsh.md";
    FromPostcard "docs/migrating/postcard.md";
}
