//! Miners that need standard jobs, and know no groups (specification, section 5.3.1): what the server sends to
//! a group is sent to each of their channels, and an extended job of the group is a standard one for each.

use codec_core::wire::B032;
use codec_pool::Frame;
use codec_stratum::mining::{NewExtendedMiningJobRef, NewMiningJob};
use codec_stratum::{AnyMessageRef, Sv2TlvProtocol};

use super::exchange::Exchange;
use super::miner::Outgoing;
use super::patched::Patched;
use super::routes::MinerId;
use crate::hashing::merkle_root;

impl Exchange {
    /// Returns true if the miner needs standard jobs.
    pub(super) fn is_standard(&self, miner: MinerId) -> bool {
        self.miners.get(&miner).is_some_and(|outbox| outbox.is_standard)
    }

    /// Remembers what a standard job of a channel is made with, if its miner needs such jobs.
    pub(super) fn know_prefix(
        &mut self,
        miner: MinerId,
        channel: u32,
        opened: &Frame<Sv2TlvProtocol>,
    ) {
        if !self.is_standard(miner) {
            return;
        }
        let message = opened.view().message_ref().map(|received| received.message);
        if let Ok(AnyMessageRef::OpenStandardMiningChannelSuccess(opened)) = message
            && let Some(route) = self.routes.channel(channel)
        {
            route.prefix = B032::try_from(opened.extranonce_prefix.as_bytes()).ok();
        }
    }

    /// The jobs after this have another prefix.
    pub(super) fn change_prefix(&mut self, channel: u32, frame: &Frame<Sv2TlvProtocol>) {
        let message = frame.view().message_ref().map(|received| received.message);
        if let Ok(AnyMessageRef::SetExtranoncePrefix(set)) = message
            && let Some(prefix) = self.routes.channel(channel).and_then(|of| of.prefix.as_mut())
            && let Ok(other) = B032::try_from(set.extranonce_prefix.as_bytes())
        {
            *prefix = other;
        }
    }

    /// Passes what was sent to a group to each of a miner's channels in it.
    pub(super) fn pass_to_channels(
        &mut self,
        miner: MinerId,
        group: u32,
        frame: &Frame<Sv2TlvProtocol>,
    ) {
        let message = frame.view().message_ref().map(|received| received.message);
        for channel in self.routes.of_miner(miner, group) {
            let Some(route) = self.routes.channel(channel) else { continue };
            let (local, prefix) = (route.local, route.prefix);
            let outgoing = match (&message, prefix) {
                (Ok(AnyMessageRef::NewExtendedMiningJob(job)), Some(prefix)) => {
                    Outgoing::Job(standard_job(job, local, &prefix))
                }
                _ => Outgoing::Frame(Patched::new(frame.clone()).with(0, local)),
            };
            self.give(miner, outgoing);
        }
    }
}

/// The job of a standard channel: its extranonce is the prefix alone.
fn standard_job(job: &NewExtendedMiningJobRef<'_>, channel_id: u32, prefix: &B032) -> NewMiningJob {
    let (start, end) = (job.coinbase_tx_prefix.as_bytes(), job.coinbase_tx_suffix.as_bytes());
    let merkle_root = merkle_root(&[start, prefix.as_bytes(), end], job.merkle_path.iter());
    let (job_id, min_ntime, version) = (job.job_id, job.min_ntime, job.version);
    NewMiningJob { channel_id, job_id, min_ntime, version, merkle_root }
}
