//! The allocations of a thread.

/// The allocations of a thread while `work` ran.
pub(crate) struct Asked {
    pub(crate) calls: usize,
    pub(crate) bytes: usize,
}

pub(crate) fn asked(work: impl FnOnce()) -> Asked {
    let info = allocation_counter::measure(work);
    let count = |count: u64| usize::try_from(count).expect("fewer than there is memory for");
    Asked { calls: count(info.count_total), bytes: count(info.bytes_total) }
}
