//! Each message compared with its bytes assembled by hand, decoded and encoded.

use codec_core::{Consensus, Format as _, Header as _, MessageInfo as _, Messages as _};
use codec_decred::connection::{Reject, RejectCode, RejectRef};
use codec_decred::{AnyMessage, Command, FrameHeader, MainNet};

use crate::golden::{bytes, golden, hash};
use crate::three_ways::agreed;

#[test]
fn every_message_is_written_and_read_as_assembled_by_hand() {
    for (message, payload) in golden() {
        let id = message.id();
        assert_eq!(Consensus::to_vec(&message).as_ref(), Ok(&payload), "{id}");
        assert_eq!(agreed(id, &payload).as_ref(), Ok(&payload), "{id}");
        let mut r = codec_core::Reader::<Consensus>::new(&payload);
        assert_eq!(AnyMessage::decode_message(id, &mut r), Ok(message), "{id}");
    }
}

#[test]
fn every_command_has_a_message_that_it_admits() {
    let golden = golden();
    assert_eq!(Command::all().len(), 40);
    for command in Command::all() {
        let name = command.name();
        assert_eq!(Command::named(name), Some(command));
        let (_, payload) =
            golden.iter().find(|(message, _)| message.id() == name).expect("there is one");
        let header = FrameHeader::<MainNet>::describe(name, 0, payload).expect(name);
        let version = if name == "addr" { 11 } else { 12 };
        assert_eq!(header.admit(version), Ok(()), "{name}");
    }
}

#[test]
fn rejections_name_what_they_reject() {
    let reject = Reject {
        command: b"tx".to_vec(),
        code: RejectCode::Other(0x44),
        reason: b"old".to_vec(),
        hash: Some(hash(9)),
    };
    let wire = bytes![b"\x02tx", [0x44], b"\x03old", [9; 32]];
    assert_eq!(Consensus::to_vec(&reject).as_ref(), Ok(&wire));
    assert_eq!(Consensus::from_slice_ref::<RejectRef<'_>>(&wire), Ok(reject.to_ref()));
    for len in 0..wire.len() {
        assert!(Consensus::from_slice::<Reject>(&wire[..len]).is_err());
    }
}
