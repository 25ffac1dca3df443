//! Input at every alignment.

use bytes::Bytes;
use codec_core::{
    Bincode, Borrowable, Decodable, DecodableRef, Encode, Format, SeqRef, SeqShared, Sv2,
    wire::{B064K, Seq064K, Str0255, U24, U256},
};

type Owned = (u8, u64, Vec<u32>, String, (u128, bool, f64), Vec<(u16, String)>);
type Borrowed<'a> =
    (u8, u64, SeqRef<'a, u32>, &'a str, (u128, bool, f64), SeqRef<'a, (u16, &'a str)>);
type Shared = (u8, u64, SeqShared<u32>, Bytes, (u128, bool, f64), SeqShared<(u16, Bytes)>);

fn value() -> Owned {
    let text = |n: usize| "name".repeat(n);
    let pairs = (0..9u16).map(|n| (n, text(n.into()))).collect();
    (1, 2 << 40, vec![3, 4, 5], text(9), (6 << 100, true, 0.5), pairs)
}

#[test]
fn every_offset_decodes_the_same() {
    let value = value();
    let encoded = Bincode::to_vec(&value).unwrap();
    for offset in 0..16 {
        let mut memory = vec![0xee; offset];
        memory.extend_from_slice(&encoded);
        let input = &memory[offset..];
        assert_eq!(Bincode::from_slice::<Owned>(input).unwrap(), value);
        let borrowed: Borrowed<'_> = Bincode::from_slice_ref(input).unwrap();
        assert_eq!(Owned::from_ref(borrowed), value);
        let shared = Bytes::from(memory).slice(offset..);
        let shared: Shared = Bincode::from_bytes(&shared).unwrap();
        assert_eq!(Bincode::to_vec(&shared).unwrap(), encoded);
    }
}

#[test]
fn every_offset_encodes_the_same() {
    let value = value();
    let encoded = Bincode::to_vec(&value).unwrap();
    for offset in 0..16 {
        let mut memory = vec![0; offset + encoded.len()];
        assert_eq!(Bincode::encode_into(&value, &mut memory[offset..]), Ok(encoded.len()));
        assert_eq!(memory[offset..], encoded);
    }
}

fn wire_at_every_offset<T>(value: &T)
where
    T: Encode + Decodable + Borrowable + PartialEq + std::fmt::Debug,
    for<'de> T::Ref<'de>: DecodableRef<'de>,
{
    let encoded = Sv2::to_vec(value).unwrap();
    for offset in 0..16 {
        let mut memory = vec![0xee; offset];
        memory.extend_from_slice(&encoded);
        assert_eq!(&Sv2::from_slice::<T>(&memory[offset..]).unwrap(), value);
        let borrowed: T::Ref<'_> = Sv2::from_slice_ref(&memory[offset..]).unwrap();
        assert_eq!(&T::from_ref(borrowed), value);
    }
}

#[test]
fn wire_types_decode_at_every_offset() {
    wire_at_every_offset(&U256::from([7; 32]));
    wire_at_every_offset(&U24::try_from(0x01_0203).unwrap());
    wire_at_every_offset(&Str0255::try_from("a.b:3336").unwrap());
    wire_at_every_offset(&B064K::try_from(vec![9; 300]).unwrap());
    wire_at_every_offset(&Seq064K::<u32>::try_from(vec![1, 2, 3]).unwrap());
    wire_at_every_offset(&Seq064K::<U256>::try_from(vec![U256::from([1; 32])]).unwrap());
}
