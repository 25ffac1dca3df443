//! Setting up connections, and requests for channels.

use std::time::{Duration, Instant};

use codec_core::wire::{Target, U256};
use codec_stratum::common::{SetupConnectionError, SetupConnectionSuccess, VERSION};
use codec_stratum::extensions::{RequestExtensions, RequestExtensionsError};
use codec_stratum::mining::OpenMiningChannelError;
use codec_stratum::{AnyMessage, Subprotocol};

use super::desk::{Desk, FIRST_JOB};
use super::door::Certificate;
use super::granted::{next_share, send_opened};
use super::request::{Request, next_request, request_of, setup_of};
use crate::channel::Opened;
use crate::peer::{Bench, Heard, Peer, text};
use crate::verdict::{Outcome, Stop};

/// The channel of somebody else.
pub(super) const OTHER_CHANNEL: u32 = 0x99;

/// CL-SC-1
pub(super) fn the_first_message_sets_up(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = bench.accept(Certificate::Valid, true)?;
    let first = peer.wait_for(peer.time(), "SetupConnection", |heard| {
        Some((matches!(heard.message, Ok(AnyMessage::SetupConnection(_))), heard.name()))
    });
    match first {
        Ok((true, _)) => Ok(()),
        Ok((false, name)) => Err(peer.fail(format!("the first message is {name}"))),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// CL-SC-2
pub(super) fn nothing_comes_before_the_answer(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.meet()?;
    peer.is_quiet()
}

/// CL-SC-3
pub(super) fn versions_are_a_range(bench: &mut Bench<'_>) -> Outcome {
    let (peer, setup) = bench.meet()?;
    let (min, max) = (setup.min_version, setup.max_version);
    if !(min..=max).contains(&VERSION) {
        return Err(peer.fail(format!("versions {min} to {max}")));
    }
    if setup.protocol != Subprotocol::Mining {
        return Err(peer.fail(format!("the subprotocol is {:?}", setup.protocol)));
    }
    Ok(())
}

/// Fails at a request, or a share, in the time of quiet.
fn asks_for_nothing(peer: &mut Peer) -> Outcome {
    peer.listen();
    let mined = peer.unseen().iter().find(|heard| {
        matches!(
            heard.message,
            Ok(AnyMessage::RequestExtensions(_)
                | AnyMessage::OpenStandardMiningChannel(_)
                | AnyMessage::OpenExtendedMiningChannel(_)
                | AnyMessage::SubmitSharesStandard(_)
                | AnyMessage::SubmitSharesExtended(_))
        )
    });
    match mined {
        None => Ok(()),
        Some(heard) => Err(Stop::fail_at(heard.entry, format!("{} came", heard.name()))),
    }
}

/// CL-SC-4
pub(super) fn a_refused_client_asks_for_nothing(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.meet()?;
    peer.send(&SetupConnectionError { flags: 0, error_code: text("unsupported-protocol") })?;
    asks_for_nothing(&mut peer)
}

/// CL-SC-5
pub(super) fn a_version_out_of_range_is_not_used(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, setup) = bench.meet()?;
    let used_version = setup.max_version.saturating_add(1);
    peer.send(&SetupConnectionSuccess { used_version, flags: 0 })?;
    asks_for_nothing(&mut peer)
}

/// CL-NX-1, CL-NX-2
pub(super) fn a_wrong_certificate_is_refused(bench: &mut Bench<'_>, which: Certificate) -> Outcome {
    if bench.target.authority.is_none() {
        return Err(Stop::skip("nothing is encrypted"));
    }
    let mut peer = bench.accept(which, true)?;
    match setup_of(&mut peer) {
        Ok(_) => Err(peer.fail("the client went on")),
        Err(_) => Ok(()),
    }
}

/// A client that has requested extensions.
fn extended(bench: &mut Bench<'_>) -> Result<(Peer, RequestExtensions), Stop> {
    let mut peer = bench.greet()?;
    match next_request(&mut peer).map_err(Stop::unclear)? {
        Request::Extensions(request) => Ok((peer, request)),
        Request::Channel(_) => Err(Stop::skip("the client requests no extensions, or not first")),
    }
}

/// The same, which was refused all of them.
fn refused_extensions(bench: &mut Bench<'_>) -> Result<Peer, Stop> {
    let (mut peer, request) = extended(bench)?;
    peer.send(&RequestExtensionsError {
        request_id: request.request_id,
        unsupported_extensions: request.requested_extensions,
        required_extensions: codec_core::wire::Seq064K::default(),
    })?;
    Ok(peer)
}

/// CL-EX-2
pub(super) fn clients_wait_for_extensions(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = extended(bench)?;
    peer.is_quiet()
}

/// CL-EX-3
pub(super) fn refused_extensions_are_not_used(bench: &mut Bench<'_>) -> Outcome {
    let peer = refused_extensions(bench)?;
    let mut desk = Desk::open(peer)?;
    desk.first_job()?;
    let time = desk.peer.time();
    for _ in 0..2 {
        let entry = desk.share(time).map_err(Stop::unclear)?.entry;
        let share = desk.peer.heard.iter().find(|heard| heard.entry == entry);
        let has_none = |heard: &Heard| heard.tlvs.as_ref().is_ok_and(|all| all.fields.is_empty());
        if !share.is_some_and(has_none) {
            return Err(Stop::fail_at(entry, "a share with fields of an extension"));
        }
    }
    Ok(())
}

/// CL-EX-4
pub(super) fn extensions_are_requested_first(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = bench.desk()?.peer;
    peer.listen();
    let is_request = |heard: &Heard| matches!(heard.message, Ok(AnyMessage::RequestExtensions(_)));
    let is_channel = |heard: &&Heard| {
        let message = heard.message.as_ref();
        message.is_ok_and(|one| {
            matches!(
                one,
                AnyMessage::OpenStandardMiningChannel(_) | AnyMessage::OpenExtendedMiningChannel(_)
            )
        })
    };
    let Some(at) = peer.heard.iter().position(is_request) else {
        return Err(Stop::skip("the client requests no extensions"));
    };
    match peer.heard[..at].iter().find(is_channel) {
        None => Ok(()),
        Some(first) => Err(Stop::fail_at(first.entry, format!("{} came before", first.name()))),
    }
}

/// CL-EX-1
pub(super) fn refused_extensions_end_nothing(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = refused_extensions(bench)?;
    let asked = request_of(&mut peer);
    asked.map(|_| ()).map_err(|stop| peer.fail(stop.reason))
}

/// CL-OC-1
pub(super) fn requests_are_valid(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = bench.greet()?;
    let asked = request_of(&mut peer)?;
    if !(asked.hash_rate.is_finite() && asked.hash_rate >= 0.0) {
        return Err(peer.fail(format!("the hash rate is {}", asked.hash_rate)));
    }
    if asked.max_target == U256::ZERO {
        return Err(peer.fail("no hash meets a max_target of zero"));
    }
    if asked.min_size > 32 {
        return Err(peer.fail(format!("an extranonce of at least {} bytes", asked.min_size)));
    }
    Ok(())
}

/// CL-OC-2
pub(super) fn a_refused_channel_has_no_shares(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = bench.greet()?;
    let request_id = request_of(&mut peer)?.request_id;
    peer.send(&OpenMiningChannelError { request_id, error_code: text("unknown-user") })?;
    let quiet = peer.quiet();
    no_share(&mut peer, quiet, |_| true)
}

/// Fails at a share for a channel like this in so long.
pub(super) fn no_share(peer: &mut Peer, time: Duration, is_wrong: impl Fn(u32) -> bool) -> Outcome {
    let until = Instant::now() + time;
    while let Ok(submitted) = next_share(peer, until.saturating_duration_since(Instant::now())) {
        let channel_id = submitted.share.channel_id;
        if is_wrong(channel_id) {
            return Err(Stop::fail_at(
                submitted.entry,
                format!("a share came for channel {channel_id}"),
            ));
        }
    }
    Ok(())
}

/// CL-OC-3
pub(super) fn answers_belong_to_requests(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = bench.greet()?;
    let asked = request_of(&mut peer)?;
    let size = asked.size();
    let prefix = [0x5a; 4];
    send_opened(
        &mut peer,
        &Opened {
            kind: asked.kind,
            request_id: asked.request_id ^ 0x5555,
            channel_id: OTHER_CHANNEL,
            group: OTHER_CHANNEL + 1,
            target: Target(asked.max_target),
            prefix: codec_core::wire::B032::try_from(&prefix[..]).unwrap_or_default(),
            size,
        },
    )?;
    let mut desk = Desk::grant(peer, asked, (0, size, &prefix))?;
    desk.first_job()?;
    desk.is_mined(FIRST_JOB)
}
