//! The names of messages in the specification.

use codec_core::MessageInfo as _;

use super::AnyMessage;

/// The name of the message with this id in the specification (chapter 8); of those whose names two
/// subprotocols share, with the subprotocol. `None` where no message has it.
///
/// ```
/// use codec_stratum::message_name;
/// assert_eq!(message_name(0x01), Some("SetupConnection.Success"));
/// assert_eq!(message_name(0x20), Some("SetNewPrevHash (Mining)"));
/// assert_eq!(message_name(0x72), Some("SetNewPrevHash (Template Distribution)"));
/// assert_eq!(message_name(0x1e), None);
/// ```
#[must_use]
pub fn message_name(id: u32) -> Option<&'static str> {
    Some(match id {
        0x01 => "SetupConnection.Success",
        0x02 => "SetupConnection.Error",
        0x11 => "OpenStandardMiningChannel.Success",
        0x12 => "OpenMiningChannel.Error",
        0x14 => "OpenExtendedMiningChannel.Success",
        0x17 => "UpdateChannel.Error",
        0x1c => "SubmitShares.Success",
        0x1d => "SubmitShares.Error",
        0x20 => "SetNewPrevHash (Mining)",
        0x23 => "SetCustomMiningJob.Success",
        0x24 => "SetCustomMiningJob.Error",
        0x51 => "AllocateMiningJobToken.Success",
        0x56 => "ProvideMissingTransactions.Success",
        0x58 => "DeclareMiningJob.Success",
        0x59 => "DeclareMiningJob.Error",
        0x72 => "SetNewPrevHash (Template Distribution)",
        0x74 => "RequestTransactionData.Success",
        0x75 => "RequestTransactionData.Error",
        0x0101 => "RequestExtensions.Success",
        0x0102 => "RequestExtensions.Error",
        _ => return AnyMessage::name_of(id),
    })
}
