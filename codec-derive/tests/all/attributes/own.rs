//! `own`, and bounds of the individual implementations.

use codec_core::{Decodable, DecodableRef, Decode, Encode, Format, Postcard};

use crate::agree::{forms, in_every_format};

/// A type that has neither a borrowed nor a shared form.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Formless(u16);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Mixed<T> {
    name: String,
    #[codec(own)]
    formless: Formless,
    #[codec(own, len = u8)]
    list: Vec<Formless>,
    #[codec(own)]
    text: String,
    #[codec(own)]
    any: T,
    #[codec(own)]
    option: Option<Formless>,
    #[codec(own, tail)]
    rest: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, tag = u8)]
enum Choice {
    Owned(#[codec(own)] Formless),
    Lent(String),
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Choices(Vec<Choice>);

type Of = Mixed<Formless>;
type OfRef<'de> = MixedRef<'de, Formless>;
type OfShared = MixedShared<Formless>;

forms! {
    Choices: ChoicesRef, ChoicesShared;
}

#[test]
fn a_field_is_owned_in_every_form() {
    let value: Of = Mixed {
        name: "n".into(),
        formless: Formless(1),
        list: vec![Formless(2)],
        text: "t".into(),
        any: Formless(3),
        option: Some(Formless(4)),
        rest: vec![5, 6],
    };
    let bytes = Postcard::to_vec(&value).unwrap();
    let borrowed: OfRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    let (_, _, _): (&str, &String, &Vec<Formless>) =
        (borrowed.name, &borrowed.text, &borrowed.list);
    assert_eq!(Postcard::to_vec(&borrowed).unwrap(), bytes);
    assert_eq!(value.to_ref(), borrowed);
    assert_eq!(Of::from(borrowed), value);
    let shared: OfShared = Postcard::from_bytes(&bytes.clone().into()).unwrap();
    let (_, _): (&String, &Formless) = (&shared.text, &shared.any);
    assert_eq!(Postcard::to_vec(&shared).unwrap(), bytes);
    assert_eq!(Of::from(shared), value);
}

#[test]
fn a_field_of_a_variant_is_owned_in_every_form() {
    in_every_format!(Choices(vec![Choice::Owned(Formless(7)), Choice::Lent("x".into())]));
}

/// For type parameters without inferable bounds: the bounds are on the associated type.
trait Network {
    type Address: Encode + Decodable + Clone + PartialEq + std::fmt::Debug;
}

#[derive(Debug, Clone, PartialEq)]
struct Test;

impl Network for Test {
    type Address = u16;
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(bound(encode = "N: Network", decode = "N: Network"))]
struct Peer<N: Network> {
    address: N::Address,
}

#[test]
fn bounds_are_given_for_each_implementation() {
    let peer = Peer::<Test> { address: 5 };
    assert_eq!(Postcard::to_vec(&peer).unwrap(), [5]);
    assert_eq!(Postcard::from_slice::<Peer<Test>>(&[5]).unwrap(), peer);
}

#[derive(Debug, Clone, Copy, PartialEq, Encode)]
#[codec(bound(encode = "T: AsRef<[u8]>"))]
struct Written<T> {
    #[codec(with = raw)]
    bytes: T,
}

#[expect(clippy::extra_unused_type_parameters, reason = "the functions of `with` have it")]
mod raw {
    use codec_core::{EncodeError, Format, Size, Writer};

    pub(super) fn size<F: Format>() -> Size {
        Size::UNKNOWN
    }
    pub(super) fn encoded_len<F: Format>(value: &impl AsRef<[u8]>) -> usize {
        value.as_ref().len()
    }
    pub(super) fn encode<F: Format>(
        value: &impl AsRef<[u8]>,
        w: &mut Writer<'_, F>,
    ) -> Result<(), EncodeError> {
        w.bytes(value.as_ref())
    }
}

#[test]
fn a_parameter_that_a_module_encodes_is_bound_by_what_that_takes() {
    assert_eq!(Postcard::to_vec(&Written { bytes: [1, 2] }).unwrap(), [1, 2]);
}

#[derive(Debug, Encode, Decode)]
#[codec(borrow, bound(borrow = "T: codec_core::BorrowableElement + Clone"))]
struct Bound<T> {
    value: T,
}

#[test]
fn the_bounds_of_a_form_replace_those_inferred() {
    fn decodes<'de, T: DecodableRef<'de>>(bytes: &'de [u8]) -> T {
        Postcard::from_slice_ref(bytes).unwrap()
    }
    assert_eq!(decodes::<BoundRef<'_, String>>(&[1, b'x']).value, "x");
}
