//! The shared form of a type, which refers to the input's reference-counted memory.
#![forbid(unsafe_code)]

use super::decode::Decodable;

/// The shared form of a type: `'static`, no copy of the bytes, the memory they are in
/// reference-counted.
///
/// `#[codec(shared)]` implements it for a derived type and uses it for the
/// types of the fields. In a sequence, a type is shared as its
/// [`ShareableElement`](crate::ShareableElement) says. Decode a shared form with
/// [`Format::from_bytes`](crate::Format::from_bytes); from a plain slice, the
/// bytes have to be copied.
///
/// ```
/// use codec_core::{Bincode, DecodeError, Format, Shareable};
/// let source = bytes::Bytes::from_static(b"\x02\0\0\0\0\0\0\0hi");
/// let shared: <Vec<u8> as Shareable>::Shared = Bincode::from_bytes(&source)?; // Bytes
/// assert_eq!(shared.as_ptr(), source[8..].as_ptr());
/// # Ok::<(), DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no shared form",
    label = "`Shareable` is not implemented for this type",
    note = "add `#[codec(shared)]` to that type"
)]
pub trait Shareable: Sized {
    /// The shared form: `Bytes` of a `Vec<u8>`, `FooShared` of a `Foo`, `u16` of a `u16`.
    type Shared: Decodable;

    /// Copies what is shared into an owned value.
    fn from_shared(shared: Self::Shared) -> Self;
}
