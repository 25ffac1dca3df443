//! The middle of the proxy: who has which channel, and which request.

use std::collections::BTreeMap;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::Duration;

use codec_core::wire::Str0255;
use codec_core::{ById, Messages as _, Reader, Sv2, ToPayload};
use codec_stratum::common::SetupConnection;
use codec_stratum::mining::CloseChannel;
use codec_stratum::{AnyMessage, Subprotocol};

use super::link::{Event, HEAD, Out, Side, read};
use crate::broken::frame;

/// Time that a faulty proxy keeps a frame back, so that the next may overtake it.
pub(super) const OVERTAKEN: Duration = Duration::from_millis(30);
/// The number of the first request to the server.
const FIRST_REQUEST: u32 = 1000;

/// A channel.
#[derive(Debug, Clone, Default)]
pub(super) struct Channel {
    pub(super) up: u32,
    pub(super) down: usize,
    pub(super) local: u32,
    pub(super) group: u32,
    /// The last job, its version, and the job of the last block.
    pub(super) job: u32,
    pub(super) version: u32,
    pub(super) block: u32,
    pub(super) blocks: Vec<[u8; 32]>,
    pub(super) shares: Vec<Vec<u8>>,
    pub(super) min_ntime: u32,
}

/// A client.
pub(super) struct Down {
    pub(super) out: Out,
    pub(super) channels: u32,
    pub(super) shares: u32,
    /// Its request to set up a connection, until the server has answered.
    pub(super) setup: Option<SetupConnection>,
}

/// A client's request for a channel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Request {
    pub(super) number: u32,
    pub(super) down: usize,
    pub(super) id: u32,
}

pub(super) struct Core {
    pub(super) fault: &'static str,
    pub(super) up: Option<Out>,
    events: Sender<(Side, Event)>,
    /// The server's flags, once it has answered.
    pub(super) flags: Option<u32>,
    pub(super) downs: BTreeMap<usize, Down>,
    pub(super) channels: Vec<Channel>,
    pub(super) requests: Vec<Request>,
    next_request: u32,
    pub(super) first_prefix: Vec<u8>,
    pub(super) channels_opened: u32,
    /// A frame that waits to be overtaken.
    pub(super) late: Option<(Side, Vec<u8>)>,
    /// True if it does nothing any longer, by a fault.
    pub(super) hangs: bool,
    pub(super) is_over: bool,
}

pub(super) fn text(text: &str) -> Str0255 {
    Str0255::try_from(text).expect("short")
}

