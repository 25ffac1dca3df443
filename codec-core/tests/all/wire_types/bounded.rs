//! Bounded byte strings and strings: golden bytes, limits, and agreement of three storages.

use bytes::Bytes;
use codec_core::{
    Bincode, Decodable, DecodableRef, DecodeErrorKind, Encode, EncodeErrorKind, Format, Sv2,
    wire::{
        B016M, B016MRef, B016MShared, B032, B032Ref, B032Shared, B064K, B064KRef, B064KShared,
        B0255, B0255Ref, B0255Shared, Blob, Bounded, InlineBytes, Kind, LengthPrefix, Opaque,
        SmallBytes, Storage, Str0255, Str0255Ref, Str0255Shared, Text, Textual, TooLong, U24,
    },
};

/// One length of one type in one kind of storage: the same bytes in and out.
fn kept<K: Kind, L: LengthPrefix, const MAX: usize, S: Storage>(content: &[u8], wire: &[u8]) {
    let value = Bounded::<K, L, MAX, S>::new(S::copy_from(content)).unwrap();
    assert_eq!((value.as_bytes(), value.len()), (content, content.len()));
    assert_eq!(value.is_empty(), content.is_empty());
    assert_eq!(Sv2::to_vec(&value).unwrap(), wire);
    assert_eq!(Bincode::to_vec(&value).unwrap(), wire, "the same in every format");
    assert_eq!(value.encoded_len::<Sv2>(), wire.len());
    let decoded: Bounded<K, L, MAX, S> = Sv2::from_slice(wire).unwrap();
    assert_eq!(decoded, value);
    let source = Bytes::copy_from_slice(wire);
    assert_eq!(Sv2::from_bytes::<Bounded<K, L, MAX, S>>(&source).unwrap(), value);
    let borrowed: Bounded<K, L, MAX, &[u8]> = Sv2::from_slice_ref(wire).unwrap();
    assert_eq!(borrowed, value);
    assert_eq!(borrowed.bytes().as_ptr(), wire[L::SIZE..].as_ptr());
    assert_eq!(Sv2::to_vec(&borrowed).unwrap(), wire);
    let mut over = Bounded::<K, L, MAX, S>::default();
    Sv2::decode_into(&mut over, wire).unwrap();
    assert_eq!(over, value);
    Sv2::decode_into(&mut over, &vec![0; L::SIZE]).unwrap();
    assert!(over.is_empty());
}

fn lengths<K: Kind, L: LengthPrefix, const MAX: usize, S: Storage>(lengths: &[usize]) {
    for &len in lengths {
        let content: Vec<u8> = (0..=255).cycle().take(len).collect();
        let mut wire = len.to_le_bytes()[..L::SIZE].to_vec();
        wire.extend(&content);
        kept::<K, L, MAX, S>(&content, &wire);
        kept::<K, L, MAX, Bytes>(&content, &wire);
    }
}

const SMALL: [usize; 12] = [0, 1, 2, 3, 16, 29, 30, 31, 32, 33, 254, 255];

#[test]
fn every_length_goes_through_every_storage() {
    lengths::<Textual, u8, 255, SmallBytes>(&SMALL);
    lengths::<Opaque, u8, 255, SmallBytes>(&SMALL);
    lengths::<Opaque, u8, 255, Vec<u8>>(&SMALL);
    lengths::<Opaque, u8, 255, InlineBytes<255>>(&SMALL);
    lengths::<Opaque, u8, 32, InlineBytes<32>>(&SMALL[..9]);
    lengths::<Opaque, u16, 0xffff, Vec<u8>>(&[0, 1, 255, 256, 0xfffe, 0xffff]);
    lengths::<Opaque, U24, 0xff_ffff, Vec<u8>>(&[0, 1, 0xffff, 0x1_0000, 0x12_3456]);
    lengths::<Textual, u32, 70_000, Vec<u8>>(&[0, 1, 70_000]);
}

