//! Compares locks of wire formats, shows bytes by them, and writes readers and writers in other
//! languages.
#![forbid(unsafe_code)]

// The inspector, a page in a browser, shows and compares.
#[cfg(not(target_family = "wasm"))]
mod make;
mod show;

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::process::ExitCode;

use codec_capture::show::Printable;
use codec_schema::{Class, Encoding, Model, read_lock, report};

const USAGE: &str = "\
Works on locks: text files that describe a wire format, as `codec_schema::assert_locked!` writes
them. `codec-schema new` makes a package to begin with.

codec-schema new PATH          a package for a protocol: messages, lock, vectors and tests
codec-schema show LOCK --format NAME HEX|FILE
                               what bytes hold: a frame, a file of frames, a capture of network
                               traffic, or one value
codec-schema diff [--format NAME] OLD NEW
                               what old and new programs read of each other, in each format or
                               in one; ends with 1 where a format breaks
codec-schema fingerprint LOCK  the fingerprint in each format, or why the format lacks it
codec-schema export ts|python|go|c LOCK --format NAME
                               a reader and writer in TypeScript, Python, Go or C, on standard
                               output
codec-schema vectors LOCK --format NAME
                               golden vectors: values, their bytes and fields, as JSON

codec-schema COMMAND --help    more of a command

Exit statuses: 0, done; 1, it breaks, or bytes are malformed; 2, an argument is wrong or a file
can't be read: standard error says which, and where in it.
";

const DIFF: &str = "\
codec-schema diff [--format NAME] OLD NEW

Compares two locks, such as those of two releases, and says for each format what programs of one
read of the other, with a line for each difference: which field, and what it does. --format looks
at one format alone. Ends with 0 if new programs read what old ones wrote, with 1 where not, with 2
where a file is not a lock.
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
    found.ok_or_else(|| format!("there is no format {name}; write one of {}", names.join(", ")))
}

fn diff(old: &str, new: &str, format: Option<&str>) -> Result<ExitCode, String> {
    format.map(encoding).transpose()?;
    let mut report = report(&lock(old)?, &lock(new)?);
    report.verdicts.retain(|(name, _)| format.is_none_or(|format| format == *name));
    print(format_args!("{}\n", Printable(&report)))?;
    let breaks = report
        .verdicts
        .iter()
        .any(|(_, verdict)| !verdict.class.new_reads_old() && verdict.class != Class::Absent);
    Ok(if breaks { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn run(arguments: &[String]) -> Result<ExitCode, String> {
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match &*arguments {
        ["help" | "--help" | "-h"] | ["fingerprint", "--help" | "-h"] => print(USAGE),
        ["show", "--help" | "-h"] => print(show::USAGE),
        ["diff", "--help" | "-h"] => print(DIFF),
        ["show", rest @ ..] => show::run(rest),
        ["diff", old, new] => diff(old, new, None),
        ["diff", "--format", format, old, new] | ["diff", old, new, "--format", format] => {
            diff(old, new, Some(format))
        }
        ["fingerprint", path] => {
            let model = lock(path)?;
            let line = |encoding: &Encoding| match model.refused(encoding) {
                None => format!("{} {}\n", encoding.name, model.fingerprint(encoding)),
                Some(hint) => format!("{} - {hint}\n", encoding.name),
            };
            print(Encoding::ALL.map(line).concat())
        }
        #[cfg(not(target_family = "wasm"))]
        ["new" | "export" | "vectors", ..] => make::run(&arguments),
        [] => Err(USAGE.to_owned()),
        [command @ ("diff" | "fingerprint"), ..] => Err(misused(command)),
        [other, ..] => Err(format!("there is no command {other}; see `codec-schema --help`")),
    }
}

fn misused(command: &str) -> String {
    format!("wrong arguments of {command}; see `codec-schema {command} --help`")
}

/// Writes to standard output. Whoever closes it has seen enough.
fn print(text: impl Display) -> Result<ExitCode, String> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(format!("the output: {error}")),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1).map(|argument| {
        let wrong = |argument: std::ffi::OsString| {
            format!("an argument is not UTF-8: {}", argument.display())
        };
        argument.into_string().map_err(wrong)
    });
    let arguments: Result<Vec<_>, _> = arguments.collect();
    arguments.and_then(|arguments| run(&arguments)).unwrap_or_else(|error| {
        eprintln!("{}", Printable(error.trim_end()));
        ExitCode::from(2)
    })
}
