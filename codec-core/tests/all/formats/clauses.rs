//! The clauses of `docs/wire-formats.md`, byte by byte.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, VecDeque};
use std::ffi::CString;
use std::fmt::Debug;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};
use std::num::{NonZeroU16, Wrapping};
use std::ops::Bound;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock, atomic::AtomicU16};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use codec_core::DecodeErrorKind::{
    DepthExceeded, IntegerOutOfRange, InvalidBool, InvalidOptionTag, InvalidTag, InvalidUtf8,
    InvalidValue, LengthOverflow, NonCanonical, TooManyEmptyElements, TrailingBytes, UnexpectedEnd,
    VarintOverflow,
};
use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decodable, DecodeErrorKind, Encode,
    EncodeErrorKind, Format, Layout as _, Postcard, Reader, Strict, Sv2,
    format::{BigEndian, Fixed, LittleEndian},
    wire::{B032, Seq0255, Str0255, U24},
};

/// A value has these bytes, and they decode to a value that encodes to them.
fn has<F: Format>(value: &(impl Encode + Decodable), bytes: &[u8]) {
    fn again<F: Format, T: Encode + Decodable>(_: &T, bytes: &[u8]) -> Vec<u8> {
        F::to_vec(&F::from_slice::<T>(bytes).expect("reads what it writes")).unwrap()
    }
    assert_eq!(F::to_vec(value).unwrap(), bytes, "{}", F::RULES.name);
    assert_eq!(again::<F, _>(value, bytes), bytes, "{}", F::RULES.name);
}

fn refuses<F: Format, T: Decodable + Debug>(input: &[u8], kind: DecodeErrorKind) {
    let error = F::from_slice::<T>(input).unwrap_err();
    assert_eq!(error.kind(), kind, "{} of {input:x?}", F::RULES.name);
}

fn cannot_encode<F: Format>(value: &impl Encode) {
    assert_eq!(F::to_vec(value).unwrap_err().kind(), EncodeErrorKind::InvalidValue);
}

/// The bytes of a value in several formats.
macro_rules! bytes {
    ($value:expr; $($($format:ident),+: $bytes:expr;)*) => {{
        let value = $value;
        $($(has::<$format>(&value, &$bytes);)+)*
    }};
}

// WF-1 WF-2
#[test]
fn inputs_end_with_the_value() {
    refuses::<Bincode, u8>(&[1, 2], TrailingBytes);
    refuses::<Consensus, u8>(&[1, 2], TrailingBytes);
    assert_eq!(Postcard::from_slice_prefix::<u8>(&[1, 2]), Ok((1, &[2][..])));
    let error = Borsh::from_slice::<String>(&[9, 0, 0, 0, 1]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (UnexpectedEnd, 5));
}

// WF-3
#[test]
fn a_type_that_a_format_lacks_has_a_hint() {
    // That the build fails is a test of `codec-compilers`, `tests/build/refused.rs`.
    assert!(Sv2::RULES.unsupported.map.is_some() && Consensus::RULES.unsupported.result.is_some());
    assert!(
        Borsh::RULES.unsupported.duration.is_some() && Compact::RULES.unsupported.address.is_some()
    );
    assert!(Bincode::RULES.unsupported.map.is_none() && Postcard::RULES.unsupported.path.is_none());
}

// WF-4
#[test]
fn depth_is_bounded() {
    type Deep = Vec<Option<Box<Vec<String>>>>;
    let value: Deep = vec![Some(Box::new(vec![String::new()]))];
    let bytes = Postcard::to_vec(&value).unwrap();
    for (depth, fits) in [(2, false), (3, true)] {
        let cursor = codec_core::Cursor::new(&bytes).with_depth(depth);
        let outcome = Deep::decode(&mut Reader::<Postcard>::from_cursor(cursor));
        assert_eq!(
            outcome.map_err(codec_core::DecodeError::kind),
            fits.then_some(value.clone()).ok_or(DepthExceeded)
        );
    }
    let map = BTreeMap::from([(1u8, Rc::new(7u16))]);
    let bytes = Postcard::to_vec(&map).unwrap();
    let cursor = codec_core::Cursor::new(&bytes).with_depth(1);
    let outcome = BTreeMap::<u8, Rc<u16>>::decode(&mut Reader::<Postcard>::from_cursor(cursor));
    assert_eq!(outcome.unwrap_err().kind(), DepthExceeded);
}

