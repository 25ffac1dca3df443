//! Enums of unusual shapes and names.

use std::collections::BTreeMap;

use codec_core::schema::{Describe as _, Kind};
use codec_core::{Bincode, Borsh, Decode, DecodeErrorKind, Encode, Format, Postcard};

/// An enum with these variants, and a list of them.
macro_rules! many {
    ($name:ident: $($variant:ident)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
        #[codec(borrow)]
        #[allow(clippy::upper_case_acronyms)]
        enum $name { $($variant),* }

        impl $name {
            const ALL: &'static [Self] = &[$(Self::$variant),*];
        }
    };
}

many! { One: A }

many! { Most:
    A00 A01 A02 A03 A04 A05 A06 A07 A08 A09 A0A A0B A0C A0D A0E A0F
    A10 A11 A12 A13 A14 A15 A16 A17 A18 A19 A1A A1B A1C A1D A1E A1F
    A20 A21 A22 A23 A24 A25 A26 A27 A28 A29 A2A A2B A2C A2D A2E A2F
    A30 A31 A32 A33 A34 A35 A36 A37 A38 A39 A3A A3B A3C A3D A3E A3F
    A40 A41 A42 A43 A44 A45 A46 A47 A48 A49 A4A A4B A4C A4D A4E A4F
    A50 A51 A52 A53 A54 A55 A56 A57 A58 A59 A5A A5B A5C A5D A5E A5F
    A60 A61 A62 A63 A64 A65 A66 A67 A68 A69 A6A A6B A6C A6D A6E A6F
    A70 A71 A72 A73 A74 A75 A76 A77 A78 A79 A7A A7B A7C A7D A7E A7F
    A80 A81 A82 A83 A84 A85 A86 A87 A88 A89 A8A A8B A8C A8D A8E A8F
    A90 A91 A92 A93 A94 A95 A96 A97 A98 A99 A9A A9B A9C A9D A9E A9F
    AA0 AA1 AA2 AA3 AA4 AA5 AA6 AA7 AA8 AA9 AAA AAB AAC AAD AAE AAF
    AB0 AB1 AB2 AB3 AB4 AB5 AB6 AB7 AB8 AB9 ABA ABB ABC ABD ABE ABF
    AC0 AC1 AC2 AC3 AC4 AC5 AC6 AC7 AC8 AC9 ACA ACB ACC ACD ACE ACF
    AD0 AD1 AD2 AD3 AD4 AD5 AD6 AD7 AD8 AD9 ADA ADB ADC ADD ADE ADF
    AE0 AE1 AE2 AE3 AE4 AE5 AE6 AE7 AE8 AE9 AEA AEB AEC AED AEE AEF
    AF0 AF1 AF2 AF3 AF4 AF5 AF6 AF7 AF8 AF9 AFA AFB AFC AFD AFE AFF
}

#[test]
fn one_byte_has_room_for_256_variants() {
    assert_eq!(One::ALL.len(), 1);
    assert_eq!(Borsh::from_slice::<One>(&[0]), Ok(One::A));
    assert_eq!(Most::ALL.len(), 256);
    for (index, value) in Most::ALL.iter().enumerate() {
        let tag = u8::try_from(index).unwrap();
        assert_eq!(Borsh::to_vec(value).unwrap(), [tag]);
        assert_eq!(Borsh::from_slice::<Most>(&[tag]), Ok(*value));
        assert_eq!(Borsh::from_slice_ref::<Most>(&[tag]), Ok(*value));
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(tag = index)]
#[repr(i8)]
enum Gaps {
    Low = -128,
    Minus = -1,
    Zero = 0,
    High = 127,
}

#[test]
fn gaps_and_negative_discriminants_are_ignored_by_default() {
    for (tag, value) in [Gaps::Low, Gaps::Minus, Gaps::Zero, Gaps::High].into_iter().enumerate() {
        assert_eq!(Postcard::to_vec(&value).unwrap(), [u8::try_from(tag).unwrap()]);
    }
}

/// Names that could collide with generated code.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
#[allow(non_camel_case_types, clippy::upper_case_acronyms)]
enum Result {
    Ok(u8),
    Err {
        r: u8,
        w: u8,
        self_: u8,
        data: u8,
        fields: u8,
    },
    #[allow(non_snake_case)]
    Some {
        __r: u8,
        __tag: u8,
        __start: u8,
        __a0: u8,
        __len: u8,
        F: u8,
    },
    None,
    r#type {
        r#match: u8,
    },
    Foo,
    FOO,
    Self_(Vec<u8>),
}

