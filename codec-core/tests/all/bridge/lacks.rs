//! Types that some formats have no encoding for, and those that no format has.

use codec_core::serde_bridge::{self as bridge, Error, Serde};
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, DecodeErrorKind, EncodeErrorKind, Format,
    Postcard, Sv2,
};
use serde::{Deserialize, Serialize};

fn refused<F: Format, T: Serialize + for<'de> Deserialize<'de> + std::fmt::Debug>(value: &T) {
    let Err(Error::Unsupported(hint)) = bridge::to_vec::<F, T>(value) else { panic!("{value:?}") };
    assert!(hint.starts_with(F::RULES.name) || hint.contains(F::RULES.name), "{hint}");
    let error = bridge::from_slice::<F, T>(&[1; 32]).unwrap_err();
    assert_eq!(error, Error::Unsupported(hint));
    assert_eq!(F::to_vec(&Serde(value)).unwrap_err().kind(), EncodeErrorKind::Unsupported);
    let error = F::from_slice::<Serde<T>>(&[1; 32]).err().unwrap();
    assert_eq!(error.kind(), DecodeErrorKind::Unsupported);
}

#[test]
fn each_format_refuses_what_it_lacks() {
    refused::<Sv2, _>(&String::from("a"));
    refused::<Sv2, _>(&vec![1u8]);
    refused::<Sv2, _>(&'a');
    refused::<Sv2, _>(&-1i8);
    refused::<Sv2, _>(&-1i64);
    refused::<Sv2, _>(&1u128);
    refused::<Sv2, _>(&1f64);
    refused::<Sv2, _>(&std::collections::BTreeMap::from([(1u8, 2u8)]));
    refused::<Borsh, _>(&'a');
    refused::<Borsh, _>(&vec![(), ()]);
    refused::<Consensus, _>(&Some(1u8));
    refused::<Consensus, _>(&1f32);
    refused::<Consensus, _>(&Ok::<u8, u8>(1));
    assert_eq!(bridge::to_vec::<Borsh, _>(&Vec::<()>::new()).unwrap(), [0; 4]);
}

/// A map of unknown length is what `flatten` writes and can't read.
#[test]
fn what_flatten_writes_is_refused() {
    #[derive(Serialize)]
    struct Inner {
        depth: u8,
    }
    #[derive(Serialize)]
    struct Outer {
        id: u32,
        #[serde(flatten)]
        inner: Inner,
    }
    fn refused_in<F: Format>() {
        let outer = Outer { id: 7, inner: Inner { depth: 1 } };
        let error = bridge::to_vec::<F, _>(&outer).unwrap_err();
        assert!(error.to_string().contains("flatten"), "{error}");
    }
    refused_in::<Postcard>();
    refused_in::<Bincode>();
    refused_in::<BincodeVarint>();
    refused_in::<Borsh>();
    refused_in::<Compact>();
}

#[test]
fn a_field_that_is_left_out_is_refused() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Named {
        id: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        port: Option<u8>,
        #[serde(skip)]
        cached: u8,
        last: u8,
    }
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    enum Choice {
        Named {
            #[serde(skip_serializing_if = "Vec::is_empty")]
            list: Vec<u8>,
            last: u8,
        },
    }
    fn each<F: Format, T>(none: &T, some: &T)
    where
        T: Serialize + for<'de> Deserialize<'de> + std::fmt::Debug + PartialEq,
    {
        let error = bridge::to_vec::<F, _>(none).unwrap_err();
        assert!(error.to_string().contains("skip_serializing_if"), "{error}");
        let error = F::to_vec(&Serde(none)).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::Unsupported);
        let bytes = bridge::to_vec::<F, _>(some).unwrap();
        assert_eq!(bridge::from_slice::<F, T>(&bytes).as_ref(), Ok(some));
    }
    let named = |port| Named { id: 1, port, cached: 0, last: 2 };
    each::<Postcard, _>(&named(None), &named(Some(7)));
    each::<Borsh, _>(&named(None), &named(Some(7)));
    let choice = |list| Choice::Named { list, last: 2 };
    each::<Bincode, _>(&choice(vec![]), &choice(vec![7]));
    each::<Compact, _>(&choice(vec![]), &choice(vec![7]));
}

#[test]
fn nothing_describes_itself() {
    let error = bridge::from_slice::<Postcard, serde::de::IgnoredAny>(&[1]).unwrap_err();
    assert!(matches!(error, Error::Unsupported(_)));
}

