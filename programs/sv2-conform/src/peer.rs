//! A conversation with the program under test.

use std::time::{Duration, Instant};

use codec_core::wire::Str0255;
use codec_core::{
    ById, Decodable as _, DecodeError, Header as _, MessageInfo as _, Messages as _, Reader, Sv2,
    ToPayload,
};
use codec_stratum::common::{SetupConnection, SetupConnectionSuccess, VERSION};
use codec_stratum::{AnyMessage, FrameHeader, Subprotocol, Tlvs, message_name};

use crate::client::Door;
use crate::declarator::Beside;
use crate::hostile::Hostility;
use crate::link::{Link, MAX_PAYLOAD, Silence, Target};
use crate::log::Writer;
use crate::run::Limits;
use crate::verdict::{Outcome, Stop};

/// Bytes that are received on a connection, whose messages are kept; a program that sends more is not
/// listened to any longer.
const MAX_RECEIVED: usize = 64 * 1024 * 1024;

/// Everything that a scenario needs.
pub(crate) struct Bench<'t> {
    pub(crate) target: &'t Target,
    /// The door that clients come through, where they are under test.
    pub(crate) door: Option<&'t Door>,
    /// The programs beside the one under test.
    pub(crate) beside: &'t Beside,
    pub(crate) limits: Limits,
    pub(crate) hostility: Hostility,
    pub(crate) log: Writer,
    /// Connections that were opened.
    pub(crate) connections: usize,
    /// Measures: a name with its unit, and the figure.
    pub(crate) measured: Vec<(&'static str, f64)>,
}

/// A frame that was received.
#[derive(Debug)]
pub(crate) struct Heard {
    /// Its entry in the log.
    pub(crate) entry: usize,
    pub(crate) header: FrameHeader,
    pub(crate) message: Result<AnyMessage, DecodeError>,
    /// The fields after the message, or why they are none.
    pub(crate) tlvs: Result<Tlvs, DecodeError>,
    /// The payload of a frame that is no message.
    pub(crate) payload: Vec<u8>,
}

impl Heard {
    pub(crate) fn new(entry: usize, bytes: &[u8]) -> Result<Self, Silence> {
        let (head, payload) = bytes.split_at(bytes.len().min(FrameHeader::SIZE));
        let header = FrameHeader::parse(head)
            .map_err(|error| Silence::Broken(format!("no header: {error}")))?;
        let mut reader = Reader::<Sv2>::new(payload);
        let message = AnyMessage::decode_message(header.id(), &mut reader);
        let tlvs = Tlvs::decode(&mut reader);
        let payload = if message.is_err() { payload.to_vec() } else { Vec::new() };
        Ok(Self { entry, header, message, tlvs, payload })
    }

    /// The reason if its channel bit is not that of its message.
    pub(crate) fn wrong_bit(&self) -> Option<String> {
        let message = self.message.as_ref().ok()?;
        let wrong = self.header.flags() != Some(message.flags());
        wrong.then(|| format!("the channel bit of {} is wrong", self.name()))
    }

    /// The reason if it is a message of the core, and of an extension.
    pub(crate) fn wrong_extension(&self) -> Option<String> {
        let (extension, number) = (self.header.extension_type(), self.header.msg_type());
        let wrong = extension > 1 && message_name(number.into()).is_some();
        wrong.then(|| format!("message {number:#04x} of extension {extension:#06x}"))
    }

    /// The message's name, or its number.
    pub(crate) fn name(&self) -> String {
        let id = self.header.id();
        message_name(id).map_or_else(|| format!("message {id:#06x}"), str::to_owned)
    }
}

/// One connection, and all that was received on it.
pub(crate) struct Peer {
    link: Link,
    number: usize,
    log: Writer,
    limits: Limits,
    pub(crate) heard: Vec<Heard>,
    /// Bytes of all frames.
    received: usize,
    /// Frames that a wait has looked at.
    seen: usize,
    /// Number of the next request.
    request_id: u32,
    sequence_number: u32,
    /// The end of the connection, if it has ended.
    pub(crate) end: Option<String>,
}

impl<'t> Bench<'t> {
    /// Acts on another program than the one under test, by connections of the same log.
    pub(crate) fn at<T>(&mut self, other: &'t Target, act: impl FnOnce(&mut Self) -> T) -> T {
        let own = std::mem::replace(&mut self.target, other);
        let result = act(self);
        self.target = own;
        result
    }

