//! A pool for one miner, by the crates of the Stratum reference implementation alone: the handshake
//! and frames of `NoiseTcpStream`, their messages, and their `StandardChannel`, which makes the job
//! and judges the share. `tools/interop/miner.sh` connects the emulated firmware to it.
#![forbid(unsafe_code)]

use std::error::Error;
use std::time::{Duration, SystemTime};

use stratum_apps::key_utils::{Secp256k1PublicKey, Secp256k1SecretKey};
use stratum_apps::network_helpers::noise_stream::{
    NoiseTcpReadHalf, NoiseTcpStream, NoiseTcpWriteHalf,
};
use stratum_apps::stratum_core::binary_sv2::{GetSize, Serialize};
use stratum_apps::stratum_core::bitcoin::{Amount, ScriptBuf, Target, TxOut};
use stratum_apps::stratum_core::channels_sv2::extranonce_manager::ExtranonceAllocator;
use stratum_apps::stratum_core::channels_sv2::server::share_accounting::ShareValidationResult;
use stratum_apps::stratum_core::channels_sv2::server::standard::StandardChannel;
use stratum_apps::stratum_core::codec_sv2::MessageFrame;
use stratum_apps::stratum_core::common_messages_sv2::{
    MESSAGE_TYPE_SETUP_CONNECTION_SUCCESS, SetupConnectionSuccessOwned,
};
use stratum_apps::stratum_core::mining_sv2::{
    MESSAGE_TYPE_MINING_SET_NEW_PREV_HASH, MESSAGE_TYPE_NEW_MINING_JOB,
    MESSAGE_TYPE_OPEN_STANDARD_MINING_CHANNEL_SUCCESS, MESSAGE_TYPE_SUBMIT_SHARES_SUCCESS,
    OpenStandardMiningChannelSuccessOwned, SetNewPrevHashOwned, SubmitSharesSuccessOwned,
};
use stratum_apps::stratum_core::noise_sv2::Responder;
use stratum_apps::stratum_core::parsers_sv2::{CommonMessages, Mining};
use stratum_apps::stratum_core::template_distribution_sv2::{
    NewTemplateOwned, SetNewPrevHashOwned as Tip,
};
use tokio::net::{TcpListener, TcpStream};

/// The key that `codec-embedded/miner` trusts, and its secret: those of the reference
/// implementation's examples.
const AUTHORITY: &str = "9auqWEzQDVyd2oe1JVGFLMLHZtCo2FFqZwtKA5gd9xbuEu7PH72";
const SECRET: &str = "mkDLTBBRxdBv998612qipDYoTK3YUrqLe8uWw7gu3iXbSrn2n";

const TEMPLATE: u64 = 1;
const REWARD: u64 = 5_000_000_000;
/// Shares that a miner is to find: of 10,000 hashes a second, one in 1,000.
const SHARES_PER_MINUTE: f32 = 600.0;

type Outcome<T> = Result<T, Box<dyn Error>>;

struct Pool {
    reader: NoiseTcpReadHalf,
    writer: NoiseTcpWriteHalf,
}

impl Pool {
    async fn send<M: Serialize + GetSize>(
        &mut self,
        message: M,
        id: u8,
        of_channel: bool,
    ) -> Outcome<()> {
        let frame = MessageFrame::from_message(message, id, 0, of_channel).map_err(said)?;
        self.writer.write_frame(frame).await.map_err(said)
    }

    /// Sets the connection up.
    async fn set_up(&mut self) -> Outcome<()> {
        let mut frame = self.reader.read_frame().await.map_err(said)?;
        let id = frame.header().msg_type();
        let CommonMessages::SetupConnection(asked) =
            (id, frame.payload()).try_into().map_err(said)?
        else {
            return Err(format!("message {id} before the connection was set up").into());
        };
        println!("{asked}");
        let success = SetupConnectionSuccessOwned { used_version: 2, flags: 0 };
        self.send(success, MESSAGE_TYPE_SETUP_CONNECTION_SUCCESS, false).await
    }