// WF-5 WF-6 WF-7 WF-8 WF-9
#[test]
fn integers() {
    bytes!((200u8, -1i8); Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus: [200, 255];);
    has::<Sv2>(&200u8, &[200]);
    bytes!(251u16; Bincode, Borsh, Consensus, Sv2: [251, 0]; BincodeVarint: [251, 251, 0]; Postcard, Compact: [0xfb, 1];);
    bytes!(70_000u32; Bincode, Borsh, Consensus, Sv2: [0x70, 0x11, 1, 0]; BincodeVarint: [252, 0x70, 0x11, 1, 0]; Postcard, Compact: [0xf0, 0xa2, 4];);
    bytes!(-2i32; Bincode, Borsh, Consensus: [0xfe, 255, 255, 255]; BincodeVarint, Postcard, Compact: [3];);
    bytes!(5u128; Bincode, Borsh: 5u128.to_le_bytes(); BincodeVarint, Postcard, Compact: [5];);
    bytes!(-3i128; Bincode, Borsh: (-3i128).to_le_bytes(); BincodeVarint, Postcard, Compact: [5];);
    bytes!((3usize, -2isize); Bincode, Borsh: [3u64.to_le_bytes(), (-2i64).to_le_bytes()].concat(); BincodeVarint, Postcard, Compact: [3, 3];);
}

// WF-10
#[test]
fn floats() {
    bytes!(1f32; Bincode, BincodeVarint, Postcard, Borsh, Compact, Sv2: [0, 0, 0x80, 0x3f];);
    bytes!(f64::NAN; Bincode, BincodeVarint, Postcard, Compact: f64::NAN.to_le_bytes(););
    refuses::<Borsh, f32>(&f32::NAN.to_le_bytes(), InvalidValue);
}

// WF-11 WF-12 WF-13
#[test]
fn longer_forms_of_numbers() {
    assert_eq!(BincodeVarint::from_slice::<u32>(&[251, 5, 0]), Ok(5));
    refuses::<BincodeVarint, u16>(&[252, 5, 0, 0, 0], VarintOverflow);
    refuses::<BincodeVarint, u64>(&[255], VarintOverflow);
    assert_eq!(Postcard::from_slice::<u16>(&[0x85, 0x80, 0]), Ok(5));
    refuses::<Postcard, u16>(&[0x85, 0x80, 0x80, 0], VarintOverflow);
    assert_eq!(Compact::from_slice::<u16>(&[0x85, 0x80, 0x80, 0]), Ok(5));
    refuses::<Compact, u16>(&[0xff, 0xff, 4], VarintOverflow);
    if usize::BITS < 64 {
        refuses::<Bincode, usize>(&[0xff; 8], IntegerOutOfRange);
    }
}

// WF-14 WF-15 WF-16 WF-17
#[test]
fn plain_values() {
    bytes!(true; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2: [1];);
    refuses::<Compact, bool>(&[2], InvalidBool);
    assert_eq!(Sv2::from_slice::<bool>(&[0xfe]), Ok(false));
    bytes!('é'; Bincode, BincodeVarint: [0xc3, 0xa9]; Postcard: [2, 0xc3, 0xa9]; Compact: [0xe9, 1];);
    assert_eq!(Postcard::from_slice::<char>(b"\x02ab"), Ok('a'));
    bytes!(((), PhantomData::<String>); Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2: [];);
    has::<Borsh>(&(..), &[]);
    bytes!((1u8, [2u8, 3]); Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2: [1, 2, 3];);
}

