//! A recorder that counts the events of a decode and ends it at one of them.
//!
//! The counter measures the allocations between two calls, and the events of a recorder are not
//! such calls. So a decode is run up to the n-th event, for as many n as are needed to find the
//! events between which the count grows.
#![forbid(unsafe_code)]

use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use codec_core::trace::{Name, Trace, Value};

use crate::{Allocations, measure};

thread_local! {
    /// The event at which the decode ends, and how many there have been.
    static STOP: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
    /// The fields and elements that have started and not ended, and where each starts.
    static OPEN: RefCell<Vec<(Name, usize)>> = const { RefCell::new(Vec::new()) };
}

/// The panic payload that ends a decode; it prints no message.
struct Stopped;

/// The state of a decode when it ended.
pub(crate) struct Reached {
    /// The allocations made until then.
    pub(crate) counted: Allocations,
    /// Number of events until then.
    pub(crate) events: u64,
    /// The fields that were being read, as a path from the outermost type, and where the innermost
    /// starts. Empty outside of all fields.
    pub(crate) path: String,
    /// See `path`.
    pub(crate) start: usize,
}

/// Runs a decode under [`Probe`] up to an event: `u64::MAX` for all of it.
pub(crate) fn reach(stop: u64, decode: &dyn Fn()) -> Reached {
    STOP.set((stop, 0));
    OPEN.with_borrow_mut(Vec::clear);
    let (ended, counted) = measure(|| catch_unwind(AssertUnwindSafe(decode)));
    if let Err(panic) = ended
        && !panic.is::<Stopped>()
    {
        resume_unwind(panic);
    }
    let (path, start) = OPEN.with_borrow(|open| path(open));
    Reached { counted, events: STOP.get().1, path, start }
}

fn path(open: &[(Name, usize)]) -> (String, usize) {
    let mut path = String::new();
    for (name, _) in open {
        name.append_to(&mut path);
    }
    (path, open.last().map_or(0, |(_, start)| *start))
}

/// The recorder.
#[derive(Debug, Default)]
pub(crate) struct Probe;

impl Probe {
    /// Ends the decode.
    pub(crate) fn stop() {
        resume_unwind(Box::new(Stopped));
    }

    /// Counts an event: at the one to stop at, the decode ends before it takes effect.
    fn event(change: impl FnOnce(&mut Vec<(Name, usize)>)) {
        let (stop, events) = STOP.get();
        if events == stop {
            Self::stop();
        }
        STOP.set((stop, events + 1));
        allocation_counter::opt_out(|| OPEN.with_borrow_mut(change));
    }
}

impl Trace for Probe {
    const ON: bool = true;
    type Supply<'de> = ();

    fn enter_field(
        &mut self,
        of: &'static str,
        variant: Option<&'static str>,
        field: &'static str,
        start: usize,
    ) {
        Self::event(|open| open.push((Name::Field { of, variant, field }, start)));
    }

    fn enter_element(&mut self, index: usize, start: usize) {
        Self::event(|open| open.push((Name::Element(index), start)));
    }

    fn leave(&mut self, _end: usize) {
        Self::event(|open| {
            open.pop();
        });
    }

    fn value(&mut self, _range: Range<usize>, _value: Value) {
        Self::event(|_| ());
    }

    fn over_limit(&mut self, _len: usize, _max: usize) {}

    fn refused(&mut self, _message: &'static str) {}
}
