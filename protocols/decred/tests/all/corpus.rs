//! Frames with dcrd's result for each: whether it accepted them, the error, and how many bytes it
//! had read up to then.

use codec_core::{DecodeErrorKind, Header as _};
use codec_decred::{FrameHeader, MainNet, Refused};

use crate::three_ways::agreed;

/// A line of the corpus.
pub(crate) struct Line {
    pub(crate) name: String,
    version: u32,
    result: String,
    bytes_read: usize,
    pub(crate) frame: Vec<u8>,
}

impl Line {
    pub(crate) fn is_accepted(&self) -> bool {
        self.result == "ok"
    }
}

pub(crate) fn lines() -> Vec<Line> {
    let text = include_str!("../data/frames.txt");
    let lines: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).map(parse).collect();
    assert_eq!(lines.len(), 609);
    lines
}

fn parse(line: &str) -> Line {
    let mut fields = line.split(' ');
    let mut next = || fields.next().expect("a line has six fields");
    let (name, version, result, bytes_read) = (next(), next(), next(), next());
    let _reencode = next();
    Line {
        name: name.into(),
        version: version.parse().expect("a number"),
        result: result.into(),
        bytes_read: bytes_read.parse().expect("a number"),
        frame: unhex(next()),
    }
}

pub(crate) fn unhex(text: &str) -> Vec<u8> {
    assert!(text.len().is_multiple_of(2));
    let byte = |at| u8::from_str_radix(&text[at..at + 2], 16).expect("hex");
    (0..text.len()).step_by(2).map(byte).collect()
}

/// Our result for a frame, and the bytes that we would have read.
fn verdict(frame: &[u8], version: u32) -> (&'static [&'static str], usize) {
    type Mainnet = FrameHeader<MainNet>;
    let Some((head, rest)) = frame.split_at_checked(Mainnet::SIZE) else {
        return (&["Eof"], frame.len());
    };
    let header = match Mainnet::parse(head) {
        Ok(header) => header,
        Err(error) => match error.kind() {
            DecodeErrorKind::LengthOverLimit => return (&["ErrPayloadTooLarge"], head.len()),
            DecodeErrorKind::InvalidMagic => return (&["ErrWrongNetwork"], head.len()),
            DecodeErrorKind::InvalidValue => return (&["ErrMalformedCmd"], head.len()),
            other => panic!("{other:?} of a header"),
        },
    };
    match header.admit(version) {
        Ok(()) => {}
        Err(Refused::Unknown) => return (&["ErrUnknownCmd"], head.len()),
        Err(Refused::TooLong { .. }) => return (&["ErrPayloadTooLarge"], head.len()),
        // For some messages, dcrd's maximum length is 0 bytes.
        Err(Refused::NotInVersion) => {
            let early = ["addr", "addrv2", "initstate", "getinitstate"].contains(&header.id())
                || header.id().starts_with("mix");
            return if early {
                (&["ErrPayloadTooLarge"], head.len())
            } else {
                (&["ErrMsgInvalidForPVer"], frame.len())
            };
        }
        Err(other) => panic!("{other:?}"),
    }
    let Some(payload) = rest.get(..header.payload_len()) else {
        return (&["Eof"], frame.len());
    };
    let read = head.len() + payload.len();
    if header.verify(payload).is_err() {
        return (&["ErrPayloadChecksum"], read);
    }
    let says: &[&str] = match agreed(header.id(), payload) {
        Ok(_) => &["ok"],
        Err(error) => match error.kind() {
            // A count of witnesses is checked against the remaining bytes, then against the
            // count of inputs; dcrd checks in the opposite order.
            DecodeErrorKind::UnexpectedEnd if header.id() == "tx" => {
                &["Eof", "ErrMismatchedWitnessCount"]
            }
            DecodeErrorKind::UnexpectedEnd => &["Eof"],
            DecodeErrorKind::TrailingBytes => &["ErrTrailingBytes"],
            // Of 64 bits, where addresses have 32.
            DecodeErrorKind::LengthOverLimit | DecodeErrorKind::LengthOverflow => {
                &["ErrTooManyVectors", "ErrVarStringTooLong"]
            }
            DecodeErrorKind::CheckFailed => {
                &["ErrMalformedStrictString", "ErrMismatchedWitnessCount", "ErrInvalidTimestamp"]
            }
            other => panic!("{other:?} of a payload"),
        },
    };
    (says, read)
}

#[test]
fn every_frame_is_judged_as_dcrd_judges_it() {
    for line in lines() {
        let (says, read) = verdict(&line.frame, line.version);
        let Line { name, version, result, .. } = &line;
        assert!(says.contains(&result.as_str()), "{name} in {version}: {result}, not {says:?}");
        assert_eq!(read, line.bytes_read, "{name} in {version}: bytes read");
    }
}
