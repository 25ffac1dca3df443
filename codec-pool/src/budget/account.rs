//! The account of a connection or of a group: what is held, under one short lock.
#![forbid(unsafe_code)]

use core::mem;
use core::panic::Location;
use core::task::Waker;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use crate::budget::kept::Kept;
use crate::budget::limits::{BudgetLimits, OverBudget};
use crate::budget::seat::{Ask, Side};
use crate::budget::usage::BudgetUsage;
use crate::memory::sync::{Mutex, MutexGuard};
use crate::pool::{BudgetLimit, Charged, Excess, Holder};

/// A refused request: which limit is exceeded, and what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Refused {
    pub(crate) excess: Excess,
    pub(crate) policy: OverBudget,
}

impl Refused {
    const fn of_group(mut self) -> Self {
        self.excess.of_group = true;
        self
    }
}

pub(super) struct Account {
    limits: BudgetLimits,
    /// The group to which it belongs. Locks are taken from a member to its group.
    group: Option<Arc<Account>>,
    state: Mutex<State>,
}

struct State {
    kept: Kept,
    /// Bytes granted to readers: room to read into, and received bytes that are not kept.
    granted: usize,
    /// Bytes granted to writers: those that wait to be sent, and room for more.
    sending: usize,
    most: usize,
    refusals: u64,
    waiting: Vec<Waker>,
}

impl State {
    fn held(&self) -> usize {
        self.received() + self.sending
    }

    fn received(&self) -> usize {
        self.kept.bytes + self.granted
    }

    /// Changes what is granted. The caller wakes the waiters, without the lock.
    fn regrant(&mut self, from: usize, to: usize, side: Side) -> Vec<Waker> {
        let granted = match side {
            Side::Reader { .. } => &mut self.granted,
            Side::Writer => &mut self.sending,
        };
        *granted = *granted - from + to;
        self.most = self.most.max(self.held());
        if to < from { mem::take(&mut self.waiting) } else { Vec::new() }
    }
}

/// A place among those that wait, for one who asks.
enum Place {
    Unwanted,
    Wanted,
    /// The waker to queue.
    Offered(Waker),
}

fn wake(wakers: Vec<Waker>) {
    wakers.into_iter().for_each(Waker::wake);
}

