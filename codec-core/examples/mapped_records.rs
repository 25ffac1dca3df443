//! Records in a file that is mapped into memory: the sequence is checked once, and then read in
//! place, without a copy and without an allocation.
//!
//! `cargo run -p codec-core --example mapped_records`
#![forbid(unsafe_code)]

use codec_core::{Decode, DecodeErrorKind, Encode, Format, Postcard, SeqRef};

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow)]
struct Reading {
    sensor: String,
    millikelvin: u32,
    #[codec(len = u8, max = 16)]
    raw: Vec<u8>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let readings: Vec<Reading> = (0..10_000_u16)
        .map(|n| Reading {
            sensor: format!("sensor {}", n % 7),
            millikelvin: 250_000 + u32::from(n),
            raw: n.to_be_bytes().to_vec(),
        })
        .collect();
    let path = std::env::temp_dir().join(format!("codec-readings-{}", std::process::id()));
    std::fs::write(&path, Postcard::to_vec(&readings)?)?;

    let (map, _file) = vmap::Map::with_options().open(&path)?;
    let records: SeqRef<'_, ReadingRef<'_>> = Postcard::from_slice_ref(&map)?;
    assert_eq!(records.len(), readings.len());
    let hot = records.iter().filter(|reading| reading.sensor == "sensor 3");
    let hottest = hot.map(|reading| reading.millikelvin).max();
    assert_eq!(hottest, Some(259_999));
    // The strings are slices of the map.
    let first = records.iter().next().expect("there are records");
    assert!(map.as_ptr_range().contains(&first.raw.as_ptr()));

    // A truncated file is refused when it is opened, not while it is read.
    let cut = Postcard::from_slice_ref::<SeqRef<'_, ReadingRef<'_>>>(&map[..map.len() - 1]);
    assert_eq!(cut.unwrap_err().kind(), DecodeErrorKind::UnexpectedEnd);
    std::fs::remove_file(&path)?;
    println!(
        "{} readings in {} bytes, the hottest of sensor 3: {hottest:?} mK",
        records.len(),
        map.len()
    );
    Ok(())
}
