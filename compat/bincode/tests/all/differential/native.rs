//! bincode 2's functions for types with its own traits.

use std::ffi::CString;
use std::fmt::Debug;
use std::net::IpAddr;
use std::num::{NonZeroI64, NonZeroU16};
use std::ops::{Bound, RangeInclusive};
use std::time::{Duration, SystemTime};

use proptest::prelude::*;

use super::cuts;
use super::types::{ours, theirs, values};

/// Checks that a value is written and read as bincode 2 does with a type of the same shape.
fn same<T, U, C, R>(value: &T, config: C, reference: R)
where
    T: bincode::Encode + bincode::Decode<()> + for<'a> bincode::BorrowDecode<'a, ()>,
    T: PartialEq + Debug,
    U: bincode2::Encode + bincode2::Decode<()> + Debug,
    C: bincode::config::Config,
    R: bincode2::config::Config,
{
    let bytes = bincode::encode_to_vec(value, config).unwrap();
    let (theirs, len): (U, usize) = bincode2::decode_from_slice(&bytes, reference).unwrap();
    assert_eq!((format!("{theirs:?}"), len), (format!("{value:?}"), bytes.len()));
    assert_eq!(bincode2::encode_to_vec(&theirs, reference).unwrap(), bytes);

    let mut sink = Vec::new();
    assert_eq!(bincode::encode_into_std_write(value, &mut sink, config).unwrap(), bytes.len());
    assert_eq!(sink, bytes);
    let mut room = vec![0; bytes.len()];
    assert_eq!(bincode::encode_into_slice(value, &mut room, config).unwrap(), bytes.len());
    assert_eq!(room, bytes);

    let decoded = bincode::decode_from_slice::<T, _>(&bytes, config).unwrap();
    assert_eq!((&decoded.0, decoded.1), (value, bytes.len()));
    let decoded = bincode::borrow_decode_from_slice::<T, _>(&bytes, config).unwrap();
    assert_eq!((&decoded.0, decoded.1), (value, bytes.len()));
    sink.push(9);
    let mut source = &sink[..];
    let decoded: T = bincode::decode_from_std_read(&mut source, config).unwrap();
    assert_eq!((&decoded, source), (value, &[9][..]));
    for cut in cuts(bytes.len()) {
        same_of_bytes::<T, U, C, R>(&bytes[..cut], config, reference);
        let mut source = &bytes[..cut];
        assert!(bincode::decode_from_std_read::<T, _, _>(&mut source, config).is_err());
    }
}

/// Checks that both make the same of bytes that may be wrong.
fn same_of_bytes<T, U, C, R>(bytes: &[u8], config: C, reference: R)
where
    T: bincode::Decode<()> + Debug,
    U: bincode2::Decode<()> + Debug,
    C: bincode::config::Config,
    R: bincode2::config::Config,
{
    let ours = bincode::decode_from_slice::<T, _>(bytes, config);
    // bincode makes room for what a length says, and aborts.
    if matches!(ours, Err(bincode::error::DecodeError::UnexpectedEnd { additional: 0x10_0000.. })) {
        return;
    }
    let theirs = bincode2::decode_from_slice::<U, _>(bytes, reference);
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(format!("{ours:?}"), format!("{theirs:?}")),
        (Err(ours), Err(theirs)) => {
            let [ours, theirs] = [format!("{ours:?}"), format!("{theirs:?}")];
            let both_end = [&ours, &theirs].iter().all(|error| error.starts_with("UnexpectedEnd"));
            if both_end && std::any::type_name::<U>().ends_with("::Holders") {
                // The missing bytes of a cut sequence of numbers are those of all numbers here, in
                // bincode of the first that is missing; of any other type, both say the same.
                return;
            }
            assert_eq!(shown(&ours), shown(&theirs), "{bytes:?}");
        }
        (ours, theirs) => panic!("{ours:?} where bincode says {theirs:?}"),
    }
}

/// An error with all that it holds: position, what was allowed, what was found, how many bytes more
/// are needed. Left out are the modules of types, and which integer was expected, since bincode names
/// another than it reads.
fn shown(error: &str) -> String {
    if let Some((_, found)) = error.split_once("InvalidIntegerType { expected: ") {
        return found.split_once(", ").map_or(found, |(_, found)| found).to_owned();
    }
    error.replace(&types("ours"), "").replace(&types("theirs"), "")
}

/// The path of the types of this side.
fn types(side: &str) -> String {
    format!("{}::types::{side}::", module_path!().trim_end_matches("::native"))
}

/// Every layout of integers, without a limit or with one.
macro_rules! every {
    ($call:ident::<$ours:ty, $theirs:ty>($value:expr) $(, $limit:literal)?) => {{
        use bincode::config as o;
        use bincode2::config as t;
        $call::<$ours, $theirs, _, _>($value, o::standard()$(.with_limit::<$limit>())?, t::standard()$(.with_limit::<$limit>())?);
        $call::<$ours, $theirs, _, _>($value, o::legacy()$(.with_limit::<$limit>())?, t::legacy()$(.with_limit::<$limit>())?);
        $call::<$ours, $theirs, _, _>(
            $value,
            o::standard().with_big_endian()$(.with_limit::<$limit>())?,
            t::standard().with_big_endian()$(.with_limit::<$limit>())?,
        );
        $call::<$ours, $theirs, _, _>(
            $value,
            o::legacy().with_big_endian()$(.with_limit::<$limit>())?,
            t::legacy().with_big_endian()$(.with_limit::<$limit>())?,
        );
    }};
}

