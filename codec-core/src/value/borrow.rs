//! The borrowed form of a type, which refers to the input.
#![forbid(unsafe_code)]

use super::decode_ref::DecodableRef;

/// The borrowed form of a type.
///
/// `#[codec(borrow)]` implements it for a derived type and uses it for the types of the
/// fields. In a sequence, a type is borrowed as its
/// [`BorrowableElement`](crate::BorrowableElement) says.
///
/// ```
/// use codec_core::Borrowable;
/// let owned = String::from("a.b");
/// let text: <String as Borrowable>::Ref<'_> = owned.to_ref(); // &str
/// assert_eq!(String::from_ref(text), owned);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no borrowed form",
    label = "`Borrowable` is not implemented for this type",
    note = "add `#[codec(borrow)]` to that type, or put `#[codec(borrow)]` on the other fields alone"
)]
pub trait Borrowable: Sized {
    /// The borrowed form: `str` of a `String`, `FooRef` of a `Foo`, `u16` of a `u16`.
    type Ref<'de>: DecodableRef<'de>
    where
        Self: 'de;

    /// Borrows from the value.
    fn to_ref(&self) -> Self::Ref<'_>;

    /// Copies what is borrowed into an owned value.
    fn from_ref<'de>(borrowed: Self::Ref<'de>) -> Self
    where
        Self: 'de;
}