impl Account {
    pub(super) fn new(limits: BudgetLimits, group: Option<Arc<Self>>) -> Arc<Self> {
        let (kept, waiting) = (Kept::new(), Vec::new());
        let state = State { kept, granted: 0, sending: 0, most: 0, refusals: 0, waiting };
        Arc::new(Self { limits, group, state: Mutex::new(state) })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Nothing under this lock panics half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of bytes that may be granted, given what others hold.
    fn room(&self, state: &State, ask: &Ask) -> Result<usize, BudgetLimit> {
        let frames = self.room_of_frames(state, ask)?;
        let left = |all: usize, held: usize| all.saturating_sub(held.saturating_sub(ask.taken));
        let mut bytes = left(self.limits.bytes, state.held());
        if let Side::Reader { leaves_quarter: true, .. } = ask.side {
            bytes = bytes.min(left(self.limits.bytes - self.limits.bytes / 4, state.received()));
        }
        if bytes < ask.least {
            return Err(BudgetLimit::Bytes);
        }
        // Others may need the memory that a writer does not need yet.
        let most = if let Side::Writer = ask.side { bytes / 2 } else { frames };
        Ok(bytes.min(most.max(ask.least)))
    }

    /// Number of bytes that hold no more frames than may be kept.
    fn room_of_frames(&self, state: &State, ask: &Ask) -> Result<usize, BudgetLimit> {
        let Side::Reader { frame, .. } = ask.side else { return Ok(usize::MAX) };
        let frames = self.limits.frames.saturating_sub(state.kept.frames);
        if frames == 0 {
            return Err(BudgetLimit::Frames);
        }
        if let Some((age, since)) = self.limits.age.zip(state.kept.since())
            && age < Instant::now().saturating_duration_since(since)
        {
            return Err(BudgetLimit::Age);
        }
        Ok(frames.saturating_mul(frame))
    }

    /// Grants what is requested, or a part of it, replacing what was granted before. If it is
    /// refused and the policy is to wait, the waker is queued.
    pub(super) fn grant(&self, ask: Ask, waker: Option<&Waker>) -> Result<usize, Refused> {
        let mut place = waker.map_or(Place::Unwanted, |_| Place::Wanted);
        let mut answer = self.grant_unwoken(ask, &mut place);
        // Wakers are foreign code: cloned only for a wait, without a lock, and dropped so.
        if let (Err(Refused { policy: OverBudget::Wait { .. }, .. }), Some(waker)) =
            (&answer, waker)
        {
            place = Place::Offered(waker.clone());
            answer = self.grant_unwoken(ask, &mut place);
        }
        let (granted, wakers) = answer?;
        wake(wakers);
        Ok(granted)
    }

    /// Grants like [`grant`](Self::grant). The caller calls the wakers, without the lock of any
    /// member: what is woken may release what is charged to that member.
    fn grant_unwoken(&self, ask: Ask, place: &mut Place) -> Result<(usize, Vec<Waker>), Refused> {
        let mut state = self.lock();
        let room = match self.room(&state, &ask) {
            Ok(room) => room,
            Err(limit) => {
                let policy = self.limits.policy;
                let waits = matches!(policy, OverBudget::Wait { .. });
                // One that wants to wait asks again, with its waker.
                if !(waits && matches!(place, Place::Wanted)) {
                    state.refusals += 1;
                }
                if waits
                    && let Place::Offered(waker) = place
                    && !state.waiting.iter().any(|other| other.will_wake(waker))
                    && let Place::Offered(waker) = mem::replace(place, Place::Unwanted)
                {
                    state.waiting.push(waker);
                }
                let closes = policy == OverBudget::Close;
                let excess = Excess { limit, of_group: false, closes };
                return Err(Refused { excess, policy });
            }
        };
        let most = ask.most.min(room);
        let (granted, mut wakers) = match &self.group {
            Some(group) => {
                group.grant_unwoken(Ask { most, ..ask }, place).map_err(Refused::of_group)?
            }
            None => (most, Vec::new()),
        };
        wakers.append(&mut state.regrant(ask.taken, granted, ask.side));
        Ok((granted, wakers))
    }

    /// Changes what is granted, never to more, whatever the limits are.
    pub(super) fn change(&self, from: usize, to: usize, side: Side) {
        let wakers = self.lock().regrant(from, to, side);
        wake(wakers);
        if let Some(group) = &self.group {
            group.change(from, to, side);
        }
    }

    pub(super) fn usage(&self) -> BudgetUsage {
        let state = self.lock();
        BudgetUsage {
            kept_bytes: state.kept.bytes,
            granted_bytes: state.granted + state.sending,
            sending_bytes: state.sending,
            frames: state.kept.frames,
            oldest: state.kept.since().map(|since| since.elapsed()),
            most_bytes: state.most,
            refusals: state.refusals,
        }
    }

    pub(super) fn holders(&self) -> Vec<Holder> {
        self.lock().kept.holders()
    }

    pub(super) const fn limits(&self) -> BudgetLimits {
        self.limits
    }
}

/// An entry in an account, and in that of its group, which is taken out when it is dropped.
pub(super) struct Charge {
    account: Arc<Account>,
    at: usize,
    /// The charge to the group.
    _group: Option<Box<Charge>>,
}

impl Charged for Charge {}

impl Charge {
    /// Moves that many bytes `from` what was granted to an entry of `bytes`.
    pub(super) fn new(
        account: &Arc<Account>,
        site: &'static Location<'static>,
        bytes: usize,
        from: usize,
        is_frame: bool,
    ) -> Self {
        let group = account.group.as_ref();
        let of_group = group.map(|group| Box::new(Self::new(group, site, bytes, from, is_frame)));
        let mut state = account.lock();
        let at = state.kept.add(site, bytes, is_frame);
        state.granted -= from;
        state.most = state.most.max(state.held());
        drop(state);
        Self { account: Arc::clone(account), at, _group: of_group }
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        let mut state = self.account.lock();
        state.kept.remove(self.at);
        let wakers = mem::take(&mut state.waiting);
        drop(state);
        wake(wakers);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use core::sync::atomic::{AtomicUsize, Ordering};
    use core::time::Duration;
    use std::sync::mpsc;
    use std::task::Wake;

    use super::*;
    use crate::memory::foreign_waker;

    const SIDE: Side = Side::Reader { frame: 1, leaves_quarter: false };

    /// Holds something of a peer, and releases it when it is woken.
    struct Holds(Mutex<Option<Charge>>);

    impl Wake for Holds {
        fn wake(self: Arc<Self>) {
            drop(self.0.lock().expect("nobody panicked").take());
        }
    }

    /// A task that waits for the group may hold what is charged to the member that gives way.
    #[test]
    fn who_waits_is_woken_without_a_lock() {
        let (done, result) = mpsc::channel();
        std::thread::spawn(move || {
            let policy = OverBudget::Wait { timeout: Duration::MAX };
            let group = Account::new(BudgetLimits::new().max_bytes(100).policy(policy), None);
            let member = || Account::new(BudgetLimits::new(), Some(Arc::clone(&group)));
            let (one, other) = (member(), member());
            let ask = |taken, most| Ask { taken, least: most, most, side: SIDE };
            assert_eq!(one.grant(ask(0, 100), None), Ok(100));
            let charge = Charge::new(&one, Location::caller(), 10, 10, false);
            let waits = Waker::from(Arc::new(Holds(Mutex::new(Some(charge)))));
            assert!(other.grant(ask(0, 1), Some(&waits)).is_err(), "the group is full");
            assert_eq!(one.grant(ask(90, 50), None), Ok(50));
            done.send(one.usage().kept_bytes).expect("somebody waits");
        });
        let kept = result.recv_timeout(Duration::from_secs(20));
        assert_eq!(kept, Ok(0), "the waker was called, and came to its end");
    }

    #[derive(Default)]
    struct Count(AtomicUsize);

    impl Wake for Count {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }

    /// Released memory may be enough for more than one of those that wait.
    #[test]
    fn all_that_wait_are_woken() {
        let policy = OverBudget::Wait { timeout: Duration::MAX };
        let account = Account::new(BudgetLimits::new().max_bytes(100).policy(policy), None);
        let ask = |most| Ask { taken: 0, least: most, most, side: SIDE };
        for release in [true, false] {
            assert_eq!(account.grant(ask(100), None), Ok(100));
            let charge =
                release.then(|| Charge::new(&account, Location::caller(), 100, 100, false));
            let counts = [(); 3].map(|()| Arc::new(Count::default()));
            for count in &counts {
                let waker = Waker::from(Arc::clone(count));
                account.grant(ask(30), Some(&waker)).expect_err("there is no room");
            }
            match charge {
                Some(charge) => drop(charge),
                None => account.change(100, 0, SIDE),
            }
            assert_eq!(counts.map(|count| count.0.load(Ordering::SeqCst)), [1; 3]);
        }
    }

    /// One of two equal wakers is queued, and the other dropped, both without a lock, which their
    /// functions take; each refusal counts once.
    #[test]
    fn a_waker_is_cloned_and_dropped_without_a_lock() {
        let (done, result) = mpsc::channel();
        std::thread::spawn(move || {
            let policy = OverBudget::Wait { timeout: Duration::MAX };
            let full = Account::new(BudgetLimits::new().max_bytes(0).policy(policy), None);
            let ask = Ask { taken: 0, least: 1, most: 1, side: SIDE };
            for _ in 0..2 {
                let uses = Arc::clone(&full);
                let waker = foreign_waker(move || assert_eq!(uses.usage().kept_bytes, 0));
                full.grant(ask, Some(&waker)).expect_err("there is no room");
                full.grant(ask, Some(&waker)).expect_err("there is no room");
            }
            let queued = mem::take(&mut full.lock().waiting);
            done.send((queued.len(), full.usage().refusals)).expect("somebody waits");
        });
        assert_eq!(result.recv_timeout(Duration::from_secs(20)), Ok((2, 4)));
    }
}
