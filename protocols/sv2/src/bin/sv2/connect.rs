//! `sv2 connect`: a client that gets work and submits shares.

use std::net::{TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use clap::Args;
use codec_core::wire::{B032, Str0255, U256};
use codec_pool::Pool;
use codec_sv2::common::SetupConnection;
use codec_sv2::mining::{
    CloseChannel, OpenExtendedMiningChannel, SubmitSharesExtended, setup_flags,
};
use codec_sv2::{MessageRef, Protocol};

use crate::failure::{Failure, say};
use crate::host::{VERSION, unexpected};
use crate::link::{Link, Trouble};
use crate::serve::rate;
use crate::work;

/// Shares that are sent with one write.
const BATCH: u64 = 256;
/// Shares that may wait for an answer: few enough that neither side's buffers
/// fill up while both are writing.
const WINDOW: u64 = 1024;

/// Connects to a server, opens an extended channel, submits shares for the jobs
/// that come, and waits until all are answered.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The server, such as `127.0.0.1:3336`.
    address: String,
    /// How many shares to submit.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    shares: u32,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let address = &arguments.address;
    let stream = connect(address)?;
    let host = address.rsplit_once(':').map_or(address.as_str(), |(host, _)| host);
    let unusable = |error| Failure::new(format!("can't use the connection to {address}"), error);
    let port = stream.peer_addr().map_err(unusable)?.port();
    let mut link = Link::new(stream, &Pool::default()).map_err(unusable)?;
    let mut miner = Miner::default();
    let outcome = miner.mine(&mut link, (host, port), arguments.shares.into());
    let (traffic, seconds) = link.so_far();
    say(format_args!("{} accepted, {} refused", miner.accepted, miner.refused))?;
    say(format_args!("{}; {traffic}", rate(miner.accepted, seconds)))?;
    match outcome {
        Err(trouble) => Err(Failure::new(address, trouble)),
        Ok(()) if miner.refused > 0 => {
            Err(Failure::new(address, format!("{} shares were refused", miner.refused)))
        }
        Ok(()) => Ok(()),
    }
}

fn connect(address: &str) -> Result<TcpStream, Failure> {
    let refuse = |error| Failure::new(format!("can't connect to {address}"), error);
    let mut last = std::io::Error::from(std::io::ErrorKind::NotFound);
    for candidate in address.to_socket_addrs().map_err(refuse)? {
        match TcpStream::connect_timeout(&candidate, Duration::from_secs(10)) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(refuse(last))
}

/// What the server has said.
#[derive(Debug, Default)]
struct Miner {
    channel_id: u32,
    extranonce_size: usize,
    /// The job to work on.
    job_id: Option<u32>,
    /// The job that waits for its previous block.
    future_job: Option<u32>,
    accepted: u64,
    refused: u64,
}

impl Miner {
    fn mine(&mut self, link: &mut Link, server: (&str, u16), shares: u64) -> Result<(), Trouble> {
        Self::set_up(link, server)?;
        self.open_channel(link)?;
        while self.job_id.is_none() {
            let message = link.expect()?;
            self.hear(&message)?;
        }
        let mut sent = 0;
        while self.accepted + self.refused < shares {
            let batch = BATCH.min(shares - sent);
            if batch > 0 && sent + batch - (self.accepted + self.refused) <= WINDOW {
                (sent..sent + batch).try_for_each(|number| self.submit(link, number))?;
                sent += batch;
                link.flush()?;
            } else {
                let message = link.expect()?;
                self.hear(&message)?;
            }
        }
        let reason_code = Str0255::try_from("done")?;
        link.queue(&CloseChannel { channel_id: self.channel_id, reason_code })?;
        link.flush()
    }

    fn set_up(link: &mut Link, (host, port): (&str, u16)) -> Result<(), Trouble> {
        link.queue(&SetupConnection {
            protocol: Protocol::Mining,
            min_version: VERSION,
            max_version: VERSION,
            flags: setup_flags::REQUIRES_VERSION_ROLLING,
            endpoint_host: Str0255::try_from(host)?,
            endpoint_port: port,
            vendor: Str0255::try_from("codec-sv2")?,
            hardware_version: Str0255::default(),
            firmware: Str0255::try_from(env!("CARGO_PKG_VERSION"))?,
            device_id: Str0255::default(),
        })?;
        link.flush()?;
        match link.expect()? {
            MessageRef::SetupConnectionSuccess(_) => Ok(()),
            MessageRef::SetupConnectionError(error) => Err(Trouble::Refused {
                message: "SetupConnectionError",
                code: error.error_code.to_string(),
            }),
            other => Err(unexpected(&other, "SetupConnectionSuccess")),
        }
    }

    fn open_channel(&mut self, link: &mut Link) -> Result<(), Trouble> {
        link.queue(&OpenExtendedMiningChannel {
            request_id: 1,
            user_identity: Str0255::try_from("codec.worker1")?,
            nominal_hash_rate: 1.0e12,
            max_target: U256::from([0xff; 32]),
            min_extranonce_size: work::EXTRANONCE_SIZE,
        })?;
        link.flush()?;
        match link.expect()? {
            MessageRef::OpenExtendedMiningChannelSuccess(opened) => {
                self.channel_id = opened.channel_id;
                self.extranonce_size = usize::from(opened.extranonce_size).min(B032::MAX);
                Ok(())
            }
            MessageRef::OpenMiningChannelError(error) => Err(Trouble::Refused {
                message: "OpenMiningChannelError",
                code: error.error_code.to_string(),
            }),
            other => Err(unexpected(&other, "OpenExtendedMiningChannelSuccess")),
        }
    }

    /// Takes in what the server says while shares are under way.
    fn hear(&mut self, message: &MessageRef<'_>) -> Result<(), Trouble> {
        match message {
            MessageRef::NewExtendedMiningJob(job) if job.min_ntime.is_none() => {
                self.future_job = Some(job.job_id);
            }
            MessageRef::NewExtendedMiningJob(job) => self.job_id = Some(job.job_id),
            MessageRef::MiningSetNewPrevHash(found) if self.future_job == Some(found.job_id) => {
                self.job_id = self.future_job.take();
            }
            MessageRef::MiningSetNewPrevHash(_) => {
                return Err(Trouble::Nonsense("SetNewPrevHash names a job that was not sent"));
            }
            MessageRef::SubmitSharesSuccess(answer) => {
                self.accepted += u64::from(answer.new_submits_accepted_count);
            }
            MessageRef::SubmitSharesError(_) => self.refused += 1,
            MessageRef::SetTarget(_) | MessageRef::SetExtranoncePrefix(_) => {}
            other => return Err(unexpected(other, "jobs and acknowledgements")),
        }
        Ok(())
    }

    fn submit(&self, link: &mut Link, number: u64) -> Result<(), Trouble> {
        let sequence_number = u32::try_from(number).unwrap_or(u32::MAX);
        let mut extranonce = [0; B032::MAX];
        extranonce[..8].copy_from_slice(&number.to_le_bytes());
        link.queue(&SubmitSharesExtended {
            channel_id: self.channel_id,
            sequence_number,
            job_id: self.job_id.unwrap_or_default(),
            nonce: sequence_number.wrapping_mul(0x9e37_79b1),
            ntime: work::MIN_NTIME.wrapping_add(sequence_number / 1000),
            version: work::VERSION,
            extranonce: B032::try_from(&extranonce[..self.extranonce_size])?,
        })
    }
}
