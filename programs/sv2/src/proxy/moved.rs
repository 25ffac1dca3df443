//! A server that wants another connection, and what miners are told of it.

use std::sync::atomic::Ordering;

use codec_stratum::common::ReconnectRef;
use codec_stratum::mining::{CloseChannel, OpenMiningChannelError};

use super::exchange::Exchange;
use super::miner::Outgoing;
use super::routes::MinerId;
use crate::code::Code;
use crate::failure::note;

impl Exchange {
    /// The server wants another connection, on which there are no channels yet: miners are told that
    /// theirs are closed, and the next that they open makes the connection.
    pub(super) fn reconnect(&mut self, to: &ReconnectRef<'_>) {
        let place = self.upstream.follow(to).escape_debug();
        note(&format!("sv2: the server asks to reconnect to {place}; all channels are closed"));
        self.uplink = None;
        for channel in self.routes.channels() {
            let Some((miner, local)) = self.routes.channel(channel).map(|it| (it.miner, it.local))
            else {
                continue;
            };
            let reason_code = Code::RECONNECT.into();
            self.closed(channel);
            self.give(miner, Outgoing::Closed(CloseChannel { channel_id: local, reason_code }));
        }
        for request in self.routes.drop_requests() {
            let error_code = Code::RECONNECT.into();
            let error = OpenMiningChannelError { request_id: request.id, error_code };
            self.give(request.miner, Outgoing::Unopened(error));
        }
    }

    /// Returns false if a miner knows the flags of another server than there is now: its connection is
    /// closed, so that it is told on the next.
    pub(super) fn is_told(&mut self, miner: MinerId) -> bool {
        let now = self.upstream.flags.load(Ordering::Relaxed);
        let is_told = self.miners.get(&miner).is_none_or(|outbox| outbox.flags == now);
        if !is_told {
            self.dismiss(miner, "was told the flags of another server");
        }
        is_told
    }
}
