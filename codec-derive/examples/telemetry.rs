//! The messages of a new protocol, described by attributes: strings and lists with prefixes of a
//! chosen width and limits, an enum with a tag, a versioned record, and a frame header.
//!
//! `cargo run -p codec-derive --example telemetry`
#![forbid(unsafe_code)]

use codec_core::{Consensus, Decode, DecodeErrorKind, Encode, Format, Header, Message};

/// In front of each message: its id, then the length of its payload.
#[derive(Debug, Clone, Copy, PartialEq, Header)]
struct Head {
    #[codec(id)]
    id: u8,
    #[codec(payload_len)]
    len: u16,
}

/// What was measured; the tag is one byte.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(tag = u8)]
enum Value {
    #[codec(value = 1)]
    Temperature(i16),
    #[codec(value = 2)]
    Door { is_open: bool },
    #[codec(value = 9)]
    Fault {
        #[codec(len = u8)]
        text: String,
    },
}

/// A report of a sensor.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(id = 7)]
struct Report {
    #[codec(len = u8, max = 16)]
    sensor: String,
    #[codec(len = u16, max = 64)]
    values: Vec<Value>,
}

/// The settings of a sensor as its first firmware wrote them.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(version = 1)]
struct OldSettings {
    period: u32,
}

/// As the firmware of today writes them.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(version = 2)]
struct Settings {
    period: u32,
    #[codec(since = 2)]
    is_quiet: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let report = Report {
        sensor: "shed".into(),
        values: vec![
            Value::Temperature(-2),
            Value::Door { is_open: true },
            Value::Fault { text: "low".into() },
        ],
    };
    let payload = Consensus::to_vec(&report)?;
    let expected = [
        &[4][..],
        b"shed", // the length in one byte
        &[3, 0], // three values: the count in two bytes, little-endian
        &[1, 0xfe, 0xff],
        &[2, 1],
        &[9, 3],
        b"low",
    ]
    .concat();
    assert_eq!(payload, expected);
    assert_eq!(Consensus::from_slice::<Report>(&payload)?, report);

    // The header has no room for anything else: three bytes.
    let mut bytes = [0; Head::SIZE];
    Head::describe(Report::ID, Report::FLAGS, &payload)?.write(&mut bytes);
    assert_eq!(bytes, [7, 17, 0]);
    let head = Head::parse(&bytes)?;
    assert_eq!((head.id(), head.payload_len()), (Report::ID, 17));

    // Lengths over their limits and unknown tags are refused, with the place of the error.
    let mut long = payload.clone();
    long[0] = 17;
    let error = Consensus::from_slice::<Report>(&long).unwrap_err();
    assert_eq!(error.kind(), DecodeErrorKind::LengthOverLimit);
    let mut unknown = payload;
    unknown[7] = 3;
    let error = Consensus::from_slice::<Report>(&unknown).unwrap_err();
    assert_eq!(error.to_string(), "unknown variant tag at byte 7");

    // Each version reads the other: fields that are missing have their defaults, and fields that
    // are unknown are skipped.
    let old = Consensus::to_vec(&OldSettings { period: 60 })?;
    let settings: Settings = Consensus::from_slice(&old)?;
    assert_eq!(settings, Settings { period: 60, is_quiet: false });
    let new = Consensus::to_vec(&Settings { period: 5, is_quiet: true })?;
    let settings: OldSettings = Consensus::from_slice(&new)?;
    assert_eq!(settings, OldSettings { period: 5 });
    println!("old settings {old:02x?}, new settings {new:02x?}");
    Ok(())
}
