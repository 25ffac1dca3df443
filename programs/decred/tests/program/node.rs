//! A node for tests, with a short chain: it answers as dcrd does.

use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::thread::{self, JoinHandle};

use codec_core::{Consensus, Format as _, Header as _};
use codec_decred::address::{Addr, NetAddress};
use codec_decred::block::{BareBlock, Block, BlockHeader, Headers};
use codec_decred::connection::{Ping, Relay, VerAck, Version};
use codec_decred::inventory::{Inv, InvType, InvVect};
use codec_decred::mixing::{FactoredPoly, Sender};
use codec_decred::transaction::{
    Input, OutPoint, Output, Parts, Prefix, Transaction, Witness, WitnessInput,
};
use codec_decred::{AnyMessage, DecredProtocol, Digest, FrameHeader, RegNet, merkle_root};
use codec_pool::{Connection, ConnectionLimits, Pool};

type Link = Connection<DecredProtocol<RegNet>, TcpStream>;

/// Fault of the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fault {
    None,
    /// The transactions of a block do not match its header.
    Root,
    /// A header does not follow the previous one.
    Chain,
    /// Sends a message that the protocol version does not have.
    Version,
    /// Sends a frame that is longer than its message may be.
    Length,
    /// Sends a message that nobody knows before it accepts the peer.
    Unknown,
    /// Never stops sending messages that nobody knows.
    Endless,
    /// Sends a message of the protocol before it accepts the peer.
    Early,
    /// Disconnects after the handshake.
    Leaves,
}

/// A transaction with one input and one output.
pub(crate) fn transaction(value: i64) -> Transaction {
    let previous = OutPoint { hash: Digest([7; 32]), index: 0, tree: 0 };
    let input = Input { previous, sequence: u32::MAX };
    let output = Output { value, script_version: 0, script: vec![0x51] };
    let outputs = [output].into_iter().collect();
    let prefix = Prefix { inputs: vec![input].into(), outputs, lock_time: 0, expiry: 0 };
    let witness = WitnessInput { value, block_height: 0, block_index: 0, signature_script: vec![] };
    let witness = Witness { inputs: [witness].into_iter().collect() };
    Transaction { version: 1, parts: Parts::Full(prefix, witness) }
}

fn block(prev_block: Digest, height: u32) -> Block {
    let transactions = vec![transaction(1), transaction(i64::from(height))];
    let hash = |each: &Transaction| each.full_hash().expect("it is whole");
    let regular = merkle_root(transactions.iter().map(hash));
    let header = BlockHeader {
        version: 1,
        prev_block,
        merkle_root: merkle_root([regular, Digest::default()]),
        stake_root: Digest([8; 32]),
        vote_bits: 1,
        final_state: [0; 6],
        voters: 5,
        fresh_stake: 2,
        revocations: 1,
        pool_size: 0,
        bits: 0x207f_ffff,
        stake_bits: 0,
        height,
        size: 0,
        timestamp: 0,
        nonce: 0,
        extra_data: [0; 32],
        stake_version: 0,
    };
    let mut block = Block { header, transactions, stake_transactions: vec![] };
    let len = Consensus::to_vec(&block).expect("it encodes").len();
    block.header.size = len.try_into().expect("it is short");
    block
}

/// The first block, and this many that follow it.
fn chain(count: u32) -> Vec<Block> {
    let mut blocks = vec![block(Digest::default(), 0)];
    for height in 1..=count {
        let prev = blocks[blocks.len() - 1].header.hash();
        blocks.push(block(prev, height));
    }
    blocks
}

/// A mixing message.
pub(crate) fn mixing() -> FactoredPoly {
    let sender = Sender { signature: [1; 64], identity: [2; 33], session: [3; 32], run: 4 };
    FactoredPoly { sender, roots: vec![], seen: vec![] }
}

/// Starts a node that serves one peer: returns its address, and a handle that finishes with the
/// peer.
pub(crate) fn start(version: i32, fault: Fault) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = listener.local_addr().expect("it is bound").to_string();
    let node = thread::spawn(move || {
        let (stream, _) = listener.accept().expect("a peer comes");
        serve(stream, version, fault);
    });
    (address, node)
}

