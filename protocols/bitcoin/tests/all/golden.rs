//! Each message, and its bytes assembled by hand from the protocol's tables.

use codec_bitcoin::address::{
    Addr, AddrV2, GetAddr, Host, NetAddress, NetAddressV2, SeenAddress, SendAddrV2, SizedHost,
};
use codec_bitcoin::block::{
    BareBlock, Block, BlockHeader, GetBlocks, GetHeaders, Headers, MerkleBlock,
};
use codec_bitcoin::compact_block::{
    BlockTxn, CompactBlock, Gap, GetBlockTxn, PrefilledTransaction, SendCompact, ShortId,
};
use codec_bitcoin::connection::{
    FeeFilter, Ping, Pong, Reject, RejectCode, SendHeaders, SendTxRcncl, VerAck, Version,
    WtxidRelay,
};
use codec_bitcoin::filter::{
    CFCheckpoints, CFHeaders, CFilter, FilterAdd, FilterClear, FilterLoad, GetCFCheckpoints,
    GetCFHeaders, GetCFilters,
};
use codec_bitcoin::inventory::{GetData, Inv, InvType, InvVect, MemPool, NotFound};
use codec_bitcoin::transaction::{Input, OutPoint, Output, Transaction, Witness};
use codec_bitcoin::{AnyMessage, Digest, Flag};

/// A message and its payload.
pub(crate) type Golden = (AnyMessage, Vec<u8>);

/// Concatenated bytes.
macro_rules! bytes {
    ($($part:expr),* $(,)?) => {{
        let mut bytes: Vec<u8> = Vec::new();
        $(bytes.extend_from_slice(&$part[..]);)*
        bytes
    }};
}
pub(crate) use bytes;

pub(crate) const fn hash(byte: u8) -> Digest {
    Digest([byte; 32])
}

fn header() -> (BlockHeader, Vec<u8>) {
    let header = BlockHeader {
        version: 0x2000_0000,
        prev_block: hash(1),
        merkle_root: hash(2),
        timestamp: 0x6955_b900,
        bits: 0x1d00_ffff,
        nonce: 0xdead_beef,
    };
    let bytes = bytes![
        [0, 0, 0, 0x20],
        [1; 32],
        [2; 32],
        [0x00, 0xb9, 0x55, 0x69],
        [0xff, 0xff, 0x00, 0x1d],
        [0xef, 0xbe, 0xad, 0xde],
    ];
    (header, bytes)
}

/// Two inputs and an output, without witnesses.
fn plain() -> (Transaction, Vec<u8>) {
    let inputs = [(3, 7, vec![0xaa, 0xbb]), (4, 8, vec![])].map(|(txid, index, script)| Input {
        previous: OutPoint { txid: hash(txid), index },
        script,
        sequence: 0xffff_fffe,
    });
    let output = Output { value: 5_000_000_000, script: vec![0x51] };
    let bytes = bytes![
        [2, 0, 0, 0],
        [2],
        [3; 32],
        [7, 0, 0, 0],
        [2, 0xaa, 0xbb],
        [0xfe, 0xff, 0xff, 0xff],
        [4; 32],
        [8, 0, 0, 0],
        [0],
        [0xfe, 0xff, 0xff, 0xff],
        [1],
        [0, 0xf2, 5, 0x2a, 1, 0, 0, 0],
        [1, 0x51],
        [0x40, 0xe2, 1, 0],
    ];
    (Transaction::new(2, inputs, [output], [], 123_456), bytes)
}

/// The same with witnesses, of which the first is empty.
pub(crate) fn segwit() -> (Transaction, Vec<u8>) {
    let (mut transaction, plain) = plain();
    transaction.is_segwit = true;
    let items = vec![vec![0x30; 3], vec![], vec![2]];
    transaction.witnesses = [Witness { items: vec![] }, Witness { items }].into_iter().collect();
    let (body, lock_time) = plain[4..].split_at(plain.len() - 8);
    let witnesses = bytes![[0], [3], [3, 0x30, 0x30, 0x30], [0], [1, 2]];
    (transaction, bytes![&plain[..4], [0, 1], body, witnesses, lock_time])
}

fn address() -> (NetAddress, Vec<u8>) {
    let mut ip = [0; 16];
    ip[10..].copy_from_slice(&[0xff, 0xff, 127, 0, 0, 1]);
    let address = NetAddress { services: 0x0409, ip, port: 8333 };
    (address, bytes![[9, 4, 0, 0, 0, 0, 0, 0], ip, [0x20, 0x8d]])
}

