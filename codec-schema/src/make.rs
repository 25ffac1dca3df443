//! Commands that make something of a lock: codecs in other languages, vectors, a package.

mod new;
mod vectors;

use std::process::ExitCode;

use codec_capture::show::Printable;
use codec_schema::export::{Export, Language};

use super::{encoding, lock, misused, print};

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

fn export(language: &str, path: &str, format: &str, without: &str) -> Result<ExitCode, String> {
    let known = Language::named(language);
    let known =
        known.ok_or_else(|| format!("{language} is none of the languages ts, python, go, c"))?;
    let (encoding, model) = (encoding(format)?, lock(path)?);
    let without: Vec<_> = without.split(',').filter(|name| !name.is_empty()).collect();
    let file = Export::new(&model, encoding).without(&without).write(known);
    print(file.map_err(|error| format!("{path}: {error}"))?)
}

/// Runs `new`, `export` or `vectors`.
pub(super) fn run(arguments: &[&str]) -> Result<ExitCode, String> {
    match arguments {
        ["new", "--help" | "-h"] => print(new::USAGE),
        ["export", "--help" | "-h"] => print(EXPORT),
        ["vectors", "--help" | "-h"] => print(VECTORS),
        ["new", rest @ ..] => print(new::run(rest)?),
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
        _ => Err(misused(arguments[0])),
    }
}
