//! Detecting which of bincode's layouts bytes are in.
#![forbid(unsafe_code)]

/// A layout of bincode, as detected by [`sniff`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Layout {
    /// The layout of bincode 1's functions and of bincode 2's `legacy()`: integers of fixed width,
    /// little-endian.
    Legacy,
    /// The layout of bincode 2's `standard()` and of bincode 1's `DefaultOptions`: integers of one
    /// to 17 bytes.
    Standard,
    /// Neither is likelier.
    Unknown,
}

/// The number of bytes that are examined.
const HEAD: usize = 64 * 1024;

/// The shortest string that counts as one.
const STRING: usize = 4;

/// Guesses from the bytes alone which layout they are in.
///
/// Examines the first 64 KiB. In the layout of `legacy()` a length is 8 bytes and a tag 4, most of
/// them zero: strings follow lengths of 8 bytes, and runs of three or more zeros make up a good
/// part of all bytes. In that of `standard()` strings follow lengths of one byte without zeros in
/// between, and a run of zeros is rare. Bytes with neither pattern, short inputs, and floats or
/// hashes alone are `Unknown`. If the type is known, use [`sniff_as`], which decodes it both ways.
///
/// ```
/// use codec_bincode::{Layout, sniff};
/// let value = ("a host", 80u16, vec!["x-first", "x-second"]);
/// # #[cfg(feature = "alloc")] {
/// use codec_bincode::config::{legacy, standard};
/// assert_eq!(sniff(&codec_bincode::encode_to_vec(&value, legacy())?), Layout::Legacy);
/// assert_eq!(sniff(&codec_bincode::encode_to_vec(&value, standard())?), Layout::Standard);
/// # }
/// assert_eq!(sniff(&[1, 2, 3]), Layout::Unknown);
/// # Ok::<(), codec_bincode::error::EncodeError>(())
/// ```
pub fn sniff(bytes: &[u8]) -> Layout {
    let head = &bytes[..bytes.len().min(HEAD)];
    let (long, short) = strings(head);
    if long != short {
        return if long > short { Layout::Legacy } else { Layout::Standard };
    }
    let zeros = in_runs(head);
    if head.len() >= 16 && zeros * 4 >= head.len() {
        Layout::Legacy
    } else if head.len() >= 16 && zeros * 32 <= head.len() && !is_noise(head) {
        Layout::Standard
    } else {
        Layout::Unknown
    }
}

/// The numbers of bytes of text that follow lengths of eight bytes, and lengths of one.
fn strings(bytes: &[u8]) -> (usize, usize) {
    let (mut long, mut short, mut at) = (0, 0, 0);
    while at < bytes.len() {
        let rest = &bytes[at..];
        let len = usize::from(rest[0]);
        let zeros = rest.len() >= 8 && rest[1..8] == [0; 7];
        if zeros && is_text(&rest[8..], len) {
            long += len;
            at += 8 + len;
        } else if len <= 250 && is_text(&rest[1..], len) {
            short += len;
            at += 1 + len;
        } else {
            at += 1;
        }
    }
    (long, short)
}

/// Returns `true` if the first `len` bytes are text.
fn is_text(bytes: &[u8], len: usize) -> bool {
    let graphic = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
    len >= STRING && bytes.get(..len).is_some_and(|text| text.iter().all(graphic))
}

/// The number of bytes in runs of three or more zeros.
fn in_runs(bytes: &[u8]) -> usize {
    let runs = bytes.chunk_by(|one, other| (*one == 0) == (*other == 0));
    runs.filter(|run| run[0] == 0 && run.len() >= 3).map(<[u8]>::len).sum()
}

/// Returns `true` if many bytes are over 127: half in floats and hashes, few in small numbers.
fn is_noise(bytes: &[u8]) -> bool {
    bytes.iter().filter(|byte| **byte > 127).count() * 3 > bytes.len()
}

/// Decodes a type of serde in both layouts: a layout is detected if it consumes all bytes, and the
/// other fails.
///
/// ```
/// use codec_bincode::{Layout, sniff_as};
/// assert_eq!(sniff_as::<(u16, bool)>(&[7, 0, 1]), Layout::Legacy);
/// assert_eq!(sniff_as::<(u16, bool)>(&[7, 1]), Layout::Standard);
/// assert_eq!(sniff_as::<(u8, bool)>(&[7, 1]), Layout::Unknown); // the same in both
/// ```
#[cfg(all(feature = "serde", feature = "std"))]
#[cfg_attr(docsrs, doc(cfg(all(feature = "serde", feature = "std"))))]
pub fn sniff_as<'de, T: serde::Deserialize<'de>>(bytes: &'de [u8]) -> Layout {
    use crate::config::{Config, legacy, standard};
    fn whole<'de, T: serde::Deserialize<'de>>(bytes: &'de [u8], config: impl Config) -> bool {
        let decoded = crate::serde::borrow_decode_from_slice::<T, _>(bytes, config);
        decoded.is_ok_and(|(_, len)| len == bytes.len())
    }
    match (whole::<T>(bytes, legacy()), whole::<T>(bytes, standard())) {
        (true, false) => Layout::Legacy,
        (false, true) => Layout::Standard,
        _ => Layout::Unknown,
    }
}
