//! Dissectors show names, flags, numbers in hex, fields of several messages, and connections that are
//! encrypted.

use codec_core::schema::{Describe as _, Id};
use codec_schema::ProtocolSchema;
use codec_schema::wireshark::{Dissector, Flag};
use codec_stratum::{Sv2Protocol, Tlv, message_name};

use super::capture::Capture;
use super::tshark;

const STRATUM: ProtocolSchema = ProtocolSchema::of::<Sv2Protocol>("Stratum V2");

fn name(id: Id) -> Option<&'static str> {
    let Id::Number(id) = id else { return None };
    message_name(u32::try_from(id).ok()?)
}

fn dissector() -> String {
    let flag = |name, mask, protocol| Flag {
        message: "SetupConnection",
        field: "flags",
        name,
        mask,
        when: Some(("protocol", protocol)),
    };
    let flags = [
        flag("REQUIRES_STANDARD_JOBS", 1, 0),
        flag("REQUIRES_WORK_SELECTION", 2, 0),
        flag("DECLARE_TX_DATA", 1, 1),
    ];
    let dissector = Dissector::new(&STRATUM).filter("sv2").trailer(Tlv::SCHEMA);
    dissector.names(name).hex(&["flags", "nbits"]).flags(&flags).encrypted().write().unwrap()
}

/// A frame of the core protocol, or of another extension.
fn frame(extension: u16, id: u8, payload: &[u8]) -> Vec<u8> {
    let len = u8::try_from(payload.len()).unwrap();
    [&extension.to_le_bytes()[..], &[id, len, 0, 0], payload].concat()
}

/// `SetupConnection` for a subprotocol, with flags.
fn setup(protocol: u8, flags: u8) -> Vec<u8> {
    let head = [protocol, 2, 0, 2, 0, flags, 0, 0, 0];
    frame(0, 0, &[&head[..], &[0; 7]].concat())
}

/// The values of these fields in the packets that match the filter.
fn values(test: &str, capture: &Capture, filter: &str, fields: &[&str]) -> Vec<String> {
    tshark::values(test, ("sv2", &dissector()), capture, filter, fields)
}

#[test]
#[ignore = "needs tshark"]
fn a_field_of_several_messages_is_found_in_all_of_them() {
    let mut capture = Capture::new();
    let set_target =
        |channel: u8| frame(0x8000, 0x21, &[&[channel, 0, 0, 0][..], &[0; 32]].concat());
    let close = |channel: u8| frame(0x8000, 0x18, &[channel, 0, 0, 0, 3, b'b', b'y', b'e']);
    let refuse = frame(0, 0x12, b"\x05\0\0\0\x03abc");
    for one in [set_target(7), close(7), close(8), refuse, set_target(9)] {
        capture.stream([&one[..]]);
    }
    let found = values("shared", &capture, "sv2.channel_id == 7", &["sv2.message"]);
    assert_eq!(found, ["SetTarget", "CloseChannel"]);
    let found = values("shared", &capture, "sv2.channel_id", &["sv2.channel_id"]);
    assert_eq!(found, ["7", "7", "8", "9"]);
    let found = values("shared", &capture, "sv2.error_code == \"abc\"", &["sv2.request_id"]);
    assert_eq!(found, ["5"]);
}

#[test]
#[ignore = "needs tshark"]
fn bits_have_names_where_another_field_says_so() {
    let mut capture = Capture::new();
    for (protocol, flags) in [(0, 2), (0, 1), (1, 1), (2, 1)] {
        capture.stream([&setup(protocol, flags)[..]]);
    }
    let flags = "sv2.setup_connection.flags";
    let fields = ["requires_standard_jobs", "requires_work_selection", "declare_tx_data"];
    let fields = fields.map(|field| format!("{flags}.{field}"));
    let [one, two, three] = fields.each_ref().map(String::as_str);
    let found = values("flags", &capture, "sv2", &[flags, one, two, three]);
    let found: Vec<_> =
        found.iter().map(|line| line.replace("True", "1").replace("False", "0")).collect();
    assert_eq!(
        found,
        ["0x00000002\t0\t1\t", "0x00000001\t1\t0\t", "0x00000001\t\t\t1", "0x00000001\t\t\t"]
    );
}

#[test]
#[ignore = "needs tshark"]
fn messages_have_the_names_that_are_given_and_numbers_of_ids_are_read_as_ids() {
    let mut capture = Capture::new();
    let mut after_setup = |frame: Vec<u8>| capture.stream([&setup(0, 0)[..], &frame[..]]);
    after_setup(frame(0, 0x72, &[0; 80]));
    after_setup(frame(0x8000, 0x20, &[0; 48]));
    after_setup(frame(0xc001, 0x05, &[1]));
    after_setup(frame(0, 0x1e, &[1]));
    let found =
        values("names", &capture, "!(sv2.message == \"SetupConnection\") && sv2", &["sv2.message"]);
    assert_eq!(
        found,
        [
            "SetNewPrevHash (Template Distribution)",
            "SetNewPrevHash (Mining)",
            "unknown 0x05 of extension 0x4001",
            "unknown 0x1e"
        ]
    );
    let found = values("names", &capture, "sv2.nbits", &["sv2.mining_set_new_prev_hash.nbits"]);
    assert!(found.contains(&"0x00000000".to_owned()), "{found:?}");
}

#[test]
#[ignore = "needs tshark"]
fn an_encrypted_connection_is_named_and_not_dissected() {
    let noise: Vec<u8> =
        (0..700_u32).map(|at| at.wrapping_mul(0x9e37_79b1).to_be_bytes()[0] | 1).collect();
    let mut capture = Capture::new();
    capture.stream(noise.chunks(64));
    capture.stream([&setup(0, 1)[..]]);
    // In pieces that are shorter than a header.
    capture.stream(noise.chunks(4));
    capture.stream(setup(0, 1).chunks(4));
    let found = values("encrypted", &capture, "sv2.encrypted", &["tcp.stream"]);
    assert!(found.iter().filter(|stream| *stream == "0").count() == 11, "{found:?}");
    assert!(found.iter().any(|stream| stream == "2"), "{found:?}");
    assert!(!found.iter().any(|stream| stream == "1" || stream == "3"), "{found:?}");
    let found = values("encrypted", &capture, "sv2.message", &["tcp.stream", "sv2.message"]);
    assert_eq!(found, ["1\tSetupConnection", "3\tSetupConnection"]);
}
