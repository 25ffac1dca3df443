//! Every truncation and every single-bit flip: an error, or another value that is written as it was
//! read; all storages agree.

use std::fmt::Debug;

use bytes::Bytes;
use codec_core::{
    Borrowable, Decodable, DecodeErrorKind, Encode, Format, Shareable, Sv2,
    wire::{B016M, B032, B064K, B0255, Mac, Seq064K, Seq0255, Signature, Str0255, U24, U256},
};

/// The outcome in all storages; the value's encoding if there is a value.
fn same_in_all_storages<T>(input: &[u8]) -> Result<Vec<u8>, DecodeErrorKind>
where
    T: Encode + Decodable + Borrowable + Shareable + PartialEq + Debug,
    T::Shared: Encode,
{
    let owned = Sv2::from_slice::<T>(input);
    let source = Bytes::copy_from_slice(input);
    let shared = Sv2::from_bytes::<T::Shared>(&source);
    let borrowed = Sv2::from_slice_ref::<T::Ref<'_>>(input);
    match owned {
        Ok(value) => {
            // Compared as bytes, since a NaN is not equal to itself.
            let encoded = Sv2::to_vec(&value).unwrap();
            assert_eq!(Sv2::to_vec(&T::from_ref(borrowed.unwrap())).unwrap(), encoded);
            assert_eq!(Sv2::to_vec(&shared.unwrap()).unwrap(), encoded);
            Ok(encoded)
        }
        Err(error) => {
            assert_eq!(borrowed.err(), Some(error));
            assert_eq!(shared.err(), Some(error));
            Err(error.kind())
        }
    }
}

/// `exact`: any value is written as it was read. That fails where a boolean's upper bits are
/// ignored.
fn survives_damage<T>(value: &T, exact: bool)
where
    T: Encode + Decodable + Borrowable + Shareable + PartialEq + Debug,
    T::Shared: Encode,
{
    let wire = Sv2::to_vec(value).unwrap();
    assert_eq!(same_in_all_storages::<T>(&wire), Ok(wire.clone()));
    for len in 0..wire.len() {
        let cut = same_in_all_storages::<T>(&wire[..len]);
        assert_eq!(cut, Err(DecodeErrorKind::UnexpectedEnd), "cut at {len}");
    }
    let longer = [&wire[..], &[0]].concat();
    assert_eq!(same_in_all_storages::<T>(&longer), Err(DecodeErrorKind::TrailingBytes));
    for bit in 0..8 * wire.len() {
        let mut flipped = wire.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        if let Ok(encoded) = same_in_all_storages::<T>(&flipped) {
            assert!(!exact || encoded == flipped, "bit {bit}");
        }
    }
}

fn text(len: usize) -> Str0255 {
    Str0255::try_from("stratum ".repeat(32)[..len].to_string()).unwrap()
}

#[test]
fn strings_and_blobs_survive_damage() {
    for len in [0, 1, 5, 30, 31, 32, 60] {
        survives_damage(&text(len), true);
        survives_damage(&B0255::try_from(&vec![0x5a; len][..]).unwrap(), true);
        survives_damage(&B064K::try_from(vec![0x5a; len]).unwrap(), true);
        survives_damage(&B016M::try_from(vec![0x5a; len]).unwrap(), true);
    }
    for len in [0, 1, 31, 32] {
        survives_damage(&B032::try_from(&vec![0x5a; len][..]).unwrap(), true);
    }
}

#[test]
fn fixed_types_survive_damage() {
    survives_damage(&U24::try_from(0x01_0203).unwrap(), true);
    survives_damage(&U256::from([0x5a; 32]), true);
    survives_damage(&Signature::from([0x5a; 64]), true);
    survives_damage(&Mac::from([0x5a; 16]), true);
}

#[test]
fn sequences_survive_damage() {
    survives_damage(&Seq0255::<u32>::try_from(vec![1, 2, 3]).unwrap(), true);
    survives_damage(&Seq064K::<Str0255>::try_from(vec![text(0), text(9)]).unwrap(), true);
    survives_damage(&Seq064K::<bool>::try_from(vec![true, false]).unwrap(), false);
    let inner = Seq0255::<U24>::try_from(vec![U24::MAX; 2]).unwrap();
    survives_damage(&Seq0255::try_from(vec![inner.clone(), inner]).unwrap(), true);
}

#[test]
fn a_message_of_all_survives_damage() {
    let hashes = Seq0255::<U256>::try_from(vec![U256::from([1; 32]); 2]).unwrap();
    survives_damage(
        &((1u32, text(11), Some(2u32)), hashes, B064K::try_from(vec![3; 9]).unwrap()),
        true,
    );
    survives_damage(&(true, Some(U24::MAX), 1.5f32, None::<u64>), false);
}
