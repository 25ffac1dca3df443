//! Connections to a job declarator, its tokens, jobs, and what it says of them.

use codec_bitcoin::transaction::{Input, OutPoint, Output, Transaction, Witness};
use codec_core::wire::{B064K, B0255, PackedSeq064K, Seq064K, Seq0255, U256};
use codec_core::{Consensus, Format as _};
use codec_stratum::common::SetupConnection;
use codec_stratum::job_declaration::{
    AllocateMiningJobToken, AllocateMiningJobTokenSuccess as Token, DeclareMiningJob,
    DeclareMiningJobError, DeclareMiningJobSuccess, ProvideMissingTransactions,
    ProvideMissingTransactionsSuccess, setup_flags::DECLARE_TX_DATA,
};
use codec_stratum::template_distribution::{NewTemplate, SetNewPrevHash};
use codec_stratum::{AnyMessage, Subprotocol};

use crate::peer::{Bench, Peer, setup, text};
use crate::scenario::setup::{Client, try_setup};
use crate::template::data;
use crate::template::work::{self as templates, COMMITMENT, Work, pair, path};
use crate::verdict::Stop;

/// Satoshis of a block, if no template says them.
const SUBSIDY: u64 = 50 * 100_000_000;
/// Bytes of a coinbase transaction before its script: version, marker and flag, a count, the output that it
/// does not spend, and the length of the script.
const BEFORE_SCRIPT: usize = 4 + 2 + 1 + 36 + 1;
/// Bytes of extranonce, if no channel has others.
pub(super) const EXTRANONCE: usize = 8;
/// The bytes of it.
pub(super) const FILL: u8 = 0x5a;
/// Times that transactions of one job are given.
const REQUESTS: usize = 4;

/// The setup of a client that declares jobs.
pub(super) fn client(flags: u32) -> SetupConnection {
    SetupConnection { protocol: Subprotocol::JobDeclaration, ..setup(flags) }
}

/// Opens a connection that the declarator has accepted with these flags, or the code of its refusal.
fn opened(bench: &mut Bench<'_>, flags: u32) -> Result<Result<Peer, String>, Stop> {
    let (peer, answer) = try_setup(bench, &client(flags))?;
    let answer = answer.map_err(Stop::unclear)?;
    Ok(answer.map(|_| peer).map_err(|error| error.error_code.to_string()))
}

/// A declarator may take clients of one mode alone: a connection of the one, or of the other.
fn either(bench: &mut Bench<'_>) -> Result<(Peer, u32), Stop> {
    if let Ok(peer) = opened(bench, DECLARE_TX_DATA)? {
        return Ok((peer, DECLARE_TX_DATA));
    }
    match opened(bench, 0)? {
        Ok(peer) => Ok((peer, 0)),
        Err(code) => Err(Stop::unclear(format!("SetupConnection was refused: {code}"))),
    }
}

/// Opens a connection in a mode that the declarator has.
pub(super) fn connect(bench: &mut Bench<'_>) -> Result<Peer, Stop> {
    either(bench).map(|either| either.0)
}

/// Setups with these flags beside those of a mode that the declarator has.
pub(super) fn taken(bench: &mut Bench<'_>) -> Result<impl Client + use<>, Stop> {
    let (_, mode) = either(bench)?;
    Ok(move |flags| client(mode | flags))
}

/// Opens a connection in this mode; skips the scenario if the declarator has the other alone.
pub(super) fn connect_as(bench: &mut Bench<'_>, flags: u32) -> Result<Peer, Stop> {
    match opened(bench, flags)? {
        Ok(peer) => Ok(peer),
        Err(code) => {
            either(bench)?;
            let mode = if flags == 0 { "without" } else { "with" };
            Err(Stop::skip(format!("no clients {mode} DECLARE_TX_DATA: {code}")))
        }
    }
}

/// Requests a token, and returns the number of the request.
pub(super) fn ask(peer: &mut Peer) -> Result<u32, Stop> {
    let request_id = peer.next_request();
    peer.send(&AllocateMiningJobToken { user_identifier: text("conform.worker"), request_id })?;
    Ok(request_id)
}

/// The next token.
///
/// # Errors
/// The end or the silence that came instead.
pub(super) fn granted(peer: &mut Peer) -> Result<Token, String> {
    peer.wait("AllocateMiningJobToken.Success", |message| match message {
        AnyMessage::AllocateMiningJobTokenSuccess(token) => Some(token.clone()),
        _ => None,
    })
}

/// A token that is needed for a question.
pub(super) fn token(peer: &mut Peer) -> Result<Token, Stop> {
    ask(peer)?;
    granted(peer).map_err(Stop::unclear)
}

/// The outputs that come with a token; `None` if their bytes are not the number of them that they say.
pub(super) fn outputs(token: &Token) -> Option<Vec<Output>> {
    Consensus::from_slice(token.coinbase_tx_outputs.as_bytes()).ok()
}

