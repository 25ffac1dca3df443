//! `plain`: types that are their own borrowed and shared forms.

use bytes::Bytes;
use codec_core::{
    Borrowable, Decode, DecodeErrorKind, Encode, Format, Postcard, SeqRef, SeqShared, Shareable,
};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(plain, check = Self::is_on_earth)]
struct Place {
    latitude: i8,
    longitude: i16,
}

impl Place {
    fn is_on_earth(&self) -> bool {
        self.longitude.abs() <= 180
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(transparent, plain)]
struct Key([u8; 4]);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(plain, tag = u8)]
enum Shape {
    Point,
    Circle(u16),
    #[codec(other)]
    Unknown(u8),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(plain)]
struct Pair<T, const N: usize>(T, [T; N])
where
    T: Copy;

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Trip {
    name: String,
    key: Key,
    from: Place,
    stops: Vec<Place>,
    shapes: Vec<Shape>,
    pair: Pair<u8, 2>,
}

fn trip() -> Trip {
    Trip {
        name: "a".into(),
        key: Key([1, 2, 3, 4]),
        from: Place { latitude: 1, longitude: -2 },
        stops: vec![Place { latitude: 3, longitude: 4 }],
        shapes: vec![Shape::Point, Shape::Circle(5), Shape::Unknown(9)],
        pair: Pair(6, [7, 8]),
    }
}

#[test]
fn a_plain_type_is_itself_in_every_form() {
    let bytes = Postcard::to_vec(&trip()).unwrap();
    let borrowed: TripRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    let from: &Place = &borrowed.from;
    assert_eq!(from, &Place { latitude: 1, longitude: -2 });
    let stops: SeqRef<'_, Place> = borrowed.stops;
    assert_eq!(stops.iter().collect::<Vec<_>>(), [Place { latitude: 3, longitude: 4 }]);
    assert_eq!(Trip::from(borrowed), trip());

    let source = Bytes::from(bytes.clone());
    let shared: TripShared = Postcard::from_bytes(&source).unwrap();
    let (key, stops): (Key, &SeqShared<Place>) = (shared.key, &shared.stops);
    assert_eq!((key, stops.len()), (Key([1, 2, 3, 4]), 1));
    assert_eq!(Postcard::to_vec(&shared).unwrap(), bytes);
    assert_eq!(Trip::from(shared), trip());
    assert_eq!(Trip::from(trip().to_ref()), trip());
}

#[test]
fn a_plain_type_is_held_against_its_rules_while_borrowing() {
    let far = [2, 0xe8, 7];
    let owned = Postcard::from_slice::<Place>(&far).unwrap_err();
    let borrowed = Postcard::from_slice_ref::<Place>(&far).unwrap_err();
    assert_eq!((owned.kind(), owned), (DecodeErrorKind::CheckFailed, borrowed));
}

#[test]
fn a_plain_type_is_cloned_by_its_fields() {
    let place = Place { latitude: 1, longitude: 2 };
    assert_eq!(Borrowable::to_ref(&place), place);
    assert_eq!(<Shape as Shareable>::from_shared(Shape::Circle(1)), Shape::Circle(1));
}
