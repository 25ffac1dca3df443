//! The wire format of values with an adapter: `as`, `varint`, `until`.

use core::marker::PhantomData;

use super::Describe;
use super::attribute::Prefix;
#[cfg(feature = "alloc")]
use super::kind::Content;
use super::kind::{Kind, Schema, Seq};
use super::record::{Field, Struct};
use super::reference::SchemaRef;
use crate::field::{Same, TryVia, Until, Varint, Via};

/// An adapter ([`EncodeWith`](crate::field::EncodeWith)) whose wire format for values of the
/// type `T` is known as data. A field whose adapter doesn't implement it is opaque.
///
/// ```
/// use codec_core::schema::{Describe, DescribeWith, Kind, SchemaRef};
/// use core::time::Duration;
/// struct Millis; // which writes a `u64`
/// impl DescribeWith<Duration> for Millis {
///     const SCHEMA: SchemaRef = <u64 as Describe>::SCHEMA;
/// }
/// let some = <Option<Millis> as DescribeWith<Option<Duration>>>::SCHEMA;
/// assert!(matches!(some.kind, Kind::Optional(of) if of.name == "u64"));
/// ```
pub trait DescribeWith<T: ?Sized> {
    /// The description.
    const SCHEMA: SchemaRef;
}

impl<T: Describe + ?Sized> DescribeWith<T> for Same {
    const SCHEMA: SchemaRef = T::SCHEMA;
}

impl<T: ?Sized, W: Describe> DescribeWith<T> for Via<W> {
    const SCHEMA: SchemaRef = W::SCHEMA;
}

impl<T: ?Sized, W: Describe> DescribeWith<T> for TryVia<W> {
    const SCHEMA: SchemaRef = SchemaRef::new(
        const {
            let fields = const { &[Field::new("0", W::SCHEMA)] };
            &Schema::new("TryVia", Kind::Struct(Struct::new(fields).tuple().check("TryFrom")))
        },
    );
}

impl<T: Describe> DescribeWith<T> for Varint {
    const SCHEMA: SchemaRef = SchemaRef::new(
        const {
            let of = T::SCHEMA.get();
            match of.kind {
                Kind::Int(int) => &Schema { kind: Kind::Int(int.always_leb128()), ..*of },
                _ => &Schema { kind: Kind::Opaque("LEB128 of no integer"), ..*of },
            }
        },
    );
}

impl<T: Describe, const END: u8> DescribeWith<T> for Until<END> {
    const SCHEMA: SchemaRef =
        SchemaRef::new(const { &Schema { kind: until(T::SCHEMA.get(), END), ..*T::SCHEMA.get() } });
}

/// A string or bytes, up to this byte.
const fn until(mut of: &Schema, end: u8) -> Kind {
    while let Kind::Same(inner) | Kind::Boxed(inner) = of.kind {
        of = inner.get();
    }
    match of.kind {
        Kind::Seq(seq) => Kind::Seq(Seq { prefix: Prefix::FORMAT, ..seq }.with_until(end)),
        _ => Kind::Opaque("to a byte, of another type than a string"),
    }
}

/// Collections of adapters.
macro_rules! collections {
    ($([$($adapter:ident $item:ident),*] [$($const:tt)*] $of:ty, $adapted:ty => $kind:expr;)*) => {$(
        impl<$($adapter: DescribeWith<$item>, $item,)* $($const)*> DescribeWith<$adapted> for $of {
            const SCHEMA: SchemaRef =
                SchemaRef::new(const { &Schema::new(stringify!($adapted), $kind) });
        }
    )*};
}

collections! {
    [A T] [] Option<A>, Option<T> => Kind::Optional(A::SCHEMA);
    [A T] [const N: usize] [A; N], [T; N] => Kind::Array(A::SCHEMA, N as u64);
    [A T, B U] [] (A, B), (T, U) => Kind::Tuple(const { &[A::SCHEMA, B::SCHEMA] });
}

#[cfg(feature = "alloc")]
collections! {
    [A T] [] alloc::boxed::Box<A>, alloc::boxed::Box<T> => Kind::Boxed(A::SCHEMA);
    [A T] [] alloc::vec::Vec<A>, alloc::vec::Vec<T> => {
        Kind::Seq(Seq::new(Content::Items, A::SCHEMA))
    };
    [A K, B V] [] alloc::collections::BTreeMap<A, B>, alloc::collections::BTreeMap<K, V> => {
        let pair = const { &Schema::new("(K, V)", Kind::Tuple(const { &[A::SCHEMA, B::SCHEMA] })) };
        Kind::Seq(Seq::new(Content::Map, SchemaRef::new(pair)))
    };
}

/// Finds the description of a type in generated code, if it has one.
#[doc(hidden)]
#[derive(Debug)]
pub struct Described<T: ?Sized>(PhantomData<T>);

impl<T: Describe + ?Sized> Described<T> {
    /// The description.
    pub const FOUND: Option<SchemaRef> = Some(T::SCHEMA);
}

/// The fallback for a type without a description.
#[doc(hidden)]
pub trait Undescribed {
    /// None.
    const FOUND: Option<SchemaRef> = None;
}

impl<T: ?Sized> Undescribed for Described<T> {}

/// The type of the value in an optional field.
#[doc(hidden)]
pub trait OptionOf {
    /// The value's type.
    type Some;
}

impl<T> OptionOf for Option<T> {
    type Some = T;
}

/// Like [`Described`], for an adapter for values of a type.
#[doc(hidden)]
#[derive(Debug)]
pub struct DescribedWith<A: ?Sized, T: ?Sized>(PhantomData<A>, PhantomData<T>);

impl<A: DescribeWith<T> + ?Sized, T: ?Sized> DescribedWith<A, T> {
    /// The description.
    pub const FOUND: Option<SchemaRef> = Some(A::SCHEMA);
}

/// The fallback for an adapter without a description.
#[doc(hidden)]
pub trait UndescribedWith {
    /// None.
    const FOUND: Option<SchemaRef> = None;
}

impl<A: ?Sized, T: ?Sized> UndescribedWith for DescribedWith<A, T> {}
