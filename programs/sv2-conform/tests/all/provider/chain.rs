//! The chain of the provider, its templates, and those who are told of them.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::net::{Shutdown, TcpStream};

use codec_bitcoin::Digest;
use codec_core::wire::{B064K, B0255, PackedSeq064K, Seq0255, U256};
use codec_stratum::template_distribution::{
    NewTemplate, RequestTransactionDataSuccess, SetNewPrevHash, SubmitSolution,
};

use crate::broken::frame;

/// Bytes of the script that ends a commitment to witnesses.
const COMMITMENT: [u8; 6] = [0x6a, 0x24, 0xaa, 0x21, 0xa9, 0xed];
const NBITS: u32 = 0x207f_ffff;
const VERSION: u32 = 0x2000_0000;
const TIME: u32 = 1_700_000_000;
/// Bytes of a transaction for which there is not always room.
const BIG: usize = 110_000;

/// A transaction in its two encodings.
struct Transaction {
    full: Vec<u8>,
    bare: Vec<u8>,
}

/// A client that gets templates.
struct Client {
    number: usize,
    stream: TcpStream,
    room: u32,
}

/// A template that was given.
struct Given {
    prev_hash: U256,
    path: Vec<U256>,
    room: u32,
}

pub(super) struct Chain {
    fault: &'static str,
    tip: U256,
    next_id: u64,
    given: BTreeMap<u64, Given>,
    clients: Vec<Client>,
}

fn hash(bytes: &[u8]) -> [u8; 32] {
    Digest::of(bytes).0
}

/// One input, one output with a script of this length, and a witness.
fn transaction(number: u8, script: usize, is_segwit: bool) -> Transaction {
    let mut body = vec![1];
    body.extend([number; 32]);
    body.extend([0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 7, 0, 0, 0, 0, 0, 0, 0, 0xfe]);
    body.extend(u32::try_from(script).expect("short").to_le_bytes());
    body.resize(body.len() + script, 0x6a);
    let bare = [&[2, 0, 0, 0], &body[..], &[0; 4]].concat();
    let full = [&[2, 0, 0, 0, 0, 1], &body[..], &[1, 2, number, 9], &[0; 4]].concat();
    Transaction { full: if is_segwit { full } else { bare.clone() }, bare }
}

/// The transactions of templates with this much room for outputs.
fn transactions(room: u32, is_heedless: bool) -> Vec<Transaction> {
    // Scripts of over 65,535 bytes have the long form of a count, which the others could not have.
    let mut all: Vec<_> = (1..=5).map(|n| transaction(n, 65_536, n % 2 == 0)).collect();
    if is_heedless || room < 500_000 {
        all.push(transaction(6, BIG, true));
    } else {
        all.truncate(1);
    }
    all
}

/// The path beside the first leaf of a tree with these others.
fn path(mut others: Vec<[u8; 32]>) -> Vec<U256> {
    let mut path = Vec::new();
    while !others.is_empty() {
        path.push(U256(others.remove(0)));
        if others.len() % 2 == 1 {
            others.push(others[others.len() - 1]);
        }
        others = others.chunks(2).map(|two| hash(&two.concat())).collect();
    }
    path
}

fn fold(first: [u8; 32], path: &[U256]) -> [u8; 32] {
    path.iter().fold(first, |one, other| hash(&[&one[..], other.as_ref()].concat()))
}

impl Chain {
    pub(super) fn new(fault: &'static str) -> Self {
        let (given, clients) = (BTreeMap::new(), Vec::new());
        Self { fault, tip: U256([7; 32]), next_id: 1000, given, clients }
    }

    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn transactions(&self, room: u32) -> Vec<Transaction> {
        transactions(room, self.is("T-COC-5") && room < 1_000_000)
    }

    /// Notes a client, or its new constraints, and gives it a template.
    pub(super) fn constrain(&mut self, number: usize, stream: TcpStream, room: u32) {
        let known = self.clients.iter_mut().find(|client| client.number == number);
        let is_first = known.is_none();
        match known {
            Some(client) => client.room = room,
            None => self.clients.push(Client { number, stream, room }),
        }
        if self.is("T-COC-2") || (!is_first && self.is("T-COC-3")) {
            return;
        }
        if room >= 1_000_000 && !self.is("T-COC-4") {
            return;
        }
        self.give(number, is_first);
    }

    /// Gives a client a template, and tells of the block before it.
    pub(super) fn give(&mut self, number: usize, is_new_block: bool) {
        let Some(at) = self.clients.iter().position(|client| client.number == number) else {
            return;
        };
        let room = self.clients[at].room;
        let template = self.template(room, is_new_block);
        let mut bytes = frame(&template);
        if self.is("T-BIT-1") {
            bytes[1] |= 0x80;
        }
        if self.is("T-EXT-1") {
            bytes.extend([5, 0, 0x71, 0, 0, 0]);
        }
        if is_new_block && !self.is("T-SNPH-3") {
            let template_id = template.template_id + if self.is("T-SNPH-1") { 7 } else { 0 };
            bytes.extend(frame(&self.prev(template_id)));
        }
        let _ = self.clients[at].stream.write_all(&bytes);
    }

    fn prev(&self, template_id: u64) -> SetNewPrevHash {
        let mut target = [0xff; 32];
        (target[29], target[30], target[31]) = (0xff, 0xff, 0x0f);
        if self.is("T-SNPH-2") {
            target[31] = 0xf0;
        }
        SetNewPrevHash {
            template_id,
            prev_hash: self.tip,
            header_timestamp: TIME,
            n_bits: NBITS,
            target: U256(target),
        }
    }

