//! Bytes after the value: an error, except in the prefix form.

use bytes::Bytes;
use codec_core::{
    Bincode, BincodeVarint, Borrowable, Borsh, Compact, Consensus, Decodable, DecodeErrorKind,
    Encode, Format, Postcard, Strict, Sv2,
    wire::{B064K, Seq0255},
};

fn every_way<F, T>(value: &T)
where
    F: Format,
    T: Encode + Decodable + Borrowable + Clone + PartialEq + std::fmt::Debug,
    for<'de> T::Ref<'de>: PartialEq + std::fmt::Debug,
{
    let whole = F::to_vec(value).unwrap();
    for rest in [&[0][..], &[0xff; 3], &whole] {
        let input = Bytes::from([&whole, rest].concat());
        let errors = [
            F::from_slice::<T>(&input).unwrap_err(),
            F::from_slice_ref::<T::Ref<'_>>(&input).unwrap_err(),
            F::from_bytes::<T>(&input).unwrap_err(),
            F::decode_into(&mut value.clone(), &input).unwrap_err(),
        ];
        for error in errors {
            let expected = (DecodeErrorKind::TrailingBytes, whole.len());
            assert_eq!((error.kind(), error.offset()), expected, "{} {value:?}", F::RULES.name);
        }
        let (prefix, left) = F::from_slice_prefix::<T>(&input).unwrap();
        assert_eq!((&prefix, left), (value, rest), "{}", F::RULES.name);
        let (prefix, left) = F::from_slice_ref_prefix::<T::Ref<'_>>(&input).unwrap();
        assert_eq!((prefix, left), (value.to_ref(), rest), "{}", F::RULES.name);
        let (prefix, left) = F::from_bytes_prefix::<T>(&input).unwrap();
        assert_eq!((&prefix, &*left), (value, rest), "{}", F::RULES.name);
    }
}

fn of_every_shape<F: Format>() {
    every_way::<F, u32>(&0x0403_0201);
    every_way::<F, (u8, [u16; 3])>(&(7, [1, 2, 3]));
    every_way::<F, B064K>(&B064K::try_from(&[1u8, 2, 3][..]).unwrap());
    every_way::<F, Seq0255<u32>>(&Seq0255::try_from(vec![1, 2, 3]).unwrap());
}

#[test]
fn trailing_bytes_are_an_error_unless_the_prefix_is_asked_for() {
    of_every_shape::<Sv2>();
    of_every_shape::<Bincode>();
    of_every_shape::<BincodeVarint>();
    of_every_shape::<Postcard>();
    of_every_shape::<Borsh>();
    of_every_shape::<Compact>();
    of_every_shape::<Consensus>();
    of_every_shape::<Strict<Compact>>();
    every_way::<Bincode, Vec<String>>(&vec!["a".into(), String::new()]);
    every_way::<Postcard, Option<String>>(&Some("text".into()));
}
