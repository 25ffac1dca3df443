//! Each message, and its bytes assembled by hand from the protocol's tables.

use codec_decred::address::{Addr, AddrV2, GetAddr, Host, NetAddress, NetAddressV2, SeenAddress};
use codec_decred::block::{BareBlock, Block, BlockHeader, GetBlocks, GetHeaders, Headers};
use codec_decred::connection::{FeeFilter, Ping, Pong, Relay, SendHeaders, VerAck, Version};
use codec_decred::filter::{
    CFHeaders, CFTypes, CFilter, CFilterV2, CFiltersV2, GetCFHeaders, GetCFTypes, GetCFilter,
    GetCFilterV2, GetCFiltersV2,
};
use codec_decred::inventory::{GetData, Inv, InvType, InvVect, MemPool, NotFound};
use codec_decred::state::{GetInitState, GetMiningState, InitState, MiningState};
use codec_decred::transaction::{
    Input, OutPoint, Output, Parts, Prefix, Transaction, Witness, WitnessInput,
};
use codec_decred::{AnyMessage, Ascii, Digest, Few};

use crate::golden_mixing;

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

pub(crate) fn ascii<const MAX: usize>(text: &str) -> Ascii<MAX> {
    Ascii::new(text).expect("it is printable")
}

fn header() -> (BlockHeader, Vec<u8>) {
    let header = BlockHeader {
        version: -2,
        prev_block: hash(1),
        merkle_root: hash(2),
        stake_root: hash(3),
        vote_bits: 0x0102,
        final_state: [4, 5, 6, 7, 8, 9],
        voters: 5,
        fresh_stake: 20,
        revocations: 1,
        pool_size: 41_000,
        bits: 0x1b01_b7b4,
        stake_bits: 0x0102_0304_0506_0708,
        height: 432_100,
        size: 2_782,
        timestamp: 0x6955_b900,
        nonce: 0xdead_beef,
        extra_data: [10; 32],
        stake_version: 7,
    };
    let bytes = bytes![
        [0xfe, 0xff, 0xff, 0xff],
        [1; 32],
        [2; 32],
        [3; 32],
        [2, 1],
        [4, 5, 6, 7, 8, 9],
        [5, 0],
        [20],
        [1],
        [0x28, 0xa0, 0, 0],
        [0xb4, 0xb7, 0x01, 0x1b],
        [8, 7, 6, 5, 4, 3, 2, 1],
        [0xe4, 0x97, 0x06, 0x00],
        [0xde, 0x0a, 0, 0],
        [0x00, 0xb9, 0x55, 0x69],
        [0xef, 0xbe, 0xad, 0xde],
        [10; 32],
        [7, 0, 0, 0],
    ];
    assert_eq!(bytes.len(), 180);
    (header, bytes)
}

fn prefix() -> (Prefix, Vec<u8>) {
    let input = |byte, tree| Input {
        previous: OutPoint { hash: hash(byte), index: 2, tree },
        sequence: 0xffff_fffe,
    };
    let prefix = Prefix {
        inputs: Few::from(vec![input(0x11, 0), input(0x12, -1)]),
        outputs: vec![Output { value: 5_000_000_000, script_version: 1, script: vec![0x6a, 0x51] }]
            .into(),
        lock_time: 3,
        expiry: 4,
    };
    let bytes = bytes![
        [2],
        [0x11; 32],
        [2, 0, 0, 0],
        [0],
        [0xfe, 0xff, 0xff, 0xff],
        [0x12; 32],
        [2, 0, 0, 0],
        [0xff],
        [0xfe, 0xff, 0xff, 0xff],
        [1],
        [0x00, 0xf2, 0x05, 0x2a, 1, 0, 0, 0],
        [1, 0],
        [2, 0x6a, 0x51],
        [3, 0, 0, 0],
        [4, 0, 0, 0],
    ];
    (prefix, bytes)
}

