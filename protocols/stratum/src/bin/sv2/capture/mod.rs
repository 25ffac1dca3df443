//! Captures of network traffic: the frames in their TCP streams, with time and addresses.
//!
//! A direction of a connection is decoded from its start on. Where the capture has a gap, the
//! gap is reported; the frame that it falls into is left out, and decoding goes on at the next
//! one, whose place the header tells. When a header is lost nothing tells where frames begin,
//! and the rest of that direction is left out: no bytes are taken for fields that they may not
//! be.

mod file;
mod packet;
mod stream;
mod time;

use std::collections::HashMap;
use std::io::{self, BufRead, Write as _};

use codec_core::Header as _;
use codec_stratum::FrameHeader;
use serde_json::{Map, Value as Json, json};

use crate::failure::{Failure, complain};
use crate::inspect::{Inspection, Place};
use packet::{Ends, Segment};
use stream::{Event, Stream};
use time::Time;

pub(crate) use file::is_capture;

/// What of a capture is shown, and how.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Options {
    /// One object per line.
    pub(crate) json: bool,
    /// Continue after a malformed frame.
    pub(crate) keep_going: bool,
}

/// Prints the frames of a capture.
pub(crate) fn run(name: &str, input: &mut dyn BufRead, options: Options) -> Result<(), Failure> {
    let out = io::stdout().lock();
    let (streams, order) = (HashMap::new(), Vec::new());
    let mut report = Report { out, options, streams, order, frames: 0, malformed: 0, ended: false };
    let outcome =
        file::packets(input, &mut |time, link, packet| match packet::segment(link, packet) {
            Some(segment) if !report.ended => report.segment(time, &segment),
            _ => Ok(()),
        })?;
    report.finish()?;
    if let Some(problem) = outcome {
        return Err(Failure::new(name, problem));
    }
    match (report.frames, report.malformed) {
        (0, 0) => Err(Failure::new(name, "there is no frame in it")),
        (_, 0) => Ok(()),
        _ if !options.keep_going => Err(Failure::Reported),
        (frames, malformed) => {
            Err(Failure::new(name, format!("{malformed} of {} malformed", frames + malformed)))
        }
    }
}

/// Prints what streams hold.
struct Report {
    out: io::StdoutLock<'static>,
    options: Options,
    streams: HashMap<Ends, Stream>,
    /// The keys of the streams, in the order of their first packets.
    order: Vec<Ends>,
    frames: u64,
    malformed: u64,
    /// Whether a malformed frame ended it all.
    ended: bool,
}

impl Report {
    fn segment(&mut self, time: Time, segment: &Segment<'_>) -> Result<(), Failure> {
        let mut events = Vec::new();
        let stream = self.streams.entry(segment.ends).or_insert_with(|| {
            self.order.push(segment.ends);
            Stream::default()
        });
        stream.segment(time, segment, &mut |event| events.push(event));
        self.events(segment.ends, events)
    }

    /// What is left when the capture ends.
    fn finish(&mut self) -> Result<(), Failure> {
        for ends in std::mem::take(&mut self.order) {
            if self.ended {
                break;
            }
            let mut events = Vec::new();
            if let Some(stream) = self.streams.get_mut(&ends) {
                stream.finish(&mut |event| events.push(event));
            }
            self.events(ends, events)?;
        }
        Ok(())
    }

    fn events(&mut self, ends: Ends, events: Vec<Event>) -> Result<(), Failure> {
        for event in events {
            if self.ended {
                break;
            }
            match event {
                Event::Frame { time, offset, bytes } => self.frame(ends, time, offset, &bytes)?,
                Event::Gap { time, offset, len, reason } => {
                    self.gap(ends, time, offset, len, reason)?;
                }
            }
        }
        Ok(())
    }

    fn frame(&mut self, ends: Ends, time: Time, offset: u64, bytes: &[u8]) -> Result<(), Failure> {
        let (head, payload) = bytes.split_at(bytes.len().min(FrameHeader::SIZE));
        let Ok(header) = FrameHeader::parse(head) else { return Ok(()) };
        let inspection = Inspection::new(Place::Byte(offset), header, payload);
        if let Some(error) = inspection.error() {
            self.malformed += 1;
            complain(&format!("sv2: {time} {ends}\n{}", inspection.complaint(error)));
            self.ended = !self.options.keep_going;
            return Ok(());
        }
        self.frames += 1;
        if !self.options.json {
            let line = writeln!(self.out, "{time} {ends} {inspection}");
            return line.map_err(|error| Failure::output(&error));
        }
        self.object(ends, time, inspection.to_json())
    }

    fn gap(
        &mut self,
        ends: Ends,
        time: Time,
        offset: u64,
        len: Option<u64>,
        reason: &str,
    ) -> Result<(), Failure> {
        if self.options.json {
            let gap = json!({ "offset": offset, "gap": len, "reason": reason });
            return self.object(ends, time, gap);
        }
        let len = len.map_or_else(|| String::from("the rest"), |len| format!("{len} bytes"));
        let line = writeln!(self.out, "{time} {ends} {offset:>7}  -- {len} left out: {reason}");
        line.map_err(|error| Failure::output(&error))
    }

    fn object(&mut self, ends: Ends, time: Time, what: Json) -> Result<(), Failure> {
        let mut object = Map::new();
        object.insert(String::from("time"), Json::from(time.to_string()));
        object.insert(String::from("source"), Json::from(ends.source.to_string()));
        object.insert(String::from("destination"), Json::from(ends.destination.to_string()));
        if let Json::Object(rest) = what {
            object.extend(rest);
        }
        let line = writeln!(self.out, "{}", Json::Object(object));
        line.map_err(|error| Failure::output(&error))
    }
}
