//! The same load for both servers: connections that send shares as fast as the server reads them.
//!
//! The shares are encoded before the clock starts and written a thousand at a time, so that the
//! server is what is measured. Its answers are read at the end: they fit in the socket's buffer.

use std::io;
use std::net::SocketAddr;

use codec_core::wire::{B032, Str0255, U256};
use codec_stratum::Subprotocol;
use codec_stratum::common::SetupConnection;
use codec_stratum::mining::{CloseChannel, OpenExtendedMiningChannel, SubmitSharesExtended};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::{CHANNEL_ID, EXTRANONCE_SIZE, encode};

/// Shares in one write.
const BATCH: u32 = 1000;

/// Bytes that each connection sends.
#[derive(Debug, Clone)]
pub struct Script {
    setup: Vec<u8>,
    open: Vec<u8>,
    shares: Vec<u8>,
    close: Vec<u8>,
    batches: u32,
}

impl Script {
    /// This many thousands of shares on each connection.
    ///
    /// # Panics
    /// Never: all fields are short.
    pub fn new(batches: u32) -> Self {
        let text = |text| Str0255::try_from(text).expect("it is short");
        let setup = encode(&SetupConnection {
            protocol: Subprotocol::Mining,
            min_version: 2,
            max_version: 2,
            flags: 0,
            endpoint_host: text("127.0.0.1"),
            endpoint_port: 0,
            vendor: text("codec"),
            hardware_version: text(""),
            firmware: text(""),
            device_id: text(""),
        });
        let open = encode(&OpenExtendedMiningChannel {
            request_id: 1,
            user_identity: text("codec.worker1"),
            nominal_hash_rate: 1.0e12,
            max_target: U256([0xff; 32]),
            min_extranonce_size: EXTRANONCE_SIZE,
        });
        let extranonce = [9; EXTRANONCE_SIZE as usize];
        let share = |sequence_number| SubmitSharesExtended {
            channel_id: CHANNEL_ID,
            sequence_number,
            job_id: 1,
            nonce: sequence_number,
            ntime: 1_763_700_000,
            version: 0x2000_0000,
            extranonce: B032::try_from(&extranonce).expect("eight are few"),
        };
        let shares = (0..BATCH).flat_map(|number| encode(&share(number))).collect();
        let close = encode(&CloseChannel { channel_id: CHANNEL_ID, reason_code: text("done") });
        Self { setup, open, shares, close, batches }
    }

    /// Shares that a connection sends.
    pub fn shares(&self) -> u64 {
        u64::from(self.batches) * u64::from(BATCH)
    }

    async fn run(&self, address: SocketAddr) -> io::Result<()> {
        let mut stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let mut answer = [0; 4096];
        for request in [&self.setup, &self.open] {
            stream.write_all(request).await?;
            if stream.read(&mut answer).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        for _ in 0..self.batches {
            stream.write_all(&self.shares).await?;
        }
        stream.write_all(&self.close).await?;
        // The server closes the connection when all has been acknowledged.
        while stream.read(&mut answer).await? > 0 {}
        Ok(())
    }
}

/// Runs the script on this many connections at the same time.
///
/// # Errors
/// The errors of the sockets.
pub async fn run(address: SocketAddr, connections: usize, script: &Script) -> io::Result<()> {
    let mut tasks = JoinSet::new();
    for _ in 0..connections {
        let script = script.clone();
        tasks.spawn(async move { script.run(address).await });
    }
    while let Some(outcome) = tasks.join_next().await {
        outcome??;
    }
    Ok(())
}