    /// Opens the channel that the miner asks for, and gives it a job.
    async fn open(&mut self) -> Outcome<StandardChannel> {
        let mut frame = self.reader.read_frame().await.map_err(said)?;
        let id = frame.header().msg_type();
        let Mining::OpenStandardMiningChannel(asked) =
            (id, frame.payload()).try_into().map_err(said)?
        else {
            return Err(format!("message {id} before a channel was open").into());
        };
        println!("{asked}");
        let mut prefixes = ExtranonceAllocator::new(vec![7; 4], 32, 16).map_err(said)?;
        let max_target: [u8; 32] = asked.max_target.as_ref().try_into()?;
        let mut channel = StandardChannel::new_for_pool(
            1,
            "miner".into(),
            prefixes.allocate_standard().map_err(said)?,
            Target::from_le_bytes(max_target),
            asked.nominal_hash_rate,
            1,
            SHARES_PER_MINUTE,
            "codec".into(),
            None,
        )
        .map_err(said)?;
        let opened = OpenStandardMiningChannelSuccessOwned {
            request_id: asked.request_id,
            channel_id: channel.get_channel_id(),
            target: channel.get_target().to_le_bytes().into(),
            extranonce_prefix: channel.get_extranonce_prefix().to_vec().try_into().map_err(said)?,
            group_channel_id: 0,
        };
        self.send(opened, MESSAGE_TYPE_OPEN_STANDARD_MINING_CHANNEL_SUCCESS, false).await?;

        let reward = TxOut { value: Amount::from_sat(REWARD), script_pubkey: ScriptBuf::new() };
        channel.on_new_template(template()?, vec![reward]).map_err(said)?;
        let job_id = channel.get_future_job_id_from_template_id(TEMPLATE).ok_or("no job")?;
        let job = channel.get_future_job(job_id).ok_or("no job")?.get_job_message().clone();
        self.send(job, MESSAGE_TYPE_NEW_MINING_JOB, true).await?;

        let tip = tip()?;
        let (prev_hash, min_ntime, nbits) =
            (tip.prev_hash.clone(), tip.header_timestamp, tip.n_bits);
        channel.on_set_new_prev_hash(tip).map_err(said)?;
        let channel_id = channel.get_channel_id();
        let block = SetNewPrevHashOwned { channel_id, job_id, prev_hash, min_ntime, nbits };
        self.send(block, MESSAGE_TYPE_MINING_SET_NEW_PREV_HASH, true).await?;
        Ok(channel)
    }

    /// Judges one share, and answers that it is accepted.
    async fn judge(&mut self, channel: &mut StandardChannel) -> Outcome<()> {
        let mut frame = self.reader.read_frame().await.map_err(said)?;
        let id = frame.header().msg_type();
        let Mining::SubmitSharesStandard(share) = (id, frame.payload()).try_into().map_err(said)?
        else {
            return Err(format!("message {id} where a share was due").into());
        };
        println!("{share}");
        let last_sequence_number = share.sequence_number;
        let hash = match channel.validate_share(share.into_owned()).map_err(said)? {
            ShareValidationResult::Valid(hash) => hash,
            ShareValidationResult::BlockFound(hash, ..) => hash,
        };
        println!("accepted: {hash}");
        let success = SubmitSharesSuccessOwned {
            channel_id: channel.get_channel_id(),
            last_sequence_number,
            new_submits_accepted_count: 1,
            new_shares_sum: 1,
        };
        self.send(success, MESSAGE_TYPE_SUBMIT_SHARES_SUCCESS, true).await
    }
}

fn template() -> Outcome<NewTemplateOwned> {
    Ok(NewTemplateOwned {
        template_id: TEMPLATE,
        future_template: true,
        version: 0x2000_0000,
        coinbase_tx_version: 2,
        coinbase_prefix: vec![2, 159, 0, 0].try_into().map_err(said)?,
        coinbase_tx_input_sequence: u32::MAX - 1,
        coinbase_tx_value_remaining: REWARD,
        coinbase_tx_outputs_count: 0,
        coinbase_tx_outputs: vec![].try_into().map_err(said)?,
        coinbase_tx_locktime: 158,
        merkle_path: vec![].try_into().map_err(said)?,
    })
}

/// The block that the job builds on; none that a miner finds is another, at this difficulty.
fn tip() -> Outcome<Tip> {
    Ok(Tip {
        template_id: TEMPLATE,
        prev_hash: [0x5a; 32].into(),
        header_timestamp: SystemTime::UNIX_EPOCH.elapsed()?.as_secs().try_into()?,
        n_bits: 0x1d00_ffff,
        target: [0; 32].into(),
    })
}

/// An error of theirs.
fn said<E: std::fmt::Debug>(error: E) -> Box<dyn Error> {
    format!("{error:?}").into()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on {}", listener.local_addr()?);
    let (stream, _): (TcpStream, _) = listener.accept().await?;
    let public = AUTHORITY.parse::<Secp256k1PublicKey>().map_err(said)?.into_bytes();
    let secret = SECRET.parse::<Secp256k1SecretKey>().map_err(said)?.into_bytes();
    let responder =
        Responder::from_authority_kp(&public, &secret, Duration::from_secs(3600)).map_err(said)?;
    let patience = Duration::from_secs(60);
    let (reader, writer) =
        NoiseTcpStream::accept(stream, responder, patience).await.map_err(said)?.into_split();
    let mut pool = Pool { reader, writer };
    pool.set_up().await?;
    let mut channel = pool.open().await?;
    pool.judge(&mut channel).await?;
    pool.writer.shutdown().await.map_err(said)?;
    println!("total: 1 shares");
    Ok(())
}