    fn template(&mut self, room: u32, future_template: bool) -> NewTemplate {
        let transactions = self.transactions(room);
        let ids = transactions.iter().map(|one| hash(&one.bare)).collect();
        let wide = transactions.iter().map(|one| hash(&one.full)).collect();
        let mut merkle_path = path(ids);
        if self.is("T-NT-6") {
            merkle_path.reverse();
            merkle_path.push(U256([1; 32]));
        }
        let template_id = self.next_id;
        self.next_id = if self.is("T-NT-1") { self.next_id - 1 } else { self.next_id + 1 };
        let (prev_hash, path) = (self.tip, merkle_path.clone());
        self.given.insert(template_id, Given { prev_hash, path: path.clone(), room });
        let witnesses = fold([0; 32], &self::path(wide));
        let commitment = hash(&[witnesses, [0; 32]].concat());
        let outputs = [&[0; 8], &[38][..], &COMMITMENT, &commitment].concat();
        let prefix: &[u8] =
            if self.is("T-NT-2") { &[3, 1, 2, 3, 4, 1, 2, 3, 4] } else { &[3, 1, 2, 3] };
        NewTemplate {
            template_id,
            future_template,
            version: if self.is("T-NT-4") { 1 } else { VERSION },
            coinbase_tx_version: 2,
            coinbase_prefix: B0255::try_from(prefix).expect("short"),
            coinbase_tx_input_sequence: u32::MAX,
            coinbase_tx_value_remaining: if self.is("T-NT-5") { u64::MAX >> 1 } else { 5_000_000 },
            coinbase_tx_outputs_count: if self.is("T-NT-3") { 2 } else { 1 },
            coinbase_tx_outputs: B064K::try_from(outputs).expect("short"),
            coinbase_tx_locktime: 0,
            merkle_path: Seq0255::try_from(path).expect("short"),
        }
    }

    /// The transactions of a template.
    pub(super) fn data(&self, id: u64) -> Option<RequestTransactionDataSuccess> {
        let given = self.given.get(&id)?;
        let all = self.transactions(given.room);
        let is_bare = self.is("T-RTD-7");
        let mut all: Vec<_> =
            all.into_iter().map(|one| if is_bare { one.bare } else { one.full }).collect();
        if self.is("T-RTD-6") {
            let mut coinbase = transaction(0, 65_536, false).bare;
            coinbase[37..41].copy_from_slice(&[0xff; 4]);
            all.insert(0, coinbase);
        }
        let all = all.iter().map(|bytes| bytes.as_slice().try_into().expect("short"));
        let all: Vec<_> = all.collect();
        Some(RequestTransactionDataSuccess {
            template_id: id + if self.is("T-RTD-2") { 5 } else { 0 },
            excess_data: B064K::default(),
            transaction_list: PackedSeq064K::try_from(all).expect("few"),
        })
    }

    /// Checks a solution, and tells all of the block; false where the provider ends.
    pub(super) fn solve(&mut self, number: usize, solution: &SubmitSolution) -> bool {
        let id = solution.template_id;
        let Some(given) = self.given.get(&id) else { return !self.is("T-SS-4") };
        let is_latest = id + 1 == self.next_id;
        if given.prev_hash != self.tip || self.is("T-SS-1") || (self.is("T-SS-6") && !is_latest) {
            return true;
        }
        let coinbase = solution.coinbase_tx.as_bytes();
        // It has a witness, of one element of 32 bytes: marker and flag, and 34 bytes at the end.
        let bare = match coinbase {
            [a, b, c, d, 0, 1, rest @ ..] => {
                let (body, lock_time) = rest.split_at(rest.len() - 4);
                let body = &body[..body.len() - 34];
                [&[*a, *b, *c, *d], body, lock_time].concat()
            }
            _ => coinbase.to_vec(),
        };
        let root = fold(hash(&bare), &given.path);
        let header = [
            &solution.version.to_le_bytes()[..],
            given.prev_hash.as_ref(),
            &root,
            &solution.header_timestamp.to_le_bytes(),
            &NBITS.to_le_bytes(),
            &solution.header_nonce.to_le_bytes(),
        ];
        let block = hash(&header.concat());
        let is_met = block[31] <= self.prev(0).target.0[31];
        if !is_met && !self.is("T-SS-3") {
            return true;
        }
        self.tip = U256(block);
        self.clients.retain(|client| client.stream.take_error().is_ok_and(|error| error.is_none()));
        let is_told = |one: &usize| *one == number || self.fault != "T-SS-5";
        let all = self.clients.iter().map(|client| client.number).filter(is_told);
        for one in all.collect::<Vec<_>>() {
            if self.is("T-SS-2") {
                let bytes = frame(&self.prev(id));
                let client = self.clients.iter_mut().find(|client| client.number == one);
                let _ = client.expect("it is one").stream.write_all(&bytes);
            } else {
                self.give(one, true);
            }
        }
        true
    }

    /// Forgets a client.
    pub(super) fn leave(&mut self, number: usize) {
        for client in self.clients.iter().filter(|client| client.number == number) {
            let _ = client.stream.shutdown(Shutdown::Both);
        }
        self.clients.retain(|client| client.number != number);
    }
}
