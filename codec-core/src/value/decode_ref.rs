//! The trait of types that decode by borrowing from the input.
#![forbid(unsafe_code)]

use crate::error::DecodeError;
use crate::format::Format;
use crate::format::size::Size;
use crate::read::reader::Reader;

/// A type that can be decoded while borrowing from an input that lives for `'de`.
///
/// `#[derive(Decode)]` with `#[codec(borrow)]` on a struct makes such a type of
/// it; on the fields of a struct that has a lifetime, it implements this alone.
/// A `Vec` of such a type is one, too, and allocates; a [`SeqRef`](crate::SeqRef) does not.
///
/// ```
/// use codec_core::{Bincode, DecodeError, Format};
/// let text: &str = Bincode::from_slice_ref(b"\x02\0\0\0\0\0\0\0hi")?;
/// assert_eq!(text, "hi");
/// # Ok::<(), DecodeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be decoded by borrowing from the input",
    label = "`DecodableRef<'_>` is not implemented for this type",
    note = "derive `codec_core::Decode` with `#[codec(borrow)]` on the type and use its `Ref` form",
    note = "a type that owns its data is decoded by `from_slice`"
)]
pub trait DecodableRef<'de>: Sized {
    /// The smallest encoding, and whether all have that size.
    fn ref_size<F: Format>() -> Size;

    /// Reads a value.
    ///
    /// # Errors
    /// Of the kind that the input calls for, at its offset.
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError>;

    /// Reads a value and hands it to `done`, as
    /// [`Decodable::decode_with`](crate::Decodable::decode_with).
    ///
    /// ```
    /// use codec_core::{DecodableRef, Reader, Sv2};
    /// let mut kept: &[u8; 2] = &[0; 2];
    /// DecodableRef::decode_ref_with(&mut Reader::<Sv2>::new(&[1, 2]), |value| kept = value)?;
    /// assert_eq!(kept, &[1, 2]);
    /// # Ok::<(), codec_core::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`decode_ref`](Self::decode_ref).
    #[inline(always)]
    fn decode_ref_with<F: Format, D, W: FnOnce(Self) -> D>(
        r: &mut Reader<'de, F>,
        done: W,
    ) -> Result<D, DecodeError> {
        Self::decode_ref(r).map(done)
    }

    /// Reads exactly `N` values.
    ///
    /// # Errors
    /// Those of [`decode_ref`](Self::decode_ref).
    #[inline(always)]
    fn decode_ref_array<F: Format, const N: usize>(
        r: &mut Reader<'de, F>,
    ) -> Result<[Self; N], DecodeError> {
        crate::value::bulk::decode_ref_array(r)
    }
}
