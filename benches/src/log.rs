//! The `log` data set of the Rust serialization benchmark: 10,000 records of a
//! web server's log. Shapes and sizes follow that benchmark; the generator is ours.

use codec_core::{Decode, Encode};
use wincode::{SchemaRead, SchemaWrite};

use crate::random::Random;

/// Number of records in the data set.
pub const RECORDS: usize = 10_000;

/// An IPv4 address.
#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode, SchemaRead, SchemaWrite)]
#[codec(borrow)]
pub struct Address {
    /// First octet.
    pub x0: u8,
    /// Second octet.
    pub x1: u8,
    /// Third octet.
    pub x2: u8,
    /// Fourth octet.
    pub x3: u8,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Encode, Decode, SchemaRead, SchemaWrite)]
#[codec(borrow)]
pub struct Log {
    /// Who asked.
    pub address: Address,
    /// Identity by RFC 1413.
    pub identity: String,
    /// User name.
    pub userid: String,
    /// When.
    pub date: String,
    /// The request line.
    pub request: String,
    /// Status code.
    pub code: u16,
    /// Size of the answer in bytes.
    pub size: u64,
}

/// The whole log.
#[derive(Debug, Clone, PartialEq, Encode, Decode, SchemaRead, SchemaWrite)]
#[codec(borrow)]
pub struct Logs {
    /// Its lines.
    pub logs: Vec<Log>,
}

/// The whole log, with borrowed lines in a vector: what peers without a lazy
/// sequence decode to.
#[derive(Debug, Clone, PartialEq, Decode)]
pub struct LogsView<'de> {
    /// Its lines.
    #[codec(borrow)]
    pub logs: Vec<LogRef<'de>>,
}

/// A line for wincode, which borrows by a type of its own.
#[derive(Debug, Clone, PartialEq, SchemaRead, SchemaWrite)]
pub struct WincodeLog<'a> {
    /// As in [`Log`].
    pub address: Address,
    /// As in [`Log`].
    pub identity: &'a str,
    /// As in [`Log`].
    pub userid: &'a str,
    /// As in [`Log`].
    pub date: &'a str,
    /// As in [`Log`].
    pub request: &'a str,
    /// As in [`Log`].
    pub code: u16,
    /// As in [`Log`].
    pub size: u64,
}

/// The log for wincode.
#[derive(Debug, Clone, PartialEq, SchemaRead, SchemaWrite)]
pub struct WincodeLogs<'a> {
    /// Its lines.
    pub logs: Vec<WincodeLog<'a>>,
}

fn record(random: &mut Random) -> Log {
    const USERS: &[&str] = &["-", "alice", "bob", "carmen", "david", "eric", "frank", "george"];
    const MONTHS: &[&str] =
        &["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    const METHODS: &[&str] = &["GET", "POST", "PUT", "UPDATE", "DELETE"];
    const ROUTES: &[&str] = &[
        "/favicon.ico",
        "/css/index.css",
        "/css/font-awsome.min.css",
        "/img/logo-full.svg",
        "/img/splash.jpg",
        "/api/login",
        "/api/logout",
    ];
    const VERSIONS: &[&str] = &["HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/3"];
    const CODES: &[u16] = &[200, 201, 204, 301, 302, 400, 401, 403, 404, 500, 502, 503];
    let [x0, x1, x2, x3, ..] = random.next().to_le_bytes();
    Log {
        address: Address { x0, x1, x2, x3 },
        identity: "-".to_owned(),
        userid: random.pick(USERS).to_owned(),
        date: format!(
            "{:02}/{}/{}:{:02}:{:02}:{:02}",
            random.between(1, 28),
            random.pick(MONTHS),
            random.between(1970, 2026),
            random.between(0, 23),
            random.between(0, 59),
            random.between(0, 59),
        ),
        request: format!(
            "{} {} {}",
            random.pick(METHODS),
            random.pick(ROUTES),
            random.pick(VERSIONS)
        ),
        code: random.pick(CODES),
        size: random.between(0, 100_000_000),
    }
}

/// The data set: the same on every run.
pub fn data() -> Logs {
    let mut random = Random::new(0x000c_0dec);
    Logs { logs: (0..RECORDS).map(|_| record(&mut random)).collect() }
}
