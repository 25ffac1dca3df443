//! The pool of the declarator, and the blocks that it hands on.

use std::io::Write as _;
use std::net::TcpStream;
use std::sync::{Arc, Mutex};

use codec_bitcoin::Digest;
use codec_bitcoin::transaction::Output;
use codec_core::wire::{B032, B064K, Target, U256};
use codec_core::{Consensus, Format as _, Header as _, MessagesRef as _, Reader, Sv2};
use codec_pool::{FrameReader, Pool as Buffers};
use codec_stratum::common::SetupConnection;
use codec_stratum::job_declaration::PushSolution;
use codec_stratum::mining::{
    OpenExtendedMiningChannelSuccess, SetCustomMiningJob, SetCustomMiningJobError,
    SetCustomMiningJobSuccess, SubmitSharesError, SubmitSharesExtended, SubmitSharesSuccess,
};
use codec_stratum::template_distribution::{CoinbaseOutputConstraints, SubmitSolution};
use codec_stratum::{AnyMessage, AnyMessageRef, FrameHeader, Subprotocol};

use super::book::{Book, Token, unpaid};
use super::session::text;
use crate::broken::frame;

const PREFIX: [u8; 4] = [9, 8, 7, 6];

/// Custom jobs on one connection.
pub(super) struct Pool {
    fault: &'static str,
    book: Arc<Mutex<Book>>,
    jobs: Vec<SetCustomMiningJob>,
}

/// The target of the pool's channels.
fn target() -> U256 {
    let mut bytes = [0xff; 32];
    bytes[31] = 0x0f;
    U256(bytes)
}

impl Pool {
    pub(super) const fn new(fault: &'static str, book: Arc<Mutex<Book>>) -> Self {
        Self { fault, book, jobs: Vec::new() }
    }

    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// The answer to a message of a miner.
    pub(super) fn handle(&mut self, message: AnyMessage) -> Option<Vec<u8>> {
        match message {
            AnyMessage::OpenExtendedMiningChannel(open) => {
                Some(frame(&OpenExtendedMiningChannelSuccess {
                    request_id: open.request_id,
                    channel_id: 3,
                    target: target(),
                    extranonce_size: 4,
                    extranonce_prefix: B032::try_from(&PREFIX[..]).expect("short"),
                    group_channel_id: 4,
                }))
            }
            AnyMessage::SetCustomMiningJob(job) => Some(self.custom(job)),
            AnyMessage::SubmitSharesExtended(share) => Some(self.share(&share)),
            _ => None,
        }
    }

    /// Why a job is refused.
    fn wrong(&self, job: &SetCustomMiningJob) -> Option<&'static str> {
        let outputs: Vec<Output> =
            Consensus::from_slice(job.coinbase_tx_outputs.as_bytes()).ok().unwrap_or_default();
        let book = self.book.lock().expect("no panic");
        match book.tokens.get(job.mining_job_token.as_bytes()) {
            None if !self.is("JD-CM-4") => return Some("invalid-mining-job-token"),
            Some(Token::Declared(_)) if self.is("JD-CM-1") => return Some("no"),
            Some(Token::Declared(scripts)) => {
                let are_same = outputs.iter().map(|one| &one.script).eq(scripts);
                if !are_same && !self.is("JD-CM-6") {
                    return Some("other-outputs");
                }
            }
            Some(Token::Given) if self.is("JD-CM-2") => return Some("undeclared"),
            _ => {}
        }
        // Its declarator asks for more.
        let fault = match self.fault {
            "JD-CM-5" => "JD-DJ-8",
            "JD-TK-4" => self.fault,
            _ => "",
        };
        unpaid(&outputs, fault)
    }

    fn custom(&mut self, job: SetCustomMiningJob) -> Vec<u8> {
        let channel_id = job.channel_id;
        let request_id = job.request_id + u32::from(self.is("JD-CM-3"));
        if let Some(code) = self.wrong(&job) {
            return frame(&SetCustomMiningJobError {
                channel_id,
                request_id,
                error_code: text(code),
            });
        }
        self.jobs.push(job);
        let job_id = u32::try_from(self.jobs.len()).expect("few");
        frame(&SetCustomMiningJobSuccess { channel_id, request_id, job_id })
    }

    fn share(&self, share: &SubmitSharesExtended) -> Vec<u8> {
        let (channel_id, sequence_number) = (share.channel_id, share.sequence_number);
        let job = usize::try_from(share.job_id).expect("few").checked_sub(1);
        let hash = job.and_then(|at| self.jobs.get(at)).map(|job| hash(job, share));
        if !hash.is_some_and(|hash| Target(target()).meets(&hash)) || self.is("JD-CM-7") {
            let error_code = text("difficulty-too-low");
            return frame(&SubmitSharesError { channel_id, sequence_number, error_code });
        }
        frame(&SubmitSharesSuccess {
            channel_id,
            last_sequence_number: sequence_number,
            new_submits_accepted_count: 1,
            new_shares_sum: 1,
        })
    }
}

