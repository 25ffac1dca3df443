//! `sv2 connect`: a client that gets work and submits shares.

use std::time::Instant;

use clap::Args;
use codec_core::wire::{B032, Str0255, U256};
use codec_pool::{Layers, Pool};
use codec_stratum::mining::{
    CloseChannel, OpenExtendedMiningChannel, SubmitSharesExtended, setup_flags,
};
use codec_stratum::{AnyMessageRef, Subprotocol};
use tokio::task::JoinSet;

use crate::client::{PATIENCE, Server, connect, set_up};
use crate::failure::{Failure, complain, say};
use crate::host::unexpected;
use crate::link::{Link, SERVER, Traffic, Trouble, block_on, expect};
use crate::secure::{AnyLink, Beginning, ClientKeys, initiate, link};
use crate::serve::rate;
use crate::work;

/// Shares sent with one write.
const BATCH: u64 = 256;
/// Shares that may wait for an answer: few enough that neither side's buffers
/// fill up while both are writing.
const WINDOW: u64 = 1024;

/// Connects to a server, opens an extended channel on each connection, submits
/// shares for the jobs that come, and waits until all are answered. The exit status is 3 when
/// shares were refused.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The server, such as `127.0.0.1:3336`.
    address: String,
    /// How many shares to submit on each connection.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    shares: u32,
    /// How many connections to use at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    connections: u16,
    #[command(flatten)]
    keys: ClientKeys,
}

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    block_on(submit_all(arguments))
}

/// The result of one connection, or the sum of all.
#[derive(Debug, Default)]
struct Report {
    accepted: u64,
    refused: u64,
    traffic: Traffic,
    trouble: Option<Trouble>,
}

