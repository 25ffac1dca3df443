//! Values that may be appended as an element.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec::Vec;

use crate::value::encode::Encode;
use crate::wire::{Bounded, InlineBytes, Kind, LengthPrefix, SmallBytes};

/// A type whose values have the same encoding as an equivalent `T`, in every format: `T`
/// itself, a reference to one, and its borrowed form.
///
/// ```
/// use codec_core::{Bincode, Decode, Encode, EncodesAs, Format, Packable, Packed};
/// #[derive(Encode, Decode)]
/// #[codec(borrow)]
/// struct Name { of: u8, text: String }
///
/// impl Packable for Name {
///     type Layout = Bincode;
/// }
/// impl EncodesAs<Name> for NameRef<'_> {}
///
/// let names: Packed<Name> = [NameRef { of: 1, text: "a" }].into_iter().collect();
/// assert_eq!(names.as_bytes(), [1, 1, 0, 0, 0, 0, 0, 0, 0, b'a']);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be appended as a `{T}`",
    label = "it is neither a `{T}` nor a reference to one",
    note = "for a borrowed form, write `impl EncodesAs<{T}> for {Self} {{}}`"
)]
pub trait EncodesAs<T>: Encode {}

impl<T: Encode> EncodesAs<T> for T {}
impl<T: Encode> EncodesAs<T> for &T {}

impl EncodesAs<String> for str {}
impl EncodesAs<String> for &str {}
impl EncodesAs<Vec<u8>> for [u8] {}
impl EncodesAs<Vec<u8>> for &[u8] {}

macro_rules! bounded {
    ($([$($param:tt)*] $storage:ty),*) => {$(
        impl<K: Kind, L: LengthPrefix, const MAX: usize, $($param)*>
            EncodesAs<Bounded<K, L, MAX, $storage>> for Bounded<K, L, MAX, &[u8]>
        {
        }
    )*};
}

bounded!([] Vec<u8>, [] SmallBytes, [const N: usize] InlineBytes<N>);
#[cfg(feature = "bytes")]
bounded!([] bytes::Bytes);

#[cfg(feature = "bytes")]
impl EncodesAs<Vec<u8>> for bytes::Bytes {}
#[cfg(feature = "bytes")]
impl EncodesAs<String> for crate::TextShared {}
