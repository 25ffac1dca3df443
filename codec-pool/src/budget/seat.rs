//! One reader's part of an account.
#![forbid(unsafe_code)]

use core::any::Any;
use core::panic::Location;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use core::task::Waker;
use std::sync::{Arc, OnceLock};

use crate::budget::account::{Account, Charge, Refused};
use crate::pool::{Charged, Payer};

/// A reader's request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ask {
    /// Number of bytes that it was granted before, and gives up.
    pub(super) taken: usize,
    /// The least that is useful.
    pub(super) least: usize,
    /// The most that is useful.
    pub(super) most: usize,
    /// Who asks.
    pub(super) side: Side,
}

/// The side of a connection that asks for bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Side {
    /// Receives frames of at least `frame` bytes.
    Reader {
        frame: usize,
        /// Leaves a quarter of all bytes to the other side. Else readers whose peers wait for
        /// answers could hold all of them, and no answer be sent.
        leaves_quarter: bool,
    },
    /// Sends bytes, to which the limits on frames and their age don't apply.
    Writer,
}

/// The grant to one reader. Only that reader, and frames that it lends, change it: the atomics
/// are there to satisfy the compiler, and relaxed.
pub(crate) struct Seat {
    account: Arc<Account>,
    taken: AtomicUsize,
    side: Side,
    /// `true` if the reader moves what it has to another chunk.
    moves: AtomicBool,
    /// The function that returns the longest payload of a message, by an id whose type the reader
    /// knows.
    longest: OnceLock<Box<dyn Any + Send + Sync>>,
}

impl Seat {
    pub(super) fn new(account: Arc<Account>, side: Side) -> Self {
        Self {
            account,
            side,
            taken: AtomicUsize::new(0),
            moves: AtomicBool::new(false),
            longest: OnceLock::new(),
        }
    }

    /// Sets it once; later calls have no effect.
    pub(crate) fn set_longest(&self, longest: Box<dyn Any + Send + Sync>) {
        let _ = self.longest.set(longest);
    }

    pub(crate) fn longest(&self) -> Option<&(dyn Any + Send + Sync)> {
        self.longest.get().map(AsRef::as_ref)
    }

    fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }

    /// Requests `least` to `most` bytes, replacing what was granted before.
    ///
    /// # Errors
    /// The limit that is exceeded. What was granted before stays.
    pub(crate) fn grant(
        &self,
        (least, most): (usize, usize),
        waker: Option<&Waker>,
    ) -> Result<usize, Refused> {
        let ask = Ask { taken: self.taken(), least, most: most.max(least), side: self.side };
        let granted = self.account.grant(ask, waker)?;
        self.taken.store(granted, Ordering::Relaxed);
        Ok(granted)
    }

    /// Gives up all but that many bytes, which the reader holds.
    pub(crate) fn hold(&self, bytes: usize) {
        let taken = self.taken.swap(bytes, Ordering::Relaxed);
        if taken != bytes {
            self.account.change(taken, bytes, self.side);
        }
    }

    /// Sets whether chunks that are returned are exchanged for another, or for other memory.
    pub(crate) fn set_moves(&self, moves: bool) {
        self.moves.store(moves, Ordering::Relaxed);
    }
}

impl Payer for Seat {
    fn charge(&self, site: &'static Location<'static>, bytes: usize) -> Arc<dyn Charged> {
        let from = self.taken().min(bytes);
        self.taken.store(self.taken() - from, Ordering::Relaxed);
        Arc::new(Charge::new(&self.account, site, bytes, from, true))
    }

    fn settle(&self) {
        if !self.moves.load(Ordering::Relaxed) {
            self.hold(0);
        }
    }
}
