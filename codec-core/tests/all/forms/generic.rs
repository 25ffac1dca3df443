//! One function for owned and borrowed types, as serde's `Deserialize<'de>` allows it.

use std::borrow::Cow;

use codec_core::{DecodableRef, Decode, DecodeError, Encode, Format, Postcard};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Owned {
    id: u16,
    name: String,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct View<'a> {
    id: u16,
    #[codec(borrow)]
    name: &'a str,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Both {
    id: u16,
    name: String,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(transparent)]
struct Thin(Owned);

/// A generic wrapper that requires only the bound of its contents.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Envelope<'a, T: DecodableRef<'a>> {
    #[codec(borrow)]
    kind: &'a str,
    #[codec(borrow)]
    content: T,
}

fn decode<'a, T: DecodableRef<'a>>(input: &'a [u8]) -> Result<T, DecodeError> {
    Postcard::from_slice_ref(input)
}

#[test]
fn one_bound_holds_for_owned_and_borrowed_types() {
    let owned = Owned { id: 7, name: "hi".into() };
    let bytes = Postcard::to_vec(&owned).unwrap();
    assert_eq!(decode::<Owned>(&bytes).unwrap(), owned);
    assert_eq!(decode::<View<'_>>(&bytes).unwrap(), View { id: 7, name: "hi" });
    assert_eq!(decode::<Both>(&bytes).unwrap().name, "hi");
    assert_eq!(decode::<BothRef<'_>>(&bytes).unwrap().name, "hi");
    assert_eq!(decode::<Thin>(&bytes).unwrap(), Thin(owned.clone()));
    assert_eq!(decode::<(u16, String)>(&bytes).unwrap(), (7, "hi".into()));
    assert_eq!(decode::<Box<Owned>>(&bytes).unwrap(), Box::new(owned.clone()));
    assert_eq!(decode::<Cow<'_, Owned>>(&bytes).unwrap(), Cow::<Owned>::Owned(owned));
}

#[test]
fn an_envelope_holds_either() {
    let bytes = Postcard::to_vec(&("share", (7u16, "hi"))).unwrap();
    let owned = decode::<Envelope<'_, Owned>>(&bytes).unwrap();
    let view = decode::<Envelope<'_, View<'_>>>(&bytes).unwrap();
    assert_eq!((owned.kind, owned.content.name.as_str()), (view.kind, view.content.name));
}

#[test]
fn a_cow_borrows_strings_and_bytes_and_owns_the_rest() {
    type Cows<'a> = (Cow<'a, str>, Cow<'a, [u8]>, Cow<'a, [u16]>, Cow<'a, [u8; 4]>);
    let bytes = Postcard::to_vec(&("hi", b"ab".to_vec(), vec![7u16], [1u8; 4])).unwrap();
    let (text, raw, numbers, array) = decode::<Cows<'_>>(&bytes).unwrap();
    assert!(matches!(text, Cow::Borrowed("hi")) && matches!(raw, Cow::Borrowed(b"ab")));
    assert!(matches!(numbers, Cow::Owned(list) if list == [7]));
    assert!(matches!(array, Cow::Owned([1, 1, 1, 1])));
}