// WF-18 WF-19 WF-20 WF-21
#[test]
fn strings_and_sequences() {
    bytes!(String::from("hi"); Bincode: *b"\x02\0\0\0\0\0\0\0hi"; Borsh: *b"\x02\0\0\0hi"; BincodeVarint, Postcard, Compact, Consensus: *b"\x02hi";);
    bytes!(Arc::<str>::from("hi"); Borsh: *b"\x02\0\0\0hi"; Postcard, Consensus: *b"\x02hi";);
    refuses::<Postcard, Box<str>>(&[1, 0xff], InvalidUtf8);
    assert_eq!(Consensus::to_vec(&vec![0u8; 0xfd]).unwrap()[..3], [0xfd, 0xfd, 0]);
    refuses::<Consensus, Vec<u8>>(&[0xfd, 1, 0, 7], NonCanonical);
    bytes!(vec![1u16, 2]; Borsh: [2, 0, 0, 0, 1, 0, 2, 0]; Consensus: [2, 1, 0, 2, 0]; Postcard, Compact, BincodeVarint: [2, 1, 2];);
    let mut queue = VecDeque::from([2u8, 3]);
    queue.push_front(1);
    bytes!(queue; Postcard, Compact, Consensus: [3, 1, 2, 3];);
}

// WF-22
#[test]
fn heaps() {
    let heap = BinaryHeap::from([1u8, 5, 3]);
    has::<Postcard>(&heap, &[&[3], heap.as_slice()].concat());
    let other: BinaryHeap<u8> = Postcard::from_slice(&[3, 1, 3, 5]).unwrap();
    assert_eq!(other.into_sorted_vec(), [1, 3, 5]);
}

// WF-23 WF-24 (and `tests/allocation.rs`)
#[test]
fn elements_without_bytes_are_capped() {
    refuses::<Bincode, BTreeSet<()>>(&0x7fff_ffffu64.to_le_bytes(), TooManyEmptyElements);
    refuses::<Postcard, VecDeque<()>>(&[0x81, 0x80, 4], TooManyEmptyElements);
    refuses::<Bincode, HashMap<u64, u64>>(&0x7fff_ffffu64.to_le_bytes(), UnexpectedEnd);
    // A length over the address space is refused as an overflow.
    let most = if usize::BITS == 64 { TooManyEmptyElements } else { LengthOverflow };
    refuses::<Bincode, BTreeSet<()>>(&u64::MAX.to_le_bytes(), most);
    assert!(Borsh::RULES.unsupported.empty_elements.is_some());
}

// WF-25 WF-26 WF-27 WF-28
#[test]
fn choices() {
    bytes!(Some(7u8); Bincode, BincodeVarint, Postcard, Borsh, Compact, Sv2: [1, 7];);
    refuses::<Postcard, Option<u8>>(&[2], InvalidOptionTag);
    bytes!(Ok::<u8, u8>(7); Bincode: [0, 0, 0, 0, 7]; BincodeVarint, Postcard, Compact: [0, 7]; Borsh: [1, 7];);
    bytes!(Err::<u8, u8>(7); Bincode: [1, 0, 0, 0, 7]; BincodeVarint, Postcard, Compact: [1, 7]; Borsh: [0, 7];);
    refuses::<Borsh, Result<u8, u8>>(&[2, 0], InvalidTag);
    refuses::<Compact, Result<u8, u8>>(&[0x80, 0], InvalidTag);
    bytes!(Bound::Excluded(5u8); Bincode: [2, 0, 0, 0, 5]; BincodeVarint, Postcard: [2, 5];);
    refuses::<Postcard, Bound<u8>>(&[3, 0], InvalidTag);
    assert_eq!((Borsh::RULES.tag_max, Sv2::RULES.tag_max), (0xff, 0xff));
}

