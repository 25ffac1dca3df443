//! Structs with a defined layout in memory are written in a row as they are one by one.
#![deny(warnings)]

use codec_core::format::BigEndian;
use codec_core::{Bincode, Borsh, Decode, Encode, Format, Postcard};

/// `Copy`, and the same bytes in memory and on the wire.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[repr(C)]
struct Corner {
    x: f32,
    y: f32,
    z: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[repr(C)]
struct Triangle {
    corners: [Corner; 3],
    normal: Corner,
}

/// Not `Copy`.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[repr(C)]
struct Kept {
    id: u32,
    other: u32,
}

/// Another order on the wire, with padding in memory.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[repr(C)]
struct Padded {
    flag: bool,
    #[codec(be)]
    number: u32,
    small: u16,
    #[codec(pad_after = 1)]
    last: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[repr(transparent)]
struct Wrapped(u64);

fn same<F: Format, T: Encode + codec_core::Decodable + PartialEq + std::fmt::Debug>(items: &[T]) {
    let one_by_one: Vec<u8> = items.iter().flat_map(|item| F::to_vec(item).unwrap()).collect();
    let bytes = F::to_vec(items).unwrap();
    assert!(bytes.ends_with(&one_by_one), "{}", F::RULES.name);
    assert_eq!(F::encoded_len(items), bytes.len());
    assert_eq!(F::from_slice::<Vec<T>>(&bytes).unwrap(), items);
    for len in 0..bytes.len() {
        assert!(F::from_slice::<Vec<T>>(&bytes[..len]).is_err());
        assert!(F::encode_into(items, &mut vec![0; len][..]).is_err());
    }
}

fn in_formats<T: Encode + codec_core::Decodable + PartialEq + std::fmt::Debug>(items: &[T]) {
    same::<Bincode, T>(items);
    same::<BigEndian<Bincode>, T>(items);
    same::<Borsh, T>(items);
    same::<Postcard, T>(items);
}

#[test]
fn values_in_a_row_are_what_they_are_one_by_one() {
    let corner = |at: u16| Corner { x: f32::from(at), y: 0.5, z: -f32::from(at) };
    let triangle = |at| Triangle { corners: [corner(at), corner(9), corner(7)], normal: corner(1) };
    for count in [0, 1, 2, 9] {
        in_formats(&(0..count).map(corner).collect::<Vec<_>>());
        in_formats(&(0..count).map(triangle).collect::<Vec<_>>());
        let kept = |at: u16| Kept { id: at.into(), other: 3 };
        in_formats(&(0..count).map(kept).collect::<Vec<_>>());
        let padded = |at: u16| Padded {
            flag: at.is_multiple_of(2),
            number: at.into(),
            small: at,
            last: true,
        };
        in_formats(&(0..count).map(padded).collect::<Vec<_>>());
        in_formats(&(0..count).map(|at| Wrapped(u64::MAX - u64::from(at))).collect::<Vec<_>>());
    }
}

#[test]
fn not_a_number_is_refused_in_a_row_where_the_format_refuses_it() {
    let mut corners = [Corner { x: 1.0, y: 2.0, z: 3.0 }; 5];
    corners[3].y = f32::NAN;
    assert!(Bincode::to_vec(&corners[..]).is_ok());
    let error = Borsh::to_vec(&corners[..]).unwrap_err();
    assert_eq!(error.offset(), 4 + 3 * 12 + 4);
}
