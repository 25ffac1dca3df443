//! The four data sets of the Rust serialization benchmark
//! (`github.com/djkoloski/rust_serialization_benchmark`), and a log record. Shapes
//! and sizes follow that benchmark; the generators are ours.
//!
//! One struct per message, derived by every measured crate. A type that can be borrowed has a
//! second definition with `&str`, for the crates that need a separate type for borrowing.

pub mod digest;
pub mod log;
pub mod mesh;
pub mod minecraft;
pub mod mk48;
pub mod mk48_indexed;
pub mod record;
pub mod walk;

/// Derives for a type that owns its data, by every measured crate.
macro_rules! owned {
    ($($item:tt)*) => {
        #[derive(
            Debug, Clone, PartialEq,
            codec_core::Encode, codec_core::Decode,
            serde::Serialize, serde::Deserialize,
            bincode2::Encode, bincode2::Decode,
            bitcode::Encode, bitcode::Decode,
            borsh::BorshSerialize, borsh::BorshDeserialize,
            pack_io::Serialize, pack_io::Deserialize,
            rkyv::Archive, rkyv::Serialize, rkyv::Deserialize,
            speedy::Readable, speedy::Writable,
            wincode::SchemaRead, wincode::SchemaWrite,
        )]
        #[codec(borrow)]
        #[bincode(crate = "bincode2")]
        $($item)*
    };
}

/// Derives for a type that borrows its strings, by the crates that support it.
macro_rules! view {
    ($($item:tt)*) => {
        #[derive(
            Debug, Clone, PartialEq,
            codec_core::Decode,
            serde::Deserialize,
            bincode2::BorrowDecode,
            bitcode::Decode,
            pack_io::DeserializeView,
            speedy::Readable,
            wincode::SchemaRead,
        )]
        #[bincode(crate = "bincode2")]
        $($item)*
    };
}

use {owned, view};

/// A message for which peers need a separate type for borrowing.
pub trait Lend: 'static {
    /// The type that borrows.
    type View<'a>;
}