// WF-29
#[test]
fn wrappers_are_what_they_hold() {
    bytes!((Box::new(1u8), Rc::new(2u8), Arc::new(3u8)); Bincode, Borsh, Compact, Consensus, Sv2: [1, 2, 3];);
    bytes!((Cell::new(1u8), RefCell::new(2u8), Wrapping(3u8)); Postcard, Borsh, Consensus: [1, 2, 3];);
    bytes!((Mutex::new(1u8), RwLock::new(2u8), AtomicU16::new(3)); Postcard: [1, 2, 3]; Consensus: [1, 2, 3, 0];);
    let cell = RefCell::new(1u8);
    let _lent = cell.borrow_mut();
    cannot_encode::<Bincode>(&cell);
}

// WF-30 WF-31
#[test]
fn non_zero_integers_and_ranges() {
    bytes!(NonZeroU16::MIN; Bincode, Borsh, Consensus, Sv2: [1, 0]; BincodeVarint, Postcard, Compact: [1];);
    refuses::<Sv2, NonZeroU16>(&[0, 0], InvalidValue);
    bytes!((1u16..3, 4u8..=5, 6u8.., ..7u8); Bincode, Borsh: [1, 0, 3, 0, 4, 5, 6, 7]; Postcard: [1, 3, 4, 5, 6, 7];);
}

// WF-32 WF-33 WF-34
#[test]
fn maps_and_sets() {
    let map = BTreeMap::from([(String::from("aa"), 1u8), (String::from("b"), 2)]);
    bytes!(map; Postcard, BincodeVarint: *b"\x02\x02aa\x01\x01b\x02"; Compact: *b"\x02\x01b\x02\x02aa\x01"; Borsh: *b"\x02\0\0\0\x02\0\0\0aa\x01\x01\0\0\0b\x02";);
    let hashed: HashMap<u16, u8> = (0..99).map(|key| (key, 1)).collect();
    let sorted: BTreeMap<u16, u8> = (0..99).map(|key| (key, 1)).collect();
    assert_eq!(Borsh::to_vec(&hashed), Borsh::to_vec(&sorted));
    assert_eq!(Compact::to_vec(&hashed), Compact::to_vec(&sorted));
    bytes!(BTreeSet::from([3u8, 1]); Bincode: [2, 0, 0, 0, 0, 0, 0, 0, 1, 3]; Postcard, Compact: [2, 1, 3];);
    let last = BTreeMap::from([(1u8, 4u8), (2, 3)]);
    assert_eq!(Compact::from_slice::<BTreeMap<u8, u8>>(&[3, 2, 3, 1, 2, 1, 4]), Ok(last));
}

// WF-35 WF-37
#[test]
fn durations_and_times() {
    let duration = Duration::new(1, 500);
    bytes!(duration; Bincode: [1, 0, 0, 0, 0, 0, 0, 0, 0xf4, 1, 0, 0]; BincodeVarint: [1, 251, 0xf4, 1]; Postcard, Compact: [1, 0xf4, 3];);
    bytes!(UNIX_EPOCH + duration; Bincode: [1, 0, 0, 0, 0, 0, 0, 0, 0xf4, 1, 0, 0]; Postcard: [1, 0xf4, 3];);
    let nanos = [0x80, 0xa8, 0xd6, 0xb9, 7]; // two seconds
    let carried = [&[1][..], &nanos].concat();
    assert_eq!(Postcard::from_slice(&carried), Ok(Duration::from_secs(3)));
    refuses::<Compact, Duration>(&carried, InvalidValue);
    let full = [&[0xff; 9][..], &[1], &nanos].concat();
    refuses::<Postcard, Duration>(&full, InvalidValue);
    refuses::<Postcard, SystemTime>(&[&[0xff; 9][..], &[1, 0]].concat(), InvalidValue);
    cannot_encode::<Bincode>(&(UNIX_EPOCH - duration));
}

