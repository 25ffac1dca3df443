//! Types that borrow nothing from the input: each is its own borrowed and its own shared form.
#![forbid(unsafe_code)]

/// Makes a type its own borrowed and its own shared form: what `#[codec(plain)]`
/// is for a derived type, for one whose [`Encode`](crate::Encode) and
/// [`Decodable`](crate::Decodable) are written by hand.
///
/// It implements [`DecodableRef`](crate::DecodableRef),
/// [`Borrowable`](crate::Borrowable) and [`BorrowableElement`](crate::BorrowableElement),
/// and with the feature `bytes` [`Shareable`](crate::Shareable) and
/// [`ShareableElement`](crate::ShareableElement). The type has to be `Clone` and `Sync`, and
/// should be cheap to clone: a borrowed decode makes an owned value, and allocates if the type
/// does. Type parameters go before the type, in braces, with the bounds that the type's own
/// implementations require.
///
/// ```
/// use codec_core::{
///     Bincode, Decodable, DecodeError, Encode, EncodeError, Format, Reader, Size, Writer,
/// };
///
/// /// Celsius, sent as tenths of a kelvin.
/// #[derive(Debug, Clone, Copy, PartialEq)]
/// struct Temperature(f32);
///
/// impl Encode for Temperature {
///     fn encoded_len<F: Format>(&self) -> usize {
///         0u16.encoded_len::<F>()
///     }
///     fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
///         (((self.0 + 273.15) * 10.0) as u16).encode(w)
///     }
/// }
///
/// impl Decodable for Temperature {
///     fn size<F: Format>() -> Size {
///         <u16 as Decodable>::size::<F>()
///     }
///     fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
///         Ok(Self(f32::from(u16::decode(r)?) / 10.0 - 273.15))
///     }
/// }
///
/// codec_core::impl_plain!(Temperature);
///
/// // It can be a field of a type with `borrow`, and a list of it is read lazily.
/// #[derive(codec_core::Encode, codec_core::Decode)]
/// #[codec(borrow)]
/// struct Report {
///     station: String,
///     measured: Vec<Temperature>,
/// }
///
/// let bytes = [1, 0, 0, 0, 0, 0, 0, 0, b'a', 1, 0, 0, 0, 0, 0, 0, 0, 0xd1, 0x0b];
/// let report: ReportRef<'_> = Bincode::from_slice_ref(&bytes)?;
/// let degrees = report.measured.iter().next().map(|measured| measured.0.round());
/// assert_eq!((report.station, degrees), ("a", Some(29.0)));
///
/// /// A pair, with a type parameter.
/// #[derive(Clone)]
/// struct Twice<T>(T);
/// # impl<T: Encode> Encode for Twice<T> {
/// #     fn encoded_len<F: Format>(&self) -> usize {
/// #         self.0.encoded_len::<F>()
/// #     }
/// #     fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
/// #         self.0.encode(w)
/// #     }
/// # }
/// # impl<T: Decodable> Decodable for Twice<T> {
/// #     fn size<F: Format>() -> Size {
/// #         T::size::<F>()
/// #     }
/// #     fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
/// #         T::decode(r).map(Self)
/// #     }
/// # }
/// // impl<T: Encode> Encode for Twice<T>, impl<T: Decodable> Decodable for Twice<T>
/// codec_core::impl_plain!({T: Decodable + Clone + Sync} Twice<T>);
/// # Ok::<(), DecodeError>(())
/// ```
#[macro_export]
macro_rules! impl_plain {
    ($({$($params:tt)*})? $type:ty) => {
        $crate::impl_decodable_ref!($({$($params)*})? $type);

        impl<$($($params)*)?> $crate::Borrowable for $type {
            type Ref<'de>
                = Self
            where
                Self: 'de;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn to_ref(&self) -> Self {
                ::core::clone::Clone::clone(self)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn from_ref<'de>(borrowed: Self) -> Self
            where
                Self: 'de,
            {
                borrowed
            }
        }

        impl<$($($params)*)?> $crate::BorrowableElement for $type
        where
            for<'__any> &'__any Self: ::core::marker::Send,
        {
            type Seq<'de>
                = $crate::SeqRef<'de, Self>
            where
                Self: 'de;
        }

        $crate::__impl_plain_shared!([<$($($params)*)?>] [$type] []);
    };
}

/// The shared form alone, which the derive writes so.
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_plain_shared {
    ([$($params:tt)*] [$type:ty] [$($bounds:tt)*]) => {
        $crate::shared! {
            #[automatically_derived]
            impl $($params)* $crate::Shareable for $type $($bounds)* {
                type Shared = Self;

                #[cfg_attr(not(debug_assertions), inline(always))]
                fn from_shared(shared: Self) -> Self {
                    shared
                }
            }

            #[automatically_derived]
            impl $($params)* $crate::ShareableElement for $type $($bounds)* {
                type SharedSeq = $crate::SeqShared<Self>;
            }
        }
    };
}

/// Items of shared forms, which there are with the feature `bytes`: without it, nothing. A crate that
/// leaves that feature to its users puts there what `#[codec(shared)]` does not write for it.
///
/// ```
/// codec_core::shared! { type Seats = codec_core::SeqShared<u16>; }
/// ```
#[cfg(feature = "bytes")]
#[macro_export]
macro_rules! shared {
    ($($items:tt)*) => { $($items)* };
}

/// Nothing: shared forms need the feature `bytes`.
#[cfg(not(feature = "bytes"))]
#[macro_export]
macro_rules! shared {
    ($($items:tt)*) => {};
}

/// Items that need an allocator, which there are with the feature `alloc`: without it, nothing.
///
/// ```
/// codec_core::allocated! { type Names = codec_core::Packed<String>; }
/// ```
#[cfg(feature = "alloc")]
#[macro_export]
macro_rules! allocated {
    ($($items:tt)*) => { $($items)* };
}

/// Nothing: an allocator is there with the feature `alloc`.
#[cfg(not(feature = "alloc"))]
#[macro_export]
macro_rules! allocated {
    ($($items:tt)*) => {};
}
