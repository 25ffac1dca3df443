//! Counts of what went over a connection.
#![forbid(unsafe_code)]

/// Counts of what went over a connection, or one half of it: the other half's counts are zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Traffic {
    /// Frames that were received, those that held no message of the protocol included.
    pub frames_in: u64,
    /// Bytes of those frames, headers included.
    pub bytes_in: u64,
    /// Frames among them whose ids the protocol does not have: those that were refused, discarded or lent
    /// by the [policy](crate::OnUnknown), and those that a caller of `next_frame` has given to `tolerate`.
    pub unknown_in: u64,
    /// Frames that were queued, whether they have been written yet or not.
    pub frames_out: u64,
    /// Bytes that were written to the stream.
    pub bytes_out: u64,
}
