//! `context`: values from outside, and limits that refer to them or to earlier fields.

use codec_core::format::{BigEndian, Context, In};
use codec_core::{
    Bincode, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard, Strict, Sv2,
};

use crate::agree::forms;

/// The result of a negotiation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Session {
    version: u16,
    longest: u32,
}

/// The session of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct At<const VERSION: u16>;

impl<const VERSION: u16> Context for At<VERSION> {
    type Value = Session;
    const VALUE: &'static Session = &Session { version: VERSION, longest: 3 };
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(context = Session, borrow, shared, push)]
struct Entry {
    id: u16,
    #[codec(if = context.version >= 2)]
    zone: Option<u8>,
    #[codec(max = context.longest)]
    name: String,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct List {
    #[codec(be)]
    first: Entry,
    /// Elements that are read lazily have the same context.
    entries: Vec<Entry>,
}

forms! {
    Entry: EntryRef, EntryShared;
    List: ListRef, ListShared;
}

fn entry(zone: Option<u8>) -> Entry {
    Entry { id: 1, zone, name: "abc".into() }
}

fn list(zone: Option<u8>) -> List {
    List { first: entry(zone), entries: vec![entry(zone), entry(zone)] }
}

fn agrees<F: Format>() {
    crate::agree::agree::<In<F, At<1>>, _>(&list(None));
    crate::agree::agree::<In<F, At<2>>, _>(&list(Some(3)));
    crate::agree::agree::<In<Strict<F>, At<2>>, _>(&list(Some(3)));
    crate::agree::agree::<Strict<In<F, At<2>>>, _>(&list(Some(3)));
    crate::agree::agree::<BigEndian<In<F, At<2>>>, _>(&list(Some(3)));
}

#[test]
fn expressions_refer_to_what_is_outside_in_every_form_and_format() {
    agrees::<Bincode>();
    #[cfg(matrix)]
    {
        agrees::<codec_core::Borsh>();
        agrees::<Postcard>();
        agrees::<codec_core::BincodeVarint>();
        agrees::<codec_core::Compact>();
        agrees::<codec_core::Consensus>();
    }
}

#[test]
fn a_value_of_another_context_is_not_written() {
    let kind = |result: Result<Vec<u8>, codec_core::EncodeError>| result.unwrap_err().kind();
    assert_eq!(
        kind(In::<Postcard, At<1>>::to_vec(&entry(Some(1)))),
        EncodeErrorKind::InconsistentFields
    );
    let long = Entry { name: "long".into(), ..entry(None) };
    assert_eq!(kind(In::<Postcard, At<1>>::to_vec(&long)), EncodeErrorKind::LengthOverLimit);
    let error = In::<Postcard, At<1>>::from_slice::<Entry>(&[1, 4, 1, 2, 3, 4]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 1));
}

#[test]
fn without_a_context_its_default_holds() {
    let short = Entry { name: String::new(), ..entry(None) };
    assert_eq!(Postcard::to_vec(&short).unwrap(), [1, 0]);
    let error = Postcard::from_slice::<Entry>(&[1, 1, b'a']).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::LengthOverLimit);
}

#[test]
fn a_field_of_the_name_is_a_field() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(context = Session)]
    struct Named {
        context: u8,
        #[codec(count = context)]
        bytes: Vec<u8>,
    }
    assert_eq!(Postcard::from_slice::<Named>(&[1, 9]).unwrap().bytes, [9]);
}

#[test]
fn a_check_and_a_type_from_pieces_see_it() {
    use codec_core::push::{Progress, PushDecode};
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(context = Session, push, check = version <= context.version)]
    struct Hello {
        version: u16,
        #[codec(check = kind < context.version)]
        kind: u16,
    }
    type F = In<Bincode, At<5>>;
    let value = Hello { version: 5, kind: 4 };
    let bytes = F::to_vec(&value).unwrap();
    assert_eq!(F::from_slice::<Hello>(&bytes), Ok(Hello { version: 5, kind: 4 }));
    assert_eq!(F::from_slice::<Hello>(&[6, 0, 4, 0]).unwrap_err().offset(), 0);
    assert_eq!(F::from_slice::<Hello>(&[5, 0, 5, 0]).unwrap_err().offset(), 2);
    let mut decoder = Hello::push_decoder::<F>();
    assert_eq!(decoder.push(&mut &bytes[..]), Ok(Progress::Done(value)));
    let two = list(Some(2));
    let bytes = In::<Bincode, At<2>>::to_vec(&two).unwrap();
    let mut decoder = List::push_decoder::<In<Bincode, At<2>>>();
    for byte in &bytes[..bytes.len() - 1] {
        assert!(matches!(decoder.push(&mut &[*byte][..]).unwrap(), Progress::Need(_)));
    }
    let last = &bytes[bytes.len() - 1..];
    assert_eq!(decoder.push(&mut &*last), Ok(Progress::Done(two)));
}

