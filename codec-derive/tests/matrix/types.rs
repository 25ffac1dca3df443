//! Types for attributes on types: a context, types with another type on the wire, types of another
//! crate.

use codec_core::{Decode, Encode};

use crate::Item;

/// A context whose default is used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Longest(pub(crate) u8);

impl Default for Longest {
    fn default() -> Self {
        Self(9)
    }
}

/// Types that have another type on the wire.
macro_rules! wrapped {
    ($($name:ident($wire:ty): $from:ident;)*) => {$(
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Encode, Decode)]
        #[codec($from = $wire, into = $wire, plain, push)]
        pub(crate) struct $name(pub(crate) $wire);

        impl From<&$name> for $wire {
            fn from(value: &$name) -> Self {
                value.0.clone()
            }
        }
    )*};
}

wrapped! {
    Number(u32): from;
    Text(String): from;
    Numbers(Vec<u16>): from;
    Inner(Item): from;
    Perhaps(Option<u8>): from;
    Even(u16): try_from;
    Short(String): try_from;
}

/// Wraps every value of the wire's type.
macro_rules! from {
    ($($name:ident($wire:ty);)*) => {$(
        impl From<$wire> for $name {
            fn from(value: $wire) -> Self {
                Self(value)
            }
        }
    )*};
}

from! { Number(u32); Text(String); Numbers(Vec<u16>); Inner(Item); Perhaps(Option<u8>); }

impl TryFrom<u16> for Even {
    type Error = ();

    fn try_from(value: u16) -> Result<Self, ()> {
        if value.is_multiple_of(2) { Ok(Self(value)) } else { Err(()) }
    }
}

impl TryFrom<String> for Short {
    type Error = ();

    fn try_from(value: String) -> Result<Self, ()> {
        if value.len() < 9 { Ok(Self(value)) } else { Err(()) }
    }
}

/// A crate that does not depend on the codec.
pub(crate) mod other {
    #[derive(Debug, Clone, PartialEq)]
    pub(crate) struct Point<T> {
        pub(crate) x: T,
        pub(crate) name: String,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub(crate) enum Shape {
        Empty,
        Circle { center: u16 },
        Path(Vec<u8>),
    }

    #[cfg(matrix)]
    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(crate) struct Pair(pub(crate) u8, pub(crate) u16);
}

#[derive(Encode, Decode)]
#[codec(remote = other::Point<T>)]
pub(crate) struct Point<T> {
    x: T,
    #[codec(len = u8)]
    name: String,
}

#[derive(Encode, Decode)]
#[codec(remote = other::Shape, tag = u8)]
pub(crate) enum Shape {
    Empty,
    #[codec(value = 7)]
    Circle {
        center: u16,
    },
    Path(#[codec(len = u8)] Vec<u8>),
}

#[cfg(matrix)]
#[derive(Encode, Decode)]
#[codec(remote = other::Pair)]
pub(crate) struct Pair(u8, u16);

/// Fields whose types have another type on the wire.
macro_rules! converted {
    ($of_type:tt $attr:tt) => {
        crate::case! { number $of_type $attr types::Number = types::Number(300) }
        crate::case! { even $of_type $attr types::Even = types::Even(300) }
        #[cfg(matrix)]
        crate::case! { text $of_type $attr types::Text = types::Text("t".into()) }
        #[cfg(matrix)]
        crate::case! { short $of_type $attr types::Short = types::Short("s".into()) }
        #[cfg(matrix)]
        crate::case! { numbers $of_type $attr types::Numbers = types::Numbers(vec![1, 300]) }
        #[cfg(matrix)]
        crate::case! { inner $of_type $attr types::Inner = types::Inner(item()) }
        #[cfg(matrix)]
        crate::case! { no Consensus: perhaps $of_type $attr types::Perhaps = types::Perhaps(Some(1)) }
        #[cfg(matrix)]
        crate::case! { no Consensus: option $of_type $attr Option<types::Text> = Some(types::Text("t".into())) }
    };
}
pub(crate) use converted;

/// Collections of them.
macro_rules! converted_lists {
    ($of_type:tt $attr:tt) => {
        crate::case! { even $of_type $attr Vec<types::Even> = vec![types::Even(2)] }
        #[cfg(matrix)]
        crate::case! { texts $of_type $attr Vec<types::Text> = vec![types::Text("t".into())] }
        #[cfg(matrix)]
        crate::case! { no Consensus: keys $of_type $attr BTreeMap<types::Text, u8> = [(types::Text("t".into()), 1)].into() }
        #[cfg(matrix)]
        crate::case! { no Consensus: values $of_type $attr BTreeMap<u8, types::Inner> = [(1, types::Inner(item()))].into() }
        #[cfg(matrix)]
        crate::case! { no Consensus: set $of_type $attr BTreeSet<types::Number> = [types::Number(1)].into() }
    };
}
pub(crate) use converted_lists;

/// Fields of types of the other crate, and collections of them.
macro_rules! remote {
    ($of_type:tt [$($attr:tt)*]) => {
        crate::case! { point $of_type [as = types::Point<u32>, $($attr)*]
            types::other::Point<u32> = types::other::Point { x: 300, name: "p".into() } }
        crate::case! { shapes $of_type [as = Vec<types::Shape>, $($attr)*]
            Vec<types::other::Shape> = vec![
                types::other::Shape::Empty,
                types::other::Shape::Circle { center: 300 },
                types::other::Shape::Path(vec![1]),
            ] }
        #[cfg(matrix)]
        crate::case! { pair $of_type [as = types::Pair, $($attr)*]
            types::other::Pair = types::other::Pair(1, 300) }
        #[cfg(matrix)]
        crate::case! { no Consensus: option $of_type [as = Option<types::Pair>, $($attr)*]
            Option<types::other::Pair> = Some(types::other::Pair(1, 300)) }
        #[cfg(matrix)]
        crate::case! { boxed $of_type [as = Box<types::Shape>, $($attr)*]
            Box<types::other::Shape> = Box::new(types::other::Shape::Empty) }
        #[cfg(matrix)]
        crate::case! { no Consensus: map $of_type [as = BTreeMap<codec_core::field::Same, types::Pair>, $($attr)*]
            BTreeMap<String, types::other::Pair> =
                [("k".to_owned(), types::other::Pair(1, 300))].into() }
        #[cfg(matrix)]
        crate::case! { array $of_type [as = [types::Pair; 2], $($attr)*]
            [types::other::Pair; 2] = [types::other::Pair(1, 300); 2] }
    };
}
pub(crate) use remote;
