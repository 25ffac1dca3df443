//! Compared with the native path: the same bytes for the same shape in every format.

use std::collections::BTreeMap;
use std::fmt::Debug;

use codec_core::serde_bridge::{self as bridge, Serde};
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decodable, Decode, DecodeError,
    DecodeErrorKind, Encode, Format, Postcard, Sv2,
};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::bridge::shapes::{Sink, sink};
use crate::fields::fields;

type Integers = ((u8, u16, u32, u64, u128), (i8, i16, i32, i64, i128), bool);
type Nested = (String, Option<Box<Option<u16>>>, Vec<(u16, String)>, [i64; 3], Vec<(u16, Vec<u8>)>);

pub(crate) fn same<F: Format, T>(value: &T)
where
    T: Encode + Decodable + Serialize + DeserializeOwned + Clone + PartialEq + Debug,
{
    let bytes = F::to_vec(value).unwrap();
    assert_eq!(bridge::to_vec::<F, T>(value).unwrap(), bytes);
    let wrapped = Serde(value.clone());
    assert_eq!(F::to_vec(&wrapped).unwrap(), bytes);
    assert_eq!(F::encoded_len(&wrapped), bytes.len());
    assert_eq!(&bridge::from_slice::<F, T>(&bytes).unwrap(), value);
    assert_eq!(F::from_slice::<Serde<T>>(&bytes).unwrap(), wrapped);
    assert_eq!(F::from_slice_ref::<Serde<T>>(&bytes).unwrap(), wrapped);
    let mut over = wrapped.clone();
    F::decode_into(&mut over, &bytes).unwrap();
    assert_eq!(over, wrapped);
    for len in 0..bytes.len() {
        assert_eq!(
            F::from_slice::<Serde<T>>(&bytes[..len]).unwrap_err(),
            F::from_slice::<T>(&bytes[..len]).unwrap_err()
        );
    }
    assert_eq!(F::read_from::<Serde<T>>(&mut &bytes[..], bytes.len()).unwrap(), wrapped);
}

fn both<F: Format>(integers: &Integers, nested: &Nested, other: &(char, f64, f32)) {
    same::<F, Integers>(integers);
    same::<F, Nested>(nested);
    same::<F, (char, f64, f32)>(other);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(50)))]

    #[test]
    fn every_format_writes_the_same(sink in sink(), other: (char, f64, f32)) {
        let integers: Integers = (sink.unsigned, sink.signed, sink.flag);
        let list: Vec<(u16, String)> = sink.list.iter().map(|pair| (pair.0, pair.1.clone())).collect();
        let nested: Nested = (
            sink.text.clone(),
            sink.option.clone(),
            list.clone(),
            sink.array.clone().map(|newtype| newtype.0),
            sink.map.clone().into_iter().collect(),
        );
        both::<Bincode>(&integers, &nested, &other);
        same::<BincodeVarint, Integers>(&integers);
        both::<Postcard>(&integers, &nested, &other);
        both::<Compact>(&integers, &nested, &other);
        same::<Borsh, Integers>(&integers);
        same::<Borsh, Nested>(&nested);
        let (a, b, c, d, _) = sink.unsigned;
        same::<Consensus, (u8, u16, u32, u64)>(&(a, b, c, d));
        same::<Consensus, Vec<(u16, String)>>(&list);
        same::<Sv2, (u8, u16, u32, u64, bool, Option<f32>)>(&(a, b, c, d, sink.flag, Some(other.2)));
    }
}

/// A struct is the same by a derive and by serde: fields in their order, and an enum as its tag and
/// its fields.
#[test]
fn a_map_is_a_count_and_the_entries() {
    let map = BTreeMap::from([(1u16, "a"), (2, "b")]);
    let list = vec![(1u16, "a".to_string()), (2, "b".into())];
    assert_eq!(bridge::to_vec::<Borsh, _>(&map).unwrap(), Borsh::to_vec(&list).unwrap());
    let read: BTreeMap<u16, &str> =
        bridge::from_slice::<Borsh, _>(&Borsh::to_vec(&list).unwrap()).map(leak).unwrap();
    assert_eq!(read, map);
}

