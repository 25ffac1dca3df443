//! `sv2 mine`: simulated miners that really hash.

mod digger;
mod hearing;
mod jobs;
mod miner;

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use codec_noise::AuthorityKey;
use codec_pool::Pool;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::client::{QUIET, open};
use crate::failure::{Failure, note, say};
use crate::key_log::KeyLog;
use crate::link::{Trouble, block_on};
use crate::listen::address;
use crate::progress::{Progress, Reports};
use crate::secure::{AnyLink, ClientKeys};
use crate::serve::rate;
use crate::stop::Stop;
use miner::{Plan, Tally, mine};

/// Mines with many simulated miners, each with a connection and a channel of its own.
///
/// The shares are real: the double SHA-256 of the header meets the channel's target. Their
/// number per second is chosen by the user; the hash rate that is announced should be low
/// enough that the server's target can be met. Ends when all shares are answered, or on
/// Ctrl-C. The exit status is 3 when shares were refused.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The server, such as `127.0.0.1:3336`.
    #[arg(value_parser = address)]
    address: String,
    /// Number of miners to simulate.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    miners: u32,
    /// The kind of their channels.
    #[arg(long, value_enum, default_value_t = Channels::Both)]
    channels: Channels,
    /// Shares per second of each miner, at most.
    #[arg(long, value_name = "RATE", default_value_t = 1.0, value_parser = positive)]
    rate: f64,
    /// End after this many shares of each miner.
    #[arg(long, value_name = "N")]
    shares: Option<u64>,
    /// End after this many seconds.
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    #[command(flatten)]
    reports: Reports,
    /// The hash rate that each miner announces, in hashes per second.
    #[arg(long, value_name = "RATE", default_value_t = 100.0, value_parser = positive)]
    hash_rate: f64,
    /// The user name; a number is appended for each miner.
    #[arg(long, value_name = "NAME", default_value = "codec")]
    user: String,
    /// Name the worker in each share of an extended channel, where the server agrees to that.
    #[arg(long)]
    worker_names: bool,
    #[command(flatten)]
    keys: ClientKeys,
}

/// The kind of the miners' channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Channels {
    /// Jobs with a fixed Merkle root.
    Standard,
    /// Jobs whose coinbase transaction the miner completes.
    Extended,
    /// Every other miner has a standard channel.
    Both,
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && number < f64::INFINITY => Ok(number),
        _ => Err("not a number over zero".to_owned()),
    }
}

/// Connections that are being made at the same time.
const HANDSHAKES: usize = 64;

/// Runs the command.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    block_on(mine_all(arguments))
}

impl Arguments {
    fn plan(&self, index: u32) -> Plan {
        let period = Duration::from_secs_f64((1.0 / self.rate).min(1e9));
        #[expect(clippy::cast_possible_truncation, reason = "the protocol has it as a float")]
        let hash_rate = self.hash_rate as f32;
        Plan {
            user: format!("{}.{index}", self.user),
            is_named: self.worker_names,
            is_extended: match self.channels {
                Channels::Standard => false,
                Channels::Extended => true,
                Channels::Both => index.is_multiple_of(2),
            },
            hash_rate,
            period,
            // Spread over a period, so that the shares do not all come at once.
            delay: period.mul_f64(f64::from(index) / f64::from(self.miners)),
            shares: self.shares,
        }
    }
}

async fn mine_all(arguments: &Arguments) -> Result<(), Failure> {
    let address = &arguments.address;
    let (start, key_log) = (Instant::now(), arguments.keys.key_log()?);
    let mut stop = Stop::on_signal();
    if let Some(seconds) = arguments.seconds {
        stop = stop.or_after(sleep(Duration::from_secs(seconds)));
    }
    let (pool, turns) = (Pool::default(), Arc::new(Semaphore::new(HANDSHAKES)));
    let progress = Arc::new(Progress::default());
    let reporter = arguments.reports.start(&progress);
    let mut tasks = JoinSet::new();
    for index in 0..arguments.miners {
        let (plan, key, address) =
            (arguments.plan(index), (arguments.keys.key(), key_log.clone()), address.clone());
        let (pool, turns, stop) = (pool.clone(), Arc::clone(&turns), stop.clone());
        let mut tally = Tally::new(Arc::clone(&progress));
        tasks.spawn(async move {
            let outcome = one(&address, key, &pool, &plan, &turns, stop, &mut tally).await;
            (tally, outcome)
        });
    }
    let (mut total, mut trouble) = (Tally::default(), None);
    while let Some(ended) = tasks.join_next().await {
        let (tally, outcome) = ended.map_err(|error| Failure::new(address, error))?;
        total.add(tally);
        if let Err(error) = outcome {
            // The command fails with the first error.
            match &trouble {
                None => trouble = Some(error),
                Some(_) => note(&format!("sv2: {address}: {error}")),
            }
        }
    }
    drop(reporter);
    report(address, &total, start.elapsed().as_secs_f64(), trouble)
}

/// Connections of one miner, of which each but the first is where `Reconnect` sent it.
const MOVES: u32 = 16;

/// One miner, from its connection to its end.
async fn one(
    address: &str,
    (key, key_log): (Option<AuthorityKey>, Option<KeyLog>),
    pool: &Pool,
    plan: &Plan,
    turns: &Semaphore,
    mut stop: Stop,
    tally: &mut Tally,
) -> Result<(), Trouble> {
    let mut address = address.to_owned();
    for _ in 0..MOVES {
        let (link, server) = {
            // The semaphore is never closed.
            let _turn = turns.acquire().await;
            if stop.is_stopped() {
                return Ok(());
            }
            open(&address, (key, key_log.clone()), pool, QUIET).await?
        };
        let outcome = match link {
            AnyLink::Plain(link) => mine(*link, &server, plan, &mut stop, tally).await,
            AnyLink::Noise(link) => mine(*link, &server, plan, &mut stop, tally).await,
        };
        let Err(Trouble::Moved { host, port }) = outcome else { return outcome };
        let moved = server.moved(&host, port, key.is_some());
        address = moved.ok_or(Trouble::Moved { host, port })?;
    }
    Err(Trouble::Nonsense("the server sends its clients elsewhere again and again"))
}

fn report(
    address: &str,
    total: &Tally,
    seconds: f64,
    trouble: Option<Trouble>,
) -> Result<(), Failure> {
    let Tally { submitted, accepted, refused, hashes, codes, discarded, .. } = total;
    let unanswered = total.unanswered();
    say(format_args!(
        "{submitted} submitted, {accepted} accepted, {refused} refused, {unanswered} unanswered"
    ))?;
    codes.iter().try_for_each(|(code, count)| {
        say(format_args!("  refused {count}: {}", code.escape_debug()))
    })?;
    discarded
        .iter()
        .try_for_each(|(name, count)| say(format_args!("  discarded {count}: {name}")))?;
    say(format_args!("{}; {hashes} hashes", rate(*accepted, seconds)))?;
    match trouble {
        Some(trouble) => Err(Failure::new(address, trouble)),
        None if *refused > 0 => {
            Err(Failure::Refused(format!("{address}: {refused} shares were refused")))
        }
        None if unanswered > 0 => {
            Err(Failure::new(address, format!("{unanswered} shares were not answered")))
        }
        None => Ok(()),
    }
}
