//! A protocol of one's own, by attributes alone: big-endian, with bits, a tag, a limited string, a
//! list whose length is in bytes, a checksum, and a field that only newer devices send.
//!
//! `cargo run -p codec-derive --example telemetry`
#![forbid(unsafe_code)]

use std::error::Error;

use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, Format};

/// A report of a device.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow, be, magic = b"TM")]
struct Report {
    #[codec(bits = 4)]
    version: u8,
    /// Charge of the battery, in sixteenths.
    #[codec(bits = 4)]
    battery: u8,
    node: u8,
    /// Readings up to the end of their length in bytes.
    #[codec(bytes = u16, tail)]
    readings: Vec<Reading>,
    /// Devices of version 2 send it.
    #[codec(if = version >= 2)]
    signal: Option<u8>,
    /// The sum of all bytes from `version` to `signal`: computed, whatever it is set to.
    #[codec(computed = sum(encoded(version..=signal)))]
    sum: u16,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow, be, tag = u8)]
enum Reading {
    /// In hundredths of a degree Celsius.
    #[codec(value = 1)]
    Temperature(i16),
    #[codec(value = 7)]
    Fault {
        #[codec(len = u8, max = 16)]
        text: String,
    },
}

fn sum(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |sum, byte| sum.wrapping_add(u16::from(*byte)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let readings = vec![Reading::Temperature(-250), Reading::Fault { text: "door".into() }];
    let report = Report { version: 2, battery: 9, node: 3, readings, signal: Some(70), sum: 0 };
    let bytes = Bincode::to_vec(&report)?;
    assert_eq!(
        bytes,
        [
            b'T', b'M', 0x29, 3, // version and battery share a byte
            0, 9, // bytes of the readings
            1, 0xff, 0x06, // -250
            7, 4, b'd', b'o', b'o', b'r', //
            70, 0x03, 0x40, // the sum is 832
        ]
    );

    // The borrowed form holds the text where it was received, and allocates nothing for it.
    let view: ReportRef<'_> = Bincode::from_slice_ref(&bytes)?;
    let faults: Vec<&str> = view
        .readings
        .iter()
        .filter_map(|reading| match reading {
            ReadingRef::Fault { text } => Some(text),
            ReadingRef::Temperature(_) => None,
        })
        .collect();
    assert_eq!(faults, ["door"]);

    // An older device sends no signal, so the field is none.
    let old = Report { version: 1, signal: None, ..Bincode::from_slice(&bytes)? };
    let old: Report = Bincode::from_slice(&Bincode::to_vec(&old)?)?;
    assert_eq!((old.version, old.signal), (1, None));

    // A byte that was damaged on the way is found, and the error says where.
    let mut damaged = bytes;
    damaged[8] ^= 1;
    let error = Bincode::from_slice::<Report>(&damaged).expect_err("the sum does not match");
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 16));
    println!("{error}");
    Ok(())
}