fn leak(map: BTreeMap<u16, String>) -> BTreeMap<u16, &'static str> {
    map.into_iter().map(|(key, value)| (key, &*value.leak())).collect()
}

fn alike<F: Format>(value: &impl Serialize, native: &[(usize, Vec<u32>)]) {
    assert_eq!(bridge::to_vec::<F, _>(value).unwrap(), F::to_vec(native).unwrap());
}

/// An iterator of unknown length is encoded like a vector.
#[test]
fn a_count_may_be_known_only_behind_the_elements() {
    struct Odd(Vec<u32>);
    impl Serialize for Odd {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_seq(self.0.iter().filter(|number| *number % 2 == 1))
        }
    }
    struct Lists(Vec<Odd>, bool);
    impl Serialize for Lists {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            use serde::ser::SerializeMap;
            let len = self.0.len() + usize::from(self.1);
            let mut map = serializer.serialize_map(Some(len))?;
            for (index, odd) in self.0.iter().enumerate() {
                map.serialize_entry(&index, odd)?;
            }
            if self.1 {
                map.serialize_entry("half", &f32::NAN)?;
            }
            map.end()
        }
    }
    let lists = || vec![Odd((0..300).collect()), Odd(vec![]), Odd(vec![7])];
    let odd: Vec<u32> = (0..300).filter(|number| number % 2 == 1).collect();
    let native = vec![(0usize, odd), (1, vec![]), (2, vec![7])];
    alike::<Bincode>(&Lists(lists(), false), &native);
    alike::<BincodeVarint>(&Lists(lists(), false), &native);
    alike::<Postcard>(&Lists(lists(), false), &native);
    alike::<Compact>(&Lists(lists(), false), &native);
    alike::<Borsh>(&Lists(lists(), false), &native);
    assert!(bridge::to_vec::<Borsh, _>(&Lists(lists(), true)).is_err());
}

#[test]
fn strings_and_bytes_borrow_from_the_input() {
    #[derive(Debug, PartialEq, Serialize, serde::Deserialize)]
    struct View<'a> {
        #[serde(borrow)]
        name: &'a str,
        #[serde(with = "raw")]
        bytes: &'a [u8],
        #[serde(borrow)]
        inner: Option<Vec<&'a str>>,
    }
    mod raw {
        pub(super) fn serialize<S: serde::Serializer>(
            bytes: &&[u8],
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(bytes)
        }
        pub(super) fn deserialize<'de: 'a, 'a, D: serde::Deserializer<'de>>(
            deserializer: D,
        ) -> Result<&'a [u8], D::Error> {
            serde::Deserialize::deserialize(deserializer)
        }
    }
    let view = View { name: "a.b", bytes: &[1, 2], inner: Some(vec!["c", ""]) };
    let bytes = bridge::to_vec::<Postcard, _>(&view).unwrap();
    assert_eq!(bytes, b"\x03a.b\x02\x01\x02\x01\x02\x01c\x00");
    let read: View<'_> = bridge::from_slice::<Postcard, _>(&bytes).unwrap();
    assert_eq!(read, view);
    assert_eq!(read.name.as_ptr(), bytes[1..].as_ptr());
    let Serde(read): Serde<View<'_>> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(read.bytes.as_ptr(), bytes[5..].as_ptr());
}

/// Fields and elements have names in a dump, and an explanation contains a type's own message.
#[test]
fn a_record_has_the_names_and_the_words_of_a_type() {
    #[derive(Debug, serde::Serialize, serde::Deserialize)]
    enum Port {
        Tcp { number: std::num::NonZeroU16 },
        Pair(u8, u8),
    }
    #[derive(Debug, serde::Serialize, serde::Deserialize)]
    struct Host {
        name: String,
        ports: Vec<Port>,
        at: (u8, bool),
    }
    type Mixed = (u8, Serde<Host>);
    let number = 80.try_into().unwrap();
    let ports = vec![Port::Pair(3, 4), Port::Tcp { number }];
    let value: Mixed = (7, Serde(Host { name: "a.b".into(), ports, at: (1, true) }));
    let mut bytes = Compact::to_vec(&value).unwrap();
    let fields = fields(&Compact::explain::<Mixed>(&bytes));
    let wanted = "name=\"a.b\" ports=[{0=3 1=4}, {number=80}] at=[1, true]";
    assert!(fields.contains(wanted), "{fields}");

    let at = bytes.iter().rposition(|byte| *byte == 80).unwrap();
    bytes[at] = 0;
    let report = Compact::explain::<Mixed>(&bytes);
    assert_eq!(report.path(), "[1].ports[1]::Tcp.number");
    assert_eq!(report.error().map(DecodeError::kind), Some(DecodeErrorKind::InvalidValue));
    assert!(report.to_string().contains("expected a nonzero u16"), "{report}");
}

