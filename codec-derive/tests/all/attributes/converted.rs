//! `from`, `try_from`, `into`: the type on the wire differs from the type in memory.

use codec_core::{Decode, DecodeErrorKind, Encode, Format, Message, Postcard};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(try_from = u8, into = u8, plain, id = 9)]
enum Even {
    Zero,
    Other(u8),
}

impl TryFrom<u8> for Even {
    type Error = &'static str;

    fn try_from(value: u8) -> Result<Self, &'static str> {
        match value {
            0 => Ok(Self::Zero),
            odd if odd % 2 == 1 => Err("odd"),
            value => Ok(Self::Other(value)),
        }
    }
}

impl From<&Even> for u8 {
    fn from(value: &Even) -> Self {
        match value {
            Even::Zero => 0,
            Even::Other(value) => *value,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(from = (u16, Vec<T>), into = "(u16, Vec<T>)")]
#[codec(bound(encode = "T: Encode + Clone", decode = "T: codec_core::Decodable"))]
struct Named<T> {
    id: u16,
    items: Vec<T>,
}

impl<T> From<(u16, Vec<T>)> for Named<T> {
    fn from((id, items): (u16, Vec<T>)) -> Self {
        Self { id, items }
    }
}

impl<T: Clone> From<&Named<T>> for (u16, Vec<T>) {
    fn from(value: &Named<T>) -> Self {
        (value.id, value.items.clone())
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Holder {
    #[codec(len = u8)]
    all: Vec<Even>,
    one: Even,
    #[codec(own)]
    named: Named<u8>,
}

forms! {
    Holder: HolderRef, HolderShared;
}

#[test]
fn a_type_is_another_one_on_the_wire() {
    assert_eq!(Postcard::to_vec(&Even::Other(4)).unwrap(), [4]);
    assert_eq!(Postcard::from_slice::<Even>(&[0]).unwrap(), Even::Zero);
    let error = Postcard::from_slice::<(u8, Even)>(&[1, 3]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidValue, 1));
    assert_eq!(Even::ID, 9);
    let named = Named { id: 1, items: vec![2u8] };
    assert_eq!(Postcard::to_vec(&named).unwrap(), [1, 1, 2]);
    assert_eq!(Postcard::from_slice::<Named<u8>>(&[1, 1, 2]).unwrap(), named);
}

#[test]
fn a_converted_type_is_a_field_in_every_form() {
    let named = Named { id: 1, items: vec![2] };
    in_every_format!(Holder { all: vec![Even::Zero, Even::Other(2)], one: Even::Zero, named });
}
