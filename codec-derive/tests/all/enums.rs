//! Enums: tags, variants of every kind, every form.

use bytes::Bytes;
use codec_core::format::BigEndian;
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Decode, DecodeErrorKind, Encode, EncodeErrorKind,
    Format, Postcard, Sv2,
};

/// The same bytes for owned, borrowed and shared, and every truncation is refused.
macro_rules! every_form {
    ($format:ty, $owned:ty, $borrowed:ty, $shared:ty, $value:expr, $bytes:expr) => {{
        let (value, bytes): ($owned, Vec<u8>) = ($value, $bytes.into());
        assert_eq!(<$format>::to_vec(&value).unwrap(), bytes);
        assert_eq!(<$format>::encoded_len(&value), bytes.len());
        assert_eq!(<$format>::from_slice::<$owned>(&bytes).unwrap(), value);
        let borrowed: $borrowed = <$format>::from_slice_ref(&bytes).unwrap();
        assert_eq!(<$format>::to_vec(&borrowed).unwrap(), bytes);
        assert_eq!(<$owned>::from(borrowed), value);
        let shared: $shared = <$format>::from_bytes(&Bytes::copy_from_slice(&bytes)).unwrap();
        assert_eq!(<$format>::to_vec(&shared).unwrap(), bytes);
        assert_eq!(<$owned>::from(shared), value);
        for len in 0..bytes.len() {
            let error = <$format>::from_slice::<$owned>(&bytes[..len]).unwrap_err();
            assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd, "{len}");
            assert!(<$format>::from_slice_ref::<$borrowed>(&bytes[..len]).is_err());
        }
    }};
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
enum Event {
    Nothing,
    Name(Vec<u8>),
    Pair(u16, Vec<u8>),
    Named { id: u32, tags: Vec<Vec<u8>> },
}

