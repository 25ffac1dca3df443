//! `sv2 connect`: a client that gets work and submits shares.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use clap::Args;
use codec_core::wire::{B032, Str0255, U256};
use codec_pool::{Layers, Pool};
use codec_stratum::mining::{
    CloseChannel, OpenExtendedMiningChannel, SubmitSharesExtended, setup_flags,
};
use codec_stratum::{AnyMessageRef, Subprotocol};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{LAST_ANSWERS, PATIENCE, Server, connect, set_up};
use crate::code::Code;
use crate::failure::{Failure, complain, note, say};
use crate::host::unexpected;
use crate::link::{Link, SERVER, Traffic, Trouble, block_on, expect};
use crate::listen::address;
use crate::progress::{Progress, Reports};
use crate::secure::{AnyLink, Beginning, ClientKeys, initiate, link};
use crate::serve::rate;
use crate::stop::Stop;
use crate::work;

/// Shares sent with one write.
const BATCH: u64 = 256;
/// Shares that may wait for an answer: few enough that neither side's buffers
/// fill up while both are writing.
const WINDOW: u64 = 1024;

/// Connects to a server, opens an extended channel on each connection, submits
/// shares for the jobs that come, and waits until all are answered.
///
/// On Ctrl-C or SIGTERM it submits no more, waits up to ten seconds for the answers that are
/// missing, closes its channels, and prints the totals. The exit status is 0 then, too; it is 3 when
/// shares were refused, and 1 when shares were not answered.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The server, such as `127.0.0.1:3336`.
    #[arg(value_parser = address)]
    address: String,
    /// Number of shares to submit on each connection.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    shares: u32,
    /// Number of connections to use at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..))]
    connections: u16,
    #[command(flatten)]
    reports: Reports,
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
    submitted: u64,
    accepted: u64,
    refused: u64,
    discarded: u64,
    traffic: Traffic,
    trouble: Option<Trouble>,
}

async fn submit_all(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { address, shares, .. } = arguments;
    let mut stop = Stop::on_signal();
    let links = tokio::select! {
        links = links(arguments) => links?,
        () = stop.stopped() => Vec::new(),
    };
    let start = Instant::now();
    let progress = Arc::new(Progress::default());
    let reporter = arguments.reports.start(&progress);
    let mut tasks = JoinSet::new();
    for (link, server) in links {
        let (shares, stop) = (u64::from(*shares), stop.clone());
        let miner = Miner::new(Arc::clone(&progress));
        tasks.spawn(async move {
            match link {
                AnyLink::Plain(mut link) => report(&mut link, miner, &server, shares, stop).await,
                AnyLink::Noise(mut link) => report(&mut link, miner, &server, shares, stop).await,
            }
        });
    }
    let total = total(address, tasks).await?;
    drop(reporter);
    let seconds = start.elapsed().as_secs_f64();
    let unanswered = total.submitted - (total.accepted + total.refused).min(total.submitted);
    say(format_args!("{} accepted, {} refused", total.accepted, total.refused))?;
    say(format_args!("{}; {}", rate(total.accepted, seconds), total.traffic))?;
    if total.discarded > 0 {
        complain(&format!("sv2: {} unwanted messages were discarded", total.discarded));
    }
    match total.trouble {
        Some(trouble) => Err(Failure::new(address, trouble)),
        None if total.refused > 0 => {
            Err(Failure::Refused(format!("{address}: {} shares were refused", total.refused)))
        }
        None if unanswered > 0 => {
            Err(Failure::new(address, format!("{unanswered} shares were not answered")))
        }
        None => Ok(()),
    }
}

/// Opens all connections.
async fn links(arguments: &Arguments) -> Result<Vec<(AnyLink, Server)>, Failure> {
    let Arguments { address, connections, keys, .. } = arguments;
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
    Ok(links)
}

/// The sum of all reports.
async fn total(address: &str, mut tasks: JoinSet<Report>) -> Result<Report, Failure> {
    let mut total = Report::default();
    while let Some(report) = tasks.join_next().await {
        let report = report.map_err(|error| Failure::new(address, error))?;
        total.submitted += report.submitted;
        total.accepted += report.accepted;
        total.refused += report.refused;
        total.discarded += report.discarded;
        total.traffic = total.traffic.plus(report.traffic, Traffic::default());
        if let Some(trouble) = report.trouble {
            // The command fails with the first error.
            match &total.trouble {
                None => total.trouble = Some(trouble),
                Some(_) => note(&format!("sv2: {address}: {trouble}")),
            }
        }
    }
    Ok(total)
}

