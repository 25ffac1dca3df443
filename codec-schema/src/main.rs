//! Compares locks of wire formats, shows bytes by them, and writes readers and writers in other
//! languages.
#![forbid(unsafe_code)]

mod show;

use std::process::ExitCode;

use codec_schema::export::{Export, Language};
use codec_schema::{Class, Encoding, Model, read_lock, report};

const USAGE: &str = "\
Compares locks of wire formats, which `codec_schema::assert_locked!` writes.

codec-schema diff OLD NEW      what old and new programs read of each other, in each format;
                               ends with 1 where a format breaks
codec-schema diff --format NAME OLD NEW
                               the same in one format
codec-schema show LOCK --format NAME [--message NAME] [--json|--html] HEX|FILE
                               what bytes hold: frames if the lock is of a protocol; with
                               --message the payload of one message, by its name or its id;
                               as a tree, as JSON or as a page. @FILE is a file whatever its
                               name; it has raw bytes or hex. Ends with 1 where bytes are
                               malformed, or not described to their end
codec-schema fingerprint LOCK  the fingerprint in each format
codec-schema export ts|python|c LOCK --format NAME
                               a reader and writer in TypeScript, Python or C, on standard output

2 is the exit status where a file can't be read or an argument is wrong.
";

/// The longest lock that is read, in bytes: a thousand times that of any protocol here.
const MOST_LOCK: u64 = 64 << 20;

fn lock(path: &str) -> Result<Model, String> {
    read_lock(&show::text(path, MOST_LOCK)?).map_err(|error| format!("{path}: {error}"))
}

/// The format with this name.
fn encoding(name: &str) -> Result<&'static Encoding, String> {
    let found = Encoding::ALL.into_iter().find(|encoding| encoding.name == name);
    let names = Encoding::ALL.map(|encoding| encoding.name);
    found.ok_or_else(|| format!("{name} is none of the formats {}", names.join(", ")))
}

fn export(language: &str, path: &str, format: &str) -> Result<ExitCode, String> {
    let known = Language::named(language);
    let known =
        known.ok_or_else(|| format!("{language} is none of the languages ts, python, c"))?;
    let (encoding, model) = (encoding(format)?, lock(path)?);
    let file = Export::new(&model, encoding).write(known);
    print!("{}", file.map_err(|error| format!("{path}: {error}"))?);
    Ok(ExitCode::SUCCESS)
}

fn diff(old: &str, new: &str, format: Option<&str>) -> Result<ExitCode, String> {
    format.map(encoding).transpose()?;
    let mut report = report(&lock(old)?, &lock(new)?);
    report.verdicts.retain(|(name, _)| format.is_none_or(|format| format == *name));
    println!("{report}");
    let breaks = report
        .verdicts
        .iter()
        .any(|(_, verdict)| !verdict.class.new_reads_old() && verdict.class != Class::Absent);
    Ok(if breaks { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match &*arguments {
        ["show", rest @ ..] => show::run(rest),
        ["diff", old, new] => diff(old, new, None),
        ["diff", "--format", format, old, new] => diff(old, new, Some(format)),
        ["export", language, path, "--format", format]
        | ["export", language, "--format", format, path] => export(language, path, format),
        ["fingerprint", path] => {
            let model = lock(path)?;
            for encoding in Encoding::ALL {
                match model.refused(encoding) {
                    None => println!("{} {}", encoding.name, model.fingerprint(encoding)),
                    Some(hint) => println!("{} - {hint}", encoding.name),
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            Ok(ExitCode::SUCCESS)
        }
        _ => Err(USAGE.to_owned()),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    run(&arguments).unwrap_or_else(|error| {
        eprintln!("{error}");
        ExitCode::from(2)
    })
}
