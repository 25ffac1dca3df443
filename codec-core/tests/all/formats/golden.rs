//! The recorded bytes of the references.

use std::cell::Cell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV6};
use std::num::{NonZeroU32, Wrapping};
use std::ops::Bound;
use std::path::PathBuf;
use std::sync::atomic::AtomicU16;
use std::time::{Duration, UNIX_EPOCH};

use codec_core::{
    Bincode, BincodeVarint, Borsh, Compact, Consensus, Decodable, Encode, Format, Postcard, Sv2,
};

use crate::formats::attributes::{D, E};

struct Golden<F>(BTreeMap<&'static str, Vec<u8>>, PhantomData<F>);

impl<F: Format> Golden<F> {
    fn of(text: &'static str) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let entries = lines.map(|line| {
            let (name, hex) = line.split_once(" | ").expect("a bar");
            let byte = |hex| u8::from_str_radix(hex, 16).expect("hex");
            (name, hex.split_whitespace().map(byte).collect())
        });
        Self(entries.collect(), PhantomData)
    }

    /// `value` has the recorded bytes of this name, written and read.
    fn is<T: Encode + Decodable + PartialEq + Debug>(&mut self, name: &str, value: &T) {
        let bytes = self.0.remove(name).unwrap_or_else(|| panic!("no golden value {name}"));
        assert_eq!(F::to_vec(value).unwrap(), bytes, "{name}");
        assert_eq!(&F::from_slice::<T>(&bytes).unwrap(), value, "{name}");
    }

    fn integers(&mut self) {
        self.is("u8 200", &200u8);
        self.is("i8 -1", &-1i8);
        self.is("u16 250", &250u16);
        self.is("u16 251", &251u16);
        self.is("u16 65535", &65535u16);
        self.is("i16 -1", &-1i16);
        self.is("i16 -126", &-126i16);
        self.is("u32 70000", &70000u32);
        self.is("i32 i32::MIN", &i32::MIN);
        self.is("u64 1<<40", &(1u64 << 40));
        self.is("u64 max", &u64::MAX);
        self.is("u128 1<<80", &(1u128 << 80));
        self.is("u128 5", &5u128);
        self.is("i128 -3", &-3i128);
        self.is("usize 300", &300usize);
        self.is("isize -2", &-2isize);
    }

    fn others(&mut self) {
        self.is("bool t", &true);
        self.is("char a", &'a');
        self.is("char é", &'é');
        self.is("char 😀", &'😀');
        self.is("f32 1", &1f32);
        self.is("f64 1", &1f64);
        self.is("tuple(u8,u16)", &(1u8, 2u16));
        self.is("[u8;3]", &[1u8, 2, 3]);
        self.is("[u16;2]", &[1u16, 2]);
        self.is("String hi", &String::from("hi"));
        self.is("str hi", &String::from("hi"));
        self.is("Vec<u8>", &vec![1u8, 2]);
        self.is("Vec<u16>", &vec![1u16, 300]);
        self.is("Option None", &None::<u8>);
        self.is("Option Some(7)", &Some(7u8));
        self.is("Box<u8>", &Box::new(5u8));
    }

    /// Values that every format has.
    fn common(&mut self) {
        self.is("u8 200", &200u8);
        self.is("u16 250", &250u16);
        self.is("u16 251", &251u16);
        self.is("u16 65535", &65535u16);
        self.is("u32 70000", &70000u32);
        self.is("u64 1<<40", &(1u64 << 40));
        self.is("u64 max", &u64::MAX);
        self.is("bool t", &true);
        self.is("()", &());
        self.is("tuple(u8,u16)", &(1u8, 2u16));
        self.is("[u8;3]", &[1u8, 2, 3]);
        self.is("[u16;2]", &[1u16, 2]);
        self.is("NonZeroU32 9", &NonZeroU32::new(9).expect("not zero"));
        self.is("Wrapping u16", &Wrapping(5u16));
    }

    /// Values that all of them but `Consensus` have.
    fn tagged(&mut self) {
        self.is("f32 1", &1f32);
        self.is("Option None", &None::<u8>);
        self.is("Option Some(7)", &Some(7u8));
        self.is("enum E::B(7)", &E::B(7));
    }

    /// Values that all of them but `Sv2` have.
    fn unlimited(&mut self) {
        self.is("i8 -1", &-1i8);
        self.is("i16 -1", &-1i16);
        self.is("i16 -126", &-126i16);
        self.is("i32 i32::MIN", &i32::MIN);
        self.is("String hi", &String::from("hi"));
        self.is("Vec<u8>", &vec![1u8, 2]);
        self.is("Vec<u16>", &vec![1u16, 300]);
    }

    /// Values that neither of the two has.
    fn wide(&mut self) {
        self.is("u128 1<<80", &(1u128 << 80));
        self.is("u128 5", &5u128);
        self.is("i128 -3", &-3i128);
        self.is("usize 300", &300usize);
        self.is("isize -2", &-2isize);
        self.is("f64 1", &1f64);
        self.is("Result Ok", &Ok::<u8, u8>(1));
        self.is("Result Err", &Err::<u8, u8>(1));
    }

    fn library(&mut self) {
        let (v4, v6) = (Ipv4Addr::new(1, 2, 3, 4), Ipv6Addr::LOCALHOST);
        self.is("()", &());
        self.is("Result Ok", &Ok::<u8, u8>(1));
        self.is("Result Err", &Err::<u8, u8>(1));
        self.is("BTreeMap{1:2}", &BTreeMap::from([(1u8, 2u16)]));
        self.is("BTreeSet{3,1}", &BTreeSet::from([3u8, 1]));
        self.is("NonZeroU32 9", &NonZeroU32::new(9).expect("not zero"));
        self.is("Duration 1.5s", &Duration::from_millis(1500));
        self.is("SystemTime 1s", &(UNIX_EPOCH + Duration::new(1, 2)));
        self.is("Ipv4", &v4);
        self.is("IpAddr v4", &IpAddr::V4(v4));
        self.is("IpAddr v6", &IpAddr::V6(v6));
        self.is("SocketAddr v4", &SocketAddr::new(v4.into(), 8080));
        self.is("SocketAddrV6", &SocketAddrV6::new(v6, 80, 0, 0));
        self.is("PathBuf a/b", &PathBuf::from("a/b"));
        self.is("Range 1..3", &(1u16..3));
        self.is("RangeInc", &(1u16..=3));
        self.is("Bound Unb", &Bound::<u8>::Unbounded);
        self.is("Bound Inc", &Bound::Included(5u8));
        self.is("Bound Exc", &Bound::Excluded(5u8));
        self.is("Wrapping u16", &Wrapping(5u16));
        self.is("Cell", &Cell::new(5u16));
        self.is("Reverse", &Reverse(5u16));
        let atomic = self.0.remove("AtomicU16").expect("recorded");
        assert_eq!(F::to_vec(&AtomicU16::new(5)).unwrap(), atomic);
        assert_eq!(F::from_slice::<AtomicU16>(&atomic).unwrap().into_inner(), 5);
    }

    fn holds(text: &'static str) {
        let mut golden = Self::of(text);
        golden.integers();
        golden.others();
        golden.library();
        golden.is("enum E::B(7)", &E::B(7));
        golden.is("enum D::B=9", &D::B);
        assert!(golden.0.is_empty(), "{:?}", golden.0);
    }
}

