//! `U24` and the byte strings of one length.

use codec_core::{
    Bincode, Borrowable, Decodable, DecodeErrorKind, Encode, Format, Shareable, Size, Sv2,
    wire::{B032, B0255, Mac, PubKey, Signature, Str0255, Str0255Ref, TooLong, U24, U256},
};

const _: () = {
    assert!(size_of::<U24>() == 3 && align_of::<U24>() == 1);
    assert!(size_of::<U256>() == 32 && align_of::<U256>() == 8);
    assert!(size_of::<PubKey>() == 32);
    assert!(size_of::<Signature>() == 64);
    assert!(size_of::<Mac>() == 16);
    assert!(size_of::<B032>() == 33);
    assert!(size_of::<Str0255>() == 32 && size_of::<B0255>() == 32);
    assert!(size_of::<Str0255Ref<'_>>() == 2 * size_of::<usize>());
};

#[test]
fn u24_takes_what_fits() {
    for value in [0u32, 1, 0xff, 0x100, 0xffff, 0x01_0000, 0xff_ffff] {
        let wire = U24::try_from(value).unwrap();
        assert_eq!((wire.get(), u32::from(wire)), (value, value));
        assert_eq!(Sv2::to_vec(&wire).unwrap(), value.to_le_bytes()[..3]);
        assert_eq!(Bincode::from_slice::<U24>(&value.to_le_bytes()[..3]), Ok(wire));
        assert_eq!((wire.to_string(), format!("{wire:?}")), (value.to_string(), value.to_string()));
    }
    for value in [0x100_0000, u32::MAX] {
        let error = U24::try_from(value).unwrap_err();
        assert_eq!(error, TooLong { len: value as usize, max: 0xff_ffff });
    }
    assert_eq!(U24::MAX.get(), 0xff_ffff);
    assert_eq!(U24::default().get(), 0);
}

#[test]
fn u24_orders_by_value() {
    let values = [0u32, 1, 0xff, 0x100, 0x01_ff, 0x02_0000, 0xff_ffff];
    for (one, two) in values.into_iter().flat_map(|one| values.map(|two| (one, two))) {
        let order = U24::try_from(one).unwrap().cmp(&U24::try_from(two).unwrap());
        assert_eq!(order, one.cmp(&two));
    }
}

fn is_its_bytes<T, const N: usize>()
where
    T: From<[u8; N]> + Into<[u8; N]> + AsRef<[u8]> + for<'b> TryFrom<&'b [u8]> + Copy,
    T: Encode + Decodable + Borrowable + Shareable + PartialEq + std::fmt::Debug + ToString,
    T: Default + Ord,
{
    let bytes: [u8; N] = std::array::from_fn(|index| u8::try_from(index).unwrap() ^ 0x5a);
    let value = T::from(bytes);
    assert_eq!(value.into(), bytes);
    assert_eq!(value.as_ref(), bytes);
    assert_eq!(Sv2::to_vec(&value).unwrap(), bytes);
    assert_eq!(Bincode::to_vec(&value).unwrap(), bytes);
    assert_eq!(Sv2::from_slice::<T>(&bytes), Ok(value));
    assert_eq!(<T as Decodable>::size::<Sv2>(), Size::fixed(N));
    let hex = bytes.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"));
    assert_eq!((value.to_string(), format!("{value:?}")), (hex.clone(), hex));
    assert!(T::try_from(&bytes[..]).is_ok_and(|same| same == value));
    assert!(T::try_from(&bytes[1..]).is_err());
    assert_eq!(T::default().into(), [0; N]);
    assert!(T::default() < value);
    for len in 0..N {
        let error = Sv2::from_slice::<T>(&bytes[..len]).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, len));
    }
}

#[test]
fn arrays_are_their_bytes() {
    is_its_bytes::<U256, 32>();
    is_its_bytes::<PubKey, 32>();
    is_its_bytes::<Signature, 64>();
    is_its_bytes::<Mac, 16>();
    assert_eq!((U256::LEN, Signature::LEN, Mac::LEN), (32, 64, 16));
    assert_eq!(U256::from([7; 32]).as_bytes(), &[7; 32]);
}