/// The same, for a job.
pub(super) fn needed(token: &Token) -> Result<Vec<Output>, Stop> {
    match outputs(token) {
        Some(outputs) if !outputs.is_empty() => Ok(outputs),
        _ => Err(Stop::unclear("see JD-TK-3 and JD-TK-4")),
    }
}

/// The base of jobs: a provider's template, or one that is made up.
#[derive(Debug, Clone)]
pub(super) struct Base {
    pub(super) work: Work,
    pub(super) transactions: Vec<Transaction>,
}

impl Base {
    /// The template of the provider beside, if there is one.
    pub(super) fn of(bench: &mut Bench<'_>) -> Result<Self, Stop> {
        let beside = bench.beside;
        let Some(provider) = &beside.templates else { return Ok(Self::made_up()) };
        bench.at(provider, |bench| {
            let (mut peer, work) = templates::begin(bench)?;
            let all = data::others(&mut peer, &work)?;
            Ok(Self { work, transactions: all.into_iter().map(|one| one.0).collect() })
        })
    }

    /// The first block of a test network, without transactions.
    fn made_up() -> Self {
        let template = NewTemplate {
            template_id: 0,
            future_template: false,
            version: 0x2000_0000,
            coinbase_tx_version: 2,
            coinbase_prefix: B0255::try_from(&[0x51][..]).unwrap_or_default(), // the height, 1
            coinbase_tx_input_sequence: u32::MAX,
            coinbase_tx_value_remaining: SUBSIDY,
            coinbase_tx_outputs_count: 0,
            coinbase_tx_outputs: B064K::default(),
            coinbase_tx_locktime: 0,
            merkle_path: Seq0255::default(),
        };
        let (template_id, prev_hash, target) = (0, U256::ZERO, U256::MAX);
        let (header_timestamp, n_bits) = (1_700_000_000, 0x207f_ffff);
        let prev = SetNewPrevHash { template_id, prev_hash, header_timestamp, n_bits, target };
        Self { work: Work { template, prev }, transactions: Vec::new() }
    }

    /// The same with so many transactions at the end that nobody has seen.
    pub(super) fn with_unknown(mut self, count: u8, seed: u64) -> Self {
        self.transactions.extend((0..count).map(|number| unknown(seed, number)));
        self
    }
}

/// A transaction that nobody has seen: it spends an output that does not exist.
fn unknown(seed: u64, number: u8) -> Transaction {
    let mut hash = [number; 32];
    hash[..8].copy_from_slice(&seed.to_le_bytes());
    let previous = OutPoint { txid: codec_bitcoin::Digest(hash), index: number.into() };
    let (script, sequence) = (Vec::new(), u32::MAX);
    let input = Input { previous, script, sequence };
    let output = Output { value: 1000, script: vec![0x51] };
    let witness = Witness { items: vec![vec![number; 3]] };
    Transaction::new(2, [input], [output], Some(witness), 0)
}

/// A job of the client.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) work: Work,
    /// The coinbase transaction before and after the extranonce, with its witness.
    pub(super) prefix: Vec<u8>,
    pub(super) suffix: Vec<u8>,
    /// The coinbase itself, with an extranonce of [`FILL`].
    pub(super) coinbase: Transaction,
    pub(super) transactions: Vec<Transaction>,
}

fn encoded<T: codec_core::Encode>(value: &T) -> Result<Vec<u8>, Stop> {
    Consensus::to_vec(value).map_err(|error| Stop::unclear(error.to_string()))
}

impl Job {
    /// A job that pays all to the pool, whose outputs are changed like this.
    pub(super) fn new(
        base: Base,
        token: &Token,
        extranonce: usize,
        change: impl FnOnce(&mut Vec<Output>),
    ) -> Result<Self, Stop> {
        let Base { work, transactions } = base;
        let template = &work.template;
        let mut outputs = needed(token)?;
        outputs[0].value = i64::try_from(template.coinbase_tx_value_remaining).unwrap_or(i64::MAX);
        let theirs = templates::outputs(template).ok_or_else(|| Stop::unclear("see T-NT-3"))?;
        outputs.extend(theirs.into_iter().filter(|one| !one.script.starts_with(&COMMITMENT)));
        change(&mut outputs);
        let ids = transactions.iter().map(|one| U256(one.wtxid().0)).collect();
        let root = path(ids).iter().fold(U256::ZERO, |hash, other| pair(&hash, other));
        let script = [&COMMITMENT[..], pair(&root, &U256::ZERO).as_ref()].concat();
        outputs.push(Output { value: 0, script });
        let script = [template.coinbase_prefix.as_bytes(), &vec![FILL; extranonce]].concat();
        let at = BEFORE_SCRIPT + template.coinbase_prefix.len();
        let sequence = template.coinbase_tx_input_sequence;
        let coinbase = Transaction::new(
            template.coinbase_tx_version.cast_signed(),
            [Input { previous: OutPoint::NULL, script, sequence }],
            outputs,
            Some(Witness { items: vec![vec![0; 32]] }),
            template.coinbase_tx_locktime,
        );
        let bytes = encoded(&coinbase)?;
        let (prefix, suffix) = (bytes[..at].to_vec(), bytes[at + extranonce..].to_vec());
        Ok(Self { work, prefix, suffix, coinbase, transactions })
    }

