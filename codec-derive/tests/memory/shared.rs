//! Structs that keep the input alive by reference counting.

use bytes::Bytes;
use codec_core::{Bincode, Decode, Encode, Format, Message, SeqShared, Shareable, Sv2, wire};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(shared, borrow)]
struct Entry(u8, Vec<u8>);

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(shared, borrow, id = 3)]
struct Frame {
    number: u32,
    payload: Vec<u8>,
    entry: Option<Entry>,
    entries: Vec<Entry>,
}

fn frame() -> Frame {
    Frame {
        number: 1,
        payload: vec![1, 2, 3],
        entry: Some(Entry(7, vec![8])),
        entries: vec![Entry(1, vec![2]), Entry(3, vec![4, 5])],
    }
}

#[test]
fn the_shared_form_reads_and_writes_the_same_bytes() {
    let bytes = Bytes::from(Bincode::to_vec(&frame()).unwrap());
    let shared: FrameShared = Bincode::from_bytes(&bytes).unwrap();
    let payload: &Bytes = &shared.payload;
    assert!(bytes.as_ptr_range().contains(&payload.as_ptr()), "copied");
    let entries: &SeqShared<EntryShared> = &shared.entries;
    let last = entries.get(1).unwrap();
    assert_eq!((last.0, &last.1[..]), (3, &[4, 5][..]));
    assert_eq!(Bincode::to_vec(&shared).unwrap(), bytes);
    assert_eq!(Bincode::encoded_len(&shared), bytes.len());
    assert_eq!(Frame::from(shared), frame());
}

#[test]
fn the_shared_form_outlives_its_source() {
    fn keeps<T: 'static + Send>(value: T) -> T {
        value
    }
    let bytes = Bytes::from(Bincode::to_vec(&frame()).unwrap());
    let shared: FrameShared = keeps(Bincode::from_bytes(&bytes).unwrap());
    drop(bytes);
    assert_eq!(shared.payload, [1, 2, 3][..]);
    assert_eq!(shared.clone(), shared);
}

#[test]
fn shared_and_borrowed_forms_agree() {
    let bytes = Bytes::from(Bincode::to_vec(&frame()).unwrap());
    let shared: FrameShared = Bincode::from_bytes(&bytes).unwrap();
    let borrowed: FrameRef<'_> = Bincode::from_slice_ref(&bytes).unwrap();
    assert_eq!(Frame::from(shared), Frame::from(borrowed));
}

#[test]
fn the_shared_form_prints_as_a_struct_and_is_the_same_message() {
    let bytes = Bytes::from(Bincode::to_vec(&Entry(1, vec![])).unwrap());
    let shared: EntryShared = Bincode::from_bytes(&bytes).unwrap();
    assert_eq!(format!("{shared:?}"), r#"EntryShared(1, b"")"#);
    assert_eq!((FrameShared::ID, FrameShared::NAME), (3, "Frame"));
}

#[test]
fn a_struct_without_fields_has_a_shared_form_as_well() {
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(shared)]
    struct Ping {}
    let ping: PingShared = Sv2::from_bytes(&Bytes::new()).unwrap();
    assert_eq!(Ping::from_shared(ping), Ping {});
}

#[test]
fn wire_types_share() {
    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(shared)]
    struct Setup {
        host: wire::Str0255,
        list: wire::Seq064K<u16>,
    }
    let owned = Setup {
        host: wire::Str0255::try_from("h").unwrap(),
        list: wire::Seq064K::try_from(vec![1u16]).unwrap(),
    };
    let bytes = Bytes::from(Sv2::to_vec(&owned).unwrap());
    let shared: SetupShared = Sv2::from_bytes(&bytes).unwrap();
    assert_eq!(Sv2::to_vec(&shared).unwrap(), bytes);
    assert_eq!(Setup::from(shared), owned);
}
