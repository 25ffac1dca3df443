//! The cost of decoding a frame is limited by its length, in every form.

use crate::tagged::{Tagged, frame};
use codec_core::{Bincode, DecodeErrorKind, Format, Limits};
use codec_pool::{FrameReader, Pool};

/// Calls `run` with a frame of this payload that is still in its reader.
fn with_frame(payload: &[u8], run: impl FnOnce(codec_pool::FrameRef<'_, Tagged>)) {
    let mut reader = FrameReader::<Tagged>::new(Pool::default());
    reader.feed(&frame(1, payload)).unwrap();
    run(reader.next_frame().unwrap().expect("it is whole"));
}

/// Eight bytes that declare 60,000 zero-length elements: valid for `from_slice`, but over the limit
/// for a frame of eight bytes.
#[test]
fn a_frame_asks_for_no_more_than_its_length_allows() {
    let payload = 60_000u64.to_le_bytes();
    assert!(Bincode::from_slice::<Vec<()>>(&payload).is_ok());
    let too_many = Some(DecodeErrorKind::TooManyEmptyElements);
    with_frame(&payload, |mut frame| {
        let owned = frame.decode::<Bincode, Vec<()>>();
        assert_eq!(owned.err().map(codec_core::DecodeError::kind), too_many);
        let borrowed = frame.decode_ref::<Bincode, codec_core::SeqRef<'_, ()>>();
        assert_eq!(borrowed.err().map(codec_core::DecodeError::kind), too_many);
        let shared = frame.decode_shared::<Bincode, codec_core::SeqShared<()>>();
        assert_eq!(shared.err().map(codec_core::DecodeError::kind), too_many);
        let kept = frame.detach().decode_shared::<Bincode, codec_core::SeqShared<()>>();
        assert_eq!(kept.err().map(codec_core::DecodeError::kind), too_many);
    });
    with_frame(&payload, |frame| {
        let limits = Limits::DEFAULT;
        assert_eq!(frame.limits(), Limits::for_input(8));
        assert!(Bincode::from_slice_with::<Vec<()>>(limits, frame.payload()).is_ok());
    });
}