#[test]
fn variants_of_every_kind_in_every_form() {
    every_form!(Borsh, Event, EventRef<'_>, EventShared, Event::Nothing, [0]);
    every_form!(Postcard, Event, EventRef<'_>, EventShared, Event::Nothing, [0]);
    every_form!(
        Compact,
        Event,
        EventRef<'_>,
        EventShared,
        Event::Name(b"ab".to_vec()),
        [1, 2, b'a', b'b']
    );
    every_form!(
        Bincode,
        Event,
        EventRef<'_>,
        EventShared,
        Event::Pair(7, vec![9]),
        [2, 0, 0, 0, 7, 0, 1, 0, 0, 0, 0, 0, 0, 0, 9]
    );
    every_form!(
        BincodeVarint,
        Event,
        EventRef<'_>,
        EventShared,
        Event::Named { id: 3, tags: vec![vec![], vec![1]] },
        [3, 3, 2, 0, 1, 1]
    );
    let event = Event::Named { id: 3, tags: vec![vec![5]] };
    assert_eq!(format!("{:?}", event.to_ref()), format!("{event:?}"));
    assert_ne!(event.to_ref(), Event::Nothing.to_ref());
}

#[test]
fn an_unknown_tag_is_refused_at_its_offset() {
    let error = Postcard::from_slice::<(u8, Event)>(&[7, 4]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidTag, 1));
    for tag in 0..=255u8 {
        let outcome = Borsh::from_slice::<Event>(&[tag, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(tag > 3, outcome.is_err_and(|e| e.kind() == DecodeErrorKind::InvalidTag));
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(tag = u8, borrow, shared)]
enum Protocol {
    Mining,
    #[codec(value = 5)]
    Template,
    #[codec(value = 0x0a)]
    Job,
    #[codec(other)]
    Unknown(u8),
}

#[test]
fn a_plain_enum_is_its_own_borrowed_and_shared_form() {
    for (value, byte) in [
        (Protocol::Mining, 0),
        (Protocol::Template, 5),
        (Protocol::Job, 10),
        (Protocol::Unknown(1), 1),
        (Protocol::Unknown(255), 255),
    ] {
        every_form!(Sv2, Protocol, Protocol, Protocol, value, [byte]);
        every_form!(Bincode, Protocol, Protocol, Protocol, value, [byte]);
    }
    // Otherwise it would be decoded as another variant.
    let error = Sv2::to_vec(&Protocol::Unknown(5)).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::InvalidValue);
}

const FIRST: isize = 0x0102;

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(tag = u16, tag = discriminant, be)]
enum Ordered {
    A = FIRST,
    B,
    C = 9,
    #[codec(value = 0x0a00)]
    D = -7,
}

#[test]
fn tags_come_from_discriminants_in_any_order_of_bytes() {
    for (value, bytes) in
        [(Ordered::A, [1, 2]), (Ordered::B, [1, 3]), (Ordered::C, [0, 9]), (Ordered::D, [10, 0])]
    {
        assert_eq!(Postcard::to_vec(&value).unwrap(), bytes);
        assert_eq!(Bincode::from_slice::<Ordered>(&bytes), Ok(value));
    }
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(tag = varint)]
enum Wide {
    #[codec(value = 300)]
    Far(u8),
    #[codec(value = 0)]
    Near,
}

#[test]
fn a_tag_may_be_a_varint_in_any_format() {
    assert_eq!(Bincode::to_vec(&Wide::Far(1)).unwrap(), [0xac, 2, 1]);
    assert_eq!(Borsh::from_slice::<Wide>(&[0xac, 2, 1]), Ok(Wide::Far(1)));
    assert_eq!(Borsh::from_slice::<Wide>(&[0]), Ok(Wide::Near));
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
enum Tree {
    Leaf(u8),
    Node(Box<Tree>, Box<Tree>),
    Many(Vec<Tree>),
}

#[test]
fn a_type_may_contain_itself_as_deep_as_the_reader_allows() {
    let tree = Tree::Node(
        Box::new(Tree::Leaf(1)),
        Box::new(Tree::Many(vec![Tree::Leaf(2), Tree::Leaf(3)])),
    );
    let bytes = Postcard::to_vec(&tree).unwrap();
    assert_eq!(bytes, [1, 0, 1, 2, 2, 0, 2, 0, 3]);
    assert_eq!(Postcard::from_slice::<Tree>(&bytes), Ok(tree));
    let deep = |levels: usize| {
        let mut bytes = [2, 1].repeat(levels);
        bytes.extend([0, 7]);
        bytes
    };
    assert!(Postcard::from_slice::<Tree>(&deep(128)).is_ok());
    let error = Postcard::from_slice::<Tree>(&deep(129)).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::DepthExceeded);
}

#[derive(Debug, PartialEq, Encode, Decode)]
enum Never {}

#[test]
fn an_enum_without_variants_is_never_read() {
    let error = Postcard::from_slice::<Never>(&[0]).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::InvalidTag);
    assert_eq!(Postcard::from_slice::<Vec<Never>>(&[0]), Ok(vec![]));
}

#[derive(Debug, PartialEq, Encode, Decode)]
enum View<'a, T> {
    Text(#[codec(borrow)] &'a str),
    Value(T),
    Both {
        #[codec(borrow)]
        bytes: &'a [u8],
        value: T,
    },
}

#[test]
fn an_enum_with_a_lifetime_borrows() {
    let bytes = [2, 2, 8, 9, 7];
    let view: View<'_, u8> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(view, View::Both { bytes: &[8, 9], value: 7 });
    assert_eq!(Postcard::to_vec(&view).unwrap(), bytes);
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow(name = "Seen", derive(Debug, Clone, Copy, PartialEq, Eq, Hash)))]
enum Chosen {
    Text(String),
}

#[test]
fn the_borrowed_form_has_the_name_and_the_derives_that_it_is_given() {
    let seen: Seen<'_> = Postcard::from_slice_ref(&[0, 1, b'x']).unwrap();
    assert_eq!(std::collections::HashSet::from([seen]).len(), 1);
    assert_eq!(Chosen::from(seen), Chosen::Text("x".into()));
}