    /// Opens a connection without a word.
    pub(crate) fn connect(&mut self) -> Result<Peer, Stop> {
        self.connect_for(MAX_PAYLOAD)
    }

    /// The same, for payloads of at most so many bytes.
    pub(crate) fn connect_for(&mut self, max_payload: usize) -> Result<Peer, Stop> {
        self.reached(Link::open(self.target, self.limits.time, max_payload))
    }

    /// The connection that was opened, if it was.
    pub(crate) fn reached(&mut self, link: Result<Link, Silence>) -> Result<Peer, Stop> {
        let number = self.connections;
        self.connections += 1;
        match link {
            Ok(link) => {
                self.log.event(number, false, "connected".to_owned());
                Ok(Peer::new(link, number, self))
            }
            Err(silence) => {
                self.log.event(number, true, silence.to_string());
                Err(Stop::unclear(silence.to_string()))
            }
        }
    }

    /// Opens a connection for mining that the server has accepted.
    pub(crate) fn set_up(&mut self, flags: u32) -> Result<(Peer, SetupConnectionSuccess), Stop> {
        let mut peer = self.connect()?;
        peer.send(&setup(flags))?;
        let answer = peer.wait("an answer to SetupConnection", |message| match message {
            AnyMessage::SetupConnectionSuccess(answer) => Some(Ok(*answer)),
            AnyMessage::SetupConnectionError(error) => Some(Err(error.error_code.to_string())),
            _ => None,
        });
        match answer {
            Ok(Ok(answer)) => Ok((peer, answer)),
            Ok(Err(code)) => Err(Stop::unclear(format!("SetupConnection was refused: {code}"))),
            Err(silence) => Err(Stop::unclear(silence)),
        }
    }
}

/// A request to mine, with these flags.
pub(crate) fn setup(flags: u32) -> SetupConnection {
    SetupConnection {
        protocol: Subprotocol::Mining,
        min_version: VERSION,
        max_version: VERSION,
        flags,
        endpoint_host: text("localhost"),
        endpoint_port: 3336,
        vendor: text("sv2-conform"),
        hardware_version: text("1"),
        firmware: text(env!("CARGO_PKG_VERSION")),
        device_id: text("conform"),
    }
}

/// A text of at most 255 bytes.
pub(crate) fn text(text: &str) -> Str0255 {
    Str0255::try_from(text).unwrap_or_default()
}

impl Peer {
    /// A connection that has just begun.
    pub(crate) fn new(link: Link, number: usize, bench: &Bench<'_>) -> Self {
        let (log, limits) = (bench.log.clone(), bench.limits);
        // Numbers that no server has by chance.
        let request_id = 0x5a11_0000 + u32::try_from(number % 0x1000).unwrap_or_default() * 0x100;
        let (heard, received, seen, sequence_number, end) = (Vec::new(), 0, 0, 0, None);
        Self { link, number, log, limits, heard, received, seen, request_id, sequence_number, end }
    }

    /// The connection itself.
    pub(crate) const fn link(&mut self) -> &mut Link {
        &mut self.link
    }

    /// Sends a message.
    pub(crate) fn send<M: ToPayload<ById, u32>>(&mut self, message: &M) -> Result<(), Stop> {
        match self.link.send(message, self.limits.time) {
            Ok(bytes) => {
                self.log.frame(self.number, false, &bytes);
                Ok(())
            }
            Err(silence) => {
                self.note(&silence);
                // Only where an answer is awaited is that a fault.
                if matches!(silence, Silence::Closed) { Ok(()) } else { Err(self.unclear()) }
            }
        }
    }

    /// Sends bytes as they are, past the encryption if there is one.
    pub(crate) fn send_raw(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.log.event(self.number, false, format!("{} bytes that are no frame", bytes.len()));
        let sent = self.link.send_raw(bytes, self.limits.time);
        sent.map_err(|silence| Stop::unclear(silence.to_string()))
    }

    /// Sends what was kept back by [`Link::hold`].
    pub(crate) fn release(&mut self) -> Result<(), Stop> {
        let sent = self.link.release(self.limits.time);
        sent.map_err(|silence| Stop::unclear(silence.to_string()))
    }

    fn note(&mut self, silence: &Silence) {
        let text = silence.to_string();
        if !matches!(silence, Silence::Late) {
            if self.end.is_none() {
                self.log.event(self.number, true, text.clone());
            }
            self.end = Some(text);
        }
    }

