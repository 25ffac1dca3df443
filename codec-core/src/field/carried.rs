//! Checks, before code is generated for a format, that it carries the types of fields.
#![forbid(unsafe_code)]

use core::marker::PhantomData;

use crate::format::unsupported::Kind;
use crate::format::{Layout, Unsupported};
use crate::value::encode::{Encode, open_end};

/// Stops the build for a kind of type that the format lacks: in a constant of the type that
/// says `#[codec(formats(..))]`, so that `cargo check` reports it.
///
/// # Panics
/// With the hint, at compile time.
pub const fn assert_carried<F: Layout>(kind: Kind) {
    Unsupported::refuse(F::RULES.unsupported.hint(kind));
}

/// Stops the build for a type that takes the rest of the input where something follows it.
///
/// # Panics
/// At compile time.
pub const fn assert_closed(open: bool) {
    open_end(&[open, false]);
}

/// Stops the build for limits on an option, whose type has another name.
///
/// # Panics
/// At compile time.
pub const fn assert_no_option(kind: Kind) {
    assert!(
        !matches!(kind, Kind::Option),
        "`max` and `min` count the values that an option holds, none or one: write `if = ..` or a \
         signed `len`, with which limits are for the value, or put the value into a struct"
    );
}

/// Stops the build for a tag that the format has no room for.
///
/// # Panics
/// At compile time.
pub const fn assert_room<F: Layout>(tag: u64) {
    super::tag::assert_fits(tag, F::RULES.tag_max as u64);
}

/// Names the kind of a type: by a constant of its own where it is known, else by that of
/// [`AnyKind`], which the compiler takes second.
#[derive(Debug)]
pub struct KindOf<T: ?Sized>(PhantomData<T>);

/// The kind of all other types.
pub trait AnyKind {
    /// Nothing that a format lacks.
    const KIND: Kind = Kind::Any;
    /// Types without `Encode` take no rest of the input: their lack is an error elsewhere.
    const OPEN: bool = false;
}

impl<T: Encode + ?Sized> KindOf<T> {
    /// True if it takes the rest of the input.
    pub const OPEN: bool = T::OPEN;
}

impl<T: ?Sized> AnyKind for KindOf<T> {}

macro_rules! kinds {
    ($($params:tt $kind:ident: $($type:ty),*;)*) => {$(
        $(kinds!(@ $params $kind: $type);)*
    )*};
    (@ [$($param:ident),*] $kind:ident: $type:ty) => {
        impl<$($param),*> KindOf<$type> {
            /// The kind of type that a format may lack.
            pub const KIND: Kind = Kind::$kind;
        }
    };
}

kinds! {
    [] Character: char;
    [] Signed: i8, i16, i32, i64;
    [] Wide: u128, i128;
    [] PointerSized: usize, isize;
    [] Single: f32;
    [] Double: f64;
    [] Duration: core::time::Duration;
    [] Address: core::net::IpAddr, core::net::Ipv4Addr, core::net::Ipv6Addr,
        core::net::SocketAddr, core::net::SocketAddrV4, core::net::SocketAddrV6;
    [T] Option: Option<T>;
    [T, E] Result: Result<T, E>;
    [T] Range: core::ops::Range<T>, core::ops::RangeInclusive<T>;
    [T] Bound: core::ops::Bound<T>;
}
#[cfg(feature = "alloc")]
kinds! {
    [] String: alloc::string::String, alloc::boxed::Box<str>, alloc::rc::Rc<str>;
    [] CString: alloc::ffi::CString;
    [T] Sequence: alloc::vec::Vec<T>, alloc::boxed::Box<[T]>, alloc::collections::VecDeque<T>,
        alloc::collections::LinkedList<T>, alloc::collections::BinaryHeap<T>;
    [K, V] Map: alloc::collections::BTreeMap<K, V>;
    [T] Map: alloc::collections::BTreeSet<T>;
}
#[cfg(all(feature = "alloc", target_has_atomic = "ptr"))]
kinds!([] String: alloc::sync::Arc<str>;);
#[cfg(feature = "bytes")]
kinds!([] Sequence: bytes::Bytes;);
#[cfg(feature = "std")]
kinds! {
    [] SystemTime: std::time::SystemTime;
    [] Path: std::path::PathBuf;
    [K, V, S] Map: std::collections::HashMap<K, V, S>;
    [T, S] Map: std::collections::HashSet<T, S>;
}
