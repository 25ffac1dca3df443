//! The declarator's side of one connection.

use std::io::Write as _;
use std::net::{Shutdown, TcpStream};
use std::sync::{Arc, Mutex};

use codec_bitcoin::transaction::Output;
use codec_core::wire::{B064K, B0255, Seq064K, Str0255};
use codec_core::{Consensus, Format as _, Header as _, MessagesRef as _, Reader, Sv2};
use codec_pool::{FrameReader, Pool as Buffers};
use codec_stratum::common::{SetupConnection, SetupConnectionError, SetupConnectionSuccess};
use codec_stratum::job_declaration::{
    AllocateMiningJobTokenSuccess, DeclareMiningJob, DeclareMiningJobError,
    DeclareMiningJobSuccess, ProvideMissingTransactions, ProvideMissingTransactionsSuccess,
    PushSolution, setup_flags,
};
use codec_stratum::mining::setup_flags::REQUIRES_WORK_SELECTION;
use codec_stratum::{AnyMessage, AnyMessageRef, FrameHeader, Subprotocol};

use super::book::{Book, Job, MARK, Token, payout, unpaid, wide_id};
use super::pool::{Pool, is_block, submit};
use super::{COINBASE, FULL};
use crate::broken::frame;

pub(super) struct Session {
    stream: TcpStream,
    fault: &'static str,
    number: u32,
    book: Arc<Mutex<Book>>,
    provider: Option<String>,
    reveals: bool,
    requests: u32,
    /// The last token, which a fault gives again as long as it is not used.
    last: Option<Vec<u8>>,
    /// A job whose transactions were asked for, with the number and the positions of the request.
    pending: Option<(DeclareMiningJob, Job, u32, Vec<u16>)>,
    /// The job that was accepted last.
    job: Option<Job>,
    pool: Pool,
}

pub(super) fn text(text: &str) -> Str0255 {
    Str0255::try_from(text).expect("short")
}

impl Session {
    pub(super) fn new(
        stream: TcpStream,
        fault: &'static str,
        number: u32,
        book: Arc<Mutex<Book>>,
        provider: Option<String>,
    ) -> Self {
        let pool = Pool::new(fault, Arc::clone(&book));
        let (reveals, requests, last, pending, job) = (false, 0, None, None, None);
        Self { stream, fault, number, book, provider, reveals, requests, last, pending, job, pool }
    }

    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    pub(super) fn serve(mut self) {
        let mut stream = self.stream.try_clone().expect("a second handle");
        let mut reader = FrameReader::<FrameHeader>::new(Buffers::default());
        while let Ok(Some(frame)) = reader.read_frame(&mut stream) {
            let mut r = Reader::<Sv2>::new(frame.payload());
            let goes_on = match AnyMessageRef::decode_message_ref(frame.header().id(), &mut r) {
                Ok(message) => self.handle(message.into()),
                Err(_) => !self.is("JD-GEN-1"),
            };
            if !goes_on {
                break;
            }
        }
        let _ = self.stream.shutdown(Shutdown::Both);
    }

