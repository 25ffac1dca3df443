//! The begin of a line: both connections of the proxy, in whatever order it makes them.

use std::io::ErrorKind;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use codec_stratum::AnyMessage;
use codec_stratum::common::{
    SetupConnection, SetupConnectionError, SetupConnectionSuccess, VERSION,
};

use super::line::{Line, STEP, Terms};
use crate::client::door::{Certificate, Door};
use crate::client::request::setup_of;
use crate::link::{Link, MAX_PAYLOAD, Silence, Target, dial};
use crate::peer::{Bench, Peer, setup, text};
use crate::verdict::Stop;

/// Connects to the proxy, which may be about to listen.
fn reach(target: &Target, until: Instant) -> Result<Link, Silence> {
    loop {
        let left = until.saturating_duration_since(Instant::now()).max(STEP);
        match dial(&target.address, left) {
            Ok(stream) => return Link::over(stream, target, left, MAX_PAYLOAD),
            Err(error) if error.kind() == ErrorKind::ConnectionRefused && left > STEP => {
                thread::sleep(STEP);
            }
            Err(error) => {
                let reason = format!("can't connect to {}: {error}", target.address);
                return Err(Silence::Broken(reason));
            }
        }
    }
}

/// Connects in a thread: a proxy may go on with a client when it has its server.
fn reached(target: &Target, until: Instant) -> Receiver<Result<Link, Silence>> {
    let ((sender, links), target) = (channel(), target.clone());
    thread::spawn(move || {
        // Nobody may wait for it any longer.
        let _ = sender.send(reach(&target, until));
    });
    links
}

/// The answer to `SetupConnection` that comes in so long.
fn set_up_in(
    peer: &mut Peer,
    time: Duration,
) -> Result<Result<SetupConnectionSuccess, String>, String> {
    peer.wait_for(time, "an answer to SetupConnection", |heard| {
        match heard.message.as_ref().ok()? {
            AnyMessage::SetupConnectionSuccess(answer) => Some(Ok(*answer)),
            AnyMessage::SetupConnectionError(error) => Some(Err(error.error_code.to_string())),
            _ => None,
        }
    })
}

impl Bench<'_> {
    /// The proxy between a server and a client, both of which are set up.
    pub(super) fn line(&mut self) -> Result<Line, Stop> {
        let line = self.line_on(Terms::default())?;
        match &line.answer {
            Ok(_) => Ok(line),
            Err(code) => Err(Stop::unclear(format!("SetupConnection was refused: {code}"))),
        }
    }

    /// The same on these terms, which may end in a refusal.
    pub(super) fn line_on(&mut self, terms: Terms) -> Result<Line, Stop> {
        let Some(door) = self.door else { return Err(Stop::unclear("there is no door")) };
        door.begin().map_err(|silence| Stop::unclear(silence.to_string()))?;
        let until = Instant::now() + self.limits.time;
        let links = reached(self.target, until);
        let (mut up, mut proxy_setup) = (None, None);
        let (mut down, mut answered) = (None, None);
        loop {
            if up.is_none()
                && let Some((peer, setup)) = self.greet_proxy(door, until, &terms)?
            {
                (up, proxy_setup) = (Some(peer), Some(setup));
            }
            if down.is_none()
                && let Ok(link) = links.try_recv()
            {
                let mut peer = self.reached(link)?;
                peer.send(&setup(terms.down))?;
                down = Some(peer);
            }
            if let (Some(peer), None) = (&mut down, &answered) {
                match set_up_in(peer, STEP) {
                    Ok(answer) => answered = Some((answer, Instant::now(), up.is_some())),
                    Err(reason) if peer.end.is_some() => return Err(Stop::unclear(reason)),
                    Err(_) => {}
                }
            }
            let is_enough = |at: &Instant| up.is_some() || at.elapsed() > self.limits.quiet;
            if answered.as_ref().is_some_and(|answered| is_enough(&answered.1))
                && let (Some(peer), Some((answer, _, is_early))) = (down.take(), answered.take())
            {
                let (downs, granted, setup) = (vec![peer], Vec::new(), proxy_setup);
                return Ok(Line { up, downs, answer, setup, is_early, granted, terms });
            }
            if let Some(status) = door.status() {
                return Err(Stop::unclear(format!("the command ended: {status}")));
            }
            if Instant::now() >= until {
                // The thread knows why, if it was that.
                if down.is_none()
                    && let Ok(Err(silence)) = links.recv_timeout(self.limits.quiet)
                {
                    return Err(Stop::unclear(silence.to_string()));
                }
                return Err(Stop::unclear(match (up.is_some(), down.is_some()) {
                    (_, false) => "the proxy took no connection in time",
                    (true, true) => "the proxy answered no SetupConnection in time",
                    (false, true) => "the proxy neither answered SetupConnection nor connected",
                }));
            }
        }
    }

    /// Takes a connection of the proxy, if one waits, and answers its `SetupConnection`.
    pub(super) fn greet_proxy(
        &mut self,
        door: &Door,
        until: Instant,
        terms: &Terms,
    ) -> Result<Option<(Peer, SetupConnection)>, Stop> {
        let polled = door.poll(until, &mut false);
        let Some(stream) = polled.map_err(|silence| Stop::unclear(silence.to_string()))? else {
            return Ok(None);
        };
        let mut peer = self.begun(Ok(stream), terms.certificate)?;
        let setup = setup_of(&mut peer);
        if terms.certificate != Certificate::Valid {
            if setup.is_ok() {
                return Err(peer.fail("the proxy went on"));
            }
            terms.was_refused.set(true);
        }
        let setup = setup?;
        if terms.is_refused {
            terms.was_refused.set(true);
            peer.send(&SetupConnectionError { flags: 0, error_code: text("unknown-user") })?;
        } else {
            peer.send(&SetupConnectionSuccess { used_version: VERSION, flags: terms.up })?;
        }
        Ok(Some((peer, setup)))
    }
}
