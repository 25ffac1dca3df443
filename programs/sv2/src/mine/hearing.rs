//! Handles each message that a miner gets from its server.

use codec_core::message::UnexpectedMessage;
use codec_stratum::common::{ChannelEndpointChangedRef, ReconnectRef};
use codec_stratum::mining::{
    CloseChannelRef, NewExtendedMiningJobRef, NewMiningJobRef, SetExtranoncePrefixRef,
    SetGroupChannelRef, SetNewPrevHashRef, SetTargetRef, SubmitSharesErrorRef,
    SubmitSharesSuccessRef,
};
use codec_stratum::{HandleAnyMessageFromServer, message_name};

use super::jobs::{Job, Jobs, Root};
use super::miner::Tally;
use crate::link::Trouble;

/// A miner that listens. Messages for channels of others mean nothing to it.
pub(super) struct Hearing<'m> {
    pub(super) jobs: &'m mut Jobs,
    pub(super) tally: &'m mut Tally,
}

type Heard = Result<(), Trouble>;

impl HandleAnyMessageFromServer<'_> for Hearing<'_> {
    type Output = ();
    type Error = Trouble;

    /// A message of another subprotocol, or an answer without a request, is no reason to stop.
    fn unexpected(&mut self, message: UnexpectedMessage<u32>) -> Heard {
        self.tally.discard(message_name(message.id).unwrap_or(message.name));
        Ok(())
    }

    fn handle_reconnect(&mut self, to: ReconnectRef<'_>) -> Heard {
        Err(Trouble::Moved { host: to.new_host.to_string(), port: to.new_port })
    }

    fn handle_submit_shares_success(&mut self, answer: SubmitSharesSuccessRef<'_>) -> Heard {
        self.tally.accept(answer.new_submits_accepted_count.into());
        Ok(())
    }

    fn handle_submit_shares_error(&mut self, error: SubmitSharesErrorRef<'_>) -> Heard {
        self.tally.refuse(error.error_code.to_string());
        Ok(())
    }

    fn handle_new_mining_job(&mut self, job: NewMiningJobRef<'_>) -> Heard {
        if self.jobs.is_ours(job.channel_id) {
            let root = Root::Given(job.merkle_root);
            self.jobs.take(Job { id: job.job_id, version: job.version, root }, job.min_ntime);
        }
        Ok(())
    }

    fn handle_new_extended_mining_job(&mut self, job: NewExtendedMiningJobRef<'_>) -> Heard {
        if self.jobs.is_ours(job.channel_id) {
            let extranonce = self.jobs.channel.extranonce_prefix.as_bytes();
            let root = Root::Computed {
                prefix: [job.coinbase_tx_prefix.as_bytes(), extranonce].concat(),
                suffix: job.coinbase_tx_suffix.as_bytes().to_vec(),
                path: job.merkle_path.iter().collect(),
            };
            self.jobs.take(Job { id: job.job_id, version: job.version, root }, job.min_ntime);
        }
        Ok(())
    }

    fn handle_mining_set_new_prev_hash(&mut self, found: SetNewPrevHashRef<'_>) -> Heard {
        if self.jobs.is_ours(found.channel_id) { self.jobs.activate(&found) } else { Ok(()) }
    }

    fn handle_set_target(&mut self, set: SetTargetRef<'_>) -> Heard {
        if self.jobs.is_ours(set.channel_id) {
            self.jobs.channel.target = set.maximum_target.into();
        }
        Ok(())
    }

    fn handle_set_extranonce_prefix(&mut self, set: SetExtranoncePrefixRef<'_>) -> Heard {
        if self.jobs.is_ours(set.channel_id) {
            self.jobs.channel.extranonce_prefix = set.extranonce_prefix.into();
        }
        Ok(())
    }

    fn handle_set_group_channel(&mut self, set: SetGroupChannelRef<'_>) -> Heard {
        if set.channel_ids.iter().any(|id| id == self.jobs.channel.id) {
            self.jobs.channel.group_id = set.group_channel_id;
        }
        Ok(())
    }

    fn handle_channel_endpoint_changed(&mut self, _: ChannelEndpointChangedRef<'_>) -> Heard {
        Ok(())
    }

    fn handle_close_channel(&mut self, close: CloseChannelRef<'_>) -> Heard {
        Err(Trouble::Refused { message: "CloseChannel", code: close.reason_code.to_string() })
    }
}