#[test]
#[allow(non_snake_case)]
fn variants_and_fields_may_have_any_name() {
    let values = [
        Result::Ok(1),
        Result::Err { r: 1, w: 2, self_: 3, data: 4, fields: 5 },
        Result::Some { __r: 1, __tag: 2, __start: 3, __a0: 4, __len: 5, F: 6 },
        Result::None,
        Result::r#type { r#match: 7 },
        Result::Foo,
        Result::FOO,
        Result::Self_(vec![1]),
    ];
    for value in values {
        let bytes = Bincode::to_vec(&value).unwrap();
        let borrowed: ResultRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
        assert_eq!(borrowed, value.to_ref());
        assert_eq!(format!("{borrowed:?}"), format!("{value:?}"));
        assert_eq!(Bincode::from_slice::<Result>(&bytes).as_ref(), Ok(&value));
    }
    let report = Bincode::explain::<Result>(&[4, 0, 0, 0]).to_string();
    assert!(report.starts_with("Result::type.match at byte 4"), "{report}");
}

/// Any type that a macro passes in a fragment, with a lifetime of any name.
macro_rules! holding {
    ($name:ident, $t:ty, $u:ty) => {
        #[derive(Debug, Clone, PartialEq, Encode, Decode)]
        #[codec(borrow)]
        enum $name {
            One($t),
            Two { first: $t, second: $u },
        }
    };
}

#[test]
fn a_macro_may_define_the_enum_inside_a_function() {
    holding!(Held, Vec<u8>, Option<(u8, String)>);
    let value = Held::Two { first: vec![1], second: Some((2, "x".into())) };
    let bytes = Postcard::to_vec(&value).unwrap();
    assert_eq!(bytes, [1, 1, 1, 1, 2, 1, b'x']);
    let borrowed: HeldRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(Held::from(borrowed), value);
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
enum Generic<T, const N: usize, U = u8>
where
    T: Clone,
{
    Array([T; N]),
    Boxed(Box<U>),
    Both { t: T, u: Vec<U> },
}

#[test]
fn an_enum_may_be_generic() {
    type Concrete = Generic<String, 2>;
    let value: Concrete = Generic::Array(["a".into(), "b".into()]);
    let bytes = Postcard::to_vec(&value).unwrap();
    assert_eq!(bytes, [0, 1, b'a', 1, b'b']);
    let borrowed: GenericRef<'_, String, 2> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(Concrete::from(borrowed), value);
    let value: Concrete = Generic::Both { t: "t".into(), u: vec![5] };
    let back = Postcard::from_slice::<Concrete>(&Postcard::to_vec(&value).unwrap());
    assert_eq!(back, Ok(value));
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow)]
enum Json {
    Null,
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Pairs(Vec<(String, Json)>),
    Boxed(Box<Json>),
    Maybe(Option<Box<Json>>),
}

fn depth(json: &JsonRef<'_>) -> usize {
    match json {
        JsonRef::Null | JsonRef::Number(_) | JsonRef::Text(_) => 1,
        JsonRef::List(list) => 1 + list.iter().map(|json| depth(&json)).max().unwrap_or(0),
        JsonRef::Pairs(pairs) => 1 + pairs.iter().map(|(_, json)| depth(&json)).max().unwrap_or(0),
        JsonRef::Boxed(json) => 1 + depth(&json.get()),
        JsonRef::Maybe(json) => 1 + json.as_ref().map_or(0, |json| depth(&json.get())),
    }
}

#[test]
fn a_tree_borrows_without_allocating() {
    let value = Json::Pairs(vec![
        ("a".into(), Json::List(vec![Json::Null, Json::Number(1.5)])),
        ("b".into(), Json::Boxed(Box::new(Json::Maybe(Some(Box::new(Json::Text("x".into()))))))),
    ]);
    let bytes = Postcard::to_vec(&value).unwrap();
    let counts = allocation_counter::measure(|| {
        let borrowed: JsonRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
        assert_eq!(depth(&borrowed), 4);
    });
    assert_eq!(counts.count_total, 0);
    let borrowed: JsonRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(Json::from(borrowed), value);
    assert_eq!(value.to_ref(), borrowed);
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let owned = Postcard::from_slice::<Json>(&damaged);
        let borrowed = Postcard::from_slice_ref::<JsonRef<'_>>(&damaged);
        assert_eq!(owned.as_ref().err(), borrowed.as_ref().err());
    }
}