/// The hash of a share of a custom job, whose coinbase is put together from its fields.
fn hash(job: &SetCustomMiningJob, share: &SubmitSharesExtended) -> U256 {
    let script = [job.coinbase_prefix.as_bytes(), &PREFIX, share.extranonce.as_bytes()].concat();
    let coinbase = [
        &job.coinbase_tx_version.to_le_bytes()[..],
        &[1],
        &[0; 32],
        &[0xff; 4],
        &[u8::try_from(script.len()).expect("short")],
        &script,
        &job.coinbase_tx_input_n_sequence.to_le_bytes(),
        job.coinbase_tx_outputs.as_bytes(),
        &job.coinbase_tx_locktime.to_le_bytes(),
    ];
    let first = Digest::of(&coinbase.concat()).0;
    let root = job
        .merkle_path
        .iter()
        .fold(first, |one, other| Digest::of(&[&one[..], other.as_ref()].concat()).0);
    let header = [
        &share.version.to_le_bytes()[..],
        job.prev_hash.as_ref(),
        &root,
        &share.ntime.to_le_bytes(),
        &job.nbits.to_le_bytes(),
        &share.nonce.to_le_bytes(),
    ];
    U256(Digest::of(&header.concat()).0)
}

/// True for the bits of a target that a block of a test network may have.
pub(super) fn is_block(nbits: u32) -> bool {
    nbits == 0x207f_ffff
}

/// Hands a block to the template provider, as a solution of a template with the same transactions.
pub(super) fn submit(provider: &str, coinbase: Vec<u8>, solution: &PushSolution) {
    let mut stream = TcpStream::connect(provider).expect("it listens");
    let protocol = Subprotocol::TemplateDistribution;
    let (min_version, max_version, flags, endpoint_port) = (2, 2, 0, 0);
    let setup = SetupConnection {
        protocol,
        min_version,
        max_version,
        flags,
        endpoint_host: text(""),
        endpoint_port,
        vendor: text("declarator"),
        hardware_version: text(""),
        firmware: text("1"),
        device_id: text(""),
    };
    let constraints = CoinbaseOutputConstraints {
        coinbase_output_max_additional_size: 1000,
        coinbase_output_max_additional_sigops: 1,
    };
    let bytes = [frame(&setup), frame(&constraints)].concat();
    stream.write_all(&bytes).expect("it is taken");
    let mut reader = FrameReader::<FrameHeader>::new(Buffers::default());
    let template_id = loop {
        let frame = reader.read_frame(&mut stream).expect("a frame").expect("a template");
        let mut r = Reader::<Sv2>::new(frame.payload());
        let message = AnyMessageRef::decode_message_ref(frame.header().id(), &mut r);
        if let Ok(AnyMessageRef::NewTemplate(template)) = message {
            break template.template_id;
        }
    };
    let solution = SubmitSolution {
        template_id,
        version: solution.version,
        header_timestamp: solution.ntime,
        header_nonce: solution.nonce,
        coinbase_tx: B064K::try_from(coinbase).expect("short"),
    };
    stream.write_all(&frame(&solution)).expect("it is taken");
    // The end would take the rest with it.
    let _ = reader.read_frame(&mut stream);
}