fn witness() -> (Witness, Vec<u8>) {
    let input = |script: &[u8]| WitnessInput {
        value: -1,
        block_height: 5,
        block_index: 6,
        signature_script: script.to_vec(),
    };
    let witness = Witness { inputs: vec![input(&[0x47]), input(&[])].into() };
    let bytes = bytes![
        [2],
        [0xff; 8],
        [5, 0, 0, 0],
        [6, 0, 0, 0],
        [1, 0x47],
        [0xff; 8],
        [5, 0, 0, 0],
        [6, 0, 0, 0],
        [0],
    ];
    (witness, bytes)
}

pub(crate) fn transaction() -> (Transaction, Vec<u8>) {
    let ((prefix, head), (witness, tail)) = (prefix(), witness());
    let transaction = Transaction { version: 3, parts: Parts::Full(prefix, witness) };
    (transaction, bytes![[3, 0, 0, 0], head, tail])
}

fn connection() -> Vec<Golden> {
    let address = NetAddress { services: 5, ip: [7; 16], port: 9108 };
    let wire = bytes![[5, 0, 0, 0, 0, 0, 0, 0], [7; 16], [0x23, 0x94]];
    let full = Version {
        protocol: 12,
        services: 1,
        time: 0x6955_b900,
        to: address,
        from: Some(address),
        nonce: Some(0x1122_3344_5566_7788),
        user_agent: Some(ascii("/dcrwire:1.0.0/")),
        last_block: Some(1_000_000),
        relay: Some(Relay(2)),
    };
    let start = bytes![
        [12, 0, 0, 0],
        [1, 0, 0, 0, 0, 0, 0, 0],
        [0x00, 0xb9, 0x55, 0x69, 0, 0, 0, 0],
        wire,
    ];
    let rest = bytes![
        [0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11],
        [15],
        b"/dcrwire:1.0.0/",
        [0x40, 0x42, 0x0f, 0x00],
        [2],
    ];
    let short = Version {
        from: None,
        nonce: None,
        user_agent: None,
        last_block: None,
        relay: None,
        ..full.clone()
    };
    vec![
        (full.into(), bytes![start, wire, rest]),
        (short.into(), start),
        (VerAck {}.into(), vec![]),
        (Ping { nonce: 0x0102 }.into(), vec![2, 1, 0, 0, 0, 0, 0, 0]),
        (Pong { nonce: 0x0304 }.into(), vec![4, 3, 0, 0, 0, 0, 0, 0]),
        (SendHeaders {}.into(), vec![]),
        (FeeFilter { min_fee: -2 }.into(), bytes![[0xfe], [0xff; 7]]),
    ]
}

fn addresses() -> Vec<Golden> {
    let seen = SeenAddress { time: 0x6955_b900, services: 1, ip: [8; 16], port: 0x0102 };
    let v2 = |host| NetAddressV2 { time: 6, services: 1, host, port: 0x0102 };
    let start = bytes![[6, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0]];
    let hosts = [Host::Ipv4([9; 4]), Host::Ipv6([10; 16]), Host::TorV3([11; 32])];
    vec![
        (GetAddr {}.into(), vec![]),
        (
            Addr { addresses: vec![seen] }.into(),
            bytes![[1], [0x00, 0xb9, 0x55, 0x69], [1, 0, 0, 0, 0, 0, 0, 0], [8; 16], [1, 2]],
        ),
        (
            AddrV2 { addresses: hosts.map(v2).to_vec() }.into(),
            bytes![
                [3],
                start,
                [1],
                [9; 4],
                [2, 1],
                start,
                [2],
                [10; 16],
                [2, 1],
                start,
                [3],
                [11; 32],
                [2, 1],
            ],
        ),
    ]
}

fn inventory() -> Vec<Golden> {
    let entries = vec![
        InvVect { kind: InvType::Block, hash: hash(1) },
        InvVect { kind: InvType::Other(0x0605_0403), hash: hash(2) },
    ];
    let wire = bytes![[2], [2, 0, 0, 0], [1; 32], [3, 4, 5, 6], [2; 32]];
    vec![
        (Inv { entries: entries.clone() }.into(), wire.clone()),
        (GetData { entries: entries.clone() }.into(), wire.clone()),
        (NotFound { entries }.into(), wire),
        (MemPool {}.into(), vec![]),
    ]
}