/// Wherever the input ends, the path has the variants of enums, as that of the native types.
#[test]
fn a_path_through_serde_is_the_native_one() {
    #[derive(Debug, Encode, Decode, serde::Serialize, serde::Deserialize)]
    enum Port {
        Any,
        Pair(u16, u16),
        Named(String),
        Tcp { number: u32, hosts: Vec<Port> },
    }
    #[derive(Debug, Encode, Decode, serde::Serialize, serde::Deserialize)]
    struct Host {
        name: String,
        ports: Vec<Port>,
        last: Option<Port>,
    }
    fn in_format<F: Format>(value: &Host, wanted: &[&str]) {
        let bytes = F::to_vec(value).unwrap();
        let (mut native, mut paths) = (Vec::new(), Vec::new());
        for len in 0..bytes.len() {
            native.push(F::explain::<Host>(&bytes[..len]).path());
            paths.push(F::explain::<Serde<Host>>(&bytes[..len]).path());
            // A native sequence is refused at its count when too few bytes follow.
            assert!(paths[len].starts_with(&native[len]), "{len}: {}, {}", paths[len], native[len]);
        }
        paths.dedup();
        assert_eq!(paths, wanted);
        for deep in ["Host.ports[2]::Tcp.hosts[0]::Named.0", "Host.last::Named.0"] {
            assert!(native.iter().any(|path| path == deep), "{native:?}");
        }
        let dump = F::explain::<Serde<Host>>(&bytes).dump().to_string();
        assert!(dump.contains("Port::Tcp.number"), "{dump}");
    }
    let hosts = vec![Port::Named("c".into()), Port::Any];
    let ports = vec![Port::Any, Port::Pair(3, 4), Port::Tcp { number: 80, hosts }];
    let value = Host { name: "a.b".into(), ports, last: Some(Port::Named("d".into())) };
    let wanted = [
        "Host.name",
        "Host.ports",
        "Host.ports[0]",
        "Host.ports[1]",
        "Host.ports[1]::Pair.0",
        "Host.ports[1]::Pair.1",
        "Host.ports[2]",
        "Host.ports[2]::Tcp.number",
        "Host.ports[2]::Tcp.hosts",
        "Host.ports[2]::Tcp.hosts[0]",
        "Host.ports[2]::Tcp.hosts[0]::Named.0",
        "Host.ports[2]::Tcp.hosts[1]",
        "Host.last",
        "Host.last::Named.0",
    ];
    in_format::<Postcard>(&value, &wanted);
    in_format::<Bincode>(&value, &wanted);
    in_format::<Borsh>(&value, &wanted);
    in_format::<Compact>(&value, &wanted);
}

/// A value among native ones, in a stream, and explained.
#[test]
fn a_wrapped_value_is_a_native_one() {
    type Mixed = (u8, Serde<Sink>, Vec<Serde<Option<u16>>>);
    let value: Mixed = (7, Serde(Sink::default()), vec![Serde(Some(1)), Serde(None)]);
    let bytes = Compact::to_vec(&value).unwrap();
    assert_eq!(Compact::from_slice::<Mixed>(&bytes).unwrap(), value);
    let mut reader = codec_core::stream::StreamReader::<_, Compact>::new(&bytes[..], 1000);
    assert_eq!(reader.read::<Mixed>().unwrap(), Some(value));
    let report = Compact::explain::<Mixed>(&bytes[..bytes.len() - 1]);
    assert_eq!(report.error(), Compact::from_slice::<Mixed>(&bytes[..bytes.len() - 1]).err());
}
