//! The 24 bytes before each payload.

use codec_node::Framing;

use crate::command::Decred;
use crate::decred_protocol::DecredProtocol;
use crate::network::{MainNet, Network};

/// The header of a frame: network, command, length and checksum of the payload.
///
/// The checksum is the first four bytes of the BLAKE-256 hash of the payload; with `CHECKED` false it
/// is written but not verified, for streams that were checked before.
///
/// ```
/// use codec_core::Header;
/// use codec_decred::{FrameHeader, MainNet};
/// let header = FrameHeader::<MainNet>::describe("ping", 0, &[7, 0, 0, 0, 0, 0, 0, 0])?;
/// let mut bytes = [0; FrameHeader::<MainNet>::SIZE];
/// header.write(&mut bytes);
/// assert_eq!(bytes[..16], *b"\xf9\x00\xb4\xd9ping\0\0\0\0\0\0\0\0");
/// assert_eq!(bytes[16..20], [8, 0, 0, 0]);
/// let parsed = FrameHeader::<MainNet>::parse(&bytes)?;
/// assert_eq!((parsed.id(), parsed.payload_len()), ("ping", 8));
/// assert!(parsed.verify(&[8, 0, 0, 0, 0, 0, 0, 0]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A version of the protocol may allow less:
///
/// ```
/// use codec_core::Header;
/// use codec_decred::{FrameHeader, MainNet, Refused};
/// let header = FrameHeader::<MainNet>::describe("feefilter", 0, &[0; 8])?;
/// assert_eq!(header.admit(5), Ok(()));
/// assert_eq!(header.admit(4), Err(Refused::NotInVersion));
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
pub type FrameHeader<N = MainNet, const CHECKED: bool = true> =
    codec_node::FrameHeader<DecredProtocol<N, CHECKED>>;

impl<N: Network, const CHECKED: bool> Framing for DecredProtocol<N, CHECKED> {
    type Protocol = Decred;
    const MAGIC: u32 = N::MAGIC;
    const NETWORK: &'static str = N::NAME;
    const CHECKED: bool = CHECKED;
}
