//! `SetupConnection` and its answers.

use codec_stratum::AnyMessage;
use codec_stratum::Subprotocol;
use codec_stratum::common::{
    SetupConnection, SetupConnectionError, SetupConnectionSuccess, VERSION,
};
use codec_stratum::mining::setup_flags::{REQUIRES_STANDARD_JOBS, REQUIRES_VERSION_ROLLING};
use codec_stratum::mining::setup_success_flags::{
    REQUIRES_EXTENDED_CHANNELS, REQUIRES_FIXED_VERSION,
};

use crate::channel::{self, Answer, EXTRANONCE, Job, Kind};
use crate::peer::{Bench, Peer, setup, text};
use crate::verdict::{Outcome, Stop};

/// The setup of a client with these flags.
pub(crate) trait Client: Fn(u32) -> SetupConnection + Copy {}

impl<F: Fn(u32) -> SetupConnection + Copy> Client for F {}

/// The answer to a setup.
pub(crate) type Answered = Result<SetupConnectionSuccess, SetupConnectionError>;

/// Sends a setup on a new connection; the answer, or what came instead.
pub(crate) fn try_setup(
    bench: &mut Bench<'_>,
    setup: &SetupConnection,
) -> Result<(Peer, Result<Answered, String>), Stop> {
    let mut peer = bench.connect()?;
    peer.send(setup)?;
    let answer = peer.wait("an answer to SetupConnection", |message| match message {
        AnyMessage::SetupConnectionSuccess(answer) => Some(Ok(*answer)),
        AnyMessage::SetupConnectionError(error) => Some(Err(error.clone())),
        _ => None,
    });
    Ok((peer, answer))
}

/// C-SC-1
pub(super) fn nothing_comes_before_the_answer(bench: &mut Bench<'_>) -> Outcome {
    let mut peer = bench.connect()?;
    peer.listen();
    peer.send(&setup(0))?;
    let _ = peer.wait("an answer to SetupConnection", |message| {
        matches!(
            message,
            AnyMessage::SetupConnectionSuccess(_) | AnyMessage::SetupConnectionError(_)
        )
        .then_some(())
    });
    match peer.heard.first() {
        None => Err(Stop::unclear(peer.end.unwrap_or_else(|| "nothing came".to_owned()))),
        Some(first) => match &first.message {
            Ok(AnyMessage::SetupConnectionSuccess(_) | AnyMessage::SetupConnectionError(_)) => {
                Ok(())
            }
            _ => Err(Stop::fail_at(first.entry, format!("{} came first", first.name()))),
        },
    }
}

/// S-SC-1
pub(super) fn nothing_is_opened_before_a_setup(bench: &mut Bench<'_>) -> Outcome {
    bench.set_up(0)?;
    let mut peer = bench.connect()?;
    channel::request(&mut peer, Kind::Extended, [0xff; 32].into(), EXTRANONCE)?;
    peer.listen();
    let is_opened =
        |message: &AnyMessage| matches!(message, AnyMessage::OpenExtendedMiningChannelSuccess(_));
    match peer.heard.iter().find(|heard| heard.message.as_ref().is_ok_and(is_opened)) {
        Some(heard) => Err(Stop::fail_at(heard.entry, "a channel was opened without a setup")),
        None => Ok(()),
    }
}

/// C-SC-2
pub(super) fn strings_may_be_empty_and_long(bench: &mut Bench<'_>) -> Outcome {
    bench.set_up(0)?;
    let empty = SetupConnection {
        device_id: text(""),
        vendor: text(""),
        firmware: text(""),
        hardware_version: text(""),
        ..setup(0)
    };
    match try_setup(bench, &empty)? {
        (_, Ok(Ok(_))) => {}
        (peer, Ok(Err(error))) => {
            return Err(peer.fail(format!("empty strings were refused: {}", error.error_code)));
        }
        (peer, Err(reason)) => return Err(peer.fail(format!("empty strings: {reason}"))),
    }
    let long = text(&"x".repeat(255));
    let long = SetupConnection {
        device_id: long.clone(),
        vendor: long.clone(),
        firmware: long.clone(),
        hardware_version: long,
        ..setup(0)
    };
    match try_setup(bench, &long)? {
        (_, Ok(_)) => Ok(()),
        (peer, Err(reason)) => Err(peer.fail(format!("strings of 255 bytes: {reason}"))),
    }
}

/// C-SC-3
pub(super) fn a_roller_gets_no_fixed_version(bench: &mut Bench<'_>) -> Outcome {
    let (peer, answer) = bench.set_up(REQUIRES_VERSION_ROLLING)?;
    if answer.flags & REQUIRES_FIXED_VERSION == 0 {
        return Ok(());
    }
    Err(peer.fail("REQUIRES_FIXED_VERSION answers REQUIRES_VERSION_ROLLING"))
}

/// C-SC-4
pub(super) fn standard_jobs_are_supported(bench: &mut Bench<'_>) -> Outcome {
    bench.set_up(0)?;
    match try_setup(bench, &setup(REQUIRES_STANDARD_JOBS))? {
        (_, Ok(Ok(_))) => Ok(()),
        (peer, Ok(Err(error))) => {
            Err(peer.fail(format!("REQUIRES_STANDARD_JOBS was refused: {}", error.error_code)))
        }
        (_, Err(reason)) => Err(Stop::unclear(reason)),
    }
}

