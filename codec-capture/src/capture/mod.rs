//! The frames in captures of network traffic.

mod compressed;
mod file;
mod frames;
mod packet;
mod skipped;
mod stream;
mod time;

use std::collections::HashMap;
use std::fmt;
use std::io::BufRead;
use std::ops::ControlFlow;

use codec_core::Header;
use serde_json::{Map, Value as Json};

pub use compressed::decompress;
pub use file::is_capture;
pub use frames::{Cut, Emit, Event, Frames, Head};
pub use packet::Ends;
use packet::Segment;
pub use skipped::Skipped;
use stream::Stream;
pub use time::Time;

/// Something in a direction of a connection: a frame, or a gap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The time at which the last packet was captured.
    pub time: Time,
    /// The direction of the connection.
    pub ends: Ends,
    /// The position of its first byte in this direction's data, from 0.
    pub offset: u64,
    /// The frame, or the gap.
    pub event: Event,
}

impl Found {
    /// A JSON object: time, source and destination, followed by the members of `frame` if it is a
    /// frame, or by offset, length and reason if it is a gap.
    ///
    /// ```
    /// use codec_capture::{Ends, Event, Found, Time};
    /// let ends = Ends { source: ([10, 0, 0, 1], 80).into(), destination: ([10, 0, 0, 2], 81).into() };
    /// let event = Event::Gap { len: Some(3), reason: "it is not in the capture" };
    /// let gap = Found { time: Time::default(), ends, offset: 9, event };
    /// assert_eq!(gap.to_json(None)["gap"], 3);
    /// ```
    #[must_use]
    pub fn to_json(&self, frame: Option<Json>) -> Json {
        let ends = self.ends;
        let mut object = Map::new();
        let mut put = |name: &str, value: Json| object.insert(name.to_owned(), value);
        put("time", self.time.to_string().into());
        put("source", ends.source.to_string().into());
        put("destination", ends.destination.to_string().into());
        if let Event::Gap { len, reason } = self.event {
            put("offset", self.offset.into());
            put("gap", len.into());
            put("reason", reason.into());
        }
        if let Some(Json::Object(frame)) = frame {
            object.extend(frame);
        }
        Json::Object(object)
    }
}

/// Time and direction; for a gap, also its offset, its length and the reason. The caller appends
/// the rest of the line.
impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { time, ends, offset, event } = self;
        write!(f, "{time} {ends}")?;
        match event {
            Event::Gap { len: Some(len), reason } => {
                write!(f, " {offset:>7}  -- {len} bytes left out: {reason}")
            }
            Event::Gap { len: None, reason } => {
                write!(f, " {offset:>7}  -- the rest left out: {reason}")
            }
            _ => Ok(()),
        }
    }
}

/// Finds all frames in a capture, ordered by the capture time of their last bytes, and calls `take`
/// for each until it returns `Break`.
///
/// Returns the packets in which no frames were looked for, with the reasons. A direction is skipped if
/// its first header doesn't parse or `begins` rejects it: it belongs to
/// another protocol, or is encrypted. The checksums of frames aren't verified.
///
/// ```
/// use codec_core::Header;
/// use codec_stratum::FrameHeader;
/// use std::ops::ControlFlow;
/// let mut capture = Vec::new(); // pcap, addresses in the packets
/// capture.extend(0xa1b2_c3d4_u32.to_le_bytes());
/// capture.extend([2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 101, 0, 0, 0]);
/// // The opening packet of a connection; then one with six bytes, a header without payload.
/// for (sequence, flags, payload) in [(0, 2, &[][..]), (1, 24, &[0, 0, 0, 0, 0, 0])] {
///     let len = 40 + payload.len() as u8;
///     capture.extend([0, 0, 0, 0, 0, 0, 0, 0, len, 0, 0, 0, len, 0, 0, 0]);
///     capture.extend([0x45, 0, 0, len, 0, 0, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2]);
///     capture.extend([0, 80, 0, 81, 0, 0, 0, sequence, 0, 0, 0, 0, 0x50, flags]);
///     capture.extend([0; 6]);
///     capture.extend(payload);
/// }
/// let mut found = Vec::new();
/// let skipped = codec_capture::read::<FrameHeader>(&mut &capture[..], |_| true, &mut |one| {
///     found.push(format!("{} {:?}", one.ends, one.event));
///     ControlFlow::Continue(())
/// })?;
/// assert!(skipped.is_empty());
/// assert_eq!(found, ["10.0.0.1:80 > 10.0.0.2:81 Frame([0, 0, 0, 0, 0, 0])"]);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The fault of the file, in words: it is not a capture, is truncated, or has a malformed
/// block. Everything before the error has been passed to `take`.
pub fn read<H: Header>(
    input: &mut dyn BufRead,
    begins: fn(H) -> bool,
    take: &mut dyn FnMut(Found) -> ControlFlow<()>,
) -> Result<Skipped, String> {
    read_with(input, &mut |_| Frames::new(begins), take)
}

