//! Fetches the chain of a node, and checks each block against its header:
//! `cargo run -p codec-bitcoin --example peer -- 127.0.0.1:18555 simnet`.
//!
//! A block must have the requested hash, and the root and witnesses to which its header and its
//! coinbase commit, and must be encoded to the bytes that were received.

use std::error::Error;
use std::net::TcpStream;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use codec_bitcoin::address::{NetAddress, SendAddrV2};
use codec_bitcoin::block::{Block, GetHeaders, MAX_HEADERS};
use codec_bitcoin::connection::{NODE_WITNESS, Ping, Pong, VerAck, Version, WtxidRelay};
use codec_bitcoin::inventory::{GetData, InvType, InvVect};
use codec_bitcoin::transaction::{Input, OutPoint, Output, Transaction, Witness};
use codec_bitcoin::{
    AnyMessageRef, AnyNetwork, BitcoinProtocol, Digest, Flag, Network, NetworkVisitor,
    PROTOCOL_VERSION,
};
use codec_core::{Consensus, Format as _};
use codec_pool::{Connection, ConnectionLimits, Pool};
use sha2::{Digest as _, Sha256};

type Failed = Box<dyn Error>;

fn main() -> Result<(), Failed> {
    let mut arguments = std::env::args().skip(1);
    let (Some(address), Some(network)) = (arguments.next(), arguments.next()) else {
        return Err("usage: peer ADDRESS NETWORK".into());
    };
    let network: AnyNetwork = network.parse()?;
    let sent = arguments.next().map_or(Ok(0), |count| count.parse())?;
    network.visit(Fetch { address: &address, sent })
}

/// Fetches from the node at this address, and sends it this many transactions.
struct Fetch<'a> {
    address: &'a str,
    sent: usize,
}

impl NetworkVisitor for Fetch<'_> {
    type Output = Result<(), Failed>;

    fn visit<N: Network>(self) -> Result<(), Failed> {
        let mut node = Node::<N>::connect(self.address)?;
        let chain = node.chain()?;
        let sums = node.blocks(&chain)?;
        let sent = node.spend(&sums.spendable[..self.sent.min(sums.spendable.len())])?;
        println!(
            "{} headers, {} blocks, {} transactions, {} with witnesses, {} bytes, {sent} sent",
            chain.len().saturating_sub(1),
            chain.len(),
            sums.transactions,
            sums.witnesses,
            sums.bytes,
        );
        Ok(())
    }
}

#[derive(Default)]
struct Sums {
    transactions: usize,
    witnesses: usize,
    bytes: usize,
    /// Outputs of coinbases that anyone may spend, the oldest first, and their values.
    spendable: Vec<(OutPoint, i64)>,
}

/// The script that is always true, and the output script that contains its hash.
const TRUE: [u8; 1] = [0x51];

fn pay_to_true() -> Vec<u8> {
    [&[0, 32], &Sha256::digest(TRUE)[..]].concat()
}

struct Node<N: Network>(Connection<BitcoinProtocol<N>, TcpStream>);

impl<N: Network> Node<N> {
    /// Connects, and performs the handshake.
    fn connect(address: &str) -> Result<Self, Failed> {
        let limits = ConnectionLimits::new().idle_timeout(Duration::from_secs(30));
        let mut link = Connection::new(TcpStream::connect(address)?, &Pool::default(), limits);
        let nowhere = NetAddress { services: 0, ip: [0; 16], port: 0 };
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        link.send(&Version {
            protocol: PROTOCOL_VERSION.cast_signed(),
            services: NODE_WITNESS,
            time: now.cast_signed(),
            to: nowhere,
            from: nowhere,
            nonce: now,
            user_agent: b"/codec-bitcoin/".to_vec(),
            last_block: 0,
            relay: Some(Flag::YES),
        })?;
        let (mut is_known, mut is_accepted) = (false, false);
        while !is_known || !is_accepted {
            match link.next()?.ok_or("the node closed the connection")? {
                AnyMessageRef::Version(version) => {
                    println!("{} speaks {}: {}", address, version.protocol, version.software());
                    is_known = true;
                    // They are valid only before the `verack`.
                    link.queue(&WtxidRelay {})?;
                    link.queue(&SendAddrV2 {})?;
                    link.send(&VerAck {})?;
                }
                AnyMessageRef::VerAck(_) => is_accepted = true,
                _ => {}
            }
        }
        Ok(Self(link))
    }

