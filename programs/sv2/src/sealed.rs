//! Frames of encrypted connections in a capture: the handshake is skipped, and what follows it opened
//! with logged keys.

use std::ops::ControlFlow;

use codec_capture::{Cut, Emit, Event, Frames};
use codec_core::Header as _;
use codec_noise::{FIRST_MESSAGE, NoiseReader, SEALED_HEADER, SECOND_MESSAGE};
use codec_pool::{FrameError, Pool};
use codec_stratum::FrameHeader;

use crate::capture::begins;
use crate::key_log::Keys;

/// Why no more of a direction is opened.
pub(crate) const CHANGED: &str = "a frame is not as it was sealed";

/// A direction of a connection, encrypted or not.
pub(crate) struct Direction<'k> {
    keys: &'k Keys,
    state: State,
}

enum State {
    /// Bytes that came so far, and the number of places in them that were tried as beginnings of frames.
    Unknown(Vec<u8>, usize),
    Plain(Frames<'static>),
    /// Reads the sealed frames, the first of which begins at this offset.
    Sealed(Box<NoiseReader<FrameHeader>>, u64),
}

/// A client's frames begin after the first message of the handshake, a server's after the second.
const PLACES: [usize; 2] = [FIRST_MESSAGE, SECOND_MESSAGE];

impl<'k> Direction<'k> {
    pub(crate) const fn new(keys: &'k Keys) -> Self {
        Self { keys, state: State::Unknown(Vec::new(), 0) }
    }

    /// Finds out what the direction is, when enough of it is there.
    fn begin(&mut self, emit: &mut Emit<'_>) -> ControlFlow<()> {
        let State::Unknown(start, tried) = &mut self.state else {
            return ControlFlow::Continue(());
        };
        // The key that begins a handshake is random.
        let header = start.get(..FrameHeader::SIZE).map(FrameHeader::parse);
        if header.is_some_and(|header| header.is_ok_and(begins)) {
            let start = std::mem::take(start);
            self.state = State::Plain(Frames::new(begins));
            return self.bytes(0, &start, emit);
        }
        while let Some(place) = PLACES.get(*tried) {
            let Some(frames) = start.get(*place..) else { return ControlFlow::Continue(()) };
            let Some(header) = frames.first_chunk::<SEALED_HEADER>() else {
                return ControlFlow::Continue(());
            };
            if let Some(opener) = self.keys.opener(header) {
                let (frames, place) = (frames.to_vec(), *place as u64);
                let reader = NoiseReader::sealed(Pool::default(), opener);
                self.state = State::Sealed(Box::new(reader), place);
                return self.bytes(place, &frames, emit);
            }
            *tried += 1;
        }
        left_out(0, "neither frames, nor encrypted with a key that is known", emit)
    }
}

fn left_out(at: u64, reason: &'static str, emit: &mut Emit<'_>) -> ControlFlow<()> {
    emit(at, Event::Gap { len: None, reason });
    ControlFlow::Break(())
}

/// Opens the frames that these bytes complete.
fn open(
    reader: &mut NoiseReader<FrameHeader>,
    mut bytes: &[u8],
    found: &mut dyn FnMut(u64, Vec<u8>),
) -> Result<(), FrameError> {
    while !bytes.is_empty() {
        let taken = reader.feed(bytes)?;
        bytes = &bytes[taken..];
        while let Some(frame) = reader.next_frame()? {
            found(frame.offset(), frame.bytes().to_vec());
        }
    }
    Ok(())
}

impl Cut for Direction<'_> {
    fn bytes(&mut self, offset: u64, bytes: &[u8], emit: &mut Emit<'_>) -> ControlFlow<()> {
        match &mut self.state {
            State::Unknown(start, _) => {
                start.extend_from_slice(bytes);
                self.begin(emit)
            }
            State::Plain(frames) => frames.bytes(offset, bytes, emit),
            State::Sealed(reader, place) => {
                let found = &mut |at, frame| emit(*place + at, Event::Frame(frame));
                match open(reader, bytes, found) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => left_out(*place + error.offset(), CHANGED, emit),
                }
            }
        }
    }

    fn gap(&mut self, offset: u64, len: u64, emit: &mut Emit<'_>) -> ControlFlow<()> {
        match &mut self.state {
            State::Plain(frames) => frames.gap(offset, len, emit),
            State::Unknown(..) => {
                left_out(offset + len, "what the connection begins with is lost", emit)
            }
            // The number of lost frames, and with it the next one's nonce, is not known.
            State::Sealed(..) => {
                left_out(offset + len, "encrypted frames after lost ones can't be opened", emit)
            }
        }
    }

    fn end(&mut self, emit: &mut Emit<'_>) {
        match &mut self.state {
            State::Plain(frames) => frames.end(emit),
            // A handshake that nothing followed.
            State::Unknown(start, _) if PLACES.contains(&start.len()) || start.is_empty() => {}
            State::Unknown(start, _) => {
                let reason = "the capture ends before it is known what they are";
                emit(0, Event::Gap { len: Some(start.len() as u64), reason });
            }
            State::Sealed(reader, place) => {
                let (len, at) = (reader.pending_len() as u64, reader.consumed());
                if len > 0 {
                    let reason = "the capture ends in the middle of a frame";
                    emit(*place + at, Event::Gap { len: Some(len), reason });
                }
            }
        }
    }
}
