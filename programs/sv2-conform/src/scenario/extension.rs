//! Negotiation of extensions (extension 0x0001).

use codec_stratum::extensions::{NEGOTIATION, RequestExtensionsError, RequestExtensionsSuccess};
use codec_stratum::{AnyMessage, WORKER_HASHRATE};

use super::general::NO_EXTENSION;
use crate::peer::{Bench, Peer};
use crate::tour::request_extensions;
use crate::verdict::{Outcome, Stop};

/// The answer to a request for extensions.
type Answer = Result<RequestExtensionsSuccess, RequestExtensionsError>;

const REQUEST: u16 = 0x5a12;

/// Requests extensions; what came instead of an answer is the error.
fn ask(peer: &mut Peer, extensions: &[u16]) -> Result<Result<Answer, String>, Stop> {
    peer.send(&request_extensions(REQUEST, extensions))?;
    Ok(peer.wait("an answer to RequestExtensions", |message| match message {
        AnyMessage::RequestExtensionsSuccess(answer) => Some(Ok(answer.clone())),
        AnyMessage::RequestExtensionsError(answer) => Some(Err(answer.clone())),
        _ => None,
    }))
}

/// The answer of a server that negotiates: others need not answer.
fn asked(peer: &mut Peer, extensions: &[u16]) -> Result<Answer, Stop> {
    ask(peer, extensions)?
        .map_err(|reason| Stop::skip(format!("the server negotiates no extensions: {reason}")))
}

/// Agrees on an extension; skips the scenario if the server does not have it.
pub(super) fn agree(peer: &mut Peer, extension: u16) -> Result<(), Stop> {
    match asked(peer, &[extension])? {
        Ok(answer) if answer.supported_extensions.iter().any(|one| *one == extension) => Ok(()),
        _ => Err(Stop::skip(format!("the server does not have extension {extension:#06x}"))),
    }
}

/// X0001-REQS-1
pub(super) fn a_success_has_the_number_of_its_request(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    match asked(&mut peer, &[WORKER_HASHRATE])? {
        Ok(answer) if answer.request_id == REQUEST => Ok(()),
        Ok(answer) => Err(peer.fail(format!("request {REQUEST}, answer {}", answer.request_id))),
        Err(_) => Err(Stop::skip("the server does not have extension 0x0002")),
    }
}

/// X0001-REQE-3
pub(super) fn an_error_has_the_number_of_its_request(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    match asked(&mut peer, &[NO_EXTENSION])? {
        Err(answer) if answer.request_id == REQUEST => Ok(()),
        Err(answer) => Err(peer.fail(format!("request {REQUEST}, error {}", answer.request_id))),
        Ok(_) => Err(Stop::unclear("a success: see X0001-REQE-1")),
    }
}

/// X0001-REQS-2
pub(super) fn answers_are_of_the_extension(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    for extension in [WORKER_HASHRATE, NO_EXTENSION] {
        peer.send(&request_extensions(REQUEST, &[extension]))?;
        let answer = peer.wait_for(peer.time(), "an answer to RequestExtensions", |heard| {
            // Not those of channels and jobs.
            let header = heard.header;
            matches!(header.msg_type(), 1 | 2).then(|| header.extension_type())
        });
        match answer {
            Ok(NEGOTIATION) => {}
            Ok(other) => return Err(peer.fail(format!("an answer of extension {other:#06x}"))),
            Err(reason) => return Err(Stop::skip(reason)),
        }
    }
    Ok(())
}

/// X0001-REQS-3
pub(super) fn only_requested_extensions_are_agreed_on(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let requested = [WORKER_HASHRATE, NO_EXTENSION];
    match asked(&mut peer, &requested)? {
        Ok(answer) => match answer.supported_extensions.iter().find(|one| !requested.contains(one))
        {
            Some(one) => Err(peer.fail(format!("extension {one:#06x} was not requested"))),
            None => Ok(()),
        },
        Err(_) => Err(Stop::skip("the server does not have extension 0x0002")),
    }
}

/// X0001-REQE-1
pub(super) fn nothing_supported_is_an_error(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    asked(&mut peer, &[WORKER_HASHRATE])?.ok();
    match ask(&mut peer, &[NO_EXTENSION])? {
        Ok(Err(_)) => Ok(()),
        Ok(Ok(_)) => Err(peer.fail("a success for an extension that does not exist")),
        Err(reason) => Err(peer.fail(reason)),
    }
}

/// X0001-REQE-2
pub(super) fn an_error_names_what_is_not_supported(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let requested = [NO_EXTENSION, NO_EXTENSION + 1];
    match asked(&mut peer, &requested)? {
        Err(answer) => {
            let mut named: Vec<_> = answer.unsupported_extensions.iter().copied().collect();
            named.sort_unstable();
            if named == requested {
                return Ok(());
            }
            Err(peer.fail(format!("{named:#06x?} of {requested:#06x?} are named")))
        }
        Ok(_) => Err(Stop::unclear("a success: see X0001-REQE-1")),
    }
}

/// S-X1-1
pub(super) fn what_is_required_is_named(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    let is_named = match asked(&mut peer, &[NO_EXTENSION])? {
        Err(answer) => !answer.required_extensions.is_empty(),
        Ok(_) => return Err(Stop::unclear("a success: see X0001-REQE-1")),
    };
    peer.listen();
    if peer.end.is_some() && !is_named {
        return Err(peer.fail("the server ends the connection, and names no required extension"));
    }
    Ok(())
}

/// X0001-REQ-1
pub(super) fn a_required_extension_is_insisted_on(bench: &mut Bench<'_>) -> Outcome {
    let (mut peer, _) = bench.set_up(0)?;
    match asked(&mut peer, &[NO_EXTENSION])? {
        Err(answer) if !answer.required_extensions.is_empty() => {}
        _ => return Err(Stop::skip("the server requires no extension")),
    }
    let _ = peer.wait_for(peer.time(), "the end of the connection", |_| None::<()>);
    if peer.end.is_some() {
        return Ok(());
    }
    Err(peer.fail("the connection goes on without an extension that the server requires"))
}
