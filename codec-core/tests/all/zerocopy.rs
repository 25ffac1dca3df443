//! Plain old data, read in place.

use codec_core::field::InPlace;
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decode, DecodeErrorKind, Encode, Format,
    Postcard,
};
use zerocopy::byteorder::little_endian::{F32, U16, U32};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(
    Debug, Clone, Copy, PartialEq, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned,
)]
#[repr(C)]
struct Vertex {
    place: [F32; 3],
    color: U32,
    flags: U16,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Mesh {
    name: String,
    #[codec(as = InPlace)]
    vertices: Vec<Vertex>,
    last: u8,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct MeshView<'a> {
    #[codec(borrow)]
    name: &'a str,
    #[codec(borrow, as = InPlace)]
    vertices: &'a [Vertex],
    last: u8,
}

fn mesh() -> Mesh {
    let vertex = |number: u16| Vertex {
        place: [F32::new(number.into()); 3],
        color: U32::new(0x0102_0304),
        flags: U16::new(number),
    };
    Mesh { name: "m".into(), vertices: (0..300).map(vertex).collect(), last: 7 }
}

fn agrees<F: Format>() {
    let bytes = F::to_vec(&mesh()).unwrap();
    assert_eq!(F::encoded_len(&mesh()), bytes.len());
    assert_eq!(F::from_slice::<Mesh>(&bytes).unwrap(), mesh());
    let view: MeshView<'_> = F::from_slice_ref(&bytes).unwrap();
    assert_eq!(view.vertices, mesh().vertices);
    assert!(bytes.as_ptr_range().contains(&view.vertices.as_ptr().cast()));
    assert_eq!(F::to_vec(&view).unwrap(), bytes);
    for len in 0..bytes.len() {
        let (owned, view) =
            (F::from_slice::<Mesh>(&bytes[..len]), F::from_slice_ref(&bytes[..len]));
        assert_eq!(owned.map(|_| ()).unwrap_err(), view.map(|_: MeshView<'_>| ()).unwrap_err());
    }
}

#[test]
fn elements_are_read_where_they_lie_in_every_format() {
    agrees::<Bincode>();
    agrees::<BincodeVarint>();
    agrees::<Borsh>();
    agrees::<Compact>();
    agrees::<Consensus>();
    agrees::<Postcard>();
}

#[test]
fn they_begin_at_any_byte() {
    let bytes = Postcard::to_vec(&mesh()).unwrap();
    for before in 0..16 {
        let shifted = [vec![0; before], bytes.clone()].concat();
        let view: MeshView<'_> = Postcard::from_slice_ref(&shifted[before..]).unwrap();
        assert_eq!(view.vertices, mesh().vertices);
    }
}

#[test]
fn a_number_that_lies_takes_no_memory() {
    #[derive(Debug, PartialEq, Decode)]
    struct One(#[codec(as = InPlace)] Vec<Vertex>);
    let kind = |bytes: &[u8]| Bincode::from_slice::<One>(bytes).unwrap_err().kind();
    assert_eq!(kind(&u64::MAX.to_le_bytes()), DecodeErrorKind::LengthOverflow);
    assert_eq!(kind(&(1u64 << 40).to_le_bytes()), DecodeErrorKind::UnexpectedEnd);
    let info = allocation_counter::measure(|| {
        assert!(Bincode::from_slice::<One>(&(1u64 << 30).to_le_bytes()).is_err());
    });
    assert_eq!(info.bytes_total, 0);
    assert_eq!(Bincode::from_slice::<One>(&[0; 8]), Ok(One(vec![])));
}

#[test]
fn one_copy_is_one_allocation() {
    let bytes = Postcard::to_vec(&mesh().vertices.len()).unwrap();
    assert_eq!(bytes, [0xac, 2]);
    let bytes = Postcard::to_vec(&mesh()).unwrap();
    let info = allocation_counter::measure(|| {
        let mesh: Mesh = Postcard::from_slice(&bytes).unwrap();
        assert_eq!(mesh.vertices.capacity(), 300);
    });
    // The name, and the vertices.
    assert_eq!(info.count_total, 2);
}