fn addresses() -> Vec<Golden> {
    let (NetAddress { services, ip, port }, address) = address();
    let seen = SeenAddress { time: 0x0102_0304, services, ip, port };
    let v2 = |services, host, port| NetAddressV2 { time: 1, services, host, port };
    let hosts = vec![
        v2(9, Host::Ipv4(SizedHost([1, 2, 3, 4])), 8333),
        v2(0x0409, Host::Ipv6(SizedHost([0x2a; 16])), 8333),
        v2(0x1_0000, Host::Other(3, vec![5; 10]), 8333),
        v2(u64::MAX, Host::TorV3(SizedHost([6; 32])), 8333),
        v2(0, Host::I2p(SizedHost([7; 32])), 0),
        v2(0, Host::Cjdns(SizedHost([0xfc; 16])), 1),
        v2(0, Host::Other(0xaa, vec![1, 2]), 0x0102),
    ];
    let time = [1, 0, 0, 0];
    let hosts_bytes = bytes![
        [7],
        bytes![time, [9], [1, 4], [1, 2, 3, 4], [0x20, 0x8d]],
        bytes![time, [0xfd, 9, 4], [2, 16], [0x2a; 16], [0x20, 0x8d]],
        bytes![time, [0xfe, 0, 0, 1, 0], [3, 10], [5; 10], [0x20, 0x8d]],
        bytes![time, [0xff; 9], [4, 32], [6; 32], [0x20, 0x8d]],
        bytes![time, [0], [5, 32], [7; 32], [0, 0]],
        bytes![time, [0], [6, 16], [0xfc; 16], [0, 1]],
        bytes![time, [0], [0xaa, 2], [1, 2], [1, 2]],
    ];
    vec![
        (Addr { addresses: vec![seen] }.into(), bytes![[1], [4, 3, 2, 1], address]),
        (AddrV2 { addresses: hosts }.into(), hosts_bytes),
        (SendAddrV2 {}.into(), vec![]),
        (GetAddr {}.into(), vec![]),
    ]
}

fn connection() -> Vec<Golden> {
    let (address, address_bytes) = address();
    let version = |relay| Version {
        protocol: 70_016,
        services: 0x0409,
        time: 0x6955_b900,
        to: address,
        from: address,
        nonce: 0x1122_3344_5566_7788,
        user_agent: b"/Satoshi:28.0.0/".to_vec(),
        last_block: 900_000,
        relay,
    };
    let version_bytes = bytes![
        [0x80, 0x11, 1, 0],
        [9, 4, 0, 0, 0, 0, 0, 0],
        [0x00, 0xb9, 0x55, 0x69, 0, 0, 0, 0],
        address_bytes,
        address_bytes,
        [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11],
        b"\x10/Satoshi:28.0.0/",
        [0xa0, 0xbb, 0x0d, 0],
    ];
    let reject = Reject {
        command: b"tx".to_vec(),
        code: RejectCode::InsufficientFee,
        reason: b"low".to_vec(),
        hash: Some(hash(9)),
    };
    let nonce = 0x0102_0304_0506_0708;
    let nonce_bytes = vec![8, 7, 6, 5, 4, 3, 2, 1];
    vec![
        (version(Some(Flag::YES)).into(), bytes![version_bytes, [1]]),
        (version(None).into(), version_bytes),
        (VerAck {}.into(), vec![]),
        (Ping { nonce }.into(), nonce_bytes.clone()),
        (Pong { nonce }.into(), nonce_bytes.clone()),
        (SendHeaders {}.into(), vec![]),
        (WtxidRelay {}.into(), vec![]),
        (FeeFilter { min_fee: 1000 }.into(), vec![0xe8, 3, 0, 0, 0, 0, 0, 0]),
        (SendTxRcncl { version: 1, salt: nonce }.into(), bytes![[1, 0, 0, 0], nonce_bytes]),
        (reject.into(), bytes![b"\x02tx", [0x42], b"\x03low", [9; 32]]),
    ]
}

fn inventories() -> Vec<Golden> {
    let kinds = [
        (InvType::Error, [0, 0, 0, 0]),
        (InvType::Tx, [1, 0, 0, 0]),
        (InvType::Block, [2, 0, 0, 0]),
        (InvType::FilteredBlock, [3, 0, 0, 0]),
        (InvType::CompactBlock, [4, 0, 0, 0]),
        (InvType::WitnessId, [5, 0, 0, 0]),
        (InvType::WitnessTx, [1, 0, 0, 0x40]),
        (InvType::WitnessBlock, [2, 0, 0, 0x40]),
        (InvType::FilteredWitnessBlock, [3, 0, 0, 0x40]),
        (InvType::Other(0x0102), [2, 1, 0, 0]),
    ];
    // rust-bitcoin drops the hash of an `Error` entry, and expects it to be zero.
    let of = |kind| if kind == InvType::Error { hash(0) } else { hash(7) };
    let entries: Vec<InvVect> =
        kinds.iter().map(|(kind, _)| InvVect { kind: *kind, hash: of(*kind) }).collect();
    let each = kinds.iter().map(|(kind, number)| bytes![number, of(*kind).0]);
    let payload = bytes![[10], each.collect::<Vec<_>>().concat()];
    let one = vec![entries[1]];
    let one_payload = bytes![[1], [1, 0, 0, 0], [7; 32]];
    vec![
        (Inv { entries }.into(), payload),
        (GetData { entries: one.clone() }.into(), one_payload.clone()),
        (NotFound { entries: one }.into(), one_payload),
        (MemPool {}.into(), vec![]),
    ]
}

