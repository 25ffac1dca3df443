//! Bitcoin's protocol as one type.

use core::marker::PhantomData;

use codec_core::{ById, Consensus, Protocol};

use crate::header::FrameHeader;
use crate::message::{AnyMessage, AnyMessageRef};
use crate::network::{MainNet, Network};

/// The protocol of Bitcoin on a network: its header, its format and its messages. Frame
/// readers, frame writers and connections take it as their one parameter. Checksums are
/// verified unless `CHECKED` is false.
///
/// ```
/// use codec_bitcoin::{AnyMessageRef, BitcoinProtocol, SigNet};
/// use codec_core::Protocol;
/// let message = BitcoinProtocol::<SigNet>::decode_ref("ping", &[7, 0, 0, 0, 0, 0, 0, 0])?;
/// assert!(matches!(message, AnyMessageRef::Ping(ping) if ping.nonce == 7));
/// assert_eq!(BitcoinProtocol::<SigNet>::name_of("cmpctblock"), Some("CompactBlock"));
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitcoinProtocol<N = MainNet, const CHECKED: bool = true>(PhantomData<N>);

impl<N: Network, const CHECKED: bool> Protocol for BitcoinProtocol<N, CHECKED> {
    type Header = FrameHeader<N, CHECKED>;
    type Format = Consensus;
    type Dispatch = ById;
    type Message = AnyMessage;
    type MessageRef<'de> = AnyMessageRef<'de>;
}
