//! Bounded sequences of bounded blobs, as in Stratum V2.

use bytes::Bytes;
use codec_core::wire::{
    B016M, B064K, B0255, PackedSeq064K, PackedSeq0255, Seq064K, Seq0255, Str0255, TooLong,
};
use codec_core::{Bincode, Borrowable, Consensus, Format, Postcard, Shareable, Strict, Sv2};

fn lists(blobs: &[&[u8]]) -> (PackedSeq064K<B016M>, Seq064K<B016M>) {
    let items: Vec<B016M> = blobs.iter().map(|&blob| blob.try_into().unwrap()).collect();
    (PackedSeq064K::from_blobs(blobs).unwrap(), items.try_into().unwrap())
}

#[test]
fn a_list_is_that_of_a_vector_in_every_format() {
    let (packed, vector) = lists(&[b"ab", b"", &[7; 300]]);
    macro_rules! each {
        ($($format:ty),*) => {$({
            let mut bytes = <$format>::to_vec(&vector).unwrap();
            assert_eq!(<$format>::to_vec(&packed).unwrap(), bytes);
            assert_eq!(<$format>::to_vec(&packed.to_ref()).unwrap(), bytes);
            let both = |bytes: &[u8]| {
                let one = <$format>::from_slice::<PackedSeq064K<B016M>>(bytes);
                let other = <$format>::from_slice::<Seq064K<B016M>>(bytes);
                assert_eq!(one.as_ref().err(), other.as_ref().err());
                if let (Ok(one), Ok(other)) = (one, other) {
                    assert_eq!(one.to_vec(), other.as_slice());
                    assert_eq!(<$format>::to_vec(&one).unwrap(), bytes);
                }
            };
            (0..=bytes.len()).for_each(|len| both(&bytes[..len]));
            for bit in 0..8 * bytes.len() {
                bytes[bit / 8] ^= 1 << (bit % 8);
                both(&bytes);
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
        })*};
    }
    each!(Sv2, Strict<Sv2>, Bincode, Consensus, Postcard);
}

#[test]
fn all_forms_hold_the_same() {
    let (packed, vector) = lists(&[b"ab", b"c"]);
    let bytes = Bytes::from(Sv2::to_vec(&packed).unwrap());
    let shared: <PackedSeq064K<B016M> as Shareable>::Shared = Sv2::from_bytes(&bytes).unwrap();
    assert_eq!(PackedSeq064K::<B016M>::from_shared(shared), packed);
    assert_eq!(PackedSeq064K::<B016M>::from_ref(vector.to_ref()), packed);
    assert_eq!(PackedSeq064K::try_from(vector.clone().into_inner()), Ok(packed.clone()));
    assert_eq!(packed.to_string(), vector.to_string());
    assert_eq!(format!("{packed:?}"), format!("{vector:?}"));
    assert_eq!(&packed.clone().into_inner()[0], b"ab");
    assert_eq!(Seq064K::from(packed), vector);
}

#[test]
fn as_many_elements_as_the_count_can_say() {
    let most = PackedSeq0255::<B0255>::from_blobs(vec![[1]; 255]).unwrap();
    assert_eq!(
        Sv2::from_slice::<PackedSeq0255<B0255>>(&Sv2::to_vec(&most).unwrap()),
        Ok(most.clone())
    );
    let mut more = most.clone();
    assert_eq!(more.push_bytes(&[]), Err(TooLong { len: 256, max: 255 }));
    assert_eq!(more, most);
    let packed = vec![Str0255::default(); 256].into();
    assert_eq!(PackedSeq0255::<Str0255>::new(packed), Err(TooLong { len: 256, max: 255 }));
    let list = PackedSeq064K::<B0255>::from_blobs(vec![[]; 65_536] as Vec<[u8; 0]>);
    assert_eq!(list, Err(TooLong { len: 65_536, max: 65_535 }));
}

#[test]
fn as_many_bytes_as_an_element_can_have() {
    let mut list = PackedSeq064K::<B064K>::default();
    list.push_bytes(&vec![1; 65_535]).unwrap();
    assert_eq!(list.push_bytes(&vec![1; 65_536]), Err(TooLong { len: 65_536, max: 65_535 }));
    assert_eq!(list.len(), 1);
    let over = vec![0; 0x100_0000];
    let list = PackedSeq064K::<B016M>::from_blobs([&over]);
    assert_eq!(list, Err(TooLong { len: 0x100_0000, max: 0xff_ffff }));
    let list = PackedSeq064K::<B016M>::from_blobs([&over[1..]]).unwrap();
    assert_eq!(Sv2::to_vec(&list).unwrap().len(), 2 + 3 + 0xff_ffff);
}

#[test]
fn a_vector_of_lists_is_that_of_vectors() {
    let one = PackedSeq0255::<Str0255>::from_blobs(["a", "bc"]).unwrap();
    let other: Seq0255<Str0255> =
        ["a", "bc"].map(|text| Str0255::try_from(text).unwrap()).to_vec().try_into().unwrap();
    let (one, other) = (vec![one; 2], vec![other; 2]);
    let bytes = Bincode::to_vec(&other).unwrap();
    assert_eq!(Bincode::to_vec(&one).unwrap(), bytes);
    assert_eq!(Bincode::from_slice::<Vec<PackedSeq0255<Str0255>>>(&bytes), Ok(one.clone()));
    assert_eq!(Bincode::to_vec(&one.to_ref()).unwrap(), bytes);
    assert_eq!(Vec::<PackedSeq0255<Str0255>>::from_ref(other.to_ref()), one);
}
