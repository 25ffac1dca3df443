//! Scenarios of hostile clients: they ask what a server still does for others meanwhile.
//!
//! An honest client is connected before each begins. It has to get each answer within the time of
//! answers while the hostile ones go on, and a new client has to be served, too, meanwhile and
//! afterwards. Of a server on the same machine, the memory is looked at.

mod beside;
mod crowd;
mod crowds;
mod malformed;
mod raw;

use std::net::{SocketAddr, ToSocketAddrs as _};
use std::time::Duration;

use crate::scenario::Level::{Must, Should};
use crate::scenario::Scenario;
use crate::scenario::table::row;

/// The extent of hostility, and its limits.
#[derive(Debug, Clone, Copy)]
pub struct Hostility {
    /// The server's process on this machine, whose memory is measured.
    pub pid: Option<u32>,
    /// Hostile connections at once.
    pub connections: usize,
    /// Time that hostile connections go on.
    pub time: Duration,
    /// Bytes that the process may grow by in a scenario.
    pub memory: u64,
}

impl Default for Hostility {
    /// 64 connections for three seconds, and 64 MiB.
    fn default() -> Self {
        let (time, memory) = (Duration::from_secs(3), 64 << 20);
        Self { pid: None, connections: 64, time, memory }
    }
}

/// Tells whether hostile scenarios may be played against this address: one of this machine alone, or
/// one that its owner has named twice.
///
/// # Errors
/// The reason why not.
pub fn is_allowed(address: &str, owned: Option<&str>) -> Result<(), String> {
    if owned == Some(address) {
        return Ok(());
    }
    if owned.is_some() {
        return Err("--i-own names another address".to_owned());
    }
    let all = address.to_socket_addrs().map_err(|error| error.to_string())?;
    let all: Vec<SocketAddr> = all.collect();
    if !all.is_empty() && all.iter().all(|one| one.ip().to_canonical().is_loopback()) {
        return Ok(());
    }
    Err(format!("not an address of this machine; if the server is yours: --i-own {address}"))
}

const OTHERS: &str = "limit: others";

/// The hostile scenarios for servers of mining; `limit` names what no clause asks for: others are
/// served in the time of answers, and memory grows by no more than [`Hostility::memory`].
#[rustfmt::skip]
pub static HOSTILE: &[Scenario] = &[
    row("H-SILENT", Should, OTHERS,
        "connections that say nothing",
        "others are served",
        crowds::silent),
    row("H-SLOW", Should, OTHERS,
        "SetupConnection on each connection, a byte every 50 ms",
        "others are served",
        crowds::slow),
    row("H-HANDSHAKE", Should, OTHERS,
        "handshakes that end in their first message, or after it",
        "others are served",
        crowds::half_open),
    row("H-GARBAGE", Should, OTHERS,
        "HTTP, and random bytes, instead of frames",
        "others are served",
        crowds::garbage),
    row("H-CHURN", Should, OTHERS,
        "500 connections that end at once",
        "others are served, also afterwards",
        crowds::churn),
    row("H-ANNOUNCE", Should, OTHERS,
        "headers of frames of 16 MiB, and nothing more",
        "others are served, memory is bounded",
        crowds::announce),
    row("H-OVERSIZED", Should, OTHERS,
        "eight frames of 16 MiB",
        "others are served, memory is bounded",
        crowds::oversized),
    row("H-FLOOD", Should, OTHERS,
        "messages of an unknown extension without end",
        "others are served, memory is bounded",
        crowds::flood),
    row("H-DEAF", Should, OTHERS,
        "requests without end, whose answers are not read",
        "others are served, memory is bounded",
        crowds::deaf),
    row("H-CHANNELS", Should, OTHERS,
        "requests for channels without end on one connection",
        "others are served, memory is bounded",
        crowds::channels),
    row("H-LIMIT", Should, "3.1",
        "each message with each field at both its limits",
        "an answer or the end, others are served",
        malformed::at_limits),
    row("H-OVER", Must, "3.1",
        "each message with each field one over its limit",
        "no success, others are served",
        malformed::over_limits),
    row("H-CUT", Must, "3.1, 3.2",
        "each message without payload, without its last byte, with a byte more",
        "no success of one that is cut, others are served",
        malformed::cut),
    row("H-HEADER", Should, "3.2, 3.4.1",
        "every number of a message with and without the channel bit, and of other extensions",
        "an answer or the end, others are served",
        malformed::headers),
];

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn others_have_to_be_named_twice() {
        for address in ["127.0.0.1:1", "127.9.9.9:1", "[::1]:1", "[::ffff:127.0.0.1]:1"] {
            assert_eq!(is_allowed(address, None), Ok(()), "{address}");
        }
        let other = "192.0.2.1:3336";
        let error = is_allowed(other, None).expect_err("it is not of this machine");
        assert!(error.ends_with("--i-own 192.0.2.1:3336"), "{error}");
        assert!(is_allowed(other, Some("192.0.2.1:3333")).is_err());
        assert_eq!(is_allowed(other, Some(other)), Ok(()));
        assert!(is_allowed("127.0.0.1", None).is_err(), "it has no port");
    }
}
