//! A sensor's frames over a serial line, as a device reads them: a buffer of fixed size, no
//! allocator, and bytes that arrive in any pieces.
//!
//! `cargo run -p codec-embedded --example sensor`
#![forbid(unsafe_code)]

use codec_core::{Decode, Encode, Format, Postcard};
use codec_embedded::{CobsReader, CobsWriter};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
struct Report {
    channel: u8,
    values: heapless::Vec<i16, 8>,
}

/// It could be a `static`.
static READER: std::sync::Mutex<CobsReader<32>> = std::sync::Mutex::new(CobsReader::new());

fn main() {
    let reports = [(1, &[-3, 0, 3][..]), (2, &[]), (3, &[i16::MAX; 8])];
    let reports = reports
        .map(|(channel, values)| Report { channel, values: values.iter().copied().collect() });
    let mut line = [0; 128];
    let mut end = 0;
    let mut writer = CobsWriter::<32>::new();
    for report in &reports {
        let frame = writer.encode::<Postcard, _>(report).expect("a report fits");
        line[end..end + frame.len()].copy_from_slice(frame);
        end += frame.len();
    }
    let mut reader = READER.lock().expect("nothing panics with it");
    let mut received = heapless::Vec::<Report, 3>::new();
    // An interrupt delivers one to five bytes.
    for (turn, bytes) in line[..end].chunks(5).enumerate() {
        for part in bytes.chunks(1 + turn % 5) {
            reader.room()[..part.len()].copy_from_slice(part);
            reader.fill(part.len());
            loop {
                match reader.next_frame() {
                    Ok(Some(frame)) => {
                        let report = Postcard::from_slice(frame).expect("it is whole");
                        received.push(report).expect("three were sent");
                    }
                    Ok(None) => break,
                    Err(error) => panic!("{error:?}"),
                }
            }
        }
    }
    assert_eq!(received[..], reports[..]);
    println!("{} reports of {end} bytes through a buffer of 32", received.len());
}
