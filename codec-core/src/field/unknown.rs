//! Tags that no variant of an enum has.
#![forbid(unsafe_code)]

/// The type that the variant with `#[codec(other)]` keeps an unknown tag in: an
/// unsigned integer, as wide as the tag or wider.
///
/// ```
/// use codec_core::field::UnknownTag;
/// assert_eq!(<u8 as UnknownTag>::from_tag(7), Some(7));
/// assert_eq!(<u8 as UnknownTag>::from_tag(256), None);
/// assert_eq!(7u32.tag(), 7);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't keep an unknown tag",
    label = "the variant with `other` holds one unsigned integer: `u8`, `u16`, `u32` or `u64`"
)]
pub trait UnknownTag: Copy {
    /// Converts a tag; `None` when it does not fit, and the tag is an error.
    fn from_tag(tag: u64) -> Option<Self>;

    /// The tag.
    fn tag(self) -> u64;
}

macro_rules! integers {
    ($($int:ty),*) => {$(
        impl UnknownTag for $int {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_tag(tag: u64) -> Option<Self> {
                Self::try_from(tag).ok()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn tag(self) -> u64 {
                self.into()
            }
        }
    )*};
}

integers!(u8, u16, u32, u64);
