//! Messages common to all subprotocols: setting up a connection, and moving it elsewhere (Stratum
//! V2 specification, section 3.6).

use codec_core::wire::Str0255;
use codec_derive::{Decode, Encode};

use crate::header::CHANNEL;
use crate::subprotocol::Subprotocol;

/// Opens a connection; the first message of a client (section 3.6.1).
///
/// Decode it owned, or as `SetupConnectionRef` or `SetupConnectionShared`, which do not
/// copy the strings.
///
/// ```
/// use codec_core::{Format, Message, Sv2, wire::Str0255};
/// use codec_stratum::common::{SetupConnection, SetupConnectionRef};
/// use codec_stratum::Subprotocol;
/// let setup = SetupConnection {
///     protocol: Subprotocol::Mining,
///     min_version: 2,
///     max_version: 2,
///     flags: 0b100,
///     endpoint_host: Str0255::try_from("a.b")?,
///     endpoint_port: 3336,
///     vendor: Str0255::default(),
///     hardware_version: Str0255::default(),
///     firmware: Str0255::default(),
///     device_id: Str0255::default(),
/// };
/// let bytes = Sv2::to_vec(&setup)?;
/// assert_eq!(bytes, b"\0\x02\0\x02\0\x04\0\0\0\x03a.b\x08\x0d\0\0\0\0");
/// let borrowed: SetupConnectionRef = Sv2::from_slice_ref(&bytes)?;
/// assert_eq!(borrowed.endpoint_host.as_str(), Ok("a.b"));
/// assert_eq!(SetupConnection::ID, 0x00);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x00)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SetupConnection {
    /// The subprotocol that the connection is for.
    pub protocol: Subprotocol,
    /// The lowest protocol version that the client supports; 2 at present.
    pub min_version: u16,
    /// The highest protocol version that the client supports; 2 at present.
    pub max_version: u16,
    /// Features that the client requests; their meaning depends on the subprotocol.
    pub flags: u32,
    /// Host name or IP address that the client connects to, ASCII.
    pub endpoint_host: Str0255,
    /// Port that the client connects to.
    pub endpoint_port: u16,
    /// The manufacturer of the device, such as `Bitmain`.
    pub vendor: Str0255,
    /// The model of the device, such as `S9i 13.5`.
    pub hardware_version: Str0255,
    /// Its firmware, such as `braiins-os-2018-09-22-1-hash`.
    pub firmware: Str0255,
    /// Identifies the device to its vendor; may be empty.
    pub device_id: Str0255,
}

/// The version of the protocol that these messages are of.
pub const VERSION: u16 = 2;

impl SetupConnection {
    /// Checks that a server's answer is one of the versions that were asked for.
    ///
    /// # Errors
    /// Returns the version if it is another: the client has to close the connection.
    pub fn accept(&self, answer: SetupConnectionSuccess) -> Result<(), u16> {
        let used = answer.used_version;
        if (self.min_version..=self.max_version).contains(&used) { Ok(()) } else { Err(used) }
    }

    /// Does the same as [`SetupConnectionRef::refusal`].
    #[cfg(feature = "alloc")]
    pub fn refusal(&self, protocol: Subprotocol, flags: u32) -> Option<SetupConnectionError> {
        self.to_ref().refusal(protocol, flags)
    }
}

#[cfg(feature = "alloc")]
impl SetupConnectionRef<'_> {
    /// Why a server of this subprotocol that supports these flags, in [`VERSION`], has to refuse the
    /// connection (section 3.6.3); `None` if it may accept it. All flags that were requested and are
    /// not supported are in the error.
    ///
    /// ```
    /// use codec_core::{Format, Sv2};
    /// use codec_stratum::Subprotocol;
    /// use codec_stratum::common::SetupConnectionRef;
    /// use codec_stratum::mining::setup_flags::REQUIRES_VERSION_ROLLING;
    /// // Mining, in versions 2 to 5, with the flags 0b110.
    /// let payload = b"\0\x02\0\x05\0\x06\0\0\0\0\0\0\0\0\0\0";
    /// let setup: SetupConnectionRef = Sv2::from_slice_ref(payload)?;
    /// let refused = setup.refusal(Subprotocol::Mining, REQUIRES_VERSION_ROLLING).expect("0b10 is not");
    /// assert_eq!((refused.flags, refused.error_code.as_str()), (0b10, Ok("unsupported-feature-flags")));
    /// assert_eq!(setup.refusal(Subprotocol::Mining, u32::MAX), None);
    /// let other = setup.refusal(Subprotocol::JobDeclaration, u32::MAX).expect("it is for mining");
    /// assert_eq!((other.flags, other.error_code.as_str()), (0, Ok("unsupported-protocol")));
    /// # Ok::<(), codec_core::DecodeError>(())
    /// ```
    pub fn refusal(&self, protocol: Subprotocol, flags: u32) -> Option<SetupConnectionError> {
        let unsupported = self.flags & !flags;
        let (flags, code) = if self.protocol != protocol {
            (0, "unsupported-protocol")
        } else if !(self.min_version..=self.max_version).contains(&VERSION) {
            (0, "protocol-version-mismatch")
        } else if unsupported != 0 {
            (unsupported, "unsupported-feature-flags")
        } else {
            return None;
        };
        let error_code = Str0255::try_from(code).unwrap_or_default(); // never over 255 bytes
        Some(SetupConnectionError { flags, error_code })
    }
}

/// Accepts a connection (section 3.6.2).
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::common::SetupConnectionSuccess;
/// let accepted = SetupConnectionSuccess { used_version: 2, flags: 1 };
/// assert_eq!(Sv2::to_vec(&accepted)?, [2, 0, 1, 0, 0, 0]);
/// # Ok::<(), codec_core::EncodeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x01)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SetupConnectionSuccess {
    /// The version that is spoken from here on, between the client's lowest and highest.
    pub used_version: u16,
    /// Features that the server requires; their meaning depends on the subprotocol.
    pub flags: u32,
}

/// Refuses a connection (section 3.6.3).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x02)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct SetupConnectionError {
    /// The requested features that the server lacks; all zero if there is another reason.
    pub flags: u32,
    /// `unsupported-feature-flags`, `unsupported-protocol` or
    /// `protocol-version-mismatch`.
    pub error_code: Str0255,
}

/// Announces that the device at the far end of a channel has changed: state about the old
/// one, such as its extensions, is invalid (section 3.6.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x03, flags = CHANNEL)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct ChannelEndpointChanged {
    /// The channel that it happened on.
    pub channel_id: u32,
}

/// Asks the client to connect elsewhere (section 3.6.4).
///
/// ```
/// use codec_core::{Format, Sv2};
/// use codec_stratum::common::Reconnect;
/// let moved = Reconnect { new_host: "x.y".try_into()?, new_port: 3336 };
/// assert_eq!(Sv2::to_vec(&moved)?, b"\x03x.y\x08\x0d");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow, shared, id = 0x04)]
#[cfg_attr(feature = "schema", codec(schema))]
pub struct Reconnect {
    /// The host to connect to; empty for the present host.
    pub new_host: Str0255,
    /// The port to connect to; 0 for the present one.
    pub new_port: u16,
}
