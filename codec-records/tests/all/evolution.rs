//! A file of one version of a type, and programs of another.

use std::fs;

use codec_core::{Borsh, Decode, Encode, Format, Postcard};
use codec_records::{Appender, Fault, RecordFile};
use codec_schema::{Class, DescribeFormat};

use super::Folder;

mod one {
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(version = 1, schema)]
    pub(super) struct Price {
        pub(super) symbol: String,
        pub(super) cents: u16,
    }
}

mod two {
    #[derive(Debug, PartialEq, codec_core::Encode, codec_core::Decode)]
    #[codec(version = 2, schema)]
    pub(super) struct Price {
        pub(super) symbol: String,
        pub(super) cents: u16,
        #[codec(since = 2)]
        pub(super) currency: u8,
    }
}

mod wider {
    #[derive(Debug, PartialEq, codec_core::Encode, codec_core::Decode)]
    #[codec(version = 1, schema)]
    pub(super) struct Price {
        pub(super) symbol: String,
        pub(super) cents: u32,
    }
}

mod renamed {
    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(schema)]
    pub(super) struct Cost {
        pub(super) name: String,
    }
    use super::{Decode, Encode};
}

fn written<F: Format + DescribeFormat>(folder: &Folder) {
    let mut writer = Appender::<one::Price, F>::open(folder.file()).unwrap();
    let price = one::Price { symbol: "ABC".to_owned(), cents: 300 };
    writer.append(&price).unwrap();
}

#[test]
fn a_new_version_reads_an_old_file_and_the_reverse_where_the_verdict_says_so() {
    let folder = Folder::new();
    written::<Postcard>(&folder);
    let mut file = RecordFile::<two::Price, Postcard>::open(folder.file()).unwrap();
    assert_eq!(file.verdict().class, Class::Both);
    let price = two::Price { symbol: "ABC".to_owned(), cents: 300, currency: 0 };
    assert_eq!(file.get(0).unwrap(), Some(price));
    let wider = RecordFile::<wider::Price, Postcard>::open(folder.file()).unwrap().get(0).unwrap();
    assert_eq!(wider.unwrap().cents, 300);
    // The reverse.
    let newer = Folder::new();
    let mut writer = Appender::<two::Price, Postcard>::open(newer.file()).unwrap();
    writer.append(&two::Price { symbol: "ABC".to_owned(), cents: 300, currency: 9 }).unwrap();
    let mut file = RecordFile::<one::Price, Postcard>::open(newer.file()).unwrap();
    assert_eq!(file.get(0).unwrap().unwrap().cents, 300);
}

#[test]
fn what_does_not_fit_is_refused_by_name() {
    let folder = Folder::new();
    written::<Borsh>(&folder);
    for error in [
        RecordFile::<wider::Price, Borsh>::open(folder.file()).unwrap_err(),
        Appender::<wider::Price, Borsh>::open(folder.file()).unwrap_err(),
    ] {
        assert!(matches!(error.fault(), Fault::Refused(_)));
        let error = error.to_string();
        assert!(error.contains("Price.cents: it is written as 2 bytes"), "{error}");
    }
    let error = RecordFile::<renamed::Cost, Borsh>::open(folder.file()).unwrap_err();
    assert!(matches!(error.fault(), Fault::Refused(_)), "{error}");
}

#[test]
fn a_file_is_of_one_version() {
    let folder = Folder::new();
    written::<Postcard>(&folder);
    let bytes = fs::read(folder.file()).unwrap();
    let error = Appender::<two::Price, Postcard>::open(folder.file()).unwrap_err();
    match error.fault() {
        Fault::Refused(verdict) => assert_eq!(verdict.class, Class::Both),
        fault => panic!("{fault}"),
    }
    assert_eq!(fs::read(folder.file()).unwrap(), bytes);
    Appender::<one::Price, Postcard>::open(folder.file()).unwrap();
}