// WF-38
#[test]
fn addresses() {
    let v4 = Ipv4Addr::new(1, 2, 3, 4);
    bytes!(v4; Bincode, BincodeVarint, Postcard, Borsh: [1, 2, 3, 4];);
    bytes!(IpAddr::V4(v4); Bincode: [0, 0, 0, 0, 1, 2, 3, 4]; BincodeVarint, Postcard, Borsh: [0, 1, 2, 3, 4];);
    bytes!(SocketAddr::new(v4.into(), 8080); Borsh: [0, 1, 2, 3, 4, 0x90, 0x1f]; Postcard: [0, 1, 2, 3, 4, 0x90, 0x3f]; BincodeVarint: [0, 1, 2, 3, 4, 251, 0x90, 0x1f];);
    let scoped = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 80, 7, 7);
    let bytes = Postcard::to_vec(&scoped).unwrap();
    let plain = SocketAddrV6::new(Ipv6Addr::LOCALHOST, 80, 0, 0);
    assert_eq!(Postcard::from_slice(&bytes), Ok(plain));
}

// WF-39 WF-40
#[test]
fn paths_and_c_strings() {
    bytes!(PathBuf::from("a/b"); Bincode: *b"\x03\0\0\0\0\0\0\0a/b"; Postcard, BincodeVarint: *b"\x03a/b";);
    bytes!(CString::from(c"ab"); Postcard, BincodeVarint: *b"\x02ab";);
    refuses::<Postcard, CString>(&[1, 0], InvalidValue);
    #[cfg(unix)]
    {
        use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::Path};
        cannot_encode::<Postcard>(&Path::new(OsStr::from_bytes(&[0xff])));
    }
}

// WF-41
#[test]
fn wire_types_are_the_same_everywhere() {
    let text = Str0255::try_from("hi").unwrap();
    bytes!(text; Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2: *b"\x02hi";);
    let blob = B032::try_from(&[7]).unwrap();
    bytes!((U24::try_from(258u32).unwrap(), blob); Postcard, Borsh, Sv2: [2, 1, 0, 1, 7];);
    let list = Seq0255::try_from(vec![300u16]).unwrap();
    bytes!(list; Bincode, Borsh, Sv2: [1, 44, 1]; Postcard, Compact: [1, 0xac, 2];);
}

// WF-47 WF-48 (and `strict.rs`)
#[test]
fn strict_forms() {
    refuses::<Strict<Postcard>, u16>(&[0x85, 0], NonCanonical);
    refuses::<Strict<Sv2>, bool>(&[3], NonCanonical);
    refuses::<Strict<Bincode>, BTreeSet<u8>>(&[2, 0, 0, 0, 0, 0, 0, 0, 3, 1], NonCanonical);
    refuses::<Strict<Compact>, BTreeSet<String>>(b"\x02\x02aa\x01b", NonCanonical);
    refuses::<Strict<Postcard>, Duration>(&[0, 0x80, 0x94, 0xeb, 0xdc, 3], NonCanonical);
}

// WF-49
#[test]
fn byte_order() {
    has::<BigEndian<Bincode>>(&(1u16, 1f32), &[0, 1, 0x3f, 0x80, 0, 0]);
    has::<BigEndian<Borsh>>(&String::from("a"), &[0, 0, 0, 1, b'a']);
    has::<BigEndian<Postcard>>(&vec![1u16], &[1, 0, 1]);
    has::<LittleEndian<Postcard>>(&vec![1u16], &[1, 1, 0]);
    has::<BigEndian<BincodeVarint>>(&(250u16, 300u32), &[250, 251, 1, 44]);
    has::<LittleEndian<BincodeVarint>>(&vec![300u16], &[1, 251, 44, 1]);
    has::<BigEndian<Fixed<BincodeVarint>>>(&vec![300u16; 1], &[1, 1, 44]);
    let long = [&[0xfd, 1, 0][..], &[7; 256]].concat();
    has::<BigEndian<Consensus>>(&vec![7u8; 256], &long);
    refuses::<BigEndian<Consensus>, Vec<u8>>(&[0xfd, 0, 7], NonCanonical);
}
