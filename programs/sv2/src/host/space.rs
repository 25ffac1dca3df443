//! The search space of a server, in parts of one connection each (section 5.1).

use std::sync::{Arc, Mutex, PoisonError};

/// Numbers of connections: no two that are open have the same.
#[derive(Debug, Clone, Default)]
pub(crate) struct Space(Arc<Mutex<Numbers>>);

#[derive(Debug, Default)]
struct Numbers {
    /// The highest number of connections that were open at once.
    used: usize,
    free: Vec<u16>,
}

/// The part of a connection, which is free when this is dropped.
#[derive(Debug)]
pub(crate) struct Part {
    pub(super) number: u16,
    space: Space,
}

impl Space {
    /// A part for one more connection; `None` if all are taken.
    pub(crate) fn part(&self) -> Option<Part> {
        let mut numbers = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = numbers.free.pop().or_else(|| {
            let number = u16::try_from(numbers.used).ok()?;
            numbers.used += 1;
            Some(number)
        })?;
        Some(Part { number, space: self.clone() })
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        self.space.0.lock().unwrap_or_else(PoisonError::into_inner).free.push(self.number);
    }
}
