//! The bundled session is what the generator produces.

#[path = "../../examples/generate_session/conversation/mod.rs"]
mod conversation;

use codec_core::Sv2;
use codec_pool::{FrameReader, Pool};
use codec_stratum::{AnyMessage, FrameHeader};

const SESSION: &[u8] = include_bytes!("../../data/session.sv2");

#[test]
fn the_session_is_generated_byte_for_byte() {
    let generated = conversation::session().expect("all messages encode");
    assert!(generated == SESSION, "run `cargo run -p codec-stratum --example generate_session`");
}

#[test]
fn the_session_is_a_conversation_of_200_frames_and_all_vectors() {
    let mut reader = FrameReader::<FrameHeader>::new(Pool::default());
    let (mut stream, mut frames) = (SESSION, 0);
    while let Some(frame) = reader.read_frame(&mut stream).expect("whole frames") {
        frame.decode_message::<Sv2, AnyMessage>().expect("a message");
        frames += 1;
    }
    assert!(frames >= 200 + 88, "{frames}");
}