    /// Declares it by this token, and returns the number of the request.
    pub(super) fn declare(&self, peer: &mut Peer, token: &B0255) -> Result<u32, Stop> {
        let request_id = peer.next_request();
        let ids: Vec<_> = self.transactions.iter().map(|one| U256(one.wtxid().0)).collect();
        let long = |_| Stop::unclear("the job is too long for its message");
        peer.send(&DeclareMiningJob {
            request_id,
            mining_job_token: token.clone(),
            version: self.work.template.version,
            coinbase_tx_prefix: B064K::try_from(self.prefix.clone()).map_err(long)?,
            coinbase_tx_suffix: B064K::try_from(self.suffix.clone()).map_err(long)?,
            wtxid_list: Seq064K::try_from(ids).map_err(|_| Stop::unclear("too many ids"))?,
            excess_data: B064K::default(),
        })?;
        Ok(request_id)
    }

    /// The verdict on it, after the transactions that the declarator asks for.
    ///
    /// # Errors
    /// The end or the silence that came instead.
    pub(super) fn judged(&self, peer: &mut Peer) -> Result<Judged, String> {
        for _ in 0..REQUESTS {
            match said(peer)? {
                Said::Judged(judged) => return Ok(judged),
                Said::Missing(missing) => {
                    self.give(peer, &missing, |_| {}).map_err(|stop| stop.reason)?;
                }
            }
        }
        Err("transactions are asked for again and again".to_owned())
    }

    /// Gives the transactions that are asked for, changed like this.
    pub(super) fn give(
        &self,
        peer: &mut Peer,
        missing: &ProvideMissingTransactions,
        change: impl FnOnce(&mut Vec<Vec<u8>>),
    ) -> Result<(), Stop> {
        let asked = missing.unknown_tx_position_list.iter();
        let found = asked.filter_map(|at| self.transactions.get(usize::from(*at)));
        let mut bytes = found.map(encoded).collect::<Result<Vec<_>, _>>()?;
        change(&mut bytes);
        provide(peer, missing.request_id, &bytes)
    }
}

/// Gives transactions.
pub(super) fn provide(peer: &mut Peer, request_id: u32, bytes: &[Vec<u8>]) -> Result<(), Stop> {
    let list = PackedSeq064K::from_blobs(bytes.iter().map(Vec::as_slice));
    let transaction_list = list.map_err(|error| Stop::unclear(error.to_string()))?;
    peer.send(&ProvideMissingTransactionsSuccess { request_id, transaction_list })
}

/// The verdict on a job.
pub(super) type Judged = Result<DeclareMiningJobSuccess, DeclareMiningJobError>;

/// A message after a declaration.
#[derive(Debug)]
pub(super) enum Said {
    Judged(Judged),
    Missing(ProvideMissingTransactions),
}

/// The next message about a job.
///
/// # Errors
/// The end or the silence that came instead.
pub(super) fn said(peer: &mut Peer) -> Result<Said, String> {
    peer.wait("an answer to DeclareMiningJob", |message| match message {
        AnyMessage::DeclareMiningJobSuccess(answer) => Some(Said::Judged(Ok(answer.clone()))),
        AnyMessage::DeclareMiningJobError(error) => Some(Said::Judged(Err(error.clone()))),
        AnyMessage::ProvideMissingTransactions(missing) => Some(Said::Missing(missing.clone())),
        _ => None,
    })
}

/// A connection with a token, and what a job can be built on.
pub(super) fn begin(bench: &mut Bench<'_>) -> Result<(Peer, Token, Base), Stop> {
    let base = Base::of(bench)?;
    let mut peer = connect_as(bench, DECLARE_TX_DATA)?;
    let token = token(&mut peer)?;
    Ok((peer, token, base))
}

/// A job that was accepted before there is a question, and its new token.
pub(super) fn accepted(bench: &mut Bench<'_>) -> Result<(Peer, Job, B0255), Stop> {
    let (mut peer, token, base) = begin(bench)?;
    accepted_on(&mut peer, &token, base, EXTRANONCE).map(|(job, new)| (peer, job, new))
}

/// The same, on this connection.
pub(super) fn accepted_on(
    peer: &mut Peer,
    token: &Token,
    base: Base,
    extranonce: usize,
) -> Result<(Job, B0255), Stop> {
    let job = Job::new(base, token, extranonce, |_| {})?;
    job.declare(peer, &token.mining_job_token)?;
    match job.judged(peer).map_err(Stop::unclear)? {
        Ok(answer) => Ok((job, answer.new_mining_job_token)),
        Err(error) => Err(Stop::unclear(format!("a job was refused: {}", error.error_code))),
    }
}
