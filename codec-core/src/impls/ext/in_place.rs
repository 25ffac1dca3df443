//! Vectors and strings that are stored inline, with their capacity in the type: as a `Vec` or
//! `String`, refused when it exceeds the capacity. The other forms are of the same type: those of a
//! `Vec` would not enforce the limit.

use crate::error::DecodeError;
use crate::format::Format;
use crate::read::reader::Reader;
pub(super) use crate::value::in_place::InPlace;
use crate::value::mode::Mode;

/// Reads a count and items.
#[inline]
pub(super) fn counted<'de, F: Format, W: Mode<'de, V::Item>, V: InPlace>(
    r: &mut Reader<'de, F>,
) -> Result<V, DecodeError> {
    const { F::RULES.unsupported.refuse_sequence::<V::Item>() };
    let start = r.offset();
    let count = r.length()?;
    within::<F, W, V>(start, r, count)
}

/// Reads items if they fit into the capacity; `start` is the offset of the count.
#[inline]
pub(super) fn within<'de, F: Format, W: Mode<'de, V::Item>, V: InPlace>(
    start: usize,
    r: &mut Reader<'de, F>,
    count: usize,
) -> Result<V, DecodeError> {
    if count > V::CAPACITY {
        return Err(r.over_limit(start, count, V::CAPACITY));
    }
    let mut items = V::default();
    let (size, memory) = (W::size::<F>(), size_of::<V::Item>());
    crate::value::bulk::claim(r, count, size, memory, false)?;
    crate::form::key_order::each(r, count, (size, memory), |r| {
        items.append(W::read(r)?);
        Ok(())
    })?;
    Ok(items)
}

/// Reads items until the input ends.
#[inline]
pub(super) fn until_end<'de, F: Format, W: Mode<'de, V::Item>, V: InPlace>(
    r: &mut Reader<'de, F>,
) -> Result<V, DecodeError> {
    let start = r.offset();
    let mut items = V::default();
    crate::value::bulk::until_end(r, 0, |r| {
        if items.count() == V::CAPACITY {
            return Err(r.over_limit(start, V::CAPACITY + 1, V::CAPACITY));
        }
        items.append(W::read(r)?);
        Ok(())
    })?;
    Ok(items)
}

/// All forms of `$vec<T, $args>`, an [`InPlace`].
macro_rules! vector {
    ($vec:ident, {$($params:tt)*}, {$($args:tt)*}) => {
        $crate::value::encode::encode_as! {
            {T: $crate::Encode, $($params)*} $vec<T, $($args)*> as [T]; |it| it
        }

        impl<T: $crate::Decodable, $($params)*> $crate::Decodable for $vec<T, $($args)*> {
            $crate::format::size::sizes!(size: $crate::Size::at_least(F::len_size().min));

            #[inline]
            fn decode<F: $crate::Format>(
                r: &mut $crate::Reader<'_, F>,
            ) -> Result<Self, $crate::DecodeError> {
                in_place::counted::<F, $crate::value::mode::Own, Self>(r)
            }

            fn memory<F: $crate::Format>(walk: &mut $crate::MemoryWalk) {
                walk.parts::<F, T>(<Self as $crate::impls::ext::in_place::InPlace>::CAPACITY);
            }
        }

        impl<'de, T: $crate::DecodableRef<'de>, $($params)*> $crate::DecodableRef<'de>
            for $vec<T, $($args)*>
        {
            $crate::format::size::sizes!(ref_size: $crate::Size::at_least(F::len_size().min));

            #[inline]
            fn decode_ref<F: $crate::Format>(
                r: &mut $crate::Reader<'de, F>,
            ) -> Result<Self, $crate::DecodeError> {
                in_place::counted::<F, $crate::value::mode::Borrow, Self>(r)
            }
        }

        $crate::form::element::mapped! {
            $vec<T> {$($params)*} {$($args)*};
            |it, (lend,)| it.iter().map(lend).collect();
            |it, (own,)| it.into_iter().map(own).collect()
        }

        $crate::value::counted::as_counted!({T: $crate::Encode, $($params)*} $vec<T, $($args)*>);

        $crate::value::counted::content!(own
            #[inline] {T: $crate::Decodable, $($params)*} $vec<T, $($args)*>;
            |r, count| in_place::within::<F, $crate::value::mode::Own, Self>(r.offset(), r, count);
            in_place::until_end::<F, $crate::value::mode::Own, Self>(r)
        );
        $crate::value::counted::content!(borrow
            #[inline] {T: $crate::DecodableRef<'de>, $($params)*} $vec<T, $($args)*>;
            |r, count| in_place::within::<F, $crate::value::mode::Borrow, Self>(r.offset(), r, count);
            in_place::until_end::<F, $crate::value::mode::Borrow, Self>(r)
        );
    };
}

/// All forms of a string stored inline, made of a `&str` by `$from`, which fails where it is longer
/// than `$capacity` bytes.
macro_rules! string {
    ($string:ty, {$($params:tt)*}, $capacity:expr, $from:expr) => {
        $crate::value::encode::encode_as!({$($params)*} $string as str; |it| it);

        impl<$($params)*> $crate::Decodable for $string {
            $crate::format::size::sizes!(size: $crate::Size::at_least(F::len_size().min));

            #[inline]
            fn decode<F: $crate::Format>(
                r: &mut $crate::Reader<'_, F>,
            ) -> Result<Self, $crate::DecodeError> {
                let start = r.offset();
                let string = <&str as $crate::DecodableRef>::decode_ref(r)?;
                $from(string).map_err(|_| r.over_limit(start, string.len(), $capacity))
            }

            $crate::value::memory::no_memory!();
        }

        $crate::impl_plain!({$($params)*} $string);
        $crate::value::counted::as_counted!({$($params)*} $string);
        $crate::value::counted::content!(own
            #[inline] {$($params)*} $string;
            |r, count| {
                let start = r.offset();
                let string = r.str(count)?;
                $from(string).map_err(|_| r.over_limit(start, count, $capacity))
            };
            {
                r.fetch_all();
                $crate::value::counted::DecodeCounted::decode_counted(r, r.remaining())
            }
        );
        $crate::value::counted::content!(borrow
            #[inline] {$($params)*} $string;
            |r, count| $crate::value::counted::DecodeCounted::decode_counted(r, count);
            $crate::value::counted::DecodeCounted::decode_rest(r)
        );
    };
}

pub(super) use {string, vector};
