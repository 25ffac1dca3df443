//! Types that are stored in their wire encoding.

/// Declares types that are stored packed, in their wire encoding, and the forms that may be
/// appended. Integers must have one width, and lengths one encoding, as in
/// [`Consensus`](codec_core::Consensus).
#[macro_export]
macro_rules! packable {
    ($($type:ty: $borrowed:ty, $shared:ty;)*) => {$(
        $crate::codec_core::allocated! {
            /// Integers have one width, and a length that is not in its shortest encoding is
            /// refused.
            impl $crate::codec_core::Packable for $type {
                type Layout = $crate::codec_core::Consensus;
                const CANONICAL: bool = true;
            }

            impl $crate::codec_core::EncodesAs<$type> for $borrowed {}
        }

        $crate::codec_core::shared! { impl $crate::codec_core::EncodesAs<$type> for $shared {} }
    )*};
}