#[test]
fn the_largest_of_all_goes_through() {
    let mut wire = vec![0xff; 3 + 0xff_ffff];
    let value: B016M = Sv2::from_slice(&wire).unwrap();
    assert_eq!(value.len(), B016M::MAX);
    assert!(Sv2::to_vec(&value).unwrap() == wire);
    let shared: B016MShared = Sv2::from_bytes(&Bytes::from(wire.clone())).unwrap();
    assert!(shared == value);
    wire.pop();
    assert!(Sv2::from_slice_ref::<B016MRef<'_>>(&wire).is_err());
    let error = B016M::try_from(vec![0; 0x100_0000]).unwrap_err();
    assert_eq!(error, TooLong { len: 0x100_0000, max: 0xff_ffff });
}

#[test]
fn over_the_limit_is_not_constructed() {
    let too_long = |len, max| Some(TooLong { len, max });
    assert_eq!(Str0255::try_from("x".repeat(256)).err(), too_long(256, 255));
    assert_eq!(Str0255::try_from("x".repeat(256).as_str()).err(), too_long(256, 255));
    assert_eq!(Str0255Ref::try_from("x".repeat(256).as_str()).err(), too_long(256, 255));
    assert_eq!(Str0255Shared::try_from(Bytes::from(vec![0; 256])).err(), too_long(256, 255));
    assert_eq!(B032::try_from(&[0; 33]).err(), too_long(33, 32));
    assert_eq!(B032Ref::try_from(&[0; 33][..]).err(), too_long(33, 32));
    assert_eq!(B032Shared::try_from(vec![0; 33]).err(), too_long(33, 32));
    assert_eq!(B0255::try_from(&[0; 256][..]).err(), too_long(256, 255));
    assert_eq!(B0255Ref::new(&[0; 256]).err(), too_long(256, 255));
    assert_eq!(B0255Shared::try_from(&[0; 256]).err(), too_long(256, 255));
    assert_eq!(B064K::try_from(vec![0; 0x1_0000]).err(), too_long(0x1_0000, 0xffff));
    assert_eq!(B064KRef::new(&vec![0; 0x1_0000]).err(), too_long(0x1_0000, 0xffff));
    assert_eq!(B064KShared::try_from(vec![0; 0x1_0000]).err(), too_long(0x1_0000, 0xffff));
    assert_eq!(TooLong { len: 33, max: 32 }.to_string(), "33 is over the limit 32");
}

#[test]
fn over_the_limit_is_not_decoded() {
    let wire = vec![33; 34];
    let error = Sv2::from_slice::<(u8, B032)>(&[&[7], &wire[..]].concat()).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 1));
    let kind = DecodeErrorKind::LengthOverLimit;
    assert_eq!(Sv2::from_slice_ref::<B032Ref<'_>>(&wire).unwrap_err().kind(), kind);
    assert_eq!(Sv2::from_bytes::<B032Shared>(&Bytes::from(wire.clone())).unwrap_err().kind(), kind);
    assert_eq!(Sv2::decode_into(&mut B032::default(), &wire).unwrap_err().kind(), kind);
    assert_eq!(B032::skip(&mut codec_core::Reader::<Sv2>::new(&wire)).unwrap_err().kind(), kind);
    let short: [u8; 33] = std::array::from_fn(|_| 32);
    assert!(Sv2::from_slice::<B032>(&short).is_ok());
    assert!(B032Ref::decode_ref(&mut codec_core::Reader::<Sv2>::new(&short)).is_ok());
}

#[test]
fn a_failed_decode_keeps_what_was_there() {
    let mut value = Str0255::try_from("kept").unwrap();
    assert!(Sv2::decode_into(&mut value, &[5, 1, 2]).is_err());
    assert_eq!(value, *"kept");
}

/// A type's limit below that of its prefix: 300, with a prefix of two bytes.
#[test]
fn a_limit_of_ones_own_holds() {
    type Own = Blob<u16, 300, Vec<u8>>;
    let wire = |len: u16| [&len.to_le_bytes()[..], &vec![1; len.into()]].concat();
    assert!(Sv2::from_slice::<Own>(&wire(300)).is_ok());
    let error = Sv2::from_slice::<Own>(&wire(301)).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::LengthOverLimit, 0));
    assert!(Own::try_from(vec![0; 301]).is_err());
}

/// A limit that the prefix can't represent is refused when a value reaches it.
#[test]
fn a_length_that_the_prefix_cannot_say_is_not_written() {
    let value = Text::<u8, 1000, Vec<u8>>::try_from("x".repeat(256)).unwrap();
    let error = Sv2::to_vec(&value).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::LengthOverLimit);
}