#[test]
fn decode_into_keeps_what_a_variant_that_stays_has() {
    let mut event = Event::Name(Vec::with_capacity(100));
    Postcard::decode_into(&mut event, &[1, 2, 7, 8]).unwrap();
    assert!(matches!(&event, Event::Name(name) if name == &[7, 8] && name.capacity() == 100));
    Postcard::decode_into(&mut event, &[0]).unwrap();
    assert_eq!(event, Event::Nothing);
    Postcard::decode_into(&mut event, &[2, 1, 1, 9]).unwrap();
    assert_eq!(event, Event::Pair(1, vec![9]));
}

#[test]
fn big_endian_around_a_format_reaches_tags_and_lengths() {
    let bytes = BigEndian::<Bincode>::to_vec(&Event::Name(vec![7])).unwrap();
    assert_eq!(bytes, [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 7]);
    let back = BigEndian::<Bincode>::from_slice::<Event>(&bytes);
    assert_eq!(back, Ok(Event::Name(vec![7])));
}

#[test]
fn a_trace_names_the_variant() {
    let report = Postcard::explain::<Event>(&[2, 7, 3, 1]);
    assert_eq!(
        report.to_string(),
        "Event::Pair.1 at byte 4: unexpected end of input: the field began at byte 2 and says 3, \
         with 1 bytes left"
    );
}

mod paths {
    //! An explanation names the variants on the way to a field, as a verdict on two descriptions
    //! does: `Write.value::Text.0`.

    use super::*;

    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(borrow, shared)]
    enum Value {
        Nothing,
        Text(bool, bool),
        Range { low: bool, high: Option<Box<Mode>> },
        Other(Mode),
    }

    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(borrow, shared)]
    enum Mode {
        Off,
        On {
            r#loud: bool,
        },
        #[codec(other)]
        Unknown(u32, bool),
    }

    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(borrow, shared)]
    struct Write {
        value: Value,
        more: Option<Mode>,
        #[codec(len = u8)]
        list: Vec<Value>,
    }

    /// The path of owned and shared values, which is that of the value by itself, too.
    fn path(bytes: &[u8]) -> String {
        let path = Postcard::explain::<Write>(bytes).path();
        assert_eq!(Postcard::explain::<WriteShared>(bytes).path(), path, "shared");
        let by_itself = path.replacen("Write.value", "Value", 1);
        if by_itself != path && by_itself != "Value" {
            assert_eq!(Postcard::explain::<Value>(bytes).path(), by_itself);
        }
        path
    }

    #[test]
    fn a_path_names_the_variant_of_a_field() {
        assert_eq!(path(&[1, 7]), "Write.value::Text.0");
        assert_eq!(path(&[1, 0, 7]), "Write.value::Text.1");
        assert_eq!(path(&[2, 7]), "Write.value::Range.low");
    }

    #[test]
    fn a_path_names_the_variants_of_enums_in_enums_options_boxes_and_lists() {
        assert_eq!(path(&[3, 1, 7]), "Write.value::Other.0::On.loud");
        assert_eq!(path(&[3, 9, 7]), "Write.value::Other.0::Unknown.1");
        assert_eq!(path(&[2, 0, 1, 1, 7]), "Write.value::Range.high::On.loud");
        assert_eq!(path(&[0, 1, 1, 7]), "Write.more::On.loud");
        assert_eq!(path(&[0, 0, 2, 0, 1, 0, 7]), "Write.list[1]::Text.1");
        let list = Postcard::explain::<Vec<Mode>>(&[2, 0, 1, 7]);
        assert_eq!(list.path(), "[1]::On.loud");
    }

    #[test]
    fn a_path_ends_with_the_field_where_its_tag_or_a_variant_without_fields_is() {
        assert_eq!(path(&[8]), "Write.value");
        assert_eq!(path(&[3]), "Write.value::Other.0");
        assert_eq!(path(&[0, 7]), "Write.more");
        assert_eq!(path(&[0, 1]), "Write.more");
    }
}
