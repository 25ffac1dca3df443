//! The crates that are measured, behind one trait: what each does to encode and
//! decode a value of a type that it derives.

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

/// Encodes and decodes values of the type `T`. What fails panics: the data is
/// right, and was checked before.
pub trait Codec<T> {
    /// The name of the crate or format, with the version for a peer.
    const NAME: &'static str;

    /// Encoded bytes, aligned as the crate needs them.
    type Bytes: AsRef<[u8]>;

    /// What is kept from one operation to the next.
    type Kept: Default;

    /// Encodes into new memory.
    fn encode(value: &T) -> Self::Bytes;

    /// Encodes into memory of an earlier call, and passes on what was written.
    fn encode_again<R>(value: &T, kept: &mut Self::Kept, look: impl FnOnce(&[u8]) -> R) -> R;

    /// Decodes a value of its own.
    fn decode(bytes: &[u8]) -> T;

    /// Decodes over an old value, whose memory is kept where the crate can.
    fn decode_again(value: &mut T, bytes: &[u8]) {
        *value = Self::decode(bytes);
    }
}

/// Decodes values that borrow from their input.
pub trait Borrow<T>: Codec<T> {
    /// Checks everything and keeps the whole of the view alive.
    fn access(bytes: &[u8]);

    /// The same, and then reads everything there is in the view.
    fn read(bytes: &[u8]) -> u64;
}