    /// Answers a ping.
    fn pong(&mut self, nonce: u64) -> Result<(), Failed> {
        Ok(self.0.send(&Pong { nonce })?)
    }

    /// The hashes of all blocks, starting with the one that the first header builds on.
    fn chain(&mut self) -> Result<Vec<Digest>, Failed> {
        let mut chain = Vec::new();
        loop {
            let locator = vec![chain.last().copied().unwrap_or_default()];
            let stop = Digest::default();
            self.0.send(&GetHeaders { protocol: PROTOCOL_VERSION, locator, stop })?;
            let count = loop {
                match self.0.next()?.ok_or("the node closed the connection")? {
                    AnyMessageRef::Headers(headers) => {
                        for block in &headers.blocks {
                            let (prev, hash) = (block.header.prev_block, block.header.hash());
                            if chain.is_empty() {
                                chain.push(prev);
                            }
                            if chain.last() != Some(&prev) {
                                return Err(format!("{hash} does not follow").into());
                            }
                            chain.push(hash);
                        }
                        break headers.blocks.len();
                    }
                    AnyMessageRef::Ping(ping) => {
                        let nonce = ping.nonce;
                        self.pong(nonce)?;
                    }
                    _ => {}
                }
            };
            if count < MAX_HEADERS {
                return Ok(chain);
            }
        }
    }

    /// Fetches and checks these blocks.
    fn blocks(&mut self, chain: &[Digest]) -> Result<Sums, Failed> {
        let mut sums = Sums::default();
        for part in chain.chunks(16) {
            let entry = |hash: &Digest| InvVect { kind: InvType::WitnessBlock, hash: *hash };
            self.0.send(&GetData { entries: part.iter().map(entry).collect() })?;
            let mut hashes = part.iter();
            while !hashes.as_slice().is_empty() {
                let frame = self.0.next_frame()?.ok_or("the node closed the connection")?;
                match frame.message_ref() {
                    Ok(AnyMessageRef::Block(_)) => {
                        let hash = *hashes.next().ok_or("more blocks than were asked for")?;
                        sums.check(hash, frame.payload())?;
                    }
                    Ok(AnyMessageRef::Ping(ping)) => {
                        let nonce = ping.nonce;
                        self.pong(nonce)?;
                    }
                    Ok(AnyMessageRef::NotFound(_)) => return Err("a block is missing".into()),
                    Ok(_) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(sums)
    }
}

impl<N: Network> Node<N> {
    /// Spends these outputs, each in a transaction, to the same script.
    fn spend(&mut self, outputs: &[(OutPoint, i64)]) -> Result<usize, Failed> {
        for (previous, value) in outputs {
            let input = Input { previous: *previous, script: vec![], sequence: u32::MAX };
            let output = Output { value: value - 10_000, script: pay_to_true() };
            let witness = Witness { items: vec![TRUE.to_vec()] };
            self.0.queue(&Transaction::new(2, [input], [output], [witness], 0))?;
        }
        // The answer shows that the node has read everything before.
        self.0.send(&Ping { nonce: 1 })?;
        while let Some(message) = self.0.next()? {
            match message {
                AnyMessageRef::Pong(_) => return Ok(outputs.len()),
                AnyMessageRef::Reject(reject) => {
                    return Err(String::from_utf8_lossy(reject.reason).into());
                }
                _ => {}
            }
        }
        Err("the node closed the connection".into())
    }
}

impl Sums {
    fn check(&mut self, hash: Digest, payload: &[u8]) -> Result<(), Failed> {
        let block: Block = Consensus::from_slice(payload)?;
        let failed = |how: &str| Err(format!("block {hash}: {how}").into());
        if block.header.hash() != hash {
            return failed("it has another hash");
        }
        if !block.has_valid_merkle_root() {
            return failed("its transactions have another root");
        }
        if !block.has_valid_witnesses() {
            return failed("its coinbase commits to other witnesses");
        }
        if Consensus::to_vec(&block)? != payload {
            return failed("it is not written back as it came");
        }
        if let Some(coinbase) = block.transactions.first() {
            let txid = coinbase.txid();
            for (output, index) in coinbase.outputs.iter().zip(0..) {
                if output.script == pay_to_true() {
                    self.spendable.push((OutPoint { txid, index }, output.value));
                }
            }
        }
        self.transactions += block.transactions.len();
        self.witnesses += block.transactions.iter().filter(|each| each.is_segwit).count();
        self.bytes += payload.len();
        Ok(())
    }
}
