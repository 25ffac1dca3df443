//! `remote`: types of other crates, described by a copy of their fields.

use codec_core::field::Same;
use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, Format, Postcard};

use crate::agree::{forms, in_every_format};

/// A crate that does not depend on the codec.
mod other {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Point<T> {
        pub(super) x: T,
        pub(super) name: String,
    }

    #[derive(Debug, Clone, PartialEq)]
    pub(super) enum Shape {
        Empty,
        Circle { center: u16, radius: u8 },
        Path(Vec<u8>),
    }

    #[derive(Debug, Clone, Copy, PartialEq)]
    pub(super) struct Pair(pub(super) u8, pub(super) u16);
}

#[derive(Encode, Decode)]
#[codec(remote = other::Point<T>)]
struct Point<T> {
    x: T,
    #[codec(len = u8, max = 3)]
    name: String,
}

#[derive(Encode, Decode)]
#[codec(remote = other::Shape, tag = u8)]
enum Shape {
    Empty,
    #[codec(value = 7)]
    Circle {
        #[codec(check = center < 1000)]
        center: u16,
        radius: u8,
    },
    Path(#[codec(len = u8)] Vec<u8>),
}

#[derive(Encode, Decode)]
#[codec(remote = other::Pair, be)]
struct Pair(u8, u16);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Drawing {
    title: String,
    #[codec(as = Point<u16>)]
    point: other::Point<u16>,
    #[codec(as = Vec<Shape>)]
    shapes: Vec<other::Shape>,
    #[codec(as = Vec<(Same, Pair)>)]
    pairs: Vec<(u8, other::Pair)>,
}

forms! { Drawing: DrawingRef, DrawingShared; }

fn drawing() -> Drawing {
    Drawing {
        title: "t".into(),
        point: other::Point { x: 300, name: "abc".into() },
        shapes: vec![
            other::Shape::Empty,
            other::Shape::Circle { center: 5, radius: 6 },
            other::Shape::Path(vec![1, 2]),
        ],
        pairs: vec![(1, other::Pair(1, 2)), (2, other::Pair(3, 4))],
    }
}

#[test]
fn types_of_others_travel_in_every_form_and_format() {
    in_every_format!(drawing());
    let bytes = Postcard::to_vec(&drawing()).unwrap();
    let point = [1, b't', 0xac, 2, 3, b'a', b'b', b'c'];
    assert_eq!(bytes[..8], point);
    assert_eq!(bytes[8..], [3, 0, 7, 5, 6, 2, 2, 1, 2, 2, 1, 1, 0, 2, 2, 3, 0, 4]);
}

#[test]
fn what_the_copy_refuses_is_refused() {
    #[derive(Debug, Decode)]
    struct One(#[codec(as = Shape)] other::Shape);
    let long = other::Point { x: 1, name: "abcd".into() };
    assert!(Bincode::to_vec(&Drawing { point: long, ..drawing() }).is_err());
    let kind = |bytes: &[u8]| Bincode::from_slice::<One>(bytes).unwrap_err().kind();
    assert_eq!(kind(&[3]), DecodeErrorKind::InvalidTag);
    assert_eq!(kind(&[7, 0xff, 0xff, 1]), DecodeErrorKind::CheckFailed);
}