/// The number at an offset of a payload.
pub(super) fn number(frame: &[u8], at: usize) -> u32 {
    let bytes = frame.get(HEAD + at..).and_then(<[u8]>::first_chunk);
    bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// The frame with another number at an offset.
pub(super) fn with(mut frame: Vec<u8>, at: usize, number: u32) -> Vec<u8> {
    if let Some(room) = frame.get_mut(HEAD + at..HEAD + at + 4) {
        room.copy_from_slice(&number.to_le_bytes());
    }
    frame
}

/// The message of a frame; none of an unknown one, and an error of a malformed one.
pub(super) fn message(frame: &[u8]) -> Option<Result<AnyMessage, ()>> {
    let id = u32::from(frame[0]) << 8 | u32::from(frame[1] & 0x7f) << 16 | u32::from(frame[2]);
    codec_stratum::message_name(id)?;
    let mut reader = Reader::<Sv2>::new(&frame[HEAD..]);
    Some(AnyMessage::decode_message(id, &mut reader).map_err(|_| ()))
}

/// True if the frame is for a channel.
pub(super) const fn is_for_channel(frame: &[u8]) -> bool {
    frame[1] & 0x80 != 0 && frame.len() >= HEAD + 4
}

impl Core {
    pub(super) fn new(
        upstream: TcpStream,
        events: Sender<(Side, Event)>,
        fault: &'static str,
    ) -> Self {
        let mut core = Self {
            fault,
            up: None,
            events,
            flags: None,
            downs: BTreeMap::new(),
            channels: Vec::new(),
            requests: Vec::new(),
            next_request: FIRST_REQUEST,
            first_prefix: Vec::new(),
            channels_opened: 0,
            late: None,
            hangs: false,
            is_over: false,
        };
        core.connect(upstream);
        core
    }

    /// Sets up a connection to a server.
    pub(super) fn connect(&mut self, upstream: TcpStream) {
        let copy = upstream.try_clone().expect("it is open");
        read(copy, Side::Up, self.events.clone(), self.fault);
        self.up = Some(Out::new(upstream, self.fault));
        let protocol = if self.is("PX-SC-1") {
            Subprotocol::TemplateDistribution
        } else {
            Subprotocol::Mining
        };
        self.send_up(&SetupConnection {
            protocol,
            min_version: 2,
            max_version: 2,
            flags: 0,
            endpoint_host: text("localhost"),
            endpoint_port: 1,
            vendor: text("relay"),
            hardware_version: text(""),
            firmware: text(""),
            device_id: text(""),
        });
    }

    pub(super) fn is(&self, fault: &str) -> bool {
        self.fault == fault
    }

    /// Passes frames on until it is over.
    pub(super) fn run(mut self, inbox: &Receiver<(Side, Event)>, over: &AtomicBool) {
        while !over.load(Ordering::Relaxed) && !self.is_over {
            let event = inbox.recv_timeout(OVERTAKEN);
            if let Some((side, frame)) = self.late.take() {
                if let Ok((other, Event::Frame(next))) = &event
                    && *other == side
                    && next[2] != frame[2]
                {
                    self.take(side, next.clone(), true);
                    self.take(side, frame, true);
                    continue;
                }
                self.take(side, frame, true);
            }
            let Ok((side, event)) = event else { continue };
            match event {
                Event::Joined(stream) => self.join(side, stream),
                Event::Frame(frame) => self.take(side, frame, false),
                end => self.ended(side, matches!(end, Event::Broken)),
            }
        }
    }

    fn join(&mut self, side: Side, stream: TcpStream) {
        let Side::Down(id) = side else { return };
        let out = Out::new(stream, self.fault);
        self.downs.insert(id, Down { out, channels: 0, shares: 0, setup: None });
    }

    fn take(&mut self, side: Side, frame: Vec<u8>, is_late: bool) {
        if self.hangs || (self.is("PX-FR-3") && frame.len() > 100_000) {
            return;
        }
        match side {
            Side::Up => self.take_up(frame, is_late),
            Side::Down(id) if self.downs.contains_key(&id) => self.take_down(id, frame, is_late),
            Side::Down(_) => {}
        }
    }

    fn ended(&mut self, side: Side, is_broken: bool) {
        match side {
            Side::Up if self.is("PX-UP-1") && !is_broken => {}
            Side::Up if self.is("PX-UP-2") && is_broken => {}
            // That of a server which was left is no end.
            Side::Up if self.flags.is_none() && self.channels_opened > 0 => {}
            Side::Up => self.is_over = true,
            // It was ended here.
            Side::Down(id) if !self.downs.contains_key(&id) => {}
            Side::Down(_) if self.is("PX-DN-1") && is_broken => self.is_over = true,
            Side::Down(_) if self.is("PX-CC-5") && !is_broken => self.is_over = true,
            Side::Down(id) => self.remove(id),
        }
    }

    /// Ends a client's connection, and closes its channels.
    pub(super) fn remove(&mut self, id: usize) {
        self.downs.remove(&id);
        let (gone, left): (Vec<_>, Vec<_>) =
            self.channels.drain(..).partition(|channel| channel.down == id);
        self.channels = left;
        if self.is("PX-CC-4") {
            return;
        }
        for channel in gone {
            let close = CloseChannel { channel_id: channel.up, reason_code: text("gone") };
            self.send_up(&close);
        }
    }

    pub(super) fn send_up<M: ToPayload<ById, u32>>(&self, message: &M) {
        self.pass_up(frame(message));
    }

    pub(super) fn pass_up(&self, frame: Vec<u8>) {
        if let Some(up) = &self.up {
            up.send(frame);
        }
    }

    pub(super) fn send_down<M: ToPayload<ById, u32>>(&mut self, id: usize, message: &M) {
        self.pass_down(id, frame(message));
    }

    pub(super) fn pass_down(&mut self, id: usize, frame: Vec<u8>) {
        if self.downs.get(&id).is_some_and(|down| !down.out.send(frame)) {
            self.remove(id);
        }
    }

    /// The number of a new request to the server.
    pub(super) fn request(&mut self, down: usize, id: u32) -> u32 {
        self.next_request += 1;
        let number = if self.is("PX-ID-2") { id } else { self.next_request };
        self.requests.push(Request { number, down, id });
        number
    }
}
