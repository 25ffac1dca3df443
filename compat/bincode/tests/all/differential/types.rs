//! The types that are compared, once with the derives of this crate and once with those of
//! bincode 2: a helper attribute names one crate.

macro_rules! types {
    ($path:ident, $name:tt) => {
        use std::borrow::Cow;
        use std::collections::{BTreeMap, BTreeSet, VecDeque};
        use std::num::NonZeroU16;
        use std::ops::{Bound, Range};
        use std::time::Duration;

        use serde::{Deserialize, Serialize};

        /// Every number.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, $path::Encode, $path::Decode)]
        #[bincode(crate = $name)]
        pub(crate) struct Numbers {
            pub(crate) unsigned: (u8, u16, u32, u64, u128),
            pub(crate) signed: (i8, i16, i32, i64, i128),
            pub(crate) size: (usize, isize),
            pub(crate) floats: (f32, f64),
            pub(crate) flag: bool,
            pub(crate) letter: char,
            pub(crate) some: NonZeroU16,
        }

        /// Every kind of variant.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, $path::Encode, $path::Decode)]
        #[bincode(crate = $name)]
        pub(crate) enum Shape {
            Point,
            Circle(u16),
            Line(i32, String),
            Named { name: String, of: Option<Box<Shape>> },
            List(Vec<Shape>),
        }

        /// A type that holds others.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, $path::Encode, $path::Decode)]
        #[bincode(crate = $name)]
        pub(crate) struct Holders {
            pub(crate) bytes: Vec<u8>,
            pub(crate) words: Vec<u32>,
            pub(crate) signed: Vec<i64>,
            pub(crate) wide: Vec<u128>,
            pub(crate) texts: Vec<String>,
            pub(crate) array: [u16; 5],
            pub(crate) octets: [u8; 3],
            pub(crate) map: BTreeMap<String, u64>,
            pub(crate) set: BTreeSet<i16>,
            pub(crate) queue: VecDeque<u8>,
            pub(crate) result: Result<u8, String>,
            pub(crate) maybe: Option<Option<bool>>,
            pub(crate) range: Range<u32>,
            pub(crate) bound: Bound<u64>,
            pub(crate) time: Duration,
            pub(crate) boxed: Box<[u16]>,
            pub(crate) unit: (),
        }

        /// A field through serde, and parameters.
        #[derive(Debug, Clone, PartialEq, $path::Encode, $path::Decode)]
        #[bincode(crate = $name)]
        pub(crate) struct Generic<T, const N: usize> {
            pub(crate) value: T,
            pub(crate) octets: [u8; N],
            #[bincode(with_serde)]
            pub(crate) through: Foreign,
        }

        /// A type that only serde knows.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub(crate) struct Foreign {
            pub(crate) name: String,
            pub(crate) flags: (bool, u32),
        }

        /// A type that borrows.
        #[derive(Debug, PartialEq, $path::Encode, $path::BorrowDecode)]
        #[bincode(crate = $name)]
        pub(crate) struct Lent<'a> {
            pub(crate) name: &'a str,
            pub(crate) bytes: &'a [u8],
            pub(crate) cow: Cow<'a, str>,
        }
    };
}

pub(crate) mod ours {
    types!(codec_bincode, "codec_bincode");
}

pub(crate) mod theirs {
    types!(bincode2, "bincode2");
}

pub(crate) mod values {
    //! Values of the types, at the edges of what variable-length integers take.

    use std::num::NonZeroU16;
    use std::ops::Bound;
    use std::time::Duration;

    use proptest::collection::{btree_map, btree_set, vec};
    use proptest::prelude::*;

    use super::ours::{Foreign, Generic, Holders, Numbers, Shape};

    /// A number whose magnitude is as likely of any width.
    fn wide() -> impl Strategy<Value = u128> {
        let edges = [250, 251, 252, 253, 254, 255, 256, 65_535, 65_536, 1 << 32, u128::MAX];
        prop_oneof![
            (any::<u128>(), 0u32..128).prop_map(|(value, shift)| value >> shift),
            (0..edges.len(), 0u128..3).prop_map(move |(edge, more)| edges[edge].wrapping_sub(more)),
        ]
    }

    #[expect(clippy::cast_possible_truncation, reason = "any value will do")]
    pub(crate) fn numbers() -> impl Strategy<Value = Numbers> {
        let all = (wide(), wide(), wide(), wide(), any::<(f32, f64)>(), any::<(bool, char)>());
        all.prop_map(|(one, two, three, four, floats, (flag, letter))| Numbers {
            unsigned: (one as u8, two as u16, three as u32, four as u64, one),
            signed: (two as i8, three as i16, four as i32, one as i64, two.cast_signed()),
            size: (three as usize, four as isize),
            floats,
            flag,
            letter,
            some: NonZeroU16::new(one as u16).unwrap_or(NonZeroU16::MIN),
        })
    }

    pub(crate) fn shape() -> impl Strategy<Value = Shape> {
        let leaf = prop_oneof![
            Just(Shape::Point),
            any::<u16>().prop_map(Shape::Circle),
            (any::<i32>(), ".{0,9}").prop_map(|(number, text)| Shape::Line(number, text)),
        ];
        leaf.prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                vec(inner.clone(), 0..4).prop_map(Shape::List),
                (".{0,9}", proptest::option::of(inner))
                    .prop_map(|(name, of)| Shape::Named { name, of: of.map(Box::new) }),
            ]
        })
    }

    #[expect(clippy::cast_possible_truncation, reason = "any value will do")]
    pub(crate) fn holders() -> impl Strategy<Value = Holders> {
        let first = (
            vec(any::<u8>(), 0..300),
            vec(wide(), 0..40),
            vec(".{0,9}", 0..9),
            btree_map(".{0,9}", any::<u64>(), 0..9),
            btree_set(any::<i16>(), 0..9),
        );
        let second = (
            prop_oneof![any::<u8>().prop_map(Ok), ".{0,9}".prop_map(Err)],
            any::<Option<Option<bool>>>(),
            wide(),
            any::<[u16; 5]>(),
        );
        (first, second).prop_map(
            |((bytes, wide, texts, map, set), (result, maybe, edge, array))| Holders {
                queue: bytes.iter().copied().rev().collect(),
                octets: [bytes.len() as u8, 1, 2],
                bytes,
                words: wide.iter().map(|value| *value as u32).collect(),
                signed: wide.iter().map(|value| *value as i64).collect(),
                boxed: wide.iter().map(|value| *value as u16).collect(),
                wide,
                texts,
                array,
                map,
                set,
                result,
                maybe,
                range: 5..edge as u32,
                bound: match edge % 3 {
                    0 => Bound::Unbounded,
                    1 => Bound::Included(edge as u64),
                    _ => Bound::Excluded(edge as u64),
                },
                time: Duration::new(edge as u64 >> 1, array[0].into()),
                unit: (),
            },
        )
    }

    pub(crate) fn generic() -> impl Strategy<Value = Generic<Option<String>, 4>> {
        (any::<Option<String>>(), any::<[u8; 4]>(), ".{0,9}", any::<(bool, u32)>()).prop_map(
            |(value, octets, name, flags)| Generic {
                value,
                octets,
                through: Foreign { name, flags },
            },
        )
    }
}