/// Reads a capture like [`read`], with another way to find frames in the data of a direction: of an
/// encrypted protocol, for one. `new` is called for each direction of each connection.
///
/// ```
/// use codec_capture::{Cut, Emit, read_with};
/// use std::ops::ControlFlow;
/// /// Counts bytes.
/// struct Count(u64);
/// impl Cut for Count {
///     fn bytes(&mut self, _: u64, bytes: &[u8], _: &mut Emit<'_>) -> ControlFlow<()> {
///         self.0 += bytes.len() as u64;
///         ControlFlow::Continue(())
///     }
///     fn gap(&mut self, _: u64, len: u64, _: &mut Emit<'_>) -> ControlFlow<()> {
///         self.0 += len;
///         ControlFlow::Continue(())
///     }
///     fn end(&mut self, _: &mut Emit<'_>) {
///         println!("{} bytes", self.0);
///     }
/// }
/// let all = &mut |_| ControlFlow::Continue(());
/// let nothing = read_with(&mut &b"no capture"[..], &mut |_| Count(0), all);
/// assert!(nothing.is_err());
/// ```
///
/// # Errors
/// The same as [`read`].
pub fn read_with<C: Cut>(
    input: &mut dyn BufRead,
    new: &mut dyn FnMut(Ends) -> C,
    take: &mut dyn FnMut(Found) -> ControlFlow<()>,
) -> Result<Skipped, String> {
    let mut streams = Streams { new, directions: HashMap::new(), order: Vec::new(), take };
    let mut flow = ControlFlow::Continue(());
    let mut skipped = Skipped::default();
    let outcome = file::packets(input, &mut |time, link, packet| {
        match packet::segment(link, packet) {
            Ok(segment) => flow = streams.segment(time, &segment),
            Err(reason) => skipped.add(reason),
        }
        flow
    });
    if flow.is_continue() {
        // This is the last call, so there is nothing to stop.
        let _ = streams.finish();
    }
    outcome.map(|()| skipped)
}

/// All directions of all connections.
struct Streams<'t, C> {
    new: &'t mut dyn FnMut(Ends) -> C,
    directions: HashMap<Ends, Stream<C>>,
    /// The keys of the streams, in the order of their first packets.
    order: Vec<Ends>,
    take: &'t mut dyn FnMut(Found) -> ControlFlow<()>,
}

impl<C: Cut> Streams<'_, C> {
    fn segment(&mut self, time: Time, segment: &Segment<'_>) -> ControlFlow<()> {
        let stream = self.directions.entry(segment.ends).or_insert_with(|| {
            self.order.push(segment.ends);
            Stream::new((self.new)(segment.ends))
        });
        let mut found = Batch::new(segment.ends);
        let emit = &mut |time, offset, event| found.push(time, offset, event);
        stream.segment(time, segment, self.new, emit);
        found.hand_over(self.take)
    }

    /// Reports what remains when the capture ends.
    fn finish(&mut self) -> ControlFlow<()> {
        for ends in std::mem::take(&mut self.order) {
            let Some(stream) = self.directions.get_mut(&ends) else { continue };
            let mut found = Batch::new(ends);
            stream.finish(&mut |time, offset, event| found.push(time, offset, event));
            found.hand_over(self.take)?;
        }
        ControlFlow::Continue(())
    }
}

/// The frames and gaps that one segment has completed.
struct Batch {
    ends: Ends,
    found: Vec<Found>,
}

impl Batch {
    const fn new(ends: Ends) -> Self {
        Self { ends, found: Vec::new() }
    }

    fn push(&mut self, time: Time, offset: u64, event: Event) {
        self.found.push(Found { time, ends: self.ends, offset, event });
    }

    fn hand_over(self, take: &mut dyn FnMut(Found) -> ControlFlow<()>) -> ControlFlow<()> {
        self.found.into_iter().try_for_each(take)
    }
}

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
