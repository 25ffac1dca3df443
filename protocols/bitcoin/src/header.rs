//! The 24 bytes before each payload.

use codec_node::Framing;

use crate::bitcoin_protocol::BitcoinProtocol;
use crate::command::Bitcoin;
use crate::network::{MainNet, Network};

/// The header of a frame: network, command, length and checksum of the payload.
///
/// The checksum is the first four bytes of the double SHA-256 hash of the payload; with `CHECKED` false it
/// is written but not verified, for streams that were checked before.
///
/// ```
/// use codec_bitcoin::{FrameHeader, MainNet};
/// use codec_core::Header;
/// let header = FrameHeader::<MainNet>::describe("verack", 0, &[])?;
/// let mut bytes = [0; FrameHeader::<MainNet>::SIZE];
/// header.write(&mut bytes);
/// assert_eq!(bytes[..16], *b"\xf9\xbe\xb4\xd9verack\0\0\0\0\0\0");
/// assert_eq!(bytes[16..], [0, 0, 0, 0, 0x5d, 0xf6, 0xe0, 0xe2]);
/// let parsed = FrameHeader::<MainNet>::parse(&bytes)?;
/// assert_eq!((parsed.id(), parsed.payload_len()), ("verack", 0));
/// assert!(parsed.verify(&[0]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type FrameHeader<N = MainNet, const CHECKED: bool = true> =
    codec_node::FrameHeader<BitcoinProtocol<N, CHECKED>>;

impl<N: Network, const CHECKED: bool> Framing for BitcoinProtocol<N, CHECKED> {
    type Protocol = Bitcoin;
    const MAGIC: u32 = N::MAGIC;
    const NETWORK: &'static str = N::NAME;
    const CHECKED: bool = CHECKED;
}
