//! The measured crates, behind one trait: how each encodes and decodes a value of a type that
//! derives its traits.

mod bincode1;
mod bincode2;
mod bitcode;
mod borsh;
mod ours;
mod pack_io;
mod postcard;
mod rkyv;
mod speedy;
mod wincode;

pub use bincode1::Bincode1;
pub use bincode2::{Bincode2Legacy, Bincode2Standard};
pub use bitcode::Bitcode;
pub use borsh::Borsh;
pub use pack_io::PackIo;
pub use postcard::Postcard;
pub use rkyv::Rkyv;
pub use speedy::Speedy;
pub use wincode::Wincode;

/// Encodes and decodes values of the type `T`. Failures panic: the data is valid,
/// and was checked before.
pub trait Codec<T> {
    /// The name of the crate or format, with the version for a peer.
    const NAME: &'static str;

    /// Encoded bytes, aligned as the crate needs them.
    type Bytes: AsRef<[u8]>;

    /// Memory that the crate can keep across operations, of encoding as of decoding.
    type Kept: Default;

    /// Encodes into new memory.
    fn encode(value: &T) -> Self::Bytes;

    /// Encodes into memory of an earlier call, and passes the written bytes to `look`.
    fn encode_again<R>(value: &T, kept: &mut Self::Kept, look: impl FnOnce(&[u8]) -> R) -> R;

    /// Decodes an owned value.
    fn decode(bytes: &[u8], kept: &mut Self::Kept) -> T;

    /// Decodes into an existing value, reusing its memory if the crate supports that.
    fn decode_again(value: &mut T, bytes: &[u8], kept: &mut Self::Kept) {
        *value = Self::decode(bytes, kept);
    }
}

/// Decodes values that borrow from their input.
pub trait Borrow<T>: Codec<T> {
    /// Validates everything, and keeps the optimiser from removing the view.
    fn access(bytes: &[u8], kept: &mut Self::Kept);

    /// Validates everything, then reads everything in the view.
    fn read(bytes: &[u8], kept: &mut Self::Kept) -> u64;
}
