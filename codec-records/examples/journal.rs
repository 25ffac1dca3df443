//! A journal of trades: written, read beside its writer and from a map, repaired after a crash, and
//! read by the next version of its type.
//!
//! `cargo run -p codec-records --example journal`
#![forbid(unsafe_code)]

use std::fs;
use std::io::Write;

use codec_core::{Decode, Encode, Postcard};
use codec_records::{Appender, Fault, RecordFile, recover};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, schema, version = 1)]
struct Trade {
    symbol: String,
    lots: u32,
}

mod next {
    /// One more field, which files of version 1 don't have.
    #[derive(Debug, codec_core::Encode, codec_core::Decode)]
    #[codec(schema, version = 2)]
    pub(crate) struct Trade {
        pub(crate) symbol: String,
        pub(crate) lots: u32,
        #[codec(since = 2)]
        pub(crate) venue: String,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::temp_dir().join(format!("codec-journal-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let path = folder.join("trades");
    let trade = |number: u32| Trade { symbol: format!("S{}", number % 10), lots: number };

    let mut journal = Appender::<Trade, Postcard>::open(&path)?;
    journal.set_limit(1 << 10);
    journal.append(&trade(0))?;
    // A reader beside: what was appended is there at once.
    let mut file = RecordFile::<Trade, Postcard>::open(&path)?;
    file.set_limit(1 << 10);
    assert_eq!((file.end()?, file.get(0)?), (1, Some(trade(0))));
    let batch: Vec<_> = (1..10_000).map(trade).collect();
    assert_eq!(journal.append_all(&batch)?, 1..10_000);
    journal.sync()?; // on the disk, and in the index
    assert_eq!(file.get_ref(9_999)?.expect("it was appended").lots, 9_999);
    let second = Appender::<Trade, Postcard>::open(&path).expect_err("there is one already");
    assert!(matches!(second.fault(), Fault::Busy));
    drop(journal);

    // A crash within a record, and a damaged byte in the middle.
    fs::OpenOptions::new().append(true).open(&path)?.write_all(&[7; 9])?;
    let found = recover(&path)?;
    assert_eq!((found.records, found.damaged, found.cut), (10_000, 0, 9));
    let mut bytes = fs::read(&path)?;
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes)?;

    // From a map, without a copy: all but the damaged record.
    let (map, _file) = vmap::Map::with_options().open(&path)?;
    let mut mapped = RecordFile::<Trade, Postcard, &[u8]>::over(&map)?;
    let (mut records, mut count) = (mapped.iter_from(0), 0);
    loop {
        match records.next_ref() {
            Ok(Some((number, trade))) => {
                assert_eq!(number, u64::from(trade.lots));
                count += 1;
            }
            Ok(None) => break,
            Err(error) => println!("lost: {error}"),
        }
    }
    assert_eq!(count, 9_999);

    // The next version of the program.
    let mut file = RecordFile::<next::Trade, Postcard>::open(&path)?;
    println!("a file of version 1 for version 2: {}", file.verdict().class);
    let trade = file.iter_from(9_999).next().expect("the last record")?.1;
    assert_eq!((&*trade.symbol, trade.lots, &*trade.venue), ("S9", 9_999, ""));
    fs::remove_dir_all(&folder)?;
    Ok(())
}
