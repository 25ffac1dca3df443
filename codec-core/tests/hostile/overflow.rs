//! Lengths and counts at the limits of `usize`: refused, never wrapped around.

use bytes::Bytes;
use codec_core::format::BigEndian;
use codec_core::{
    Bincode, Decodable, DecodeError, DecodeErrorKind, Encode, Format, SeqRef, SeqShared, Size, Sv2,
    wire::{B016M, B064K, Seq064K, Str0255},
};

/// Declared lengths near every limit at which arithmetic may overflow.
fn claims() -> impl Iterator<Item = u64> {
    let edges = [
        1 << 31,
        1 << 32,
        1 << 59,
        1 << 60,
        1 << 61,
        u64::from(u32::MAX),
        i64::MAX.cast_unsigned(),
        u64::MAX,
    ];
    edges.into_iter().flat_map(|edge: u64| {
        (0..12u64).flat_map(move |k| [edge.wrapping_sub(k), edge.saturating_add(k)])
    })
}

fn refused<T>(outcome: Result<T, DecodeError>) {
    let kind = outcome.err().map(DecodeError::kind);
    assert!(
        matches!(kind, Some(DecodeErrorKind::UnexpectedEnd | DecodeErrorKind::LengthOverflow)),
        "{kind:?}"
    );
}

#[test]
fn no_length_wraps_around() {
    for claim in claims().filter(|&claim| claim > 1 << 20) {
        let mut input = claim.to_le_bytes().to_vec();
        input.extend([0x41; 40]);
        let input = Bytes::from(input);
        refused(Bincode::from_slice::<String>(&input));
        refused(Bincode::from_slice::<Vec<u8>>(&input));
        refused(Bincode::from_slice::<Vec<u16>>(&input));
        refused(Bincode::from_slice::<Vec<(u64, u64)>>(&input));
        refused(Bincode::from_slice::<Vec<[u8; 33]>>(&input));
        refused(Bincode::from_slice::<Vec<String>>(&input));
        refused(Bincode::from_slice_ref::<&str>(&input));
        refused(Bincode::from_slice_ref::<&[u8]>(&input));
        refused(Bincode::from_slice_ref::<SeqRef<'_, u64>>(&input));
        refused(Bincode::from_slice_ref::<SeqRef<'_, &str>>(&input));
        refused(Bincode::from_bytes::<Bytes>(&input));
        refused(Bincode::from_bytes::<SeqShared<u64>>(&input));
        refused(Bincode::decode_into(&mut vec![1u32], &input));
        refused(Bincode::decode_into(&mut vec![String::new()], &input));
        refused(Bincode::explain::<Vec<u16>>(&input).error().map_or(Ok(()), Err));
    }
}

/// Truncated to 32 bits, it would be a valid length of one byte.
#[test]
fn a_big_endian_length_is_not_cut() {
    let mut input = ((1u64 << 32) + 1).to_be_bytes().to_vec();
    input.extend([0x41; 40]);
    let error = BigEndian::<Bincode>::from_slice_prefix::<String>(&input).unwrap_err();
    let kind = if usize::BITS == 64 {
        DecodeErrorKind::UnexpectedEnd
    } else {
        DecodeErrorKind::LengthOverflow
    };
    assert_eq!(error.kind(), kind);
}

#[test]
fn lengths_around_what_is_left_are_exact() {
    for left in 0..70usize {
        let mut input = vec![0; 8];
        input.extend(vec![b'a'; left]);
        for claim in left.saturating_sub(2)..=left + 2 {
            input[..8].copy_from_slice(&(claim as u64).to_le_bytes());
            let text = Bincode::from_slice_ref_prefix::<&str>(&input);
            assert_eq!(text.is_ok(), claim <= left, "{claim} of {left}");
            assert_eq!(Bincode::from_slice::<Vec<u8>>(&input).is_ok(), claim == left);
            let pairs = Bincode::from_slice_prefix::<Vec<u16>>(&input);
            assert_eq!(pairs.is_ok(), claim * 2 <= left);
        }
    }
}

#[test]
fn bounded_types_check_before_they_take() {
    refused(Sv2::from_slice::<Str0255>(&[0xff; 255]));
    assert!(Sv2::from_slice::<Str0255>(&[0xff; 256]).is_ok());
    refused(Sv2::from_slice::<B064K>(&vec![0xff; 65536]));
    assert!(Sv2::from_slice::<B064K>(&vec![0xff; 65537]).is_ok());
    refused(Sv2::from_slice::<B016M>(&[0xff; 4000]));
    refused(Sv2::from_slice::<Seq064K<u16>>(&[0xff; 4000]));
    refused(Sv2::from_slice::<Seq064K<Seq064K<u64>>>(&[0xff; 4000]));
}

#[test]
fn sizes_saturate() {
    assert_eq!(<[(); usize::MAX] as Decodable>::size::<Sv2>(), Size::ZERO);
    assert_eq!(Size::fixed(usize::MAX).and(Size::fixed(1)), Size::fixed(usize::MAX));
    assert_eq!(Size::fixed(2).times(usize::MAX), Size::fixed(usize::MAX));
}

#[test]
fn an_encoded_length_counts_everything() {
    let value = (vec![1u64; 100], "a".repeat(77), vec![vec![1u8; 3]; 10]);
    let len = value.encoded_len::<Bincode>();
    assert_eq!(len, Bincode::to_vec(&value).unwrap().len());
}
