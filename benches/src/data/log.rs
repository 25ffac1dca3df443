//! The `log` data set: 10,000 records of a web server's log, small and full of
//! strings.

use super::digest::digest;
use super::walk::walk;
use super::{Lend, owned, view};
use crate::random::Random;

/// Number of records in the data set.
pub const RECORDS: usize = 10_000;

owned! {
    /// An IPv4 address.
    #[derive(Copy, pack_io::DeserializeView)]
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
}

owned! {
    /// A line of the log.
    pub struct Log {
        /// Address of the client.
        pub address: Address,
        /// Identity by RFC 1413.
        pub identity: String,
        /// User name.
        pub userid: String,
        /// Date and time.
        pub date: String,
        /// The request line.
        pub request: String,
        /// Status code.
        pub code: u16,
        /// Size of the response in bytes.
        pub size: u64,
    }
}

owned! {
    /// The whole log.
    pub struct Logs {
        /// Its lines.
        pub logs: Vec<Log>,
    }
}

view! {
    /// The borrowed form of [`Log`].
    pub struct LogView<'a> {
        /// Address of the client.
        pub address: Address,
        /// Identity by RFC 1413.
        #[codec(borrow)]
        pub identity: &'a str,
        /// User name.
        #[codec(borrow)]
        pub userid: &'a str,
        /// Date and time.
        #[codec(borrow)]
        pub date: &'a str,
        /// The request line.
        #[codec(borrow)]
        pub request: &'a str,
        /// Status code.
        pub code: u16,
        /// Size of the response in bytes.
        pub size: u64,
    }
}

view! {
    /// The borrowed form of [`Logs`].
    pub struct LogsView<'a> {
        /// Its lines.
        #[codec(borrow)]
        #[serde(borrow)]
        pub logs: Vec<LogView<'a>>,
    }
}

impl Lend for Logs {
    type View<'a> = LogsView<'a>;
}

walk!(Address: u8, u8, u8, u8);
walk!(Log: Address, String, String, String, String, u16, u64);
walk!(Logs: Vec<Log>);

digest!(Address, AddressRef<'_>, ArchivedAddress: { x0, x1, x2, x3 });
digest!(Log, LogView<'_>, LogRef<'_>, ArchivedLog: {
    address, identity, userid, date, request, code, size,
});
digest!(Logs, LogsView<'_>, LogsRef<'_>, ArchivedLogs: { logs });

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