async fn submit_all(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { address, shares, connections, keys } = arguments;
    let unusable = |error| Failure::new(format!("can't use the connection to {address}"), error);
    let pool = Pool::default();
    let key_log = keys.key_log()?;
    let mut links = Vec::new();
    for _ in 0..*connections {
        let stream = connect(address).await?;
        let server = Server::of(address, &stream).map_err(unusable)?;
        let handshake = initiate(keys.key()).map_err(|error| Failure::new(address, error))?;
        let beginning = Beginning { handshake, patience: PATIENCE, key_log: key_log.clone() };
        let link = link(stream, address, &pool, SERVER, beginning).await;
        links.push((link.map_err(|error| Failure::new(address, error))?, server));
    }
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for (link, server) in links {
        let shares = u64::from(*shares);
        tasks.spawn(async move {
            match link {
                AnyLink::Plain(mut link) => report(&mut link, &server, shares).await,
                AnyLink::Noise(mut link) => report(&mut link, &server, shares).await,
            }
        });
    }
    let mut total = Report::default();
    while let Some(report) = tasks.join_next().await {
        let report = report.map_err(|error| Failure::new(address, error))?;
        total.accepted += report.accepted;
        total.refused += report.refused;
        total.traffic = total.traffic.and(report.traffic);
        if let Some(trouble) = report.trouble {
            // The command fails with the first error.
            match &total.trouble {
                None => total.trouble = Some(trouble),
                Some(_) => complain(&format!("sv2: {address}: {trouble}")),
            }
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    say(format_args!("{} accepted, {} refused", total.accepted, total.refused))?;
    say(format_args!("{}; {}", rate(total.accepted, seconds), total.traffic))?;
    match total.trouble {
        Some(trouble) => Err(Failure::new(address, trouble)),
        None if total.refused > 0 => {
            Err(Failure::Refused(format!("{address}: {} shares were refused", total.refused)))
        }
        None => Ok(()),
    }
}

/// Mines on one connection.
async fn report<L: Layers>(link: &mut Link<L>, server: &Server, shares: u64) -> Report {
    let mut miner = Miner::default();
    let trouble = miner.mine(link, server, shares).await.err();
    let (accepted, refused) = (miner.accepted, miner.refused);
    Report { accepted, refused, traffic: Traffic::of(link), trouble }
}

/// What the server has sent so far.
#[derive(Debug, Default)]
struct Miner {
    channel_id: u32,
    extranonce_size: usize,
    /// The job to work on.
    job_id: Option<u32>,
    /// The job that waits for its previous block to be announced.
    future_job: Option<u32>,
    accepted: u64,
    refused: u64,
}

impl Miner {
    async fn mine<L: Layers>(
        &mut self,
        link: &mut Link<L>,
        server: &Server,
        shares: u64,
    ) -> Result<(), Trouble> {
        set_up(link, server, Subprotocol::Mining, setup_flags::REQUIRES_VERSION_ROLLING).await?;
        self.open_channel(link).await?;
        while self.job_id.is_none() {
            let message = expect(link).await?;
            self.hear(&message)?;
        }
        let mut sent = 0;
        while self.accepted + self.refused < shares {
            let batch = BATCH.min(shares - sent);
            if batch > 0 && sent + batch - (self.accepted + self.refused) <= WINDOW {
                (sent..sent + batch).try_for_each(|number| self.submit(link, number))?;
                sent += batch;
                link.flush().await?;
            } else {
                let message = expect(link).await?;
                self.hear(&message)?;
            }
        }
        let reason_code = Str0255::try_from("done")?;
        Ok(link.send(&CloseChannel { channel_id: self.channel_id, reason_code }).await?)
    }

    async fn open_channel<L: Layers>(&mut self, link: &mut Link<L>) -> Result<(), Trouble> {
        link.send(&OpenExtendedMiningChannel {
            request_id: 1,
            user_identity: Str0255::try_from("codec.worker1")?,
            nominal_hash_rate: 1.0e12,
            max_target: U256::from([0xff; 32]),
            min_extranonce_size: work::EXTRANONCE_SIZE,
        })
        .await?;
        match expect(link).await? {
            AnyMessageRef::OpenExtendedMiningChannelSuccess(opened) => {
                self.channel_id = opened.channel_id;
                self.extranonce_size = usize::from(opened.extranonce_size).min(B032::MAX);
                Ok(())
            }
            AnyMessageRef::OpenMiningChannelError(error) => Err(Trouble::Refused {
                message: "OpenMiningChannelError",
                code: error.error_code.to_string(),
            }),
            other => Err(unexpected(&other, "OpenExtendedMiningChannelSuccess")),
        }
    }

    /// Handles messages of the server while shares are in flight.
    fn hear(&mut self, message: &AnyMessageRef<'_>) -> Result<(), Trouble> {
        match message {
            AnyMessageRef::NewExtendedMiningJob(job) if job.min_ntime.is_none() => {
                self.future_job = Some(job.job_id);
            }
            AnyMessageRef::NewExtendedMiningJob(job) => self.job_id = Some(job.job_id),
            AnyMessageRef::MiningSetNewPrevHash(found) if self.future_job == Some(found.job_id) => {
                self.job_id = self.future_job.take();
            }
            AnyMessageRef::MiningSetNewPrevHash(_) => {
                return Err(Trouble::Nonsense("SetNewPrevHash names a job that was not sent"));
            }
            AnyMessageRef::SubmitSharesSuccess(answer) => {
                self.accepted += u64::from(answer.new_submits_accepted_count);
            }
            AnyMessageRef::SubmitSharesError(_) => self.refused += 1,
            AnyMessageRef::SetTarget(_) | AnyMessageRef::SetExtranoncePrefix(_) => {}
            other => return Err(unexpected(other, "jobs and acknowledgements")),
        }
        Ok(())
    }

    fn submit<L: Layers>(&self, link: &mut Link<L>, number: u64) -> Result<(), Trouble> {
        let sequence_number = u32::try_from(number).unwrap_or(u32::MAX);
        let mut extranonce = [0; B032::MAX];
        extranonce[..8].copy_from_slice(&number.to_le_bytes());
        Ok(link.queue(&SubmitSharesExtended {
            channel_id: self.channel_id,
            sequence_number,
            job_id: self.job_id.unwrap_or_default(),
            nonce: sequence_number.wrapping_mul(0x9e37_79b1),
            ntime: work::MIN_NTIME.wrapping_add(sequence_number / 1000),
            version: work::VERSION,
            extranonce: B032::try_from(&extranonce[..self.extranonce_size])?,
        })?)
    }
}
