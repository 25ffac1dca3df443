//! The shares that a channel has accepted, so that none counts twice.

use codec_core::wire::U256;
use codec_pool::{Budget, BudgetCharge};

/// Shares of a channel after which it has a new job.
pub(super) const SHARES_A_JOB: usize = 1000;
/// Shares that there is room for at first, of each of two jobs.
const FIRST_ROOM: usize = 8;
/// Shares that there is room for at most: those of a job, and as many late ones.
const MOST_ROOM: usize = 2048;

/// Shares of the current job and of the one before it, by eight bytes of their hashes: those bytes are
/// the ones that no target sets to zero.
///
/// A share takes eight bytes, twice that where the list has just grown. All of it is charged to a
/// budget; where that is used up, the channel is due for its next job, so that the older half is forgotten.
///
/// Shares of the former job come until the client has heard of the current one, and so does the next job
/// only after a share of the current one: a share that was sent in time is never of a job that is forgotten.
/// Where there is no room for them, they are stale; the last place is kept for the current job.
#[derive(Debug)]
pub(super) struct Seen {
    /// In order.
    current: Vec<u64>,
    former: Vec<u64>,
    /// Shares that each of the lists has room for.
    room: usize,
    /// True after a share of the current job, if that was its last.
    is_due: bool,
    /// The charge for both lists.
    charge: BudgetCharge,
}

impl Seen {
    /// No shares yet; `None` if the budget has no room for them.
    pub(super) fn new(budget: &Budget) -> Option<Box<Self>> {
        let charge = charge(budget, FIRST_ROOM)?;
        let (current, former) = (Vec::new(), Vec::new());
        Some(Box::new(Self { current, former, room: FIRST_ROOM, is_due: false, charge }))
    }

    /// Remembers a share of the current job, or of the one before it, by its hash; false if it was seen before.
    pub(super) fn insert(&mut self, hash: &U256, is_current: bool, budget: &Budget) -> bool {
        let (bytes, _) = hash.as_bytes().split_first_chunk().unwrap_or((&[0; 8], &[]));
        let key = u64::from_le_bytes(*bytes);
        if self.former.binary_search(&key).is_ok() {
            return false;
        }
        let Err(place) = self.current.binary_search(&key) else { return false };
        if self.current.capacity() < self.room {
            self.current.reserve_exact(self.room - self.current.len());
        }
        self.current.insert(place, key);
        if self.is_full()
            && self.room < MOST_ROOM
            && let Some(charge) = charge(budget, 2 * self.room)
        {
            (self.room, self.charge) = (2 * self.room, charge);
        }
        self.is_due = is_current && (self.is_full() || self.current.len() >= SHARES_A_JOB);
        true
    }

    /// Returns true if there is no room for a share more of the former job.
    pub(super) const fn is_full(&self) -> bool {
        self.current.len() + 1 >= self.room
    }

    /// Returns true if the channel is due for its next job.
    pub(super) const fn is_due(&self) -> bool {
        self.is_due
    }

    /// Forgets the shares of the former job: another one is current now.
    pub(super) fn turn(&mut self) {
        std::mem::swap(&mut self.current, &mut self.former);
        self.current.clear();
        self.is_due = false;
    }
}

/// Charges two lists of so many shares each.
fn charge(budget: &Budget, room: usize) -> Option<BudgetCharge> {
    budget.charge(size_of::<Seen>() + 2 * room * size_of::<u64>()).ok()
}

#[cfg(test)]
mod tests {
    use codec_pool::BudgetLimits;

    use super::*;

    /// Hashes that differ in their first eight bytes.
    fn hash(number: u64) -> U256 {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
        U256(bytes)
    }

    #[test]
    fn a_share_is_known_until_the_second_job_after_it() {
        let budget = Budget::new(BudgetLimits::new());
        let mut seen = Seen::new(&budget).expect("there is room");
        assert!((0..1000).all(|number| seen.insert(&hash(number), true, &budget)));
        assert!(!(0..1000).any(|number| seen.insert(&hash(number), true, &budget)));
        seen.turn();
        assert!(!(0..1000).any(|number| seen.insert(&hash(number), true, &budget)));
        assert!(seen.insert(&hash(1000), true, &budget));
        seen.turn();
        assert!(seen.insert(&hash(0), true, &budget), "its job is stale");
        assert!(!seen.insert(&hash(1000), true, &budget));
    }

    /// However many shares of the former job come, the next one waits for the current job.
    #[test]
    fn late_shares_bring_no_job_and_leave_a_place_for_the_current_one() {
        let budget = Budget::new(BudgetLimits::new().max_bytes(4000));
        let mut seen = Seen::new(&budget).expect("there is room");
        let mut late = 0;
        while !seen.is_full() {
            assert!(seen.insert(&hash(late), false, &budget) && !seen.is_due());
            late += 1;
        }
        assert_eq!(late, 127);
        assert!(seen.insert(&hash(late), true, &budget) && seen.is_due());
        assert_eq!(seen.current.capacity(), 128);
        let budget = Budget::new(BudgetLimits::new());
        let mut seen = Seen::new(&budget).expect("there is room");
        let late = (0..).take_while(|number| {
            let has_room = !seen.is_full();
            assert!(!has_room || seen.insert(&hash(*number), false, &budget));
            has_room
        });
        assert_eq!(late.count(), MOST_ROOM - 1);
        assert!(!seen.is_due());
        assert!(seen.insert(&hash(3000), true, &budget) && seen.is_due());
        assert_eq!(seen.current.capacity(), MOST_ROOM);
    }

    /// All memory is charged, and given back.
    #[test]
    fn remembered_offsets_are_within_the_budget() {
        const LIMIT: usize = 4000;
        let budget = Budget::new(BudgetLimits::new().max_bytes(LIMIT));
        let mut seen = Seen::new(&budget).expect("there is room");
        let mut jobs = 0;
        for number in 0..100_000 {
            assert!(seen.insert(&hash(number), true, &budget));
            let lists = seen.current.capacity() + seen.former.capacity();
            let held = size_of::<Seen>() + 8 * lists;
            assert!(held <= budget.usage().bytes() && budget.usage().bytes() <= LIMIT, "{held}");
            if seen.is_due() {
                seen.turn();
                jobs += 1;
            }
        }
        // The list doubles while twice and once its size are within the limit: up to 128 shares, the last
        // of which is for the current job where late ones have taken the others.
        assert_eq!((seen.room, jobs), (128, 100_000 / 127));
        drop(seen);
        assert_eq!(budget.usage().bytes(), 0);
        let poor = Budget::new(BudgetLimits::new().max_bytes(100));
        assert!(Seen::new(&poor).is_none());
    }
}