    fn say(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).is_ok()
    }

    /// Handles a message; false at the end.
    fn handle(&mut self, message: AnyMessage) -> bool {
        match message {
            AnyMessage::SetupConnection(setup) => self.set_up(&setup),
            AnyMessage::AllocateMiningJobToken(ask) => self.allocate(ask.request_id),
            AnyMessage::DeclareMiningJob(declared) => self.declare(declared),
            AnyMessage::ProvideMissingTransactionsSuccess(given) => self.given(&given),
            AnyMessage::PushSolution(solution) => self.solve(&solution),
            other => match self.pool.handle(other) {
                Some(answer) => self.say(&answer),
                None => true,
            },
        }
    }

    fn set_up(&mut self, setup: &SetupConnection) -> bool {
        let supported = match setup.protocol {
            Subprotocol::JobDeclaration if self.is(COINBASE) => 0,
            Subprotocol::JobDeclaration => setup_flags::DECLARE_TX_DATA,
            Subprotocol::Mining => REQUIRES_WORK_SELECTION,
            _ if self.is("JD-SC-2") => u32::MAX,
            _ => return self.refuse(0, "unsupported-protocol"),
        };
        if self.is("JD-SC-1") && setup.protocol == Subprotocol::JobDeclaration {
            return self.refuse(0, "no");
        }
        if !(setup.min_version..=setup.max_version).contains(&2) && !self.is("JD-SC-3") {
            return self.refuse(0, "protocol-version-mismatch");
        }
        let unsupported = setup.flags & !supported;
        if unsupported != 0 {
            let flags = if self.is("JD-SCE-1") { u32::MAX } else { unsupported };
            return self.refuse(flags, "unsupported-feature-flags");
        }
        if self.is(FULL) && supported == setup_flags::DECLARE_TX_DATA && setup.flags == 0 {
            return self.refuse(0, "missing-declare-tx-data-flag");
        }
        self.reveals = setup.flags & setup_flags::DECLARE_TX_DATA != 0;
        let flags = u32::from(self.is("JD-SCS-2"));
        let used_version = if self.is("JD-SCS-1") { 9 } else { 2 };
        let answer = frame(&SetupConnectionSuccess { used_version, flags });
        let times = if self.is("JD-GEN-3") { 2 } else { 1 };
        self.say(&answer.repeat(times))
    }

    fn refuse(&mut self, flags: u32, code: &str) -> bool {
        self.say(&frame(&SetupConnectionError { flags, error_code: text(code) }))
    }

    fn allocate(&mut self, request_id: u32) -> bool {
        self.requests += 1;
        if self.is("JD-TK-1") || (self.is("JD-TK-8") && self.requests == 4) {
            return true;
        }
        let request_id = request_id + u32::from(self.is("JD-TK-2"));
        let mut book = self.book.lock().expect("no panic");
        let token = match self.last.take() {
            Some(last) if self.is("JD-TK-6") => last,
            _ => book.new_token("token"),
        };
        book.tokens.insert(token.clone(), Token::Given);
        drop(book);
        self.last = Some(token.clone());
        let mut outputs = vec![
            Output { value: 0, script: payout(self.fault) },
            Output { value: if self.is("JD-TK-5") { 1000 } else { 0 }, script: MARK.to_vec() },
        ];
        if self.is("JD-TK-7") && self.requests > 1 {
            outputs.push(Output { value: 0, script: vec![0x6a] });
        }
        let mut outputs = Consensus::to_vec(&outputs).expect("few");
        if self.is("JD-TK-3") {
            outputs[0] += 1;
        }
        let mut bytes = frame(&AllocateMiningJobTokenSuccess {
            request_id,
            mining_job_token: B0255::try_from(token).expect("short"),
            coinbase_tx_outputs: B064K::try_from(outputs).expect("few"),
        });
        if self.is("JD-BIT-1") {
            bytes[1] |= 0x80;
        }
        if self.is("JD-EXT-1") {
            bytes.extend([5, 0, 0x71, 0, 0, 0]);
        }
        self.say(&bytes)
    }

    fn reject(&mut self, request_id: u32, code: &str) -> bool {
        let request_id = request_id + u32::from(self.is("JD-DJ-6"));
        let code = if self.is("JD-GEN-2") { format!("{code}\n") } else { code.to_owned() };
        let (error_code, error_details) = (text(&code), B064K::default());
        self.say(&frame(&DeclareMiningJobError { request_id, error_code, error_details }))
    }

    fn declare(&mut self, declared: DeclareMiningJob) -> bool {
        let request_id = declared.request_id;
        if self.is("JD-DJ-1") {
            return true;
        }
        if self.is("JD-DJ-2") {
            return self.reject(request_id, "no");
        }
        let token = declared.mining_job_token.as_bytes().to_vec();
        let known = self.book.lock().expect("no panic").tokens.get(&token).cloned();
        match known {
            Some(Token::Given) => {}
            Some(Token::Used) if self.is("JD-DJ-7") => {}
            None if self.is("JD-DJ-5") => {}
            _ => return self.reject(request_id, "invalid-mining-job-token"),
        }
        let Some(job) = Job::of(&declared) else {
            if self.is("JD-DJ-10") {
                let (prefix, suffix, ids, outputs) = Default::default();
                return self.accept(&declared, Job { prefix, suffix, ids, outputs });
            }
            return self.reject(request_id, "invalid-coinbase");
        };
        if let Some(code) = unpaid(&job.outputs, self.fault) {
            return self.reject(request_id, code);
        }
        let book = self.book.lock().expect("no panic");
        let unknown = (0..).zip(&job.ids).filter(|(_, id)| !book.known.contains(*id));
        let positions: Vec<u16> = unknown.map(|(at, _)| at).collect();
        drop(book);
        if positions.is_empty() {
            return self.accept(&declared, job);
        }
        if (!self.reveals && !self.is("JD-CO-1")) || self.is("JD-MT-1") {
            return self.reject(request_id, "unknown-transactions");
        }
        let asked = request_id + u32::from(self.is("JD-MT-2"));
        let off = u16::from(self.is("JD-MT-3"));
        let list = positions.iter().map(|at| at + off).collect::<Vec<_>>();
        self.pending = Some((declared, job, asked, positions));
        let unknown_tx_position_list = Seq064K::try_from(list).expect("few");
        let request_id = asked;
        self.say(&frame(&ProvideMissingTransactions { request_id, unknown_tx_position_list }))
    }

    fn given(&mut self, given: &ProvideMissingTransactionsSuccess) -> bool {
        let Some((declared, job, asked, positions)) = self.pending.take() else {
            return !self.is("JD-MT-7");
        };
        if self.is("JD-MT-4") {
            return true;
        }
        let request_id = declared.request_id;
        let found: Vec<_> =
            given.transaction_list.iter().map(|bytes| wide_id(bytes.as_bytes())).collect();
        let wanted: Vec<_> = positions.iter().map(|at| job.ids[usize::from(*at)]).collect();
        let is_whole = found.len() == wanted.len() || self.is("JD-MT-6");
        let is_same = found.iter().zip(&wanted).all(|(found, wanted)| found == wanted);
        if asked != given.request_id || !is_whole || !(is_same || self.is("JD-MT-5")) {
            return self.reject(request_id, "invalid-transactions");
        }
        self.book.lock().expect("no panic").known.extend(found);
        self.accept(&declared, job)
    }

    fn accept(&mut self, declared: &DeclareMiningJob, job: Job) -> bool {
        let mut book = self.book.lock().expect("no panic");
        if let Some(token) = book.tokens.get_mut(declared.mining_job_token.as_bytes()) {
            *token = Token::Used;
        }
        let is_same = self.is("JD-DJ-4");
        let token = book.new_token("job");
        let token = if is_same { format!("job of {}", self.number).into_bytes() } else { token };
        book.tokens.insert(token.clone(), Token::Declared(job.scripts()));
        drop(book);
        self.last = None;
        self.job = Some(job);
        let request_id = declared.request_id + u32::from(self.is("JD-DJ-3"));
        let new_mining_job_token = B0255::try_from(token).expect("short");
        self.say(&frame(&DeclareMiningJobSuccess { request_id, new_mining_job_token }))
    }

    fn solve(&mut self, solution: &PushSolution) -> bool {
        let Some(job) = &self.job else { return !self.is("JD-PS-1") };
        let bytes = [&job.prefix[..], solution.extranonce.as_bytes(), &job.suffix].concat();
        if !is_block(solution.nbits) {
            return !self.is("JD-PS-3");
        }
        if let Some(provider) = self.provider.as_ref().filter(|_| !self.is("JD-PS-2")) {
            submit(provider, bytes, solution);
        }
        true
    }
}
