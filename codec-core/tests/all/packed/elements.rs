//! Putting elements in and taking them out.

use codec_core::{Bincode, Consensus, DecodeErrorKind, EncodeErrorKind, Format, Limits, Packed};

use crate::packed::sample::{Nothing, Output, OutputRef, blobs, output, texts};

#[test]
fn every_element_is_read_from_either_end() {
    for count in 0..blobs().len() {
        let blobs = &blobs()[..count];
        let packed: Packed<Vec<u8>> = blobs.iter().collect();
        assert_eq!(packed.len(), count);
        assert_eq!(packed.is_empty(), count == 0);
        assert!(packed.iter().eq(blobs));
        assert!(packed.iter().rev().eq(blobs.iter().rev()));
        assert!(packed.iter().skip(2).step_by(3).eq(blobs.iter().skip(2).step_by(3)));
        assert_eq!(packed.first(), blobs.first().map(Vec::as_slice));
        assert_eq!(packed.last(), blobs.last().map(Vec::as_slice));
        for (index, blob) in blobs.iter().enumerate() {
            assert_eq!((packed.get(index), &packed[index]), (Some(&blob[..]), &blob[..]));
        }
        assert_eq!((packed.get(count), packed.get(usize::MAX)), (None, None));
        let mut iter = packed.iter();
        assert_eq!((iter.len(), iter.nth(usize::MAX), iter.next()), (count, None, None));
        let mut both = packed.iter();
        let mut seen = 0;
        while both.next().is_some() | both.next_back().is_some() {
            seen += 1;
        }
        assert_eq!((seen, both.len()), (count.div_ceil(2), 0));
    }
}

#[test]
#[should_panic = "the index is out of range"]
fn an_index_behind_the_last_panics() {
    let packed: Packed<String> = texts().into_iter().collect();
    let _ = &packed[packed.len()];
}

#[test]
fn elements_are_appended_in_each_form() {
    let mut packed = Packed::<Output>::new();
    packed.push(output(1, &[1])).unwrap();
    let second = output(2, &[]);
    packed.push(&second).unwrap();
    packed.push(OutputRef { value: 3, script: &[3; 9] }).unwrap();
    packed.extend([output(4, &[4])]);
    packed.extend(&[output(5, &[5])]);
    let all =
        [output(1, &[1]), output(2, &[]), output(3, &[3; 9]), output(4, &[4]), output(5, &[5])];
    assert_eq!(packed.to_vec(), all);
    assert_eq!(packed, Packed::from(all.to_vec()));
    assert_eq!(Vec::from(packed), all);
    let mut texts = Packed::<String>::new();
    texts.push("a").unwrap();
    texts.push(String::from("b")).unwrap();
    texts.extend(["c"]);
    assert_eq!(texts.iter().collect::<String>(), "abc");
}

#[test]
fn an_element_without_an_encoding_is_not_appended() {
    let mut packed: Packed<Output> = [output(1, &[7])].into_iter().collect();
    let error = packed.push(output(2, &[0; 10])).unwrap_err();
    assert_eq!(error.kind(), EncodeErrorKind::LengthOverLimit);
    packed.push(output(3, &[])).unwrap();
    assert_eq!(packed.to_vec(), [output(1, &[7]), output(3, &[])]);
}

#[test]
#[should_panic = "an element has no encoding"]
fn collecting_an_element_without_an_encoding_panics() {
    let _: Packed<Output> = [output(2, &[0; 10])].into_iter().collect();
}

#[test]
fn elements_without_bytes_are_refused() {
    let mut packed = Packed::<Nothing>::new();
    assert_eq!(packed.push(Nothing).unwrap_err().kind(), EncodeErrorKind::InvalidValue);
    assert!(packed.is_empty());
    let two = Bincode::to_vec(&vec![Nothing, Nothing]).unwrap();
    let error = Bincode::from_slice::<Packed<Nothing>>(&two).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::InvalidValue);
    let none = Bincode::to_vec(&Vec::<Nothing>::new()).unwrap();
    assert!(Bincode::from_slice::<Packed<Nothing>>(&none).unwrap().is_empty());
}

#[test]
fn the_first_elements_stay_when_it_is_cut() {
    for len in 0..blobs().len() + 2 {
        let mut packed: Packed<Vec<u8>> = blobs().into_iter().collect();
        packed.truncate(len);
        assert!(packed.iter().eq(blobs().iter().take(len)), "{len}");
        packed.push(vec![1]).unwrap();
        assert_eq!((packed.len(), packed.last()), (len.min(blobs().len()) + 1, Some(&[1][..])));
    }
}

#[test]
fn after_a_failed_decode_it_takes_elements() {
    fn fails<F: Format>(bytes: &[u8]) {
        let mut packed: Packed<String> = texts().into_iter().collect();
        assert!(F::decode_into(&mut packed, bytes).is_err());
        packed.clear();
        packed.extend(texts());
        assert!(packed.iter().eq(&texts()));

        assert!(F::decode_into(&mut packed, bytes).is_err());
        let before = packed.len();
        packed.extend(["a", "b"]);
        assert_eq!(packed.len(), before + 2);
        assert_eq!(packed.iter().skip(before).collect::<String>(), "ab");
    }
    let mut bytes = Bincode::to_vec(&texts()).unwrap();
    bytes.pop();
    fails::<Bincode>(&bytes);
    let mut bytes = Consensus::to_vec(&texts()).unwrap();
    bytes.pop();
    fails::<Consensus>(&bytes);
}

/// The offsets are charged before the bytes.
#[test]
fn after_a_limit_it_takes_elements() {
    let input = Consensus::to_vec(&vec![vec![7u8; 20]; 3]).unwrap();
    for memory in 0..3 * size_of::<usize>() + input.len() - 1 {
        let mut packed = Packed::<Vec<u8>>::new();
        let limits = Limits { memory, ..Limits::DEFAULT };
        let error = Consensus::decode_into_with(limits, &mut packed, &input).unwrap_err();
        assert_eq!(error.kind(), DecodeErrorKind::MemoryExceeded);
        packed.push(&[1, 2][..]).unwrap();
        packed.push(&[3][..]).unwrap();
        assert_eq!(packed.iter().collect::<Vec<_>>(), [&[1, 2][..], &[3]], "{memory}");
    }
}

#[test]
fn a_packed_sequence_may_cross_threads() {
    fn crosses<T: Send + Sync + 'static>() {}
    crosses::<Packed<Vec<u8>>>();
    crosses::<Packed<String>>();
    crosses::<Packed<Output>>();
}
