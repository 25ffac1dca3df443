//! The same server twice, on our frame reader and on `codec_sv2`'s decoder, with the same load for
//! both.
//!
//! Both behave like `sv2 serve`: they set up a connection, open a channel, check each share,
//! acknowledge a hundred shares with one message, send a new job every thousand shares, and flush
//! their messages when there is nothing more to read.

pub mod load;
pub mod ours;
pub mod theirs;

use std::future::Future;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use codec_core::wire::{B032, B064K, Seq0255, U256};
use codec_core::{Encode, Message, Sv2};
use codec_pool::{FrameWriter, Pool};
use codec_stratum::FrameHeader;
use codec_stratum::common::SetupConnectionSuccess;
use codec_stratum::mining::{
    NewExtendedMiningJob, OpenExtendedMiningChannelSuccess, SetNewPrevHash,
};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// The channel of every connection.
pub const CHANNEL_ID: u32 = 1;
/// Bytes of a share's extranonce.
pub const EXTRANONCE_SIZE: u16 = 8;
/// Shares that one message acknowledges.
const BATCH: u32 = 100;
/// Shares after which there is a new job.
const SHARES_A_JOB: u64 = 1000;

/// Counts of a server, over all connections.
#[derive(Debug, Default)]
pub struct Tally {
    frames: AtomicU64,
    shares: AtomicU64,
    reads: AtomicU64,
}

/// A snapshot of a [`Tally`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// Frames received.
    pub frames: u64,
    /// Shares among them.
    pub shares: u64,
    /// Calls of `read`, including those that found nothing.
    pub reads: u64,
}

impl Tally {
    fn add(&self, seen: Seen) {
        self.frames.fetch_add(seen.frames, Ordering::Relaxed);
        self.shares.fetch_add(seen.shares, Ordering::Relaxed);
        self.reads.fetch_add(seen.reads, Ordering::Relaxed);
    }

    /// The counts so far, from connections that have ended.
    pub fn seen(&self) -> Seen {
        Seen {
            frames: self.frames.load(Ordering::Relaxed),
            shares: self.shares.load(Ordering::Relaxed),
            reads: self.reads.load(Ordering::Relaxed),
        }
    }
}

/// Serves this many connections, each in a task, and counts what they send.
///
/// # Errors
/// The errors of the sockets, and of an invalid conversation.
pub async fn serve<S, F>(
    listener: &TcpListener,
    connections: usize,
    attend: S,
) -> io::Result<Arc<Tally>>
where
    S: Fn(TcpStream) -> F,
    F: Future<Output = io::Result<Seen>> + Send + 'static,
{
    let (tally, mut tasks) = (Arc::new(Tally::default()), JoinSet::new());
    for _ in 0..connections {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        tasks.spawn(attend(stream));
    }
    while let Some(seen) = tasks.join_next().await {
        tally.add(seen??);
    }
    Ok(tally)
}

/// The messages of the servers, except acknowledgements, encoded once.
#[derive(Debug, Clone)]
pub struct Lines {
    /// For a connection that is set up.
    pub welcome: Vec<u8>,
    /// For a channel that is opened: its parameters, and the first job.
    pub opened: Vec<u8>,
    /// A later job.
    pub job: Vec<u8>,
}

impl Default for Lines {
    fn default() -> Self {
        let mut opened = encode(&OpenExtendedMiningChannelSuccess {
            request_id: 1,
            channel_id: CHANNEL_ID,
            target: U256([0xff; 32]),
            extranonce_size: EXTRANONCE_SIZE,
            extranonce_prefix: B032::try_from(&[0x53, 0x56, 0x32, 0x01]).expect("four are few"),
            group_channel_id: 100,
        });
        opened.extend(encode(&job(None)));
        opened.extend(encode(&SetNewPrevHash {
            channel_id: CHANNEL_ID,
            job_id: 1,
            prev_hash: U256([7; 32]),
            min_ntime: 1_763_700_000,
            nbits: 0x1703_4219,
        }));
        let welcome = encode(&SetupConnectionSuccess { used_version: 2, flags: 0 });
        Self { welcome, opened, job: encode(&job(Some(1_763_700_000))) }
    }
}

/// A job of usual size.
fn job(min_ntime: Option<u32>) -> NewExtendedMiningJob {
    NewExtendedMiningJob {
        channel_id: CHANNEL_ID,
        job_id: 1,
        min_ntime,
        version: 0x2000_0000,
        version_rolling_allowed: true,
        merkle_path: Seq0255::try_from(vec![U256([3; 32]); 11]).expect("eleven are few"),
        coinbase_tx_prefix: B064K::try_from(&[1; 46]).expect("46 bytes are few"),
        coinbase_tx_suffix: B064K::try_from(&[2; 41]).expect("41 bytes are few"),
    }
}

/// A message in its frame.
fn encode<M: Message<Id = u32> + Encode>(message: &M) -> Vec<u8> {
    let mut writer = FrameWriter::<FrameHeader>::new(Pool::default());
    writer.write::<Sv2, M>(message).expect("it fits a frame");
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes everything");
    wire
}

/// The error for an invalid conversation.
fn nonsense(what: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}
