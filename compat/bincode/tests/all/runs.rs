//! Bytes that serde reads one by one from a source, which are read in runs: what is decoded, what is
//! left in the source and which error comes are bincode's.

use std::fmt;

use bincode::Options as _;
use bincode1::Options as _;
use serde::Deserialize;
use serde::de::{Deserializer, SeqAccess, Visitor};

/// The first three bytes of a sequence; the rest is left where it is.
#[derive(Debug, PartialEq)]
struct Three(Vec<u8>);

impl<'de> Deserialize<'de> for Three {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct First;
        impl<'de> Visitor<'de> for First {
            type Value = Vec<u8>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Vec<u8>, A::Error> {
                let mut values = Vec::new();
                while values.len() < 3 {
                    let Some(value) = seq.next_element()? else { break };
                    values.push(value);
                }
                Ok(values)
            }
        }
        deserializer.deserialize_seq(First).map(Self)
    }
}

/// A sequence of so many bytes, and bytes after it.
fn bytes(len: u8) -> Vec<u8> {
    let mut bytes = u64::from(len).to_le_bytes().to_vec();
    bytes.extend((0..len).map(|index| index ^ 0x5a));
    bytes.extend([1; 40]);
    bytes
}

#[test]
fn nothing_is_read_past_a_sequence_of_bytes() {
    for len in 0..=200 {
        let bytes = bytes(len);
        let mut source = &bytes[..];
        let value: Vec<u8> = bincode::deserialize_from(&mut source).unwrap();
        assert_eq!(value, bytes[8..8 + usize::from(len)]);
        assert_eq!(source, [1; 40], "{len}");
    }
}

#[test]
fn what_a_visitor_leaves_is_read_next_as_with_bincode() {
    type Value = (Three, u16, Three, [u8; 3], u64);
    // After three bytes of the first sequence, a number and the count of the second.
    let mut bytes = [&200u64.to_le_bytes()[..], &[1, 2, 3, 4, 5], &90u64.to_le_bytes()].concat();
    bytes.extend(0..=255);
    for cut in 0..bytes.len() {
        let ours = bincode::deserialize_from::<_, Value>(&bytes[..cut]);
        let theirs = bincode1::deserialize_from::<_, Value>(&bytes[..cut]);
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{cut}"),
            (Err(ours), Err(theirs)) => assert_eq!(ours.to_string(), theirs.to_string(), "{cut}"),
            (ours, theirs) => panic!("{cut}: {ours:?}, bincode {theirs:?}"),
        }
    }
}

#[test]
fn a_limit_within_a_sequence_of_bytes_is_exact() {
    for len in 0..=150 {
        let bytes = bytes(len);
        for limit in 0..=u64::from(len) + 9 {
            let ours = bincode::options()
                .with_fixint_encoding()
                .allow_trailing_bytes()
                .with_limit(limit)
                .deserialize_from::<_, Vec<u8>>(&bytes[..]);
            let theirs = bincode1::options()
                .with_fixint_encoding()
                .allow_trailing_bytes()
                .with_limit(limit)
                .deserialize_from::<_, Vec<u8>>(&bytes[..]);
            match (ours, theirs) {
                (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs),
                (Err(ours), Err(theirs)) => assert_eq!(ours.to_string(), theirs.to_string()),
                (ours, theirs) => panic!("{len} within {limit}: {ours:?}, bincode {theirs:?}"),
            }
        }
    }
}

#[test]
fn a_sequence_cut_short_has_the_error_of_bincode() {
    let bytes = bytes(150);
    for cut in 0..8 + 150 {
        let ours = bincode::deserialize_from::<_, Vec<u8>>(&bytes[..cut]).unwrap_err();
        let theirs = bincode1::deserialize_from::<_, Vec<u8>>(&bytes[..cut]).unwrap_err();
        assert_eq!(ours.to_string(), theirs.to_string(), "{cut}");
    }
}

/// A source that counts how often it is asked.
struct Counting<'a>(&'a [u8], usize);

impl std::io::Read for Counting<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.1 += 1;
        self.0.read(bytes)
    }
}

#[test]
fn the_visitor_of_serde_itself_reads_in_runs() {
    let bytes = bytes(200);
    let mut source = Counting(&bytes, 0);
    let value: Vec<u8> = bincode::deserialize_from(&mut source).unwrap();
    assert_eq!((value.len(), source.1), (200, 1 + 200_usize.div_ceil(64)));
    let mut source = Counting(&bytes, 0);
    let value: Three = bincode::deserialize_from(&mut source).unwrap();
    assert_eq!((value.0.len(), source.1), (3, 4));
}
