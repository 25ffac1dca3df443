//! Types of `core`.

use core::cell::{Cell, RefCell};
use core::cmp::Reverse;
use core::marker::PhantomData;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use core::num::{NonZero, Saturating, Wrapping};
use core::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use core::time::Duration;

use super::{describe, same};
use crate::schema::{
    Content, Describe, Enum, Field, Int, Kind, Need, Schema, SchemaRef, Seq, Struct, Variant,
};
use crate::value::growing::growing;

describe! {
    (), "()", Kind::Unit;
    {T: ?Sized} PhantomData<T>, "PhantomData", Kind::Unit;
    bool, "bool", Kind::Bool;
    char, "char", Kind::Char;
    f32, "f32", Kind::Float(4);
    f64, "f64", Kind::Float(8);
    {T: Describe, const N: usize} [T; N], "array", Kind::Array(T::SCHEMA, N as u64);
    str, "str", Kind::Seq(Seq::new(Content::Utf8, u8::SCHEMA));
    {T: Describe} [T], "slice", Kind::Seq(Seq::new(Content::Items, T::SCHEMA));
    {T: Describe} Option<T>, "Option", Kind::Optional(T::SCHEMA);
    {T: Describe, E: Describe} Result<T, E>, "Result", Kind::Outcome(T::SCHEMA, E::SCHEMA);
    {T: Describe} Range<T>, "Range", Kind::Tuple(&[T::SCHEMA, T::SCHEMA]), Range;
    {T: Describe} RangeInclusive<T>, "RangeInclusive",
        Kind::Tuple(&[T::SCHEMA, T::SCHEMA]), Range;
    {T: Describe} RangeFrom<T>, "RangeFrom", Kind::Same(T::SCHEMA), Range;
    {T: Describe} RangeTo<T>, "RangeTo", Kind::Same(T::SCHEMA), Range;
    {T: Describe} RangeToInclusive<T>, "RangeToInclusive", Kind::Same(T::SCHEMA), Range;
    RangeFull, "RangeFull", Kind::Unit, Range;
    Ipv4Addr, "Ipv4Addr", Kind::Array(u8::SCHEMA, 4), Address;
    Ipv6Addr, "Ipv6Addr", Kind::Array(u8::SCHEMA, 16), Address;
    SocketAddrV4, "SocketAddrV4", Kind::Tuple(&[Ipv4Addr::SCHEMA, u16::SCHEMA]), Address;
    SocketAddrV6, "SocketAddrV6", Kind::Tuple(&[Ipv6Addr::SCHEMA, u16::SCHEMA]), Address;
}

same! {
    {T: Describe + ?Sized} &T as T;
    {T: Describe} Wrapping<T> as T;
    {T: Describe} Saturating<T> as T;
    {T: Describe} Reverse<T> as T;
    {T: Describe} Cell<T> as T;
    {T: Describe + ?Sized} RefCell<T> as T;
}

macro_rules! integers {
    ($($int:ident: $kind:expr;)*) => {$(
        describe! {
            $int, stringify!($int), Kind::Int($kind);
            NonZero<$int>, concat!("NonZero<", stringify!($int), ">"),
                Kind::Int($kind.without_zero());
        }
    )*};
}

integers! {
    u8: Int::unsigned(1);
    u16: Int::unsigned(2);
    u32: Int::unsigned(4);
    u64: Int::unsigned(8);
    u128: Int::unsigned(16);
    usize: Int::unsigned(8).pointer_sized();
    i8: Int::signed(1);
    i16: Int::signed(2);
    i32: Int::signed(4);
    i64: Int::signed(8);
    i128: Int::signed(16);
    isize: Int::signed(8).pointer_sized();
}

macro_rules! atomics {
    ($($width:literal $($atomic:ident $int:ident)*;)*) => {$($(
        #[cfg(target_has_atomic = $width)]
        same! { core::sync::atomic::$atomic as $int; }
    )*)*};
}

atomics! {
    "8" AtomicBool bool AtomicU8 u8 AtomicI8 i8;
    "16" AtomicU16 u16 AtomicI16 i16;
    "32" AtomicU32 u32 AtomicI32 i32;
    "64" AtomicU64 u64 AtomicI64 i64;
    "ptr" AtomicUsize usize AtomicIsize isize;
}

macro_rules! tuple {
    ($last:tt; $($param:ident)+) => {
        describe! {
            {$($param: Describe),+} ($($param,)+), "tuple", Kind::Tuple(&[$($param::SCHEMA),+]);
        }
    };
}

growing!(tuple [] A B C D E F G H I J K L);

/// An enum: a tag, then the content of the variant.
macro_rules! either {
    ($($({$($param:tt)*})? $type:ty, $name:literal, $need:ident:
        $($tag:literal $variant:literal $([$content:ty])?;)*;)*) => {$(
        describe! {
            $({$($param)*})? $type, $name,
                Kind::Enum(Enum::new(const {&[$(
                    Variant::new($variant, Some($tag), const {&[
                        $(Field::new("0", <$content as Describe>::SCHEMA))?
                    ]})
                ),*]})), $need;
        }
    )*};
}

either! {
    IpAddr, "IpAddr", Address: 0 "V4" [Ipv4Addr]; 1 "V6" [Ipv6Addr];;
    SocketAddr, "SocketAddr", Address: 0 "V4" [SocketAddrV4]; 1 "V6" [SocketAddrV6];;
    {T: Describe} Bound<T>, "Bound", Bound:
        0 "Unbounded"; 1 "Included" [T]; 2 "Excluded" [T];;
}

impl Describe for Duration {
    const SCHEMA: SchemaRef = SchemaRef::new(
        const {
            &Schema::new(
                "Duration",
                Kind::Struct(Struct::new(
                    const { &[Field::new("secs", u64::SCHEMA), Field::new("nanos", u32::SCHEMA)] },
                )),
            )
            .with_need(Need::Duration)
        },
    );
}
