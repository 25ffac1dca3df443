//! The log record of pack-io's comparison (its `benches/comparative.rs`): a time, a
//! level, a message string, four tags and 256 bytes.

use super::digest::digest;
use super::{Lend, owned};

owned! {
    /// A log record.
    pub struct LogRecord {
        /// Seconds of Unix time.
        pub timestamp: u64,
        /// Severity level.
        pub level: u8,
        /// Text of the message.
        pub message: String,
        /// Tags for searching.
        pub tags: Vec<String>,
        /// The attached payload.
        pub payload: Vec<u8>,
    }
}

/// The borrowed form of [`LogRecord`].
#[derive(
    Debug,
    Clone,
    PartialEq,
    codec_core::Decode,
    serde::Deserialize,
    bincode2::BorrowDecode,
    pack_io::DeserializeView,
    wincode::SchemaRead,
)]
#[bincode(crate = "bincode2")]
pub struct LogRecordView<'a> {
    /// Seconds of Unix time.
    pub timestamp: u64,
    /// Severity level.
    pub level: u8,
    /// Text of the message.
    #[codec(borrow)]
    pub message: &'a str,
    /// Tags for searching.
    #[codec(borrow)]
    #[serde(borrow)]
    pub tags: Vec<&'a str>,
    /// The attached payload.
    #[codec(borrow)]
    pub payload: &'a [u8],
}

impl Lend for LogRecord {
    type View<'a> = LogRecordView<'a>;
}

impl Lend for String {
    type View<'a> = &'a str;
}

digest!(LogRecord, LogRecordView<'_>, LogRecordRef<'_>, ArchivedLogRecord: {
    timestamp, level, message, tags, payload,
});

/// The record.
pub fn data() -> LogRecord {
    LogRecord {
        timestamp: 1_700_000_000,
        level: 4,
        message: "request handled successfully in 2.3ms".to_owned(),
        tags: ["http", "200", "us-east-1", "service:api"].map(str::to_owned).to_vec(),
        payload: vec![0xab; 256],
    }
}
