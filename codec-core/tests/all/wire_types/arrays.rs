//! `U24` and the byte strings of fixed length.

use codec_core::{
    Bincode, Borrowable, Decodable, DecodeErrorKind, Encode, Format, Shareable, Size, Sv2,
    wire::{
        B032, B0255, Mac, MacRef, ParseHexError, PubKey, PubKeyRef, Signature, SignatureRef,
        Str0255, Str0255Ref, Target, TooLong, U24, U256, U256Ref,
    },
};
use proptest::prelude::*;

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
    T: Default + Ord + std::str::FromStr<Err = ParseHexError>,
    T: std::fmt::LowerHex + std::fmt::UpperHex,
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
    assert_eq!(
        (format!("{value:#x}"), format!("{value:X}")),
        (format!("0x{hex}"), hex.to_uppercase())
    );
    assert!(hex.parse().is_ok_and(|same: T| same == value));
    assert!(hex.to_uppercase().parse().is_ok_and(|same: T| same == value));
    for wrong in ["", &hex[1..], &hex[2..], &format!("{hex}0"), &format!("0x{hex}")] {
        let error = ParseHexError::Length { digits: wrong.len(), expected: 2 * N };
        assert!(wrong.parse::<T>().is_err_and(|found| found == error), "{wrong:?}");
    }
    for at in 0..2 * N {
        for digit in ["g", "+", "-", " "] {
            let mut wrong = hex.clone();
            wrong.replace_range(at..=at, digit);
            let error = ParseHexError::Digit { at };
            assert!(wrong.parse::<T>().is_err_and(|found| found == error), "{wrong:?}");
        }
    }
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

#[test]
fn borrowed_arrays_have_names_of_their_own() {
    #[derive(Debug, PartialEq, codec_core::Encode, codec_core::Decode)]
    #[codec(borrow)]
    struct All {
        hash: U256,
        signature: Signature,
        key: PubKey,
        mac: Mac,
    }
    let bytes: Vec<u8> = (0..144).collect();
    let AllRef { hash, signature, key, mac } = Sv2::from_slice_ref(&bytes).unwrap();
    let (hash, signature): (U256Ref<'_>, SignatureRef<'_>) = (hash, signature);
    let (key, mac): (PubKeyRef<'_>, MacRef<'_>) = (key, mac);
    assert_eq!((hash.0[0], signature.0[0], key.0[0], mac.0[0]), (0, 32, 96, 128));
}

#[test]
fn strings_with_a_limit_are_parsed_from_strings() {
    assert_eq!("a.b".parse::<Str0255>(), Str0255::try_from("a.b"));
    assert_eq!("x".repeat(256).parse::<Str0255>(), Err(TooLong { len: 256, max: 255 }));
    assert_eq!(Str0255Ref::try_from("a.b").unwrap().as_str(), Ok("a.b"));
}

#[test]
fn targets_are_shown_and_parsed_as_numbers() {
    let target = Target::from(U256::from(0x0102));
    let text = format!("{}0102", "00".repeat(30));
    assert_eq!((target.to_string(), format!("{target:?}")), (text.clone(), text.clone()));
    assert_eq!(text.parse(), Ok(target));
    assert_eq!(Sv2::to_vec(&target).unwrap()[..3], [2, 1, 0]);
    assert_eq!(Sv2::from_slice::<Target>(&[0xff; 32]), Ok(Target::MAX));
    assert!(Target::MAX.meets(&U256::MAX) && !target.meets(&U256::MAX));
    assert!(Target::default().meets(&U256::ZERO));
}

/// Numbers close to one another, so that any byte may be the first that differs.
fn number() -> impl Strategy<Value = [u8; 32]> {
    (any::<[u8; 32]>(), any::<u64>()).prop_map(|(mut bytes, choice)| {
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = match choice >> (2 * index) & 3 {
                0 => 0,
                1 => 1,
                2 => 0xff,
                _ => *byte,
            };
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(codec_effort::cases(256)))]

    #[test]
    fn numbers_are_ordered_by_value(a in number(), b in number(), small: (u64, u64)) {
        let (ours, theirs) = (U256::from_be_bytes(a), U256::from_be_bytes(b));
        prop_assert_eq!(ours.cmp(&theirs), a.cmp(&b));
        prop_assert_eq!(Target(theirs).meets(&ours), a <= b);
        prop_assert_eq!(ours.to_be_bytes(), a);
        prop_assert_eq!(U256::from(small.0).cmp(&U256::from(small.1)), small.0.cmp(&small.1));
    }

    /// Compared with another implementation.
    #[test]
    fn compact_targets_agree_with_another_implementation(bits: u32, number in number()) {
        use bitcoin::pow::{CompactTarget, Target as Theirs};
        // The other one reads negative numbers as zero, and accepts those that are too long.
        if let Some(target) = Target::from_compact(bits) {
            let theirs = Theirs::from_compact(CompactTarget::from_consensus(bits));
            prop_assert_eq!(target.0.to_be_bytes(), theirs.to_be_bytes());
        }
        let theirs = Theirs::from_be_bytes(number);
        let ours = Target(U256::from_be_bytes(number));
        prop_assert_eq!(ours.to_compact(), theirs.to_compact_lossy().to_consensus());
        let again = Target::from_compact(ours.to_compact());
        prop_assert!(again.is_some_and(|again| again <= ours));
    }
}

#[test]
fn compact_targets_that_are_none_are_refused() {
    for bits in
        [0x0180_0001, 0x1d80_ffff, 0x2301_0000, 0x2201_0000, 0x2100_0100 + 0x01_0000, 0xff12_3456]
    {
        assert_eq!(Target::from_compact(bits), None, "{bits:#x}");
    }
    assert_eq!(Target::from_compact(0x2100_ffff).unwrap().to_string()[..6], *"ffff00");
    assert_eq!(Target::from_compact(0x0112_3456).unwrap(), Target(U256::from(0x12)));
}
