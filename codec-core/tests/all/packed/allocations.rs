//! Number and size of the allocations of a packed sequence.

use std::hint::black_box;

use allocation_counter::{AllocationInfo, measure};
use codec_core::wire::{B016M, PackedSeq064K};
use codec_core::{
    Bincode, Borrowable, Borsh, Compact, Consensus, Decodable, Format, Packed, Postcard, Strict,
    Sv2,
};

use crate::packed::sample::{Deep, Output, blobs, output};

fn reading<F: Format, T: Decodable>(bytes: &[u8]) -> AllocationInfo {
    measure(|| drop(black_box(F::from_slice::<T>(bytes))))
}

fn outputs(count: usize) -> Vec<Output> {
    (0..count).map(|index| output(index as u64, &[7; 9])).collect()
}

#[test]
fn however_many_elements_it_asks_twice() {
    for (count, most) in [(0, 0), (1, 1), (2, 2), (3, 2), (1000, 2)] {
        let bytes = Consensus::to_vec(&outputs(count)).unwrap();
        let info = reading::<Consensus, Packed<Output>>(&bytes);
        assert_eq!(info.count_total, most, "{count}");
        let bounds = 8 * count.saturating_sub(1) as u64;
        assert!(info.bytes_total <= bytes.len() as u64 + bounds, "{info:?}");
        let blobs = blobs().into_iter().cycle().take(count).collect::<Vec<_>>();
        let bytes = Consensus::to_vec(&blobs).unwrap();
        let info = reading::<Consensus, Packed<Vec<u8>>>(&bytes);
        assert_eq!(info.count_total, most, "{count}");
    }
}

#[test]
fn a_format_other_than_the_layout_grows_the_bytes_alone() {
    let bytes = Postcard::to_vec(&outputs(1000)).unwrap();
    let info = reading::<Postcard, Packed<Output>>(&bytes);
    assert!(info.count_total <= 4, "{info:?}");
    assert!(info.bytes_total <= 6 * bytes.len() as u64, "{info:?}");
}

#[test]
fn over_warm_memory_it_asks_for_none() {
    macro_rules! each {
        ($type:ty, $bytes:expr; $($format:ty),*) => {$(
            let bytes = <$format>::to_vec(&$bytes).unwrap();
            let mut value = <$format>::from_slice::<$type>(&bytes).unwrap();
            let capacity = value.capacity();
            let info = measure(|| <$format>::decode_into(&mut value, &bytes).unwrap());
            assert_eq!((info.count_total, value.capacity()), (0, capacity));
        )*};
    }
    each!(Packed<Vec<u8>>, blobs(); Bincode, Consensus, Strict<Postcard>);
    each!(Packed<Output>, outputs(50); Bincode, Consensus, Strict<Consensus>);
    let list = PackedSeq064K::<B016M>::from_blobs(blobs()).unwrap();
    let bytes = Sv2::to_vec(&list).unwrap();
    let mut over = list.clone();
    assert_eq!(measure(|| Sv2::decode_into(&mut over, &bytes).unwrap()).count_total, 0);
    assert_eq!(over, list);
}

#[test]
fn a_shorter_sequence_keeps_the_memory_of_a_longer_one() {
    let mut packed: Packed<Vec<u8>> = blobs().into_iter().collect();
    let capacity = packed.capacity();
    Consensus::decode_into(&mut packed, &[1, 1, 7]).unwrap();
    assert_eq!((packed.len(), packed.capacity()), (1, capacity));
    packed.clear();
    assert_eq!((packed.len(), packed.capacity()), (0, capacity));
    packed.shrink_to_fit();
    assert_eq!(packed.capacity(), (0, 0));
}

#[test]
fn borrowing_reading_and_encoding_ask_for_nothing() {
    let packed: Packed<Vec<u8>> = blobs().into_iter().collect();
    let mut buffer = vec![0; 4096];
    let info = measure(|| {
        black_box(packed.iter().map(<[u8]>::len).sum::<usize>());
        black_box((packed.get(5), &packed[7], packed.to_ref().len()));
        Bincode::encode_into(&packed, &mut buffer[..]).unwrap();
        Consensus::encode_into(&packed, &mut buffer[..]).unwrap();
    });
    assert_eq!(info.count_total, 0);
}

#[test]
fn with_capacity_holds_what_it_says() {
    let mut packed = Packed::<Vec<u8>>::with_capacity(3, 6);
    let info = measure(|| packed.extend([&[1][..], &[2], &[3]]));
    assert_eq!(info.count_total, 0);
    assert_eq!(packed.len(), 3);
}

/// Declaring many elements may allocate the bytes that arrived, and an offset for each
/// element that could be in them.
#[test]
fn hostile_counts_reserve_in_proportion() {
    macro_rules! each {
        ($($format:ty: $claim:expr;)*) => {$(
            for rest in [0usize, 1, 7, 100, 5000] {
                for byte in [0u8, 1, 0x7f, 0xff] {
                    let mut bytes = $claim.to_vec();
                    bytes.resize(bytes.len() + rest, byte);
                    let most = 16 * bytes.len() as u64 + 64;
                    let nested = || reading::<$format, Vec<Packed<Vec<u8>>>>(&bytes);
                    for info in [
                        reading::<$format, Packed<Vec<u8>>>(&bytes),
                        reading::<$format, Packed<String>>(&bytes),
                        reading::<$format, Packed<Output>>(&bytes),
                        reading::<$format, Packed<Deep>>(&bytes),
                    ] {
                        assert!(info.bytes_total <= most, "{rest} {byte} {info:?}");
                    }
                    let info = nested();
                    assert!(info.bytes_max <= 128 * bytes.len() as u64 + 4096, "{info:?}");
                }
            }
        )*};
    }
    each! {
        Consensus: [0xfc];
        Consensus: [0xfd, 0xff, 0xff];
        Consensus: [0xfe, 0xff, 0xff, 0xff, 0xff];
        Consensus: [0xff; 9];
        Bincode: [0xff; 8];
        Bincode: 5000u64.to_le_bytes();
        Bincode: 100u64.to_le_bytes();
        Borsh: u32::MAX.to_le_bytes();
        Compact: [0xff, 0xff, 0xff, 0xff, 0x0f];
        Postcard: [0xff, 0xff, 0xff, 0xff, 0x0f];
        Postcard: [0x64];
    }
    for claim in [[0xff, 0xff], [100, 0]] {
        let bytes = [&claim[..], &[0; 50]].concat();
        let info = reading::<Sv2, PackedSeq064K<B016M>>(&bytes);
        assert!(info.bytes_total <= 16 * bytes.len() as u64, "{info:?}");
    }
}
