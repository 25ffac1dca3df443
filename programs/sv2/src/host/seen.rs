//! The shares that a channel has accepted, so that none counts twice.

use codec_core::wire::U256;
use codec_pool::{Budget, BudgetCharge};

/// Shares that there is room for at first, of each of two jobs.
const FIRST_ROOM: usize = 8;

/// Shares of the current job and of the one before it, by eight bytes of their hashes: those bytes are
/// the ones that no target sets to zero.
///
/// A share takes eight bytes, twice that where the list has just grown. All of it is charged to a
/// budget; where that is used up, the channel is due for its next job, so that the older half is forgotten.
#[derive(Debug)]
pub(super) struct Seen {
    /// In order.
    current: Vec<u64>,
    former: Vec<u64>,
    /// Shares that each of the lists has room for.
    room: usize,
    /// For both lists.
    charge: BudgetCharge,
}

impl Seen {
    /// No shares yet; `None` if the budget has no room for them.
    pub(super) fn new(budget: &Budget) -> Option<Box<Self>> {
        let charge = charge(budget, FIRST_ROOM)?;
        let (current, former) = (Vec::new(), Vec::new());
        Some(Box::new(Self { current, former, room: FIRST_ROOM, charge }))
    }

    /// Remembers a share by its hash; false if it was seen before.
    pub(super) fn insert(&mut self, hash: &U256, budget: &Budget) -> bool {
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
            && let Some(charge) = charge(budget, 2 * self.room)
        {
            (self.room, self.charge) = (2 * self.room, charge);
        }
        true
    }

    /// Returns true if there is no room for a share more before the next job.
    pub(super) const fn is_full(&self) -> bool {
        self.current.len() >= self.room
    }

    /// Forgets the shares of the former job: another one is current now.
    pub(super) fn turn(&mut self) {
        std::mem::swap(&mut self.current, &mut self.former);
        self.current.clear();
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
        assert!((0..1000).all(|number| seen.insert(&hash(number), &budget)));
        assert!(!(0..1000).any(|number| seen.insert(&hash(number), &budget)));
        seen.turn();
        assert!(!(0..1000).any(|number| seen.insert(&hash(number), &budget)));
        assert!(seen.insert(&hash(1000), &budget));
        seen.turn();
        assert!(seen.insert(&hash(0), &budget), "its job is stale");
        assert!(!seen.insert(&hash(1000), &budget));
    }

    /// All memory is charged, and given back.
    #[test]
    fn what_is_remembered_is_within_the_budget() {
        const LIMIT: usize = 4000;
        let budget = Budget::new(BudgetLimits::new().max_bytes(LIMIT));
        let mut seen = Seen::new(&budget).expect("there is room");
        let mut jobs = 0;
        for number in 0..100_000 {
            assert!(seen.insert(&hash(number), &budget));
            let lists = seen.current.capacity() + seen.former.capacity();
            let held = size_of::<Seen>() + 8 * lists;
            assert!(held <= budget.usage().bytes() && budget.usage().bytes() <= LIMIT, "{held}");
            if seen.is_full() {
                seen.turn();
                jobs += 1;
            }
        }
        // The list doubles while twice and once its size are within the limit: up to 128 shares.
        assert_eq!((seen.room, jobs), (128, 100_000 / 128));
        drop(seen);
        assert_eq!(budget.usage().bytes(), 0);
        let poor = Budget::new(BudgetLimits::new().max_bytes(100));
        assert!(Seen::new(&poor).is_none());
    }
}