#[test]
fn the_depth_is_that_of_the_reader_in_owned_borrowed_and_skipped() {
    use codec_core::{Cursor, Decodable, DecodableRef, Reader};
    let nested = |levels: usize| {
        let mut bytes = vec![5; levels];
        bytes.push(0);
        bytes
    };
    // Everything on a small stack.
    let run = move || {
        for limit in [1u32, 5, 128] {
            let fits = nested(limit as usize);
            let deeper = nested(limit as usize + 1);
            let reader = |bytes: &'static [u8]| {
                Reader::<Postcard>::from_cursor(Cursor::new(bytes).with_depth(limit))
            };
            let (fits, deeper): (&'static [u8], &'static [u8]) = (fits.leak(), deeper.leak());
            assert!(Json::decode(&mut reader(fits)).is_ok());
            assert!(JsonRef::decode_ref(&mut reader(fits)).is_ok());
            assert!(Json::skip(&mut reader(fits)).is_ok());
            let kind = DecodeErrorKind::DepthExceeded;
            assert_eq!(Json::decode(&mut reader(deeper)).unwrap_err().kind(), kind);
            assert_eq!(JsonRef::decode_ref(&mut reader(deeper)).unwrap_err().kind(), kind);
            assert_eq!(Json::skip(&mut reader(deeper)).unwrap_err().kind(), kind);
            let mut over = Json::Null;
            assert_eq!(over.decode_into(&mut reader(deeper)).unwrap_err().kind(), kind);
        }
    };
    let stack = if cfg!(debug_assertions) { 1024 } else { 256 } * 1024;
    std::thread::Builder::new().stack_size(stack).spawn(run).unwrap().join().unwrap();
}

#[test]
fn tags_lead_to_their_variants_alone() {
    let mut seen = BTreeMap::new();
    for tag in 0..=255u8 {
        let input = [tag, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let (value, _) = match Borsh::from_slice_prefix::<Json>(&input) {
            Ok(value) => value,
            Err(error) => {
                assert_eq!(error.kind(), DecodeErrorKind::InvalidTag);
                continue;
            }
        };
        seen.insert(tag, value);
    }
    assert_eq!(seen.into_keys().collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5, 6]);
}

/// Discriminants are evaluated as Rust does, by the `repr`.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(tag = u8, tag = discriminant, schema)]
#[repr(u8)]
enum Evaluated {
    Mid = !0 / 2,
    Next,
    Top = !0,
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(tag = u64, tag = discriminant)]
#[repr(u64)]
enum High {
    Bit31 = 1 << 31,
    Bit40 = 1 << 40,
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(tag = u64, tag = discriminant)]
#[expect(clippy::enum_clike_unportable_variant, reason = "as `isize` is wide on this machine")]
enum WithoutRepr {
    Bit31 = 1 << 31,
    Bit40 = 1 << 40,
}

/// A tag of literals is evaluated as the tag.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(tag = u16)]
enum OfLiterals {
    #[codec(value = !0 / 2)]
    Half,
    #[codec(value = !0)]
    All,
}

#[test]
fn expressions_of_tags_have_the_width_of_the_tag() {
    for (value, tag) in [(Evaluated::Mid, 127), (Evaluated::Next, 128), (Evaluated::Top, 255)] {
        assert_eq!((value as u8, &Postcard::to_vec(&value).unwrap()[..]), (tag, &[tag][..]));
        assert_eq!(Postcard::from_slice::<Evaluated>(&[tag]), Ok(value));
    }
    let Kind::Enum(of) = Evaluated::SCHEMA.get().kind else { panic!("an enum") };
    let tags: Vec<_> = of.variants.iter().map(|variant| variant.tag).collect();
    assert_eq!(tags, [Some(127), Some(128), Some(255)]);
    for (value, bare, tag) in
        [(High::Bit31, WithoutRepr::Bit31, 1u64 << 31), (High::Bit40, WithoutRepr::Bit40, 1 << 40)]
    {
        assert_eq!(Bincode::to_vec(&value).unwrap(), tag.to_le_bytes());
        assert_eq!(Bincode::to_vec(&bare).unwrap(), tag.to_le_bytes());
    }
    assert_eq!(Bincode::to_vec(&OfLiterals::Half).unwrap(), [0xff, 0x7f]);
    assert_eq!(Bincode::to_vec(&OfLiterals::All).unwrap(), [0xff, 0xff]);
}