/// The smallest limit is the same: bytes are counted as bincode counts them.
fn same_limit<T, U>(bytes: &[u8])
where
    T: bincode::Decode<()> + Debug,
    U: bincode2::Decode<()> + Debug,
{
    macro_rules! limits {
        ($($limit:literal)*) => {$(
            let ours = bincode::config::standard().with_limit::<$limit>();
            let theirs = bincode2::config::standard().with_limit::<$limit>();
            same_of_bytes::<T, U, _, _>(bytes, ours, theirs);
        )*};
    }
    limits!(0 1 2 3 4 5 6 7 8 9 10 12 14 16 17 20 24 25 30 32 40 48 50 60 64 80 100 120 150 200);
}

proptest! {
    #![proptest_config(super::config())]

    #[test]
    fn numbers_are_as_with_bincode_2(value in values::numbers()) {
        every!(same::<ours::Numbers, theirs::Numbers>(&value));
    }

    #[test]
    fn enums_are_as_with_bincode_2(value in values::shape()) {
        every!(same::<ours::Shape, theirs::Shape>(&value));
    }

    #[test]
    fn holders_are_as_with_bincode_2(value in values::holders()) {
        every!(same::<ours::Holders, theirs::Holders>(&value));
    }

    #[test]
    fn parameters_and_fields_of_serde_are_as_with_bincode_2(value in values::generic()) {
        every!(same::<ours::Generic<Option<String>, 4>, theirs::Generic<Option<String>, 4>>(&value));
    }

    #[test]
    fn any_bytes_are_taken_or_refused_as_with_bincode_2(
        bytes in proptest::collection::vec(prop_oneof![0u8..4, 245u8..=255, any::<u8>()], 0..120),
    ) {
        // Without a limit, bincode makes room for any length, and aborts.
        every!(same_of_bytes::<ours::Numbers, theirs::Numbers>(&bytes), 0x10_0000);
        every!(same_of_bytes::<ours::Shape, theirs::Shape>(&bytes), 0x10_0000);
    }

    #[test]
    fn errors_of_the_standard_library_are_those_of_bincode_2(
        bytes in proptest::collection::vec(prop_oneof![0u8..4, Just(255), any::<u8>()], 0..40),
        text in proptest::collection::vec(0u8..4, 1..20),
    ) {
        every!(same_of_bytes::<(bool, char), (bool, char)>(&bytes));
        every!(same_of_bytes::<(NonZeroU16, NonZeroI64), (NonZeroU16, NonZeroI64)>(&bytes));
        every!(same_of_bytes::<(Option<u8>, Result<u8, i8>), (Option<u8>, Result<u8, i8>)>(&bytes));
        every!(same_of_bytes::<(Bound<u8>, IpAddr), (Bound<u8>, IpAddr)>(&bytes));
        every!(same_of_bytes::<RangeInclusive<u16>, RangeInclusive<u16>>(&bytes));
        every!(same_of_bytes::<Duration, Duration>(&bytes));
        every!(same_of_bytes::<SystemTime, SystemTime>(&bytes));
        every!(same_of_bytes::<String, String>(&bytes), 0x10_0000);
        // The length that `standard` reads, and as many bytes, zeros among them.
        let string = [&[u8::try_from(text.len()).unwrap()][..], &text].concat();
        every!(same_of_bytes::<CString, CString>(&string), 0x10_0000);
    }

    #[test]
    fn limits_count_as_with_bincode_2(
        numbers in values::numbers(),
        shape in values::shape(),
        texts in proptest::collection::vec(".{0,5}", 0..5),
    ) {
        let config = bincode::config::standard();
        let bytes = bincode::encode_to_vec(&numbers, config).unwrap();
        same_limit::<ours::Numbers, theirs::Numbers>(&bytes);
        let bytes = bincode::encode_to_vec(&shape, config).unwrap();
        same_limit::<ours::Shape, theirs::Shape>(&bytes);
        let bytes = bincode::encode_to_vec(&texts, config).unwrap();
        same_limit::<Vec<String>, Vec<String>>(&bytes);
    }

    #[test]
    fn what_borrows_is_as_with_bincode_2(name in ".{0,9}", bytes in any::<Vec<u8>>()) {
        let value = ours::Lent { name: &name, bytes: &bytes, cow: name.as_str().into() };
        let reference = theirs::Lent { name: &name, bytes: &bytes, cow: name.as_str().into() };
        let expected = bincode2::encode_to_vec(&reference, bincode2::config::standard()).unwrap();
        let config = bincode::config::standard();
        prop_assert_eq!(&bincode::encode_to_vec(&value, config).unwrap(), &expected);
        let (lent, _) = bincode::borrow_decode_from_slice::<ours::Lent<'_>, _>(&expected, config).unwrap();
        prop_assert!(expected.as_ptr_range().contains(&lent.name.as_ptr()) || name.is_empty());
        prop_assert_eq!(lent, value);
    }
}