fn serve(stream: TcpStream, version: i32, fault: Fault) {
    let mut blocks = chain(3);
    match fault {
        Fault::Root => blocks[2].transactions.swap(0, 1),
        Fault::Chain => {
            blocks.swap(2, 3);
        }
        _ => {}
    }
    let mut link = Link::new(stream, &Pool::default(), ConnectionLimits::new());
    let address = NetAddress { services: 0, ip: [0; 16], port: 0 };
    let ours = Version {
        protocol: version,
        services: 5,
        time: 0,
        to: address,
        from: Some(address),
        nonce: Some(1),
        user_agent: codec_decred::Ascii::new("/test:1.0/"),
        last_block: Some(3),
        relay: Some(Relay(1)),
    };
    link.send(&ours).expect("it is taken");
    // A peer that disconnects has seen enough.
    while let Ok(Some(message)) = link.next_owned() {
        if answer(&mut link, message, &blocks, fault).is_err() {
            return;
        }
    }
}

/// Writes a frame of any command at once.
fn write(link: &Link, command: &'static str, payload: &[u8]) -> std::io::Result<()> {
    let header = FrameHeader::<RegNet>::describe(command, 0, payload).expect("it is short");
    let mut frame = vec![0; FrameHeader::<RegNet>::SIZE];
    header.write(&mut frame);
    frame.extend(payload);
    let mut stream: &TcpStream = link.stream();
    stream.write_all(&frame)
}

fn answer(
    link: &mut Link,
    message: AnyMessage,
    blocks: &[Block],
    fault: Fault,
) -> Result<(), codec_pool::ConnectionError> {
    match message {
        AnyMessage::Version(_) => {
            match fault {
                Fault::Unknown => write(link, "sendnews", &[1, 2, 3]).expect("it is taken"),
                // Until the peer closes.
                Fault::Endless => while write(link, "sendnews", &[1, 2, 3]).is_ok() {},
                Fault::Early => link.queue(&Ping { nonce: 8 })?,
                _ => {}
            }
            link.send(&VerAck {})
        }
        AnyMessage::GetHeaders(_) if fault == Fault::Leaves => link.flush(),
        AnyMessage::GetHeaders(_) if fault == Fault::Length => {
            let mut header = vec![0xfa, 0x00, 0xb5, 0xda];
            header.extend(b"headers\0\0\0\0\0");
            header.extend(362_004u32.to_le_bytes());
            header.extend([0; 4]);
            let mut stream: &TcpStream = link.stream();
            stream.write_all(&header).map_err(|_| ()).expect("it is taken");
            Ok(())
        }
        AnyMessage::GetHeaders(asked) => {
            if fault == Fault::Version {
                link.queue(&Addr { addresses: vec![] })?;
            }
            // A message that was not requested, and a request.
            link.queue(&Ping { nonce: 9 })?;
            let known = blocks.iter().position(|block| block.header.hash() == asked.locator[0]);
            let after = &blocks[known.map_or(1, |known| known + 1)..];
            let bare = |block: &Block| BareBlock { header: block.header.clone(), transactions: () };
            link.send(&Headers { blocks: after.iter().map(bare).collect() })
        }
        AnyMessage::GetData(asked) => {
            for entry in asked.entries {
                match entry.kind {
                    InvType::Block => {
                        let found = blocks.iter().find(|block| block.header.hash() == entry.hash);
                        link.queue(found.expect("it is in the chain"))?;
                    }
                    InvType::Tx => link.queue(&transaction(5))?,
                    InvType::Mix => link.queue(&mixing())?,
                    other => panic!("{other:?} was not announced"),
                }
            }
            link.flush()
        }
        AnyMessage::MemPool(_) => {
            let entry = |kind| InvVect { kind, hash: Digest([6; 32]) };
            link.send(&Inv { entries: vec![entry(InvType::Tx), entry(InvType::Mix)] })
        }
        _ => Ok(()),
    }
}
