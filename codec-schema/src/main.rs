//! Compares locks of wire formats, shows bytes by them, and writes readers and writers in other
//! languages.
#![forbid(unsafe_code)]

mod new;
mod show;
mod vectors;

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write as _};
use std::process::ExitCode;

use codec_capture::show::Printable;
use codec_schema::export::{Export, Language};
use codec_schema::{Class, Encoding, Model, read_lock, report};

const USAGE: &str = "\
What a wire format is, by its lock: a text file that `codec_schema::assert_locked!` writes, and
`codec-schema new` to begin with.

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
where a file is no lock.
";

const EXPORT: &str = "\
codec-schema export ts|python|go|c LOCK --format NAME [--without MESSAGE,MESSAGE]

Writes a reader and writer of the lock's types and frames to standard output: one file that needs
no other and refuses the same bytes as the Rust decoder. What the language can't express is an error
that names each part; --without leaves messages out.
";

const VECTORS: &str = "\
codec-schema vectors LOCK --format NAME

Writes golden vectors to standard output, for a reader in another language: a JSON list with the
bytes of each in hex, its value, and the first byte of each field and the one after its last; 32 of a
type, three of each message of a protocol, the same ones in each run. A `check` function of the Rust
type is not in its lock, and may refuse some. Messages that are not described to their
end have none, and are named on standard error.
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

fn export(language: &str, path: &str, format: &str, without: &str) -> Result<ExitCode, String> {
    let known = Language::named(language);
    let known =
        known.ok_or_else(|| format!("{language} is none of the languages ts, python, go, c"))?;
    let (encoding, model) = (encoding(format)?, lock(path)?);
    let without: Vec<_> = without.split(',').filter(|name| !name.is_empty()).collect();
    let file = Export::new(&model, encoding).without(&without).write(known);
    print(file.map_err(|error| format!("{path}: {error}"))?)
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
        ["new", "--help" | "-h"] => print(new::USAGE),
        ["show", "--help" | "-h"] => print(show::USAGE),
        ["diff", "--help" | "-h"] => print(DIFF),
        ["export", "--help" | "-h"] => print(EXPORT),
        ["vectors", "--help" | "-h"] => print(VECTORS),
        ["new", rest @ ..] => print(new::run(rest)?),
        ["show", rest @ ..] => show::run(rest),
        ["diff", old, new] => diff(old, new, None),
        ["diff", "--format", format, old, new] | ["diff", old, new, "--format", format] => {
            diff(old, new, Some(format))
        }
        ["export", language, path, "--format", format]
        | ["export", language, "--format", format, path] => export(language, path, format, ""),
        ["export", language, path, "--format", format, "--without", without] => {
            export(language, path, format, without)
        }
        ["vectors", path, "--format", format] | ["vectors", "--format", format, path] => {
            let (text, lacking) = vectors::write(&lock(path)?, encoding(format)?)
                .map_err(|error| format!("{path}: {error}"))?;
            print(text)?;
            for name in lacking {
                eprintln!("no vector of {}: it is not described to its end", Printable(name));
            }
            Ok(ExitCode::SUCCESS)
        }
        ["fingerprint", path] => {
            let model = lock(path)?;
            let line = |encoding: &Encoding| match model.refused(encoding) {
                None => format!("{} {}\n", encoding.name, model.fingerprint(encoding)),
                Some(hint) => format!("{} - {hint}\n", encoding.name),
            };
            print(Encoding::ALL.map(line).concat())
        }
        [] => Err(USAGE.to_owned()),
        [command @ ("diff" | "export" | "vectors" | "fingerprint"), ..] => Err(format!(
            "these are not the arguments of {command}; see `codec-schema {command} --help`"
        )),
        [other, ..] => Err(format!("{other} is no command; see `codec-schema --help`")),
    }
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
            format!("an argument is not of UTF-8: {}", argument.display())
        };
        argument.into_string().map_err(wrong)
    });
    let arguments: Result<Vec<_>, _> = arguments.collect();
    arguments.and_then(|arguments| run(&arguments)).unwrap_or_else(|error| {
        eprintln!("{}", Printable(error.trim_end()));
        ExitCode::from(2)
    })
}
