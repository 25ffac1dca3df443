//! `codec-schema show`: what bytes hold, by a lock.

use std::fmt::Write as _;
use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

use codec_capture::show::{Dissection, Printable, hex};
use codec_schema::Message;
use codec_schema::read::{Description, Read};
use serde_json::json;

use crate::{encoding, lock};

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
    form: Form,
}

fn arguments<'a>(given: &[&'a str]) -> Result<Arguments<'a>, String> {
    let (mut format, mut message, mut form, mut others) = (None, None, Form::Text, Vec::new());
    let mut given = given.iter().copied();
    while let Some(word) = given.next() {
        let mut value = || given.next().ok_or_else(|| format!("{word} needs a value"));
        match word {
            "--format" => format = Some(value()?),
            "--message" => message = Some(value()?),
            "--json" if form == Form::Text => form = Form::Json,
            "--html" if form == Form::Text => form = Form::Html,
            "--json" | "--html" => return Err("--json and --html exclude each other".to_owned()),
            word if word.starts_with("--") => {
                return Err(format!("{word} is no option of show; see `codec-schema help`"));
            }
            word => others.push(word),
        }
    }
    let [lock, input] = others[..] else {
        return Err("show needs a lock, and bytes in hex or a file; see `codec-schema help`".into());
    };
    let format = format.ok_or("show needs --format and the name of a format")?;
    Ok(Arguments { lock, input, format, message, form })
}

/// The bytes that are given in hex, or by a file.
fn bytes(input: &str) -> Result<Vec<u8>, String> {
    let file = input.strip_prefix('@');
    let text = hex::parse(input);
    if let (None, Ok(Some(bytes))) = (file, &text) {
        return Ok(bytes.clone());
    }
    let name = file.unwrap_or(input);
    match (std::fs::read(Path::new(name)), text) {
        (Ok(bytes), _) => hex::all(bytes).map_err(|reason| format!("{name}: {reason}")),
        (Err(error), Err(reason)) if file.is_none() && error.kind() == ErrorKind::NotFound => {
            Err(format!("{name:?} is no file, and no hex: {reason}"))
        }
        (Err(error), _) => Err(format!("{name}: {error}")),
    }
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

/// The text of one value, and whether it is valid.
fn value(title: &str, read: &Read<'_>, form: Form) -> (String, bool) {
    let text = match form {
        Form::Text => read.dissection(title).to_string(),
        Form::Html => read.dissection(title).html(),
        Form::Json => {
            let mut object = json!({ "message": title, "value": read.json() });
            if let Some(problem) = read.problem() {
                object["problem"] = problem.to_string().into();
            }
            format!("{}\n", Printable(object))
        }
    };
    (text, read.problem().is_none())
}

/// The text of all frames, and whether all are valid.
fn frames(of: &Description, bytes: &[u8], form: Form) -> Result<(String, bool), String> {
    let (mut at, mut lines, mut is_valid) = (0, String::new(), true);
    let mut all = Dissection::new(bytes, "frames");
    loop {
        match of.frame(&bytes[at..]) {
            Err(error) if at == 0 => return Err(error.to_string()),
            Err(error) => {
                let words = format!("after the last frame, at byte {at}: {error}");
                let _ = writeln!(lines, "{}", json!({ "problem": words }));
                all.problems.push((at, words));
                break;
            }
            Ok(frame) => {
                frame.add_to(&mut all, at);
                is_valid &= frame.problem().is_none();
                // Writing to a `String` can't fail.
                let _ = writeln!(lines, "{}", Printable(frame.json()));
                at += frame.end();
            }
        }
        if at >= bytes.len() {
            break;
        }
    }
    is_valid &= all.problems.is_empty();
    Ok(match form {
        Form::Text => (all.to_string(), is_valid),
        Form::Html => (all.html(), is_valid),
        Form::Json => (lines, is_valid),
    })
}

/// Runs the command.
pub(crate) fn run(given: &[&str]) -> Result<ExitCode, String> {
    let Arguments { lock: path, input, format, message, form } = arguments(given)?;
    let (encoding, model) = (encoding(format)?, lock(path)?);
    let of = Description::of_model(&model, encoding).map_err(|error| format!("{path}: {error}"))?;
    let bytes = bytes(input)?;
    let (text, is_valid) = if let Some(given) = message {
        let name = named(&of, given)?;
        let read = of.message(name, &bytes).ok_or_else(|| format!("there is no message {name}"))?;
        value(name, &read, form)
    } else if of.has_header() {
        frames(&of, &bytes, form)?
    } else if let Some(read) = of.value(&bytes) {
        value(&model.name_of(&model.root), &read, form)
    } else {
        let names = names(&of);
        return Err(format!("{path} has no frame header: --message says which of {names} it is"));
    };
    match io::stdout().lock().write_all(text.as_bytes()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => return Err(error.to_string()),
        _ => {}
    }
    Ok(if is_valid { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