/// C-SC-5
pub(super) fn extended_only_means_it(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, answer) = bench.set_up(0)?;
    if answer.flags & REQUIRES_EXTENDED_CHANNELS == 0 {
        return Err(Stop::skip("the server does not set REQUIRES_EXTENDED_CHANNELS"));
    }
    channel::request(&mut peer, Kind::Standard, [0xff; 32].into(), EXTRANONCE)?;
    match channel::answer(&mut peer) {
        Ok(Answer::Refused { .. }) => Ok(()),
        Ok(Answer::Opened(_)) => {
            Err(peer.fail("a standard channel was opened after REQUIRES_EXTENDED_CHANNELS"))
        }
        Err(reason) => Err(Stop::unclear(reason)),
    }
}

/// C-SC-6
pub(super) fn a_fixed_version_is_not_rolled(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, answer) = bench.set_up(0)?;
    if answer.flags & REQUIRES_FIXED_VERSION == 0 {
        return Err(Stop::skip("the server does not set REQUIRES_FIXED_VERSION"));
    }
    let work = channel::open_with_work(&mut peer, Kind::Extended)?;
    match &work.job {
        Job::Extended(job) if job.version_rolling_allowed => {
            Err(peer.fail("version_rolling_allowed after REQUIRES_FIXED_VERSION"))
        }
        _ => Ok(()),
    }
}

/// A setup without flags is accepted: refusals of others are for what is wrong with these.
fn is_served(bench: &mut Bench<'_>, of: impl Client) -> Outcome {
    match try_setup(bench, &of(0))?.1 {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => {
            Err(Stop::unclear(format!("SetupConnection was refused: {}", error.error_code)))
        }
        Err(reason) => Err(Stop::unclear(reason)),
    }
}

/// C-SC-7, JD-SC-2
pub(crate) fn an_unknown_protocol_is_refused(bench: &mut Bench<'_>, of: impl Client) -> Outcome {
    is_served(bench, of)?;
    for number in [3, 255] {
        let setup = SetupConnection { protocol: Subprotocol::Other(number), ..of(0) };
        is_refused(bench, &setup, &format!("protocol {number}"))?;
    }
    Ok(())
}

/// C-SC-8, JD-SC-3
pub(crate) fn an_unknown_version_is_refused(bench: &mut Bench<'_>, of: impl Client) -> Outcome {
    is_served(bench, of)?;
    for (min_version, max_version) in [(3, 3), (3, 2), (1, 1)] {
        let setup = SetupConnection { min_version, max_version, ..of(0) };
        is_refused(bench, &setup, &format!("versions {min_version} to {max_version}"))?;
    }
    Ok(())
}

fn is_refused(bench: &mut Bench<'_>, setup: &SetupConnection, what: &str) -> Outcome {
    match try_setup(bench, setup)? {
        (_, Ok(Err(_))) => Ok(()),
        (peer, Ok(Ok(_))) => Err(peer.fail(format!("{what}: accepted"))),
        (peer, Err(reason)) => Err(peer.fail(format!("{what}: {reason}"))),
    }
}

/// C-SCS-1
pub(super) fn a_setup_is_answered(bench: &mut Bench<'_>) -> Outcome {
    match try_setup(bench, &setup(0))? {
        (_, Ok(_)) => Ok(()),
        (peer, Err(reason)) => Err(peer.fail(reason)),
    }
}

/// C-SCS-2, JD-SCS-1
pub(crate) fn the_version_is_within_the_range(bench: &mut Bench<'_>, of: impl Client) -> Outcome {
    for max_version in [VERSION, VERSION + 7] {
        let setup = SetupConnection { max_version, ..of(0) };
        let (peer, answer) = try_setup(bench, &setup)?;
        match answer {
            Ok(Ok(answer)) if (VERSION..=max_version).contains(&answer.used_version) => {}
            Ok(Ok(answer)) => {
                let used = answer.used_version;
                return Err(peer.fail(format!("version {used} of {VERSION} to {max_version}")));
            }
            Ok(Err(error)) => return Err(Stop::unclear(error.error_code.to_string())),
            Err(reason) => return Err(Stop::unclear(reason)),
        }
    }
    Ok(())
}

/// C-SCE-1, JD-SCE-1
pub(crate) fn the_error_has_all_unsupported_flags(
    bench: &mut Bench<'_>,
    of: impl Client,
) -> Outcome {
    is_served(bench, of)?;
    let (peer, answer) = try_setup(bench, &of(u32::MAX))?;
    let unsupported = match answer {
        Ok(Ok(_)) => 0,
        Ok(Err(error)) if error.flags == 0 => return Ok(()),
        Ok(Err(error)) => error.flags,
        Err(reason) => return Err(Stop::unclear(reason)),
    };
    for flag in [1, 1 << 1, 1 << 2, 1 << 31] {
        let (_, alone) = try_setup(bench, &of(flag))?;
        let is_refused = match alone {
            Ok(answer) => answer.is_err(),
            Err(reason) => return Err(Stop::unclear(reason)),
        };
        if is_refused != (unsupported & flag != 0) {
            let alone = if is_refused { "refused" } else { "accepted" };
            let reason = format!("unsupported: {unsupported:#x}, but {flag:#x} alone is {alone}");
            return Err(peer.fail(reason));
        }
    }
    Ok(())
}

/// C-SCE-2
pub(super) fn the_flags_are_always_the_same(bench: &mut Bench<'_>) -> Outcome {
    let mut first = None;
    for _ in 0..3 {
        let (peer, answer) = try_setup(bench, &setup(u32::MAX))?;
        let flags = match answer {
            Ok(Ok(_)) => None,
            Ok(Err(error)) => Some(error.flags),
            Err(reason) => return Err(Stop::unclear(reason)),
        };
        if *first.get_or_insert(flags) != flags {
            return Err(peer.fail(format!("{flags:x?} now, {first:x?} before")));
        }
    }
    Ok(())
}
