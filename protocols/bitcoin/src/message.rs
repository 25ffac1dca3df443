//! Any message of the protocol, distinguished by the command in the frame's header.

use codec_derive::{Decode, Encode};

use crate::{address, block, compact_block, connection, filter, inventory, transaction};

/// A message of Bitcoin.
///
/// `AnyMessageRef` borrows from the payload; `AnyMessageShared` holds a reference-counted
/// handle to it. The most frequent messages come first.
///
/// ```
/// use codec_bitcoin::AnyMessage;
/// use codec_core::{Consensus, DecodeErrorKind, MessageInfo, Messages, Reader};
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
    /// `cmpctblock`.
    CompactBlock(compact_block::CompactBlock),
    /// `getblocktxn`.
    GetBlockTxn(compact_block::GetBlockTxn),
    /// `blocktxn`.
    BlockTxn(compact_block::BlockTxn),
    /// `addrv2`.
    AddrV2(address::AddrV2),
    /// `addr`.
    Addr(address::Addr),
    /// `feefilter`.
    FeeFilter(connection::FeeFilter),
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
    /// `sendcmpct`.
    SendCompact(compact_block::SendCompact),
    /// `sendaddrv2`.
    SendAddrV2(address::SendAddrV2),
    /// `wtxidrelay`.
    WtxidRelay(connection::WtxidRelay),
    /// `sendtxrcncl`.
    SendTxRcncl(connection::SendTxRcncl),
    /// `getaddr`.
    GetAddr(address::GetAddr),
    /// `mempool`.
    MemPool(inventory::MemPool),
    /// `merkleblock`.
    MerkleBlock(block::MerkleBlock),
    /// `filterload`.
    FilterLoad(filter::FilterLoad),
    /// `filteradd`.
    FilterAdd(filter::FilterAdd),
    /// `filterclear`.
    FilterClear(filter::FilterClear),
    /// `getcfilters`.
    GetCFilters(filter::GetCFilters),
    /// `cfilter`.
    CFilter(filter::CFilter),
    /// `getcfheaders`.
    GetCFHeaders(filter::GetCFHeaders),
    /// `cfheaders`.
    CFHeaders(filter::CFHeaders),
    /// `getcfcheckpt`.
    GetCFCheckpoints(filter::GetCFCheckpoints),
    /// `cfcheckpt`.
    CFCheckpoints(filter::CFCheckpoints),
    /// `reject`.
    Reject(connection::Reject),
}
