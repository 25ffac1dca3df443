//! Any message of the protocol, distinguished by the command in the frame's header.

use codec_derive::{Decode, Encode};

use crate::{address, block, connection, filter, inventory, mixing, state, transaction};

/// A message of Decred.
///
/// `AnyMessageRef` borrows from the payload; `AnyMessageShared` holds a reference-counted
/// handle to it. The most frequent messages come first.
///
/// ```
/// use codec_core::{Consensus, DecodeErrorKind, MessageInfo, Messages, Reader};
/// use codec_decred::AnyMessage;
/// let payload = [7, 0, 0, 0, 0, 0, 0, 0];
/// let message = AnyMessage::decode_message("pong", &mut Reader::<Consensus>::new(&payload))?;
/// assert_eq!((message.name(), message.id()), ("Pong", "pong"));
/// let unknown = AnyMessage::decode_message("alert", &mut Reader::<Consensus>::new(&payload));
/// assert_eq!(unknown.unwrap_err().kind(), DecodeErrorKind::UnknownMessage);
/// # Ok::<(), codec_core::DecodeError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(messages, borrow, shared, schema)]
pub enum AnyMessage {
    /// `tx`.
    Transaction(transaction::Transaction),
    /// `inv`.
    Inv(inventory::Inv),
    /// `getdata`.
    GetData(inventory::GetData),
    /// `block`.
    Block(block::Block),
    /// `headers`.
    Headers(block::Headers),
    /// `ping`.
    Ping(connection::Ping),
    /// `pong`.
    Pong(connection::Pong),
    /// `notfound`.
    NotFound(inventory::NotFound),
    /// `getheaders`.
    GetHeaders(block::GetHeaders),
    /// `getblocks`.
    GetBlocks(block::GetBlocks),
    /// `version`.
    Version(connection::Version),
    /// `verack`.
    VerAck(connection::VerAck),
    /// `sendheaders`.
    SendHeaders(connection::SendHeaders),
    /// `feefilter`.
    FeeFilter(connection::FeeFilter),
    /// `getaddr`.
    GetAddr(address::GetAddr),
    /// `addr`.
    Addr(address::Addr),
    /// `addrv2`.
    AddrV2(address::AddrV2),
    /// `mempool`.
    MemPool(inventory::MemPool),
    /// `getminings`.
    GetMiningState(state::GetMiningState),
    /// `miningstate`.
    MiningState(state::MiningState),
    /// `getinitstate`.
    GetInitState(state::GetInitState),
    /// `initstate`.
    InitState(state::InitState),
    /// `getcfilter`.
    GetCFilter(filter::GetCFilter),
    /// `cfilter`.
    CFilter(filter::CFilter),
    /// `getcfheaders`.
    GetCFHeaders(filter::GetCFHeaders),
    /// `cfheaders`.
    CFHeaders(filter::CFHeaders),
    /// `getcftypes`.
    GetCFTypes(filter::GetCFTypes),
    /// `cftypes`.
    CFTypes(filter::CFTypes),
    /// `getcfilterv2`.
    GetCFilterV2(filter::GetCFilterV2),
    /// `cfilterv2`.
    CFilterV2(filter::CFilterV2),
    /// `getcfsv2`.
    GetCFiltersV2(filter::GetCFiltersV2),
    /// `cfiltersv2`.
    CFiltersV2(filter::CFiltersV2),
    /// `mixpairreq`.
    MixPairRequest(mixing::PairRequest),
    /// `mixkeyxchg`.
    MixKeyExchange(mixing::KeyExchange),
    /// `mixcphrtxt`.
    MixCiphertexts(mixing::Ciphertexts),
    /// `mixslotres`.
    MixSlotReserve(mixing::SlotReserve),
    /// `mixfactpoly`.
    MixFactoredPoly(mixing::FactoredPoly),
    /// `mixdcnet`.
    MixDcNet(mixing::DcNet),
    /// `mixconfirm`.
    MixConfirm(mixing::Confirm),
    /// `mixsecrets`.
    MixSecrets(mixing::Secrets),
}
