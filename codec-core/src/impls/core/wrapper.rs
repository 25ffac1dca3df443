//! Wrappers around one value, and ranges, which are one or two values one after another.

use core::cmp::Reverse;
use core::num::{Saturating, Wrapping};
use core::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use crate::error::{DecodeError, EncodeError};
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// A type that holds `$count` values of `T`: how to borrow them, how to move them out, and how to
/// build it from them. `$lacks` is what a format may not support.
macro_rules! wrapper {
    ($($name:ident[$count:literal] $($lacks:ident)?: $borrow:expr, $take:expr, $make:expr;)*) => {$(
        impl<T: Encode> Encode for $name<T> {
            crate::format::size::sizes!(encoded_size: T::encoded_size::<F>().times($count));
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encoded_len<F: Format>(&self) -> usize {
                let borrow: fn(&Self) -> [&T; $count] = $borrow;
                borrow(self).encoded_len::<F>()
            }
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
                $(const { Unsupported::refuse(F::RULES.unsupported.$lacks) };)?
                let borrow: fn(&Self) -> [&T; $count] = $borrow;
                borrow(self).iter().try_for_each(|value| value.encode(w))
            }
        }

        impl<T: Decodable> Decodable for $name<T> {
            crate::format::size::sizes!(size: T::size::<F>().times($count));
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
                $(const { Unsupported::refuse(F::RULES.unsupported.$lacks) };)?
                T::decode_array::<F, $count>(r).map($make)
            }
            fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
                walk.parts::<F, T>($count);
            }
        }

        impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for $name<T> {
            crate::format::size::sizes!(ref_size: T::ref_size::<F>().times($count));
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
                $(const { Unsupported::refuse(F::RULES.unsupported.$lacks) };)?
                T::decode_ref_array::<F, $count>(r).map($make)
            }
        }

        crate::form::element::mapped! {
            $name<T>;
            |it, (lend,)| {
                let borrow: fn(&Self) -> [&T; $count] = $borrow;
                $make(borrow(it).map(lend))
            };
            |it, (own,)| $make($take(it).map(own))
        }
    )*};
}

wrapper! {
    Wrapping[1]: |it| [&it.0], |it: Wrapping<_>| [it.0], |[value]: [_; 1]| Wrapping(value);
    Saturating[1]: |it| [&it.0], |it: Saturating<_>| [it.0], |[value]: [_; 1]| Saturating(value);
    Reverse[1]: |it| [&it.0], |it: Reverse<_>| [it.0], |[value]: [_; 1]| Reverse(value);
    Range[2] range: |it| [&it.start, &it.end], |it: Range<_>| [it.start, it.end],
        |[start, end]: [_; 2]| start..end;
    RangeInclusive[2] range: |it| [it.start(), it.end()],
        |it: RangeInclusive<_>| <[_; 2]>::from(it.into_inner()), |[start, end]: [_; 2]| start..=end;
    RangeFrom[1] range: |it| [&it.start], |it: RangeFrom<_>| [it.start],
        |[start]: [_; 1]| start..;
    RangeTo[1] range: |it| [&it.end], |it: RangeTo<_>| [it.end], |[end]: [_; 1]| ..end;
    RangeToInclusive[1] range: |it| [&it.end], |it: RangeToInclusive<_>| [it.end],
        |[end]: [_; 1]| ..=end;
}
