//! `sniff` names the layout of values that programs keep, and admits what it can't know.

use codec_bincode::config::{legacy, standard};
use codec_bincode::{Layout, sniff, sniff_as};
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
struct Entry {
    name: String,
    tags: Vec<String>,
    size: u64,
    kind: Kind,
}

#[derive(Serialize, Deserialize)]
enum Kind {
    File,
    Link(String),
}

fn entries() -> Vec<Entry> {
    (0..20)
        .map(|index| Entry {
            name: format!("entry number {index}"),
            tags: vec!["first".into(), "second".into()],
            size: index * 1000,
            kind: if index % 2 == 0 { Kind::File } else { Kind::Link("target".into()) },
        })
        .collect()
}

fn both<T: Serialize>(value: &T) -> (Layout, Layout) {
    let encoded = |bytes: Vec<u8>| sniff(&bytes);
    (
        encoded(codec_bincode::serde::encode_to_vec(value, legacy()).unwrap()),
        encoded(codec_bincode::serde::encode_to_vec(value, standard()).unwrap()),
    )
}

#[test]
fn text_after_its_length_tells() {
    assert_eq!(both(&entries()), (Layout::Legacy, Layout::Standard));
    assert_eq!(both(&"some text"), (Layout::Legacy, Layout::Standard));
}

#[test]
fn zeros_of_wide_integers_tell() {
    let numbers: Vec<u32> = (1..100).collect();
    assert_eq!(both(&numbers), (Layout::Legacy, Layout::Standard));
}

#[test]
fn bytes_that_decide_nothing_are_unknown() {
    assert_eq!(sniff(&[]), Layout::Unknown);
    assert_eq!(sniff(&[1, 2, 3]), Layout::Unknown);
    let floats: Vec<f64> = (1..100).map(|number| 1.0 / f64::from(number)).collect();
    assert_eq!(sniff(&codec_bincode::serialize(&floats).unwrap()[8..]), Layout::Unknown);
}

#[test]
fn a_type_tells_where_bytes_do_not() {
    let value = (1u16, 2u32, true);
    let bytes = codec_bincode::serialize(&value).unwrap();
    assert_eq!(sniff_as::<(u16, u32, bool)>(&bytes), Layout::Legacy);
    let bytes = codec_bincode::serde::encode_to_vec(value, standard()).unwrap();
    assert_eq!(sniff_as::<(u16, u32, bool)>(&bytes), Layout::Standard);
    assert_eq!(sniff_as::<(u16, u32, bool)>(&bytes[1..]), Layout::Unknown);
}
