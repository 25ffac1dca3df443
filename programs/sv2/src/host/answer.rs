//! Answers to the messages of a client.

use codec_stratum::extensions::{RequestExtensionsError, RequestExtensionsSuccess};

use crate::code::Code;

/// Answer to a message.
pub(super) enum Answer {
    Open {
        request_id: u32,
        channel_id: u32,
    },
    /// The channel is not opened.
    Deny {
        request_id: u32,
        code: Code,
    },
    Accept {
        channel_id: u32,
        sequence_number: u32,
        /// `true` if it names the worker that has found it, as was agreed.
        is_named: bool,
    },
    Refuse {
        channel_id: u32,
        sequence_number: u32,
        code: Code,
    },
    /// The channel has a new target.
    Retarget {
        channel_id: u32,
    },
    /// There is no such channel to update.
    NoSuchChannel {
        channel_id: u32,
    },
    /// No client has declared a job.
    NoCustomJob {
        channel_id: u32,
        request_id: u32,
        code: Code,
    },
    Extensions(Result<RequestExtensionsSuccess, RequestExtensionsError>),
    Nothing,
    /// No client has to send it.
    Unwanted,
}

impl Answer {
    /// Refuses a share for a channel that was never opened.
    pub(super) const fn no_channel(channel_id: u32, sequence_number: u32) -> Self {
        Self::Refuse { channel_id, sequence_number, code: Code::INVALID_CHANNEL_ID }
    }
}