fn blocks() -> Vec<Golden> {
    let (header, header_bytes) = header();
    let ((plain, plain_bytes), (segwit, segwit_bytes)) = (plain(), segwit());
    let block = Block { header, transactions: vec![segwit.clone(), plain.clone()] };
    let locator = vec![hash(5), hash(6)];
    let (protocol, stop) = (70_016, hash(0));
    let locator_bytes = bytes![[0x80, 0x11, 1, 0], [2], [5; 32], [6; 32], [0; 32]];
    let bare = BareBlock { header, transactions: () };
    let merkle =
        MerkleBlock { header, transaction_count: 2, hashes: vec![hash(8)], flags: vec![1] };
    vec![
        (plain.into(), plain_bytes.clone()),
        (segwit.into(), segwit_bytes.clone()),
        (block.into(), bytes![header_bytes, [2], segwit_bytes, plain_bytes]),
        (GetBlocks { protocol, locator: locator.clone(), stop }.into(), locator_bytes.clone()),
        (GetHeaders { protocol, locator, stop }.into(), locator_bytes),
        (
            Headers { blocks: vec![bare; 2] }.into(),
            [&[2], &[&header_bytes[..], &[0]].concat().repeat(2)[..]].concat(),
        ),
        (merkle.into(), bytes![header_bytes, [2, 0, 0, 0], [1], [8; 32], [1, 1]]),
    ]
}

fn compact_blocks() -> Vec<Golden> {
    let (header, header_bytes) = header();
    let (segwit, segwit_bytes) = segwit();
    let prefilled = PrefilledTransaction { gap: Gap(0x0102), transaction: segwit.clone() };
    let short_ids = vec![ShortId([1, 2, 3, 4, 5, 6]), ShortId([7; 6])];
    let compact = CompactBlock { header, nonce: 9, short_ids, prefilled: vec![prefilled] };
    let compact_bytes = bytes![
        header_bytes,
        [9, 0, 0, 0, 0, 0, 0, 0],
        [2, 1, 2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 7],
        [1],
        [0xfd, 2, 1],
        segwit_bytes,
    ];
    let gaps = vec![Gap(0), Gap(0xfd), Gap(3)];
    vec![
        (SendCompact { announce: Flag::YES, version: 2 }.into(), vec![1, 2, 0, 0, 0, 0, 0, 0, 0]),
        (compact.into(), compact_bytes),
        (GetBlockTxn { block: hash(5), gaps }.into(), bytes![[5; 32], [3, 0, 0xfd, 0xfd, 0, 3]]),
        (
            BlockTxn { block: hash(5), transactions: vec![segwit] }.into(),
            bytes![[5; 32], [1], segwit_bytes],
        ),
    ]
}

fn filters() -> Vec<Golden> {
    let (kind, stop, block) = (0, hash(6), hash(6));
    let load = FilterLoad { filter: vec![0xb5, 0x0f], hash_functions: 11, tweak: 5, flags: 1 };
    let headers = CFHeaders { kind, stop, previous: hash(7), hashes: vec![hash(8)] };
    let range = bytes![[0], [9, 0, 0, 0], [6; 32]];
    vec![
        (load.into(), bytes![[2, 0xb5, 0x0f], [11, 0, 0, 0], [5, 0, 0, 0], [1]]),
        (FilterAdd { data: vec![1, 2] }.into(), vec![2, 1, 2]),
        (FilterClear {}.into(), vec![]),
        (GetCFilters { kind, start: 9, stop }.into(), range.clone()),
        (CFilter { kind, block, data: vec![1, 2] }.into(), bytes![[0], [6; 32], [2, 1, 2]]),
        (GetCFHeaders { kind, start: 9, stop }.into(), range),
        (headers.into(), bytes![[0], [6; 32], [7; 32], [1], [8; 32]]),
        (GetCFCheckpoints { kind, stop }.into(), bytes![[0], [6; 32]]),
        (
            CFCheckpoints { kind, stop, headers: vec![hash(8)] }.into(),
            bytes![[0], [6; 32], [1], [8; 32]],
        ),
    ]
}

/// All messages: at least one of each command.
pub(crate) fn golden() -> Vec<Golden> {
    [connection(), addresses(), inventories(), blocks(), compact_blocks(), filters()].concat()
}