#[test]
fn bincode_varint() {
    Golden::<BincodeVarint>::holds(include_str!("../../data/bincode_varint_golden.txt"));
}

#[test]
fn postcard() {
    Golden::<Postcard>::holds(include_str!("../../data/postcard_golden.txt"));
}

#[test]
fn bincode() {
    Golden::<Bincode>::holds(include_str!("../../data/bincode_golden.txt"));
}

#[test]
fn borsh() {
    let mut golden = Golden::<Borsh>::of(include_str!("../../data/borsh_golden.txt"));
    golden.common();
    golden.tagged();
    golden.unlimited();
    golden.wide();
    assert!(golden.0.is_empty(), "{:?}", golden.0);
}

#[test]
fn compact() {
    let mut golden = Golden::<Compact>::of(include_str!("../../data/compact_golden.txt"));
    golden.common();
    golden.tagged();
    golden.unlimited();
    golden.wide();
    golden.is("char a", &'a');
    golden.is("char é", &'é');
    golden.is("char 😀", &'😀');
    assert!(golden.0.is_empty(), "{:?}", golden.0);
}

#[test]
fn consensus() {
    let mut golden = Golden::<Consensus>::of(include_str!("../../data/consensus_golden.txt"));
    golden.common();
    golden.unlimited();
    assert!(golden.0.is_empty(), "{:?}", golden.0);
}

#[test]
fn sv2() {
    let mut golden = Golden::<Sv2>::of(include_str!("../../data/sv2_golden.txt"));
    golden.common();
    golden.tagged();
    assert!(golden.0.is_empty(), "{:?}", golden.0);
}
