//! Streams without a handshake, which come to ports of encrypted connections.
#![forbid(unsafe_code)]

/// Bytes of text that no key begins with: 98 of 256 bytes are text, and 2^-44 of all keys begin so.
const TEXT: usize = 32;

/// Returns true if a stream that starts with these bytes is text, TLS, or Stratum V2 without
/// encryption.
/// The key that a handshake starts with is as good as random.
pub(crate) fn is_no_key(start: &[u8]) -> bool {
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n');
    // A `SetupConnection`: its header with a length below 2^16, a subprotocol, the lowest version.
    let is_setup = matches!(start, [0, 0, 0, _, _, 0, 0..=3, _, 0, ..]);
    // The header of its answer, `SetupConnection.Success`.
    let is_answer = start.starts_with(&[0, 0, 1, 6, 0, 0]);
    // The record of a `ClientHello`.
    let is_tls = matches!(start, [0x16, 3, 0..=4, _, _, 1, 0, _, _, 3, ..]);
    is_setup
        || is_answer
        || is_tls
        || start.get(..TEXT).is_some_and(|text| text.iter().all(is_text))
}
