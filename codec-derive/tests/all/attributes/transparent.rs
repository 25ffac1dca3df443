//! `transparent`.

use bytes::Bytes;
use codec_core::{Borrowable, Decode, Encode, Format, Postcard, Shareable, Size};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(transparent, borrow)]
struct Name(String);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(transparent, borrow, shared)]
struct Wrapped<T> {
    inner: T,
    #[codec(skip)]
    seen: u32,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(transparent)]
struct Text<'a>(#[codec(borrow)] &'a str);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Person {
    name: Name,
    others: Vec<Name>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(transparent)]
struct Marked(#[codec(borrow)] String);

#[test]
fn borrow_on_the_field_says_the_same_as_on_the_type() {
    let text: <Marked as Borrowable>::Ref<'_> = Postcard::from_slice_ref(b"\x02hi").unwrap();
    let _: &str = text;
    assert_eq!(Marked::from_ref(text), Marked("hi".into()));
}

#[test]
fn the_forms_are_those_of_the_field() {
    let text: <Name as Borrowable>::Ref<'_> = Postcard::from_slice_ref(b"\x02hi").unwrap();
    let _: &str = text;
    let source = Bytes::from_static(b"\x02hi");
    let shared: <Wrapped<Vec<u8>> as Shareable>::Shared = Postcard::from_bytes(&source).unwrap();
    let _: Bytes = shared;
    let person = Person { name: Name("a".into()), others: vec![Name("b".into())] };
    let bytes = Postcard::to_vec(&person).unwrap();
    assert_eq!(bytes, [1, b'a', 1, 1, b'b']);
    let borrowed: PersonRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!((borrowed.name, borrowed.others.get(0)), ("a", Some("b")));
    assert_eq!(Person::from(borrowed), person);
    let text: Text<'_> = Postcard::from_slice_ref(b"\x02hi").unwrap();
    assert_eq!(text, Text("hi"));
}

#[test]
fn sizes_and_traces_are_those_of_the_field() {
    use codec_core::Decodable;
    assert_eq!(Wrapped::<u8>::size::<Postcard>(), Size::fixed(1));
    let report = Postcard::explain::<Person>(&[5]);
    assert!(report.to_string().starts_with("Person.name at byte 1"), "{report}");
}

/// A newtype that gives a type of another crate its encoding.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(transparent, plain)]
struct Reading(#[codec(with = celsius)] foreign::Celsius);

#[expect(clippy::trivially_copy_pass_by_ref, reason = "a module of `with` takes references")]
mod celsius {
    use codec_core::{Decodable, DecodeError, Encode, EncodeError, Format, Reader, Size, Writer};
    use foreign::Celsius;

    pub(super) fn size<F: Format>() -> Size {
        <i32 as Decodable>::size::<F>()
    }
    pub(super) fn encoded_len<F: Format>(value: &Celsius) -> usize {
        value.0.encoded_len::<F>()
    }
    pub(super) fn encode<F: Format>(
        value: &Celsius,
        w: &mut Writer<'_, F>,
    ) -> Result<(), EncodeError> {
        value.0.encode(w)
    }
    pub(super) fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Celsius, DecodeError> {
        i32::decode(r).map(Celsius)
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Readings {
    #[codec(len = u8)]
    all: Vec<Reading>,
    last: Reading,
}

crate::agree::forms! {
    Readings: ReadingsRef, ReadingsShared;
}

#[test]
fn a_transparent_type_wraps_one_of_another_crate() {
    let reading = |degrees| Reading(foreign::Celsius(degrees));
    crate::agree::in_every_format!(Readings {
        all: vec![reading(1), reading(-2)],
        last: reading(3)
    });
}
