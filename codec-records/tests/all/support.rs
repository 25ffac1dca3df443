//! A type, and files of it that go with their test.

use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

use codec_core::{Decode, Encode, Postcard};
use codec_records::{Appender, RecordFile};

/// A record that its number determines.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, schema)]
pub(crate) struct Reading {
    pub(crate) number: u64,
    pub(crate) sensor: String,
    pub(crate) raw: Vec<u8>,
}

impl Reading {
    pub(crate) fn new(number: u64) -> Self {
        let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let len = 3 * usize::try_from(mixed >> 56).unwrap();
        let raw = (0..len).map(|at| mixed.to_le_bytes()[at % 8]).collect();
        Self { number, sensor: format!("sensor {}", number % 7), raw }
    }
}

pub(crate) type File = RecordFile<Reading, Postcard>;
pub(crate) type Writer = Appender<Reading, Postcard>;

/// A folder that goes with the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("codec-records-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.0.join("readings")
    }

    /// A file of this many records, and its bytes.
    pub(crate) fn filled(&self, count: u64) -> Vec<u8> {
        let mut writer = Writer::open(self.file()).unwrap();
        let records: Vec<_> = (0..count).map(Reading::new).collect();
        assert_eq!(writer.append_all(&records).unwrap(), 0..count);
        writer.sync().unwrap();
        fs::read(self.file()).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

/// The offset of each record in the bytes of a file, and their end.
pub(crate) fn offsets(bytes: &[u8]) -> Vec<usize> {
    let mut at = 2 * (28 + u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize);
    let mut found = vec![at];
    while at < bytes.len() {
        at += 20 + u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        found.push(at);
    }
    found
}

/// A record as the page on files says it: for a file that begins with these bytes.
pub(crate) fn record(file: &[u8], number: u64, value: &[u8]) -> Vec<u8> {
    let seed = crc32c::crc32c(&file[8..16]);
    let len = u32::try_from(value.len()).unwrap();
    let mut record = [&len.to_le_bytes()[..], &number.to_le_bytes()].concat();
    record.extend(crc32c::crc32c_append(seed, value).to_le_bytes());
    record.extend(crc32c::crc32c_append(seed, &record).to_le_bytes());
    record.extend(value);
    record
}
