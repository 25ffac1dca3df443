//! Streams of other protocols, which come to ports that they were not meant for.
#![forbid(unsafe_code)]

use core::fmt;

/// A foreign protocol, recognised by the first bytes of a stream where these are no frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Foreign {
    /// A request or a response of HTTP/1, or the preface of HTTP/2.
    Http,
    /// JSON, as Stratum V1 and JSON-RPC send it.
    Json,
    /// The handshake of TLS.
    Tls,
    /// The identification of SSH.
    Ssh,
    /// The first message of a Noise handshake, as encrypted Stratum V2 begins: 64 bytes, and nothing
    /// after them, that look random.
    Noise,
}

impl Foreign {
    /// The protocol of a stream that starts with these bytes, if it is known.
    #[cold]
    pub(crate) fn of(start: &[u8]) -> Option<Self> {
        const HTTP: [&[u8]; 10] = [
            b"GET /", b"POST /", b"HEAD /", b"PUT /", b"DELETE", b"OPTION", b"CONNEC", b"PATCH ",
            b"PRI * ", b"HTTP/",
        ];
        match start {
            [b'{', b'"' | b' ' | b'\n' | b'\r' | b'\t', ..] => Some(Self::Json),
            [0x16, 3, 0..=4, ..] => Some(Self::Tls),
            [b'S', b'S', b'H', b'-', ..] => Some(Self::Ssh),
            _ if HTTP.iter().any(|method| start.starts_with(method)) => Some(Self::Http),
            _ if is_key(start) => Some(Self::Noise),
            _ => None,
        }
    }
}

/// Returns true for all but one in a million of the keys that such handshakes begin with, and for no
/// text.
fn is_key(start: &[u8]) -> bool {
    let mut seen = [false; 256];
    for byte in start {
        seen[usize::from(*byte)] = true;
    }
    let distinct = seen.iter().filter(|seen| **seen).count();
    let high = start.iter().filter(|byte| !byte.is_ascii()).count();
    start.len() == 64 && distinct > 42 && (10..=54).contains(&high)
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Http => "HTTP",
            Self::Json => "JSON",
            Self::Tls => "TLS",
            Self::Ssh => "SSH",
            Self::Noise => "Noise",
        })
    }
}
