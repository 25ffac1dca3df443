//! `codec-schema show`: what bytes hold, by a lock.

mod frames;
mod input;

use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use codec_capture::show::Printable;
use codec_schema::Message;
use codec_schema::read::{Description, Read};
use serde_json::json;

use crate::{encoding, lock};
use frames::{Failure, Frames};
use input::Input;
pub(crate) use input::text;

pub(crate) const USAGE: &str = "\
codec-schema show LOCK --format NAME [OPTION ...] HEX|FILE

Decodes bytes by a lock: each field with its offsets, the names of variants (`Mining (0)`), a `!` at
the field that is malformed, and what follows it as bytes.

LOCK            a lock, as `assert_locked!` writes it
--format NAME   the format: Bincode, BincodeVarint, Postcard, Borsh, Compact, Consensus, Sv2, ..;
                a wrong name is answered with all of them
HEX             the bytes, with or without spaces
FILE            raw bytes; or text, a frame a line in hex, `#` before a comment; or a capture of
                network traffic (pcap, pcapng, or one of these in gzip), whose TCP streams are put
                together. @FILE is a file whatever its name
--message NAME  the bytes are the payload of this message; its id will do
--frame NUMBER  only this frame, from 1
--json          a JSON object a line: header, message, value, problem; of a capture also time,
                source and destination
--html          a page with bytes and fields side by side, which needs no other file

Without --message, the lock of a protocol shows frames one after another, any other one value.
For one Stratum V2 frame:

    codec-schema show protocol.lock --format Sv2 000001060000020000000000

Exit statuses: 0, all is valid; 1, something is malformed or not described by the lock to its end;
2, an argument is wrong or a file can't be read. At most 1,048,576 parts of a value are read, nested
256 deep; a file that is no capture has at most 64 MiB.
";

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Text,
    Json,
    Html,
}

struct Arguments<'a> {
    lock: &'a str,
    input: &'a str,
    format: &'a str,
    message: Option<&'a str>,
    frame: Option<u64>,
    form: Form,
}

fn arguments<'a>(given: &[&'a str]) -> Result<Arguments<'a>, String> {
    let (mut format, mut message, mut frame) = (None, None, None);
    let (mut form, mut others) = (Form::Text, Vec::new());
    let mut given = given.iter().copied();
    while let Some(word) = given.next() {
        let mut value = || given.next().ok_or_else(|| format!("{word} needs a value"));
        match word {
            "--format" => format = Some(value()?),
            "--message" => message = Some(value()?),
            "--frame" => {
                let given = value()?;
                let number = given.parse().map_err(|_| format!("--frame {given} is no number"))?;
                frame = Some(number);
            }
            "--json" if form == Form::Text => form = Form::Json,
            "--html" if form == Form::Text => form = Form::Html,
            "--json" | "--html" => return Err("--json and --html exclude each other".to_owned()),
            word if word.starts_with("--") => {
                return Err(format!("{word} is no option of show; see `codec-schema show --help`"));
            }
            word => others.push(word),
        }
    }
    let [lock, input] = others[..] else {
        let words = "show needs a lock, and bytes in hex or a file; see `codec-schema show --help`";
        return Err(words.to_owned());
    };
    let format = format.ok_or("show needs --format and the name of a format")?;
    if message.is_some() && frame.is_some() {
        return Err("--message is one payload, without frames: --frame has no meaning".to_owned());
    }
    Ok(Arguments { lock, input, format, message, frame, form })
}

/// The name of the message that is meant by its name, or by its id.
fn named<'n>(of: &Description, given: &'n str) -> Result<&'n str, String> {
    if of.messages().any(|name| name == given) {
        return Ok(given);
    }
    let digits = given.strip_prefix("0x");
    let number = digits.map_or_else(|| given.parse().ok(), |of| u64::from_str_radix(of, 16).ok());
    let by_id = number.and_then(|id| of.message_of(&Message::Number(id)));
    let by_id = by_id.or_else(|| of.message_of(&Message::Name(given.to_owned())));
    by_id.ok_or_else(|| format!("{given} is none of the messages {}", names(of)))
}

fn names(of: &Description) -> String {
    of.messages().collect::<Vec<_>>().join(", ")
}

/// Shows one value, and returns whether it is valid.
fn value(title: &str, read: &Read<'_>, form: Form, out: &mut dyn Write) -> Result<bool, Failure> {
    match form {
        Form::Text => write!(out, "{}", read.dissection(title))?,
        Form::Html => out.write_all(read.dissection(title).html().as_bytes())?,
        Form::Json => {
            let mut object = json!({ "message": title, "value": read.json() });
            if let Some(problem) = read.problem() {
                object["problem"] = problem.to_string().into();
            }
            writeln!(out, "{}", Printable(object))?;
        }
    }
    Ok(read.problem().is_none())
}

/// Runs the command.
pub(crate) fn run(given: &[&str]) -> Result<ExitCode, String> {
    let Arguments { lock: path, input, format, message, frame, form } = arguments(given)?;
    let (encoding, model) = (encoding(format)?, lock(path)?);
    let of = Description::of_model(&model, encoding).map_err(|error| format!("{path}: {error}"))?;
    let message = message.map(|given| named(&of, given)).transpose()?;
    let is_frames = message.is_none() && of.has_header();
    if frame.is_some() && !is_frames {
        return Err(format!("{path} has no frame header: --frame has no meaning"));
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let outcome = match (Input::open(input)?, message) {
        (Input::Capture(..), Some(_)) => {
            return Err("--message is one payload, and the file a capture".to_owned());
        }
        (Input::Capture(file, name), None) => {
            Frames::new(&of, form, frame, &mut out).capture(file, &name)
        }
        (Input::Bytes(bytes), None) if is_frames => {
            Frames::new(&of, form, frame, &mut out).bytes(&bytes)
        }
        (Input::Bytes(bytes), message) => {
            let title = message.map_or_else(|| model.name_of(&model.root), str::to_owned);
            let read = match message {
                Some(name) => of.message(name, &bytes),
                None => of.value(&bytes),
            };
            let read = read.ok_or_else(|| {
                let names = names(&of);
                format!("{path} has no frame header: --message says which of {names} it is")
            })?;
            value(&title, &read, form, &mut out)
        }
    };
    let outcome = outcome.and_then(|is_valid| Ok(out.flush().map(|()| is_valid)?));
    match outcome {
        Ok(true) => Ok(ExitCode::SUCCESS),
        Ok(false) => Ok(ExitCode::FAILURE),
        // Whoever reads it has seen enough.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => {
            Ok(ExitCode::SUCCESS)
        }
        Err(Failure::Output(error)) => Err(format!("the output: {error}")),
        Err(Failure::Words(words)) => Err(words),
    }
}
