//! The bytes that are shown: hex, a file, or a capture of network traffic.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read as _};
use std::path::Path;

use codec_capture::show::hex;
use codec_capture::{decompress, is_capture};

/// The most bytes that are read of a file that is no capture.
const MOST: u64 = 64 << 20;

/// An input that is open.
pub(super) enum Input {
    Bytes(Vec<u8>),
    /// A capture, which may be compressed, and the name of its file.
    Capture(BufReader<File>, String),
}

impl Input {
    /// Opens what an argument means: hex, or a file; `@FILE` is a file whatever its name.
    pub(super) fn open(given: &str) -> Result<Self, String> {
        let file = given.strip_prefix('@');
        let text = hex::parse(given);
        if let (None, Ok(Some(bytes))) = (file, &text) {
            return Ok(Self::Bytes(bytes.clone()));
        }
        let name = file.unwrap_or(given);
        match (Self::file(name), text) {
            (Ok(input), _) => input,
            (Err(error), Err(reason)) if file.is_none() && error.kind() == ErrorKind::NotFound => {
                Err(format!("{name:?} is no file, and no hex: {reason}"))
            }
            (Err(error), _) => Err(format!("{name}: {error}")),
        }
    }

    fn file(name: &str) -> io::Result<Result<Self, String>> {
        let mut file = BufReader::with_capacity(1 << 16, File::open(Path::new(name))?);
        let start = file.fill_buf()?;
        // Bytes may begin like gzip: they are, if a capture is in it.
        let is_zipped = decompress(&mut &*start)
            .and_then(|mut plain| plain.fill_buf().map(is_capture))
            .unwrap_or(false);
        let is_plain = is_capture(start) && !start.starts_with(&[0x1f, 0x8b, 8]);
        if is_zipped || is_plain {
            return Ok(Ok(Self::Capture(file, name.to_owned())));
        }
        let mut bytes = Vec::new();
        file.take(MOST + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > MOST {
            return Ok(Err(format!("{name}: it is longer than {MOST} bytes, and no capture")));
        }
        Ok(hex::all(bytes).map(Self::Bytes).map_err(|reason| format!("{name}: {reason}")))
    }
}

/// A text file of at most this many bytes.
pub(crate) fn text(path: &str, most: u64) -> Result<String, String> {
    let mut bytes = Vec::new();
    let file =
        File::open(Path::new(path)).and_then(|file| file.take(most + 1).read_to_end(&mut bytes));
    file.map_err(|error| format!("{path}: {error}"))?;
    if bytes.len() as u64 > most {
        return Err(format!("{path}: it is longer than {most} bytes"));
    }
    let wrong = |error: std::string::FromUtf8Error| {
        let at = error.utf8_error().valid_up_to();
        format!("{path}: it is no text: the byte at {at} is not UTF-8")
    };
    String::from_utf8(bytes).map_err(wrong)
}
