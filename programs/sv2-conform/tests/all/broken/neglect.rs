//! Neglect of others while one client is hostile, by one fault or another.

use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use codec_core::Header as _;
use codec_stratum::FrameHeader;
use codec_stratum::mining::{OpenExtendedMiningChannel, SubmitSharesSuccess};

use super::wire::frame;

/// Connections that a server without room for more accepts.
const PLACES: usize = 300;
const SETUP: u8 = 0;
const OPEN_EXTENDED: u8 = 0x13;
const SHARE: u8 = 0x1b;
const NEW_TEMPLATE: u8 = 0x71;

/// State that all sessions of a server share.
pub(super) struct Neglect {
    fault: &'static str,
    turn: Mutex<()>,
    is_dead: AtomicBool,
    /// Connections that said nothing, and whose places are not given back.
    lost: AtomicUsize,
    /// Memory that is never given back.
    kept: Mutex<Vec<Vec<u8>>>,
}

impl Neglect {
    pub(super) const fn new(fault: &'static str) -> Self {
        let (turn, is_dead, lost) = (Mutex::new(()), AtomicBool::new(false), AtomicUsize::new(0));
        Self { fault, turn, is_dead, lost, kept: Mutex::new(Vec::new()) }
    }

    fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    fn keep(&self, len: usize) {
        self.kept.lock().expect("no panic").push(vec![1; len]);
    }

    /// Accepts a connection, in the one thread that accepts.
    pub(super) fn welcomes(&self, stream: &TcpStream) -> bool {
        if self.is("H-SILENT") {
            // Waits for its first byte.
            let _ = stream.peek(&mut [0]);
        }
        !self.is_dead.load(Ordering::SeqCst) && self.lost.load(Ordering::SeqCst) < PLACES
    }

    /// Begins a session, in its own thread; false for one that is at its end.
    pub(super) fn begins(&self, stream: &TcpStream) -> bool {
        let mut header = [0; FrameHeader::SIZE];
        let first = stream.peek(&mut header).unwrap_or(0);
        if first == 0 && self.is("H-CHURN") {
            self.lost.fetch_add(1, Ordering::SeqCst);
        }
        if self.is("H-SLOW") && (1..header.len()).contains(&first) {
            // Waits for the rest, and lets nobody else have a turn.
            let _turn = self.turn();
            while stream.peek(&mut [0; 64]).is_ok_and(|len| (1..32).contains(&len)) {
                thread::sleep(Duration::from_millis(10));
            }
        }
        let announced = u32::from_le_bytes([header[3], header[4], header[5], 0]);
        if first == header.len() && announced == 0x00ff_ffff {
            let is_alone = || {
                thread::sleep(Duration::from_millis(50));
                stream.peek(&mut [0; 64]).is_ok_and(|len| len == FrameHeader::SIZE)
            };
            if self.is("H-ANNOUNCE") && is_alone() {
                self.keep(16 << 20);
            }
            if self.is("H-OVERSIZED") && !is_alone() {
                self.keep(16 << 20);
            }
        }
        if self.is("H-GARBAGE") && first == header.len() && header[2] != SETUP {
            self.is_dead.store(true, Ordering::SeqCst);
        }
        true
    }

    /// The turn of a session, of which one has it at a time.
    pub(super) fn turn(&self) -> MutexGuard<'_, ()> {
        self.turn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Receives a frame; true if the server is dead, by this one or by one before.
    pub(super) fn is_dead_after(&self, header: FrameHeader, payload: &[u8]) -> bool {
        let (number, extension) = (header.msg_type(), header.extension_type());
        if self.is("H-FLOOD") && extension == 0x3abc && payload.len() > 100 {
            self.keep(16 << 10);
        }
        let is_deadly = match self.fault {
            "H-LIMIT" => number == OPEN_EXTENDED && has_long_name(payload),
            "H-CUT" => payload.is_empty() && number == NEW_TEMPLATE,
            "H-HEADER" => number == 0xff && extension == 0,
            _ => false,
        };
        if is_deadly {
            self.is_dead.store(true, Ordering::SeqCst);
        }
        self.is_dead.load(Ordering::SeqCst)
    }

    /// The answer to a message that can't be read.
    pub(super) fn lenient(&self, header: FrameHeader, payload: &[u8]) -> Vec<u8> {
        let is_long = payload.len() > 6 * 4 + 1 + 32;
        if !self.is("H-OVER") || header.msg_type() != SHARE || !is_long {
            return Vec::new();
        }
        frame(&SubmitSharesSuccess {
            channel_id: 1,
            last_sequence_number: 1,
            new_submits_accepted_count: 1,
            new_shares_sum: 1,
        })
    }

    /// Keeps memory for a channel.
    pub(super) fn keep_of_channel(&self) {
        if self.is("H-CHANNELS") {
            self.keep(64 << 10);
        }
    }
}

/// True for a name of 255 bytes.
fn has_long_name(payload: &[u8]) -> bool {
    use codec_core::Format as _;
    codec_core::Sv2::from_slice::<OpenExtendedMiningChannel>(payload)
        .is_ok_and(|open| open.user_identity.len() == 255)
}
