//! The requests that a client makes before it mines.

use std::time::Duration;

use codec_core::wire::{Target, U256};
use codec_stratum::AnyMessage;
use codec_stratum::common::SetupConnection;
use codec_stratum::extensions::{RequestExtensions, RequestExtensionsSuccess};

use crate::channel::Kind;
use crate::peer::Peer;
use crate::verdict::Stop;

/// Zero bits of the easiest target.
const EASY: u32 = 6;

/// The request for a channel.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) kind: Kind,
    pub(crate) request_id: u32,
    pub(crate) hash_rate: f32,
    pub(crate) max_target: U256,
    pub(crate) min_size: u16,
}

/// Waits for the request to set up a connection.
pub(crate) fn setup_of(peer: &mut Peer) -> Result<SetupConnection, Stop> {
    let setup = peer.wait("SetupConnection", |message| match message {
        AnyMessage::SetupConnection(setup) => Some(setup.clone()),
        _ => None,
    });
    setup.map_err(Stop::unclear)
}

/// Waits for the request for a channel, and agrees to all extensions before it.
pub(crate) fn request_of(peer: &mut Peer) -> Result<Asked, Stop> {
    loop {
        match next_request(peer).map_err(Stop::unclear)? {
            Request::Channel(asked) => return Ok(asked),
            Request::Extensions(request) => peer.send(&RequestExtensionsSuccess {
                request_id: request.request_id,
                supported_extensions: request.requested_extensions,
            })?,
        }
    }
}

/// A request that a client makes before it mines.
pub(crate) enum Request {
    Channel(Asked),
    Extensions(RequestExtensions),
}

/// The next request of a client.
///
/// # Errors
/// The message, the end or the silence that came instead.
pub(crate) fn next_request(peer: &mut Peer) -> Result<Request, String> {
    next_request_in(peer, peer.time())
}

/// The same, in so long.
pub(crate) fn next_request_in(peer: &mut Peer, time: Duration) -> Result<Request, String> {
    peer.wait_for(time, "the request for a channel", |heard| match heard.message.as_ref().ok()? {
        AnyMessage::RequestExtensions(request) => Some(Request::Extensions(request.clone())),
        AnyMessage::OpenStandardMiningChannel(open) => Some(Request::Channel(Asked {
            kind: Kind::Standard,
            request_id: open.request_id,
            hash_rate: open.nominal_hash_rate,
            max_target: open.max_target,
            min_size: 0,
        })),
        AnyMessage::OpenExtendedMiningChannel(open) => Some(Request::Channel(Asked {
            kind: Kind::Extended,
            request_id: open.request_id,
            hash_rate: open.nominal_hash_rate,
            max_target: open.max_target,
            min_size: open.min_extranonce_size,
        })),
        _ => None,
    })
}

impl Asked {
    /// A target that the client meets some forty times a second, or so many bits harder.
    pub(crate) fn target(&self, harder: u32) -> Target {
        let mut bits = EASY;
        while bits < 200 && f64::from(self.hash_rate) > 40.0 * f64::from(bits).exp2() {
            bits += 1;
        }
        let mut bytes = [0xff; 32];
        for bit in 0..(bits + harder) as usize {
            bytes[bit / 8] &= !(0x80 >> (bit % 8));
        }
        Target(U256::from_be_bytes(bytes)).min(Target(self.max_target))
    }

    /// The size of a channel's extranonce where nothing is said about it.
    pub(crate) fn size(&self) -> u16 {
        match self.kind {
            Kind::Standard => 0,
            Kind::Extended => self.min_size.clamp(4, 28),
        }
    }
}
