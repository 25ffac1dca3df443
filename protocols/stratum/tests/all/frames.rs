//! The vectors decode in every form and are encoded to the same bytes.

use codec_core::{Header as _, MessageInfo as _, Messages as _, Reader, Sv2};
use codec_pool::{FrameReader, FrameWriter, Pool};
use codec_stratum::{AnyMessage, AnyMessageRef, AnyMessageShared, FrameHeader};

use crate::three_ways::{agreed, borrowed, owned, shared};
use crate::vectors::vectors;

#[test]
fn every_frame_is_rewritten_byte_for_byte_all_three_ways() {
    for vector in vectors() {
        let (id, payload) = (vector.id, vector.payload());
        assert_eq!(owned(id, payload).as_deref(), Ok(payload), "{} owned", vector.label);
        assert_eq!(borrowed(id, payload).as_deref(), Ok(payload), "{} borrowed", vector.label);
        assert_eq!(shared(id, payload).as_deref(), Ok(payload), "{} shared", vector.label);
    }
}

#[test]
fn every_header_is_rewritten_byte_for_byte() {
    for vector in vectors() {
        let mut r = Reader::<Sv2>::new(vector.payload());
        let message = AnyMessage::decode_message(vector.id, &mut r).expect(&vector.label);
        let header = FrameHeader::describe(message.id(), message.flags(), vector.payload());
        let mut bytes = [0; FrameHeader::SIZE];
        header.expect(&vector.label).write(&mut bytes);
        assert_eq!(bytes, vector.frame[..FrameHeader::SIZE], "{}", vector.label);
    }
}

#[test]
fn reader_and_writer_reproduce_the_stream() {
    let stream: Vec<u8> = vectors().iter().flat_map(|vector| vector.frame.clone()).collect();
    let pool = Pool::default();
    let mut reader = FrameReader::<FrameHeader>::new(pool.clone());
    let mut writers = [(); 3].map(|()| FrameWriter::<FrameHeader>::new(pool.clone()));
    let mut input = &stream[..];
    while let Some(mut frame) = reader.read_frame(&mut input).expect("whole frames") {
        let (id, flags) = (frame.header().id(), frame.header().flags().expect("it has the bit"));
        let [owned, borrowed, shared] = &mut writers;
        let message = frame.decode_message::<Sv2, AnyMessage>().expect("owned");
        owned.write_message::<Sv2, _>(id, flags, &message).expect("it encodes");
        let message = frame.decode_message_ref::<Sv2, AnyMessageRef<'_>>().expect("borrowed");
        borrowed.write_message::<Sv2, _>(id, flags, &message).expect("it encodes");
        let message = frame.decode_message_shared::<Sv2, AnyMessageShared>().expect("shared");
        shared.write_message::<Sv2, _>(id, flags, &message).expect("it encodes");
    }
    for mut writer in writers {
        let mut output = Vec::new();
        writer.flush(&mut output).expect("a vector takes all");
        assert_eq!(output, stream);
    }
}

#[test]
fn the_channel_bit_does_not_matter_for_look_up() {
    let vector = vectors().into_iter().find(|vector| vector.id == 0x1f).expect("it is there");
    let mut frame = vector.frame.clone();
    frame[1] &= 0x7f;
    let header = FrameHeader::parse(&frame[..FrameHeader::SIZE]).expect("six bytes");
    assert_eq!((header.id(), header.is_channel()), (0x1f, false));
    assert!(agreed(header.id(), vector.payload(), &vector.label).is_ok());
}

#[test]
fn headers_refuse_ids_and_flags_without_bits() {
    assert!(FrameHeader::describe(0x7fff << 8, 0, &[]).is_ok());
    assert!(FrameHeader::describe(0x8000 << 8, 0, &[]).is_err());
    assert!(FrameHeader::describe(0x0100_0000, 0, &[]).is_err());
    assert!(FrameHeader::describe(0, 0x4000, &[]).is_err());
    assert!(FrameHeader::describe(0, 0, &vec![0; FrameHeader::MAX_PAYLOAD]).is_ok());
    assert!(FrameHeader::describe(0, 0, &vec![0; FrameHeader::MAX_PAYLOAD + 1]).is_err());
}