/// Mines on one connection, until all shares are answered or the user ends it.
async fn report<L: Layers>(
    link: &mut Link<L>,
    mut miner: Miner,
    server: &Server,
    shares: u64,
    stop: Stop,
) -> Report {
    let mut stopped = stop.clone();
    let outcome = tokio::select! {
        outcome = miner.mine(link, server, shares, stop) => outcome,
        // The server does not answer any more.
        () = async { stopped.stopped().await; sleep(LAST_ANSWERS).await } => Ok(()),
    };
    let Miner { submitted, accepted, refused, discarded, .. } = miner;
    let (traffic, trouble) = (Traffic::of(link), outcome.err());
    Report { submitted, accepted, refused, discarded, traffic, trouble }
}

/// State of a miner, by what the server has sent so far.
#[derive(Debug, Default)]
struct Miner {
    channel_id: u32,
    extranonce_size: usize,
    /// The job to work on.
    job_id: Option<u32>,
    /// The job that waits for its previous block to be announced.
    future_job: Option<u32>,
    submitted: u64,
    accepted: u64,
    refused: u64,
    /// Messages that are none for a miner.
    discarded: u64,
    /// The totals of all connections.
    progress: Arc<Progress>,
}

impl Miner {
    fn new(progress: Arc<Progress>) -> Self {
        Self { progress, ..Self::default() }
    }

    /// Shares that wait for an answer.
    const fn unanswered(&self) -> u64 {
        self.submitted.saturating_sub(self.accepted + self.refused)
    }

    async fn mine<L: Layers>(
        &mut self,
        link: &mut Link<L>,
        server: &Server,
        shares: u64,
        mut stop: Stop,
    ) -> Result<(), Trouble> {
        tokio::select! {
            outcome = self.begin(link, server) => outcome?,
            () = stop.stopped() => return Ok(()),
        }
        while self.accepted + self.refused < shares {
            let is_stopped = stop.is_stopped();
            if is_stopped && self.unanswered() == 0 {
                break;
            }
            let batch = if is_stopped { 0 } else { BATCH.min(shares - self.submitted) };
            if batch > 0 && self.unanswered() + batch <= WINDOW {
                let first = self.submitted;
                (first..first + batch).try_for_each(|number| self.submit(link, number))?;
                self.submitted += batch;
                self.progress.submitted.fetch_add(batch, Relaxed);
                link.flush().await?;
            } else {
                let message = expect(link).await?;
                self.hear(&message)?;
            }
        }
        let reason_code = Code::DONE.into();
        Ok(link.send(&CloseChannel { channel_id: self.channel_id, reason_code }).await?)
    }

    /// Opens a channel, and waits for its job.
    async fn begin<L: Layers>(
        &mut self,
        link: &mut Link<L>,
        server: &Server,
    ) -> Result<(), Trouble> {
        set_up(link, server, Subprotocol::Mining, setup_flags::REQUIRES_VERSION_ROLLING).await?;
        self.open_channel(link).await?;
        while self.job_id.is_none() {
            let message = expect(link).await?;
            self.hear(&message)?;
        }
        Ok(())
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
                message: "OpenMiningChannel.Error",
                code: error.error_code.to_string(),
            }),
            other => Err(unexpected(&other, "OpenExtendedMiningChannel.Success")),
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
                let count = u64::from(answer.new_submits_accepted_count);
                self.accepted += count;
                self.progress.accepted.fetch_add(count, Relaxed);
            }
            AnyMessageRef::SubmitSharesError(_) => {
                self.refused += 1;
                self.progress.refused.fetch_add(1, Relaxed);
            }
            AnyMessageRef::SetTarget(_) | AnyMessageRef::SetExtranoncePrefix(_) => {}
            AnyMessageRef::CloseChannel(_) | AnyMessageRef::Reconnect(_) => {
                return Err(unexpected(message, "jobs and acknowledgements"));
            }
            _ => self.discarded += 1,
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
            ntime: work::MIN_NTIME,
            version: work::VERSION,
            extranonce: B032::try_from(&extranonce[..self.extranonce_size])?,
        })?)
    }
}
