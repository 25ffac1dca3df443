//! `SetupConnection`, whose subprotocol may be one that SRI does not have.

use core::fmt;

use common_messages_sv2::Protocol;

use super::common_messages_sv2;
use super::field::Convert as _;
use crate::Subprotocol;
use crate::common::SetupConnection;

/// A `SetupConnection` is for a subprotocol that SRI has no name for.
///
/// ```
/// use codec_stratum::Subprotocol;
/// use codec_stratum::sri::{OtherSubprotocol, common_messages_sv2::Protocol};
/// assert!(Protocol::try_from(Subprotocol::Mining).is_ok());
/// assert_eq!(Protocol::try_from(Subprotocol::Other(9)).err(), Some(OtherSubprotocol(9)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OtherSubprotocol(pub u8);

impl fmt::Display for OtherSubprotocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the reference implementation has no subprotocol {}", self.0)
    }
}

impl core::error::Error for OtherSubprotocol {}

impl TryFrom<Subprotocol> for Protocol {
    type Error = OtherSubprotocol;

    fn try_from(subprotocol: Subprotocol) -> Result<Self, OtherSubprotocol> {
        match subprotocol {
            Subprotocol::Mining => Ok(Self::MiningProtocol),
            Subprotocol::JobDeclaration => Ok(Self::JobDeclarationProtocol),
            Subprotocol::TemplateDistribution => Ok(Self::TemplateDistributionProtocol),
            Subprotocol::Other(number) => Err(OtherSubprotocol(number)),
        }
    }
}

impl From<Protocol> for Subprotocol {
    fn from(protocol: Protocol) -> Self {
        match protocol {
            Protocol::MiningProtocol => Self::Mining,
            Protocol::JobDeclarationProtocol => Self::JobDeclaration,
            Protocol::TemplateDistributionProtocol => Self::TemplateDistribution,
        }
    }
}

/// All fields but the subprotocol are converted alike in each direction.
macro_rules! conversions {
    ($($field:ident)*) => {
        impl TryFrom<SetupConnection> for common_messages_sv2::SetupConnectionOwned {
            type Error = OtherSubprotocol;

            fn try_from(message: SetupConnection) -> Result<Self, OtherSubprotocol> {
                let protocol = message.protocol.try_into()?;
                Ok(Self { protocol, $($field: message.$field.convert(),)* })
            }
        }

        impl<'m> TryFrom<&'m SetupConnection> for common_messages_sv2::SetupConnection<'m> {
            type Error = OtherSubprotocol;

            fn try_from(message: &'m SetupConnection) -> Result<Self, OtherSubprotocol> {
                let protocol = message.protocol.try_into()?;
                Ok(Self { protocol, $($field: (&message.$field).convert(),)* })
            }
        }

        impl From<common_messages_sv2::SetupConnectionOwned> for SetupConnection {
            fn from(message: common_messages_sv2::SetupConnectionOwned) -> Self {
                let protocol = message.protocol.into();
                Self { protocol, $($field: message.$field.convert(),)* }
            }
        }

        impl From<common_messages_sv2::SetupConnection<'_>> for SetupConnection {
            fn from(message: common_messages_sv2::SetupConnection<'_>) -> Self {
                let protocol = message.protocol.into();
                Self { protocol, $($field: message.$field.convert(),)* }
            }
        }
    };
}

conversions! {
    min_version max_version flags endpoint_host endpoint_port vendor hardware_version firmware
    device_id
}