/// Each row of docs/serde.md on what needs a format that describes itself: what is written of it, and
/// that it is refused when it is read.
#[test]
fn what_needs_a_format_that_describes_itself_is_refused_as_the_page_says() {
    #[derive(Debug, Serialize, Deserialize)]
    #[serde(untagged)]
    enum Untagged {
        Number(u8),
    }
    #[derive(Debug, Serialize, Deserialize)]
    #[serde(tag = "t")]
    enum Internal {
        A { x: u8 },
    }
    #[derive(Debug, Serialize, Deserialize)]
    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        A(u8),
    }
    #[derive(Debug, Serialize, Deserialize)]
    struct Flat {
        id: u8,
        #[serde(flatten)]
        rest: std::collections::BTreeMap<String, u8>,
    }
    #[derive(Debug, PartialEq, Default, Deserialize)]
    struct Rest {
        #[serde(default)]
        id: u8,
        #[serde(flatten)]
        rest: std::collections::BTreeMap<String, u8>,
    }
    fn read<F: Format, T: for<'de> Deserialize<'de> + std::fmt::Debug>(bytes: &[u8]) {
        let error = bridge::from_slice::<F, T>(bytes).unwrap_err();
        assert!(error.to_string().contains("the format does not say what a value is"), "{error}");
    }
    fn each<F: Format>() {
        let written = bridge::to_vec::<F, _>(&Untagged::Number(7)).unwrap();
        assert_eq!(written, F::to_vec(&7u8).unwrap());
        read::<F, Untagged>(&written);
        let written = bridge::to_vec::<F, _>(&Internal::A { x: 7 }).unwrap();
        assert_eq!(written, F::to_vec(&("A", 7u8)).unwrap());
        read::<F, Internal>(&written);
        let written = bridge::to_vec::<F, _>(&Adjacent::A(7)).unwrap();
        assert_eq!(written[written.len() - 1..], [7]);
        read::<F, Adjacent>(&written);
        let flat = Flat { id: 7, rest: [("b".to_owned(), 8)].into() };
        let error = bridge::to_vec::<F, _>(&flat).unwrap_err();
        assert!(error.to_string().contains("flatten"), "{error}");
        read::<F, Flat>(&[1; 32]);
        let empty = F::to_vec(&std::collections::BTreeMap::<u8, u8>::new()).unwrap();
        let error = bridge::from_slice::<F, Flat>(&empty).unwrap_err();
        assert!(error.to_string().contains("missing field `id`"), "{error}");
        let rest = bridge::from_slice::<F, Rest>(&empty).unwrap();
        assert_eq!(rest, Rest::default());
    }
    each::<Postcard>();
    each::<Bincode>();
    each::<BincodeVarint>();
    each::<Borsh>();
    each::<Compact>();
}

/// A type that refuses to be written.
struct Never;
impl Serialize for Never {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("never"))
    }
}

#[test]
fn a_type_says_itself_what_is_wrong() {
    #[derive(Debug, Serialize, Deserialize)]
    #[serde(try_from = "u8", into = "u8")]
    struct Even(u8);
    impl TryFrom<u8> for Even {
        type Error = &'static str;
        fn try_from(value: u8) -> Result<Self, Self::Error> {
            if value.is_multiple_of(2) { Ok(Self(value)) } else { Err("odd") }
        }
    }
    impl From<Even> for u8 {
        fn from(even: Even) -> Self {
            even.0
        }
    }
    impl Clone for Even {
        fn clone(&self) -> Self {
            Self(self.0)
        }
    }
    let error = bridge::from_slice::<Sv2, Even>(&[3]).unwrap_err();
    assert_eq!(error, Error::Custom("odd".into()));
    let error = Sv2::from_slice::<(u8, Serde<Even>)>(&[0, 3]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidValue, 2));
    assert_eq!(bridge::to_vec::<Sv2, _>(&(1u8, Never)), Err(Error::Custom("never".into())));
    let error = Sv2::to_vec(&Serde((1u8, Never))).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (EncodeErrorKind::InvalidValue, 1));
}

#[test]
fn the_formats_are_not_for_people() {
    let address = std::net::Ipv4Addr::new(1, 2, 3, 4);
    assert_eq!(bridge::to_vec::<Sv2, _>(&address).unwrap(), [1, 2, 3, 4]);
    assert_eq!(bridge::from_slice::<Sv2, std::net::Ipv4Addr>(&[1, 2, 3, 4]).unwrap(), address);
}

/// A length that the type declares but does not keep to.
#[test]
fn a_count_that_is_a_lie_is_refused() {
    struct Lie(usize, usize);
    impl Serialize for Lie {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeSeq;
            let mut seq = serializer.serialize_seq(Some(self.0))?;
            (0..self.1).try_for_each(|_| seq.serialize_element(&1u8))?;
            seq.end()
        }
    }
    assert_eq!(bridge::to_vec::<Postcard, _>(&Lie(3, 3)).unwrap(), [3, 1, 1, 1]);
    for (claimed, real) in [(3, 2), (2, 3), (usize::MAX, 0), (0, 1)] {
        let Err(Error::Encode(error)) = bridge::to_vec::<Postcard, _>(&Lie(claimed, real)) else {
            panic!("{claimed} and {real}")
        };
        assert_eq!(error.kind(), EncodeErrorKind::InconsistentFields);
    }
}
