//! Negotiation of protocol extensions (extension 0x0001 of Stratum V2).

use codec_core::wire::Seq064K;
use codec_derive::{Decode, Encode};

use crate::header::extension;

/// The extension that negotiates extensions.
pub const NEGOTIATION: u16 = 0x0001;

const MESSAGES: u32 = extension(NEGOTIATION as u32);

/// Requests extensions; sent by the client once the connection is set up.
///
/// ```
/// use codec_core::{Format, Message, Sv2};
/// use codec_stratum::extensions::RequestExtensions;
/// let ask = RequestExtensions { request_id: 1, requested_extensions: vec![2].try_into()? };
/// assert_eq!(Sv2::to_vec(&ask)?, [1, 0, 1, 0, 2, 0]);
/// assert_eq!(RequestExtensions::ID, 0x0100); // extension 1, message 0
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = MESSAGES)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct RequestExtensions {
    /// Chosen by the client; the answer repeats it.
    pub request_id: u16,
    /// The extensions that the client wants to use.
    pub requested_extensions: Seq064K<u16>,
}

/// Lists the extensions that may be used.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = MESSAGES | 0x01)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct RequestExtensionsSuccess {
    /// The id of the request.
    pub request_id: u16,
    /// The requested extensions that the server supports.
    pub supported_extensions: Seq064K<u16>,
}

/// Reports that none of the extensions may be used, or that some are required.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = MESSAGES | 0x02)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct RequestExtensionsError {
    /// The id of the request.
    pub request_id: u16,
    /// The requested extensions that the server doesn't support.
    pub unsupported_extensions: Seq064K<u16>,
    /// Extensions that the server requires and the client has not requested.
    pub required_extensions: Seq064K<u16>,
}
