//! Connections on both sides, and flags.

use std::rc::Rc;
use std::time::Instant;

use codec_stratum::Subprotocol;
use codec_stratum::common::VERSION;
use codec_stratum::mining::setup_flags::REQUIRES_VERSION_ROLLING;
use codec_stratum::mining::setup_success_flags::{
    REQUIRES_EXTENDED_CHANNELS, REQUIRES_FIXED_VERSION,
};

use super::line::{Line, STEP, Terms};
use crate::channel::{self, Answer, EXTRANONCE, Kind};
use crate::client::door::Certificate;
use crate::peer::Bench;
use crate::verdict::{Outcome, Stop, Verdict};

/// PX-NX-1, PX-NX-2
pub(super) fn a_wrong_certificate_is_refused(
    bench: &mut Bench<'_>,
    certificate: Certificate,
) -> Outcome {
    if bench.door.is_none_or(|door| door.target().authority.is_none()) {
        return Err(Stop::skip("nothing is encrypted at the server"));
    }
    let terms = Terms { certificate, ..Terms::default() };
    let was_refused = Rc::clone(&terms.was_refused);
    match bench.line_on(terms) {
        Err(stop) if stop.verdict == Verdict::Fail => Err(stop),
        _ if was_refused.get() => Ok(()),
        Ok(mut line) => {
            // The server may be asked as late as now.
            line.request(0, Kind::Extended, EXTRANONCE)?;
            match line.awaited(bench) {
                Err(stop) if stop.verdict != Verdict::Fail && was_refused.get() => Ok(()),
                Err(stop) => Err(stop),
                Ok(_) => Err(line.up()?.fail("the proxy went on")),
            }
        }
        Err(stop) => Err(stop),
    }
}

/// PX-SC-1
pub(super) fn the_proxy_sets_up_its_connection(bench: &mut Bench<'_>) -> Outcome {
    let mut line = bench.line()?;
    if line.setup.is_none() {
        line.request(0, Kind::Extended, EXTRANONCE)?;
        line.awaited(bench)?;
    }
    let Some(setup) = &line.setup else { return Err(Stop::unclear("there is no server")) };
    let (min, max) = (setup.min_version, setup.max_version);
    if !(min..=max).contains(&VERSION) {
        return Err(line.up()?.fail(format!("versions {min} to {max}")));
    }
    if setup.protocol != Subprotocol::Mining {
        let reason = format!("the subprotocol is {:?}", setup.protocol);
        return Err(line.up()?.fail(reason));
    }
    Ok(())
}

/// PX-SC-2
pub(super) fn clients_are_accepted(bench: &mut Bench<'_>) -> Outcome {
    let line = bench.line_on(Terms::default())?;
    match &line.answer {
        Ok(answer) if answer.used_version == VERSION => Ok(()),
        Ok(answer) => Err(line.downs[0].fail(format!("version {}", answer.used_version))),
        Err(code) => Err(line.downs[0].fail(format!("SetupConnection was refused: {code}"))),
    }
}

/// PX-SC-3
pub(super) fn a_refusing_server_hangs_no_client(bench: &mut Bench<'_>) -> Outcome {
    let terms = Terms { is_refused: true, ..Terms::default() };
    let was_refused = Rc::clone(&terms.was_refused);
    let mut line = match bench.line_on(terms) {
        Ok(line) => line,
        // A proxy that ends, or closes connections, leaves no client waiting.
        Err(_) if was_refused.get() => return Ok(()),
        Err(stop) => return Err(stop),
    };
    if line.answer.is_ok() {
        line.request(0, Kind::Extended, EXTRANONCE)?;
    }
    let until = Instant::now() + bench.limits.time;
    while Instant::now() < until {
        // The server may be asked as late as now, and again.
        line.greet_late(bench, until)?;
        let answer = channel::answer_in(&mut line.downs[0], STEP);
        let peer = &line.downs[0];
        match answer {
            Ok(Answer::Opened(_)) => {
                return Err(peer.fail("a channel that no server has granted"));
            }
            Err(_) if peer.end.is_none() && line.answer.is_ok() => {}
            _ if was_refused.get() => return Ok(()),
            _ => return Err(Stop::unclear("the client was refused before the server was asked")),
        }
    }
    Err(line.downs[0].fail("after SetupConnection.Error, the client is told nothing"))
}

/// A line on these terms, if the proxy knows the server's when it answers a client.
fn early(bench: &mut Bench<'_>, up: u32, down: u32) -> Result<Line, Stop> {
    let line = bench.line_on(Terms { up, down, ..Terms::default() })?;
    if line.is_early {
        return Ok(line);
    }
    Err(Stop::skip("the proxy answers clients before it has a server"))
}

/// PX-FL-1
pub(super) fn clients_know_that_versions_are_fixed(bench: &mut Bench<'_>) -> Outcome {
    let line = early(bench, REQUIRES_FIXED_VERSION, 0)?;
    match &line.answer {
        Ok(answer) if answer.flags & REQUIRES_FIXED_VERSION == 0 => {
            Err(line.downs[0].fail("SetupConnection.Success without REQUIRES_FIXED_VERSION"))
        }
        _ => Ok(()),
    }
}

/// PX-FL-2
pub(super) fn who_rolls_versions_is_refused_where_they_are_fixed(bench: &mut Bench<'_>) -> Outcome {
    let line = early(bench, REQUIRES_FIXED_VERSION, REQUIRES_VERSION_ROLLING)?;
    match &line.answer {
        Ok(_) => Err(line.downs[0].fail("SetupConnection.Success")),
        Err(_) => Ok(()),
    }
}

/// PX-FL-3
pub(super) fn no_standard_channel_is_asked_for_in_vain(bench: &mut Bench<'_>) -> Outcome {
    let mut line = early(bench, REQUIRES_EXTENDED_CHANNELS, 0)?;
    match &line.answer {
        Ok(answer) if answer.flags & REQUIRES_EXTENDED_CHANNELS == 0 => {}
        _ => return Ok(()),
    }
    line.request(0, Kind::Standard, 0)?;
    let until = Instant::now() + bench.limits.quiet;
    while Instant::now() < until {
        if line.asked().is_some_and(|asked| asked.kind == Kind::Standard) {
            let reason = "neither the client nor the proxy knows REQUIRES_EXTENDED_CHANNELS";
            return Err(line.up()?.fail(reason));
        }
    }
    Ok(())
}