    /// The end of the connection before the question of a scenario was reached.
    fn unclear(&self) -> Stop {
        Stop::unclear(self.end.clone().unwrap_or_else(|| "nothing was accepted in time".to_owned()))
    }

    /// The connection alone, and the frames that no wait has looked at.
    pub(crate) fn into_link(mut self) -> (Link, Vec<Heard>) {
        let unseen = self.heard.split_off(self.seen);
        (self.link, unseen)
    }

    /// Number of the next request.
    pub(crate) fn next_request(&mut self) -> u32 {
        self.request_id += 1;
        self.request_id
    }

    /// Sequence number of the next share.
    pub(crate) fn next_sequence(&mut self) -> u32 {
        self.sequence_number += 1;
        self.sequence_number
    }

    /// Time that an answer may take.
    pub(crate) const fn time(&self) -> Duration {
        self.limits.time
    }

    /// Time in which nothing may come where nothing should.
    pub(crate) const fn quiet(&self) -> Duration {
        self.limits.quiet
    }

    /// Receives one frame. False when the time is over, or the connection.
    fn receive(&mut self, until: Instant) -> bool {
        if self.end.is_some() {
            return false;
        }
        if self.log.is_full() || self.received > MAX_RECEIVED {
            self.end = Some("the program sends without end".to_owned());
            return false;
        }
        let heard = self.link.next(until).and_then(|bytes| {
            self.received += bytes.len();
            Heard::new(self.log.frame(self.number, true, &bytes), &bytes)
        });
        match heard {
            Ok(heard) => {
                self.heard.push(heard);
                true
            }
            Err(silence) => {
                self.note(&silence);
                false
            }
        }
    }

    /// The first message from the last wait on that has what is asked for.
    ///
    /// # Errors
    /// The message, the end or the silence that came instead.
    pub(crate) fn wait<T>(
        &mut self,
        what: &str,
        mut find: impl FnMut(&AnyMessage) -> Option<T>,
    ) -> Result<T, String> {
        self.wait_for(self.limits.time, what, |heard| {
            heard.message.as_ref().ok().and_then(&mut find)
        })
    }

    /// Like [`wait`](Self::wait), for as long as this, with the frame.
    pub(crate) fn wait_for<T>(
        &mut self,
        time: Duration,
        what: &str,
        mut find: impl FnMut(&Heard) -> Option<T>,
    ) -> Result<T, String> {
        let until = Instant::now() + time;
        loop {
            while let Some(heard) = self.heard.get(self.seen) {
                self.seen += 1;
                if let Some(found) = find(heard) {
                    return Ok(found);
                }
            }
            if !self.receive(until) {
                let end = self.end.as_deref().unwrap_or("nothing came in time");
                return Err(format!("{what} was awaited: {end}"));
            }
        }
    }

    /// Looks at all frames that came: the first with which something is wrong breaks the clause.
    pub(crate) fn look(&self, mut wrong: impl FnMut(&Heard) -> Option<String>) -> Outcome {
        match self.heard.iter().find_map(|heard| Some((heard.entry, wrong(heard)?))) {
            Some((entry, reason)) => Err(Stop::fail_at(entry, reason)),
            None => Ok(()),
        }
    }

    /// Receives what comes in the time of quiet.
    pub(crate) fn listen(&mut self) {
        let until = Instant::now() + self.limits.quiet;
        while self.receive(until) {}
    }

    /// Fails at a frame that comes in the time of quiet, or has come before.
    pub(crate) fn is_quiet(&mut self) -> Outcome {
        self.listen();
        match self.unseen().first() {
            None => Ok(()),
            Some(heard) => Err(Stop::fail_at(heard.entry, format!("{} came", heard.name()))),
        }
    }

    /// Frames that no wait has looked at, which now are.
    pub(crate) fn unseen(&mut self) -> &[Heard] {
        let from = std::mem::replace(&mut self.seen, self.heard.len());
        &self.heard[from..]
    }

    /// The last entry of the log that this connection has received.
    pub(crate) fn last(&self) -> Option<usize> {
        self.heard.get(self.seen.checked_sub(1)?).map(|heard| heard.entry)
    }

    /// The clause is broken by the frame that was looked at last.
    pub(crate) fn fail(&self, reason: impl Into<String>) -> Stop {
        Stop { entry: self.last(), ..Stop::fail(reason) }
    }
}
