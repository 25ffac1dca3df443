//! Distributing work and submitting its results (Stratum V2 specification,
//! section 5).
//!
//! * [`channel`]: opening, changing and closing channels;
//! * [`job`]: jobs, the previous block's hash, and targets;
//! * [`custom_job`]: jobs that the client has built itself;
//! * [`share`]: results, accepted and refused.

pub mod channel;
pub mod custom_job;
pub mod job;
pub mod share;

pub use channel::*;
pub use custom_job::*;
pub use job::*;
pub use share::*;

/// Flags of [`SetupConnection`](crate::common::SetupConnection) when the
/// protocol is mining (section 5.3.1).
pub mod setup_flags {
    /// The client can't process extended jobs.
    pub const REQUIRES_STANDARD_JOBS: u32 = 1 << 0;
    /// The client will send [`SetCustomMiningJob`](super::SetCustomMiningJob).
    pub const REQUIRES_WORK_SELECTION: u32 = 1 << 1;
    /// The client must be allowed to roll the version field.
    pub const REQUIRES_VERSION_ROLLING: u32 = 1 << 2;
}

/// Flags of [`SetupConnectionSuccess`](crate::common::SetupConnectionSuccess)
/// when the protocol is mining (section 5.3.1).
pub mod setup_success_flags {
    /// The server accepts no change to the version field.
    pub const REQUIRES_FIXED_VERSION: u32 = 1 << 0;
    /// The server opens no standard channels.
    pub const REQUIRES_EXTENDED_CHANNELS: u32 = 1 << 1;
}
