//! The targets that the shares of a channel have to meet.

use codec_core::wire::{Target, U256};

/// The target of a channel's jobs, and that of the jobs before, whose shares may be on their way.
///
/// Both are kept in the compact form, in an eighth of the memory: it rounds them down, and a
/// server may set any target that is not above the one that its client accepts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Targets {
    current: u32,
    /// The first job with the current target.
    since: u32,
    former: u32,
    /// The first job with the former target.
    first: u32,
}

impl Targets {
    /// The targets of a channel whose first job has this number.
    pub(super) const fn new(target: Target, first: u32) -> Self {
        let current = target.to_compact();
        Self { current, since: first, former: current, first }
    }

    pub(super) fn current(&self) -> Target {
        expand(self.current)
    }

    /// Sets a target for the jobs from this one on; false when it is the current one already.
    pub(super) const fn set(&mut self, target: Target, job_id: u32) -> bool {
        let target = target.to_compact();
        if target == self.current {
            return false;
        }
        *self = Self { current: target, since: job_id, former: self.current, first: self.since };
        true
    }

    /// Returns whether the shares of a job are too old, since two targets were set after it.
    #[inline]
    pub(super) const fn is_stale(&self, job_id: u32) -> bool {
        job_id < self.first
    }

    /// The target of a job that is not stale.
    pub(super) fn of(&self, job_id: u32) -> Target {
        expand(if job_id < self.since { self.former } else { self.current })
    }
}

/// The target that [`Target::to_compact`] has made this of.
fn expand(compact: u32) -> Target {
    Target::from_compact(compact).unwrap_or(Target(U256::ZERO))
}

/// The target that is announced where none is checked: that of difficulty 1, nearly.
pub(super) fn unchecked() -> Target {
    let mut target = [0xff; 32];
    target[28..].fill(0);
    Target(U256::from(target))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_holds_for_the_jobs_after_it() {
        let [one, two, three] = [3, 2, 1].map(|n| Target(U256::from(n)));
        let mut targets = Targets::new(one, 1);
        assert!(!targets.set(one, 2), "it does not change");
        assert_eq!((targets.of(1), targets.of(2)), (one, one));
        assert!(targets.set(two, 4));
        assert_eq!((targets.current(), targets.of(3), targets.of(4)), (two, one, two));
        assert!(!targets.is_stale(1));
        assert!(targets.set(three, 6));
        assert_eq!((targets.of(5), targets.of(6)), (two, three));
        assert!(targets.is_stale(3) && !targets.is_stale(4));
    }

    #[test]
    fn what_is_set_is_at_most_what_was_requested() {
        for target in [U256::ZERO, U256::from(0x1234_5678), U256::MAX] {
            let target = Target(target);
            let set = Targets::new(target, 1).current();
            assert!(set <= target, "{set} is over {target}");
        }
    }
}