fn blocks() -> Vec<Golden> {
    let ((header, head), (transaction, tx)) = (header(), transaction());
    let (other, other_head) = prefix();
    let other = Transaction { version: 1, parts: Parts::NoWitness(other) };
    let other_wire = bytes![[1, 0, 1, 0], other_head];
    let (only, only_tail) = witness();
    let only = Transaction { version: 1, parts: Parts::OnlyWitness(only) };
    let bare = BareBlock { header: header.clone(), transactions: () };
    vec![
        (transaction.clone().into(), tx.clone()),
        (other.clone().into(), other_wire.clone()),
        (only.into(), bytes![[1, 0, 2, 0], only_tail]),
        (
            Block {
                header,
                transactions: vec![transaction.clone(), other],
                stake_transactions: vec![transaction],
            }
            .into(),
            bytes![head, [2], tx, other_wire, [1], tx],
        ),
        (Headers { blocks: vec![bare.clone(), bare] }.into(), bytes![[2], head, [0], head, [0]]),
        (
            GetBlocks { protocol: 12, locator: vec![hash(1), hash(2)], stop: hash(3) }.into(),
            bytes![[12, 0, 0, 0], [2], [1; 32], [2; 32], [3; 32]],
        ),
        (
            GetHeaders { protocol: 11, locator: vec![hash(1)], stop: hash(0) }.into(),
            bytes![[11, 0, 0, 0], [1], [1; 32], [0; 32]],
        ),
    ]
}

fn states() -> Vec<Golden> {
    let (blocks, votes) = (vec![hash(1)], vec![hash(2), hash(3)]);
    let wire = bytes![[1], [1; 32], [2], [2; 32], [3; 32]];
    vec![
        (GetMiningState {}.into(), vec![]),
        (
            MiningState { version: 1, height: 2, blocks: blocks.clone(), votes: votes.clone() }
                .into(),
            bytes![[1, 0, 0, 0], [2, 0, 0, 0], wire],
        ),
        (
            GetInitState { kinds: vec![ascii("headblocks"), ascii("")] }.into(),
            b"\x02\x0aheadblocks\x00".to_vec(),
        ),
        (
            InitState { blocks, votes, treasury_spends: vec![hash(4)] }.into(),
            bytes![wire, [1], [4; 32]],
        ),
    ]
}

fn filters() -> Vec<Golden> {
    let v2 = CFilterV2 {
        block: hash(1),
        data: vec![8, 9],
        proof_index: 0x0102,
        proof: vec![hash(2), hash(3)],
    };
    let wire = bytes![[1; 32], [2, 8, 9], [2, 1, 0, 0], [2], [2; 32], [3; 32]];
    vec![
        (GetCFilter { block: hash(1), kind: 0xfe }.into(), bytes![[1; 32], [0xfe]]),
        (
            CFilter { block: hash(1), kind: 0, data: vec![7; 0xfd] }.into(),
            bytes![[1; 32], [0], [0xfd, 0xfd, 0], [7; 0xfd]],
        ),
        (
            GetCFHeaders { locator: vec![hash(1)], stop: hash(2), kind: 1 }.into(),
            bytes![[1], [1; 32], [2; 32], [1]],
        ),
        (
            CFHeaders { stop: hash(1), kind: 1, headers: vec![hash(2)] }.into(),
            bytes![[1; 32], [1], [1], [2; 32]],
        ),
        (GetCFTypes {}.into(), vec![]),
        (CFTypes { kinds: vec![0, 1] }.into(), vec![2, 0, 1]),
        (GetCFilterV2 { block: hash(1) }.into(), bytes![[1; 32]]),
        (v2.clone().into(), wire.clone()),
        (GetCFiltersV2 { start: hash(1), end: hash(2) }.into(), bytes![[1; 32], [2; 32]]),
        (CFiltersV2 { filters: vec![v2.clone(), v2] }.into(), bytes![[2], wire, wire]),
    ]
}

pub(crate) fn golden() -> Vec<Golden> {
    let groups = [
        connection(),
        addresses(),
        inventory(),
        blocks(),
        states(),
        filters(),
        golden_mixing::pair_request(),
        golden_mixing::mixing(),
    ];
    groups.concat()
}
