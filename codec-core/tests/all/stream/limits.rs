//! Declared lengths, and the caller's limit.

use allocation_counter::measure;
use codec_core::stream::{ReadError, StreamReader};
use codec_core::{Bincode, Format, Postcard};

use crate::stream::sources::{Liar, Script, Step};

#[test]
fn a_claim_reserves_no_memory() {
    for claim in [1u64 << 20, 1 << 40, u64::MAX] {
        let mut bytes = claim.to_le_bytes().to_vec();
        bytes.extend([0; 100]);
        let info = measure(|| {
            let mut reader = StreamReader::<_, Bincode>::new(&bytes[..], usize::MAX);
            assert!(reader.read::<Vec<String>>().is_err());
            assert!(reader.next_ref::<Vec<u8>>().is_err());
            assert!(Bincode::read_from::<Vec<u8>>(&mut &bytes[..], usize::MAX).is_err());
        });
        assert!(info.bytes_max < 64 * 1024, "{} bytes for {claim}", info.bytes_max);
    }
}

#[test]
fn a_record_may_have_as_many_bytes_as_the_limit() {
    let bytes = Postcard::to_vec(&vec![1u8; 1000]).unwrap();
    for len in [1, 10, bytes.len()] {
        let source = || Script::pieces(&bytes, len);
        let mut reader = StreamReader::<_, Postcard>::new(source(), bytes.len());
        assert!(reader.read::<Vec<u8>>().unwrap().is_some());
        Postcard::read_from::<Vec<u8>>(&mut source(), bytes.len()).unwrap();
        let mut reader = StreamReader::<_, Postcard>::new(source(), bytes.len() - 1);
        let error = reader.read::<Vec<u8>>().unwrap_err();
        assert!(matches!(error, ReadError::TooLong { limit: 1001, record: 0 }), "{error:?}");
        let error = Postcard::read_from::<Vec<u8>>(&mut source(), bytes.len() - 1).unwrap_err();
        assert!(matches!(error, ReadError::TooLong { .. }), "{error:?}");
    }
}

/// A value whose declared length exceeds the limit is refused before it is read.
#[test]
fn too_long_a_claim_is_refused_at_once() {
    let source = Script::new([Step::Give(10_000u64.to_le_bytes().into()), Step::Never]);
    let mut reader = StreamReader::<_, Bincode>::new(source, 9999);
    assert!(matches!(reader.read::<Vec<u8>>(), Err(ReadError::TooLong { .. })));
}

#[test]
fn a_source_that_lies_does_no_harm() {
    for more in [1, usize::MAX / 2, usize::MAX] {
        let mut reader = StreamReader::<_, Bincode>::new(Liar(more), 100);
        assert!(matches!(reader.read::<u64>(), Err(ReadError::Io { .. })));
        assert!(reader.buffered().is_empty());
        assert!(matches!(reader.next_ref::<String>(), Err(ReadError::Io { .. })));
    }
}

/// The buffer is as long as the longest record plus the read-ahead.
#[test]
fn memory_does_not_grow_with_the_stream() {
    let record = Bincode::to_vec(&vec![7u8; 100]).unwrap();
    let all = record.repeat(10_000);
    let info = measure(|| {
        let mut reader = StreamReader::<_, Bincode>::new(&all[..], 1000);
        while reader.next_ref::<Vec<u8>>().unwrap().is_some() {}
    });
    assert!(info.bytes_max < 64 * 1024, "{}", info.bytes_max);
}

#[test]
fn sequences_of_values_of_unknown_size_are_not_taken_for_empty_ones() {
    let many: Vec<Box<u8>> = vec![Box::new(1); 100_000];
    let bytes = Postcard::to_vec(&many).unwrap();
    for len in [1000, bytes.len()] {
        let mut reader = StreamReader::<_, Postcard>::new(Script::pieces(&bytes, len), 1 << 20);
        assert_eq!(reader.read::<Vec<Box<u8>>>().unwrap().unwrap().len(), many.len());
        let mut source = Script::pieces(&bytes, len);
        let read: Vec<Box<u8>> = Postcard::read_from(&mut source, 1 << 20).unwrap();
        assert_eq!(read.len(), many.len());
    }
}
