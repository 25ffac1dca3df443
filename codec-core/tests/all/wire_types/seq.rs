//! Bounded sequences.

use bytes::Bytes;
use codec_core::{
    Bincode, Borrowable, DecodeErrorKind, Encode, Format, SeqRef, Shareable, Sv2,
    wire::{
        B064K, Seq064K, Seq064KRef, Seq064KShared, Seq0255, Seq0255Ref, Seq0255Shared, Str0255,
        Str0255Ref, Str0255Shared, TooLong, U256,
    },
};

fn numbers(len: usize) -> Vec<u16> {
    (0..=u16::MAX).cycle().take(len).collect()
}

#[test]
fn every_length_up_to_the_limit() {
    for len in [0, 1, 2, 254, 255] {
        let value: Seq0255<u16> = numbers(len).try_into().unwrap();
        let wire = Sv2::to_vec(&value).unwrap();
        assert_eq!((wire.len(), usize::from(wire[0])), (1 + 2 * len, len));
        assert_eq!(value.encoded_len::<Sv2>(), wire.len());
        assert_eq!(Bincode::to_vec(&value).unwrap(), wire, "the same in every format");
        assert_eq!(Sv2::from_slice::<Seq0255<u16>>(&wire).unwrap(), value);
        let borrowed: Seq0255Ref<'_, u16> = Sv2::from_slice_ref(&wire).unwrap();
        assert_eq!(borrowed.to_vec(), value.as_slice());
        assert_eq!(Sv2::to_vec(&borrowed).unwrap(), wire);
        let shared: Seq0255Shared<u16> = Sv2::from_bytes(&Bytes::from(wire.clone())).unwrap();
        assert_eq!(shared.iter().collect::<Vec<_>>(), value.as_slice());
        assert_eq!(Sv2::to_vec(&shared).unwrap(), wire);
        assert_eq!((borrowed.len(), shared.len(), value.len()), (len, len, len));
        assert_eq!(value.is_empty(), len == 0);
    }
    let most: Seq064K<u16> = numbers(0xffff).try_into().unwrap();
    let wire = Sv2::to_vec(&most).unwrap();
    assert!(Sv2::from_slice::<Seq064K<u16>>(&wire).unwrap() == most);
    assert_eq!(Sv2::from_slice_ref::<Seq064KRef<'_, u16>>(&wire).unwrap().len(), 0xffff);
}

#[test]
fn over_the_limit_is_not_constructed() {
    let too_long = |len, max| Some(TooLong { len, max });
    assert_eq!(Seq0255::try_from(numbers(256)).err(), too_long(256, 255));
    assert_eq!(Seq0255::try_from(&numbers(256)[..]).err(), too_long(256, 255));
    assert_eq!(Seq064K::try_from(numbers(0x1_0000)).err(), too_long(0x1_0000, 0xffff));
    let items = numbers(256);
    assert_eq!(Seq0255Ref::new(SeqRef::from_owned(&items)).err(), too_long(256, 255));
    assert_eq!((Seq0255::<u16>::MAX, Seq064K::<u16>::MAX), (255, 0xffff));
}

#[test]
fn strings_in_a_sequence_borrow_and_share() {
    let names = ["a", "", "a name that is longer than thirty bytes"];
    let value: Seq064K<Str0255> =
        names.map(|name| Str0255::try_from(name).unwrap()).to_vec().try_into().unwrap();
    let wire = Bytes::from(Sv2::to_vec(&value).unwrap());
    let borrowed: Seq064KRef<'_, Str0255Ref<'_>> = Sv2::from_slice_ref(&wire).unwrap();
    assert_eq!(borrowed.get(2).unwrap(), value.as_slice()[2]);
    assert_eq!(borrowed.get(2).unwrap().bytes().as_ptr(), wire[6..].as_ptr());
    assert_eq!(borrowed.get(3), None);
    let shared: Seq064KShared<Str0255Shared> = Sv2::from_bytes(&wire).unwrap();
    assert_eq!(shared.get(2).unwrap().as_bytes().as_ptr(), wire[6..].as_ptr());
    assert_eq!((shared.get(3), shared.get(1).unwrap().len()), (None, 0));
    assert_eq!(<Seq064K<Str0255>>::from_ref(borrowed), value);
    assert_eq!(<Seq064K<Str0255>>::from_shared(shared), value);
    assert_eq!(Sv2::to_vec(&value.to_ref()).unwrap(), wire);
}

#[test]
fn sequences_nest() {
    let inner = |len| Seq0255::<U256>::try_from(vec![U256::from([9; 32]); len]).unwrap();
    let value: Seq064K<Seq0255<U256>> = vec![inner(0), inner(1), inner(3)].try_into().unwrap();
    let wire = Sv2::to_vec(&value).unwrap();
    assert_eq!(wire.len(), 2 + 3 + 4 * 32);
    let borrowed: Seq064KRef<'_, Seq0255Ref<'_, U256>> = Sv2::from_slice_ref(&wire).unwrap();
    assert_eq!(borrowed.iter().map(|seq| seq.len()).collect::<Vec<_>>(), [0, 1, 3]);
    assert_eq!(<Seq064K<Seq0255<U256>>>::from_ref(borrowed), value);
}

#[test]
fn a_count_over_what_is_left_is_refused_at_once() {
    let error = Sv2::from_slice::<Seq064K<U256>>(&[0xff, 0xff, 1]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::UnexpectedEnd, 3));
}

#[test]
fn an_error_names_the_offset_of_the_element() {
    let error = Bincode::from_slice::<Seq0255<bool>>(&[3, 1, 0, 2]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidBool, 3));
    let error = Bincode::from_slice_ref::<Seq0255Ref<'_, bool>>(&[3, 1, 0, 2]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::InvalidBool, 3));
}

#[test]
fn decoding_over_keeps_the_memory_of_elements() {
    let long = |text: &str| B064K::try_from(text.repeat(50).into_bytes()).unwrap();
    let mut value: Seq0255<B064K> = vec![long("abc"), long("def")].try_into().unwrap();
    let memory: Vec<_> = value.iter().map(|item| item.as_bytes().as_ptr()).collect();
    let other: Seq0255<B064K> = vec![long("x"), long("yz"), long("w")].try_into().unwrap();
    Sv2::decode_into(&mut value, &Sv2::to_vec(&other).unwrap()).unwrap();
    assert_eq!(value, other);
    let now: Vec<_> = value.iter().map(|item| item.as_bytes().as_ptr()).collect();
    assert_eq!(now[..2], memory);
}

#[test]
fn sequences_convert_between_all_storages() {
    let text = |text: &str| Str0255::try_from(text).unwrap();
    let owned: Seq064K<Str0255> = vec![text("a"), text(""), text("bc")].try_into().unwrap();
    let wire = Bytes::from(Sv2::to_vec(&owned).unwrap());
    let borrowed: Seq064KRef<'_, Str0255Ref<'_>> = Sv2::from_slice_ref(&wire).unwrap();
    let shared: Seq064KShared<Str0255Shared> = Sv2::from_bytes(&wire).unwrap();
    assert_eq!(Seq064K::<Str0255>::from(borrowed), owned);
    assert_eq!(Seq064K::<Str0255>::from(shared), owned);
    assert_eq!(Seq064KRef::<'_, Str0255Ref<'_>>::from(&owned), borrowed);
}