/// A peer's first message, before anything was negotiated.
#[derive(Debug, Encode, Decode)]
struct Hello {
    version: u16,
}

/// Negotiated at run time.
#[derive(Debug, Clone, Copy)]
struct Agreed(u16);

impl Agreed {
    fn read<T: codec_core::Decodable>(self, bytes: &[u8]) -> Result<T, codec_core::DecodeError> {
        match self.0 {
            0..=1 => In::<Sv2, At<1>>::from_slice(bytes),
            2 => In::<Sv2, At<2>>::from_slice(bytes),
            _ => In::<Sv2, At<3>>::from_slice(bytes),
        }
    }

    fn read_ref<'de, T: codec_core::DecodableRef<'de>>(
        self,
        bytes: &'de [u8],
    ) -> Result<T, codec_core::DecodeError> {
        match self.0 {
            0..=1 => In::<Sv2, At<1>>::from_slice_ref(bytes),
            2 => In::<Sv2, At<2>>::from_slice_ref(bytes),
            _ => In::<Sv2, At<3>>::from_slice_ref(bytes),
        }
    }

    fn write<T: Encode>(self, value: &T) -> Result<Vec<u8>, codec_core::EncodeError> {
        match self.0 {
            0..=1 => In::<Sv2, At<1>>::to_vec(value),
            2 => In::<Sv2, At<2>>::to_vec(value),
            _ => In::<Sv2, At<3>>::to_vec(value),
        }
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(context = Session, borrow)]
struct Port {
    id: u16,
    #[codec(if = context.version >= 2)]
    zone: Option<u8>,
    #[codec(if = context.version >= 3, len = u8)]
    hops: Option<Vec<u16>>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Ports {
    #[codec(len = u8)]
    list: Vec<Port>,
}

#[test]
fn a_version_that_is_agreed_on_at_run_time_picks_the_context_of_all_messages() {
    for version in 0..=5u16 {
        let first = Sv2::to_vec(&Hello { version }).unwrap();
        let agreed = Agreed(Sv2::from_slice::<Hello>(&first).unwrap().version);
        let port = Port {
            id: 1,
            zone: (version >= 2).then_some(7),
            hops: (version >= 3).then(|| vec![8]),
        };
        let ports = Ports { list: vec![port.clone(), port] };
        let bytes = agreed.write(&ports).unwrap();
        let each = [2, 2, 3, 6, 6, 6][usize::from(version)];
        assert_eq!(bytes.len(), 1 + 2 * each);
        assert_eq!(agreed.read::<Ports>(&bytes), Ok(ports.clone()));
        // The lazy sequence reads its elements later, but in the same context.
        let borrowed: PortsRef<'_> = agreed.read_ref(&bytes).unwrap();
        assert_eq!(borrowed.list.get(1).unwrap().zone, ports.list[1].zone);
        assert_eq!(agreed.write(&borrowed).unwrap(), bytes);
        let other = Agreed(if version < 2 { 2 } else { 1 });
        assert_eq!(other.write(&ports).unwrap_err().kind(), EncodeErrorKind::InconsistentFields);
        assert_ne!(other.read::<Ports>(&bytes), Ok(ports));
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Limited {
    most: u16,
    least: u8,
    #[codec(len = u8, min = least, max = most / 2)]
    words: Vec<u16>,
    #[codec(bytes = u8, tail, max = most)]
    rest: Vec<u8>,
}

forms! { Limited: LimitedRef, LimitedShared; }

#[test]
fn limits_refer_to_earlier_fields() {
    let value = Limited { most: 4, least: 1, words: vec![1, 2], rest: vec![1, 2, 3, 4] };
    crate::agree::in_every_format!(value.clone());
    let kind = |value: Limited| Sv2::to_vec(&value).unwrap_err().kind();
    let short = Limited { words: vec![], ..value.clone() };
    assert_eq!(kind(short), EncodeErrorKind::LengthUnderLimit);
    let long = Limited { words: vec![0; 3], ..value.clone() };
    assert_eq!(kind(long), EncodeErrorKind::LengthOverLimit);
    let long = Limited { rest: vec![0; 5], ..value };
    assert_eq!(kind(long), EncodeErrorKind::LengthOverLimit);
    let error = Sv2::from_slice::<Limited>(&[4, 0, 1, 3, 0]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 3));
}

#[test]
fn a_negative_limit_lets_nothing_pass() {
    #[derive(Debug, PartialEq, Encode, Decode)]
    struct Signed {
        most: i8,
        #[codec(max = most)]
        bytes: Vec<u8>,
    }
    assert!(Postcard::from_slice::<Signed>(&[0xff, 0]).is_ok());
    let error = Postcard::from_slice::<Signed>(&[0xff, 1, 1]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::LengthOverLimit);
}
