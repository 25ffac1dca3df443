//! Tables of peers from locks, and the handshake over a stream.

use std::fmt;
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::path::Path;

use crate::compare::{Class, Verdict, compare};
use crate::hello::{Fit, Hello, HelloError, Peers};
use crate::lock::{LockError, Locked, Policy, keep, read_lock};
use crate::measure::Encoding;
use crate::model::Model;

/// The most reasons of a refusal that a table has.
const REASONS: usize = 3;

/// Compares a table with locks: the function behind [`assert_peers!`](crate::assert_peers).
///
/// # Errors
/// All of [`LockError`]; [`LockError::Changed`] also for a format without a name or a type.
pub fn check_peers(
    path: impl AsRef<Path>,
    format: &str,
    locks: &[impl AsRef<Path>],
) -> Result<Locked, LockError> {
    let path = path.as_ref();
    let text = table(format, locks)?;
    let judge = |found: &str| {
        if found.lines().eq(text.lines()) {
            return Ok(());
        }
        let words = format!(
            "the table of peers in {} is not that of the locks; CODEC_LOCK=bless writes it anew:\n{text}",
            path.display()
        );
        Err(LockError::Changed(words))
    };
    keep(path, Policy::from_env(), || Ok(text.clone()), judge)
}

/// The table as Rust source.
fn table(format: &str, locks: &[impl AsRef<Path>]) -> Result<String, LockError> {
    let changed = |words: String| Err(LockError::Changed(words));
    let Some(encoding) = Encoding::ALL.into_iter().find(|encoding| encoding.name == format) else {
        return changed(format!("{format} is no format"));
    };
    let mut models = Vec::new();
    for path in locks {
        let path = path.as_ref();
        let text = std::fs::read_to_string(path);
        let text = text.map_err(|error| LockError::Io(path.to_owned(), error))?;
        let model = read_lock(&text)?;
        if let Some(hint) = model.refused(encoding) {
            return changed(format!("{}: {format} lacks a type: {hint}", path.display()));
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        models.push((name, model));
    }
    let Some(((name, model), older)) = models.split_last() else {
        return changed("a table needs a lock".to_owned());
    };
    let mut text = format!(
        "// Made by codec-schema from locks, in {format}: this version, those before it, and the verdicts.\n\
         codec_schema::Peers::new(\n    {name:?},\n    {},\n    &[\n",
        constant(model, encoding)
    );
    // The last of two that are the same is found first.
    for (name, old) in older.iter().rev() {
        let refused = refusal(&compare(old, model, encoding));
        let fingerprint = constant(old, encoding);
        let _ = write!(
            text,
            "        codec_schema::Peer {{\n            name: {name:?},\n            \
             fingerprint: {fingerprint},\n            refused: {refused:?},\n        }},\n"
        );
    }
    text.push_str("    ],\n)\n");
    Ok(text)
}

fn constant(model: &Model, encoding: &Encoding) -> String {
    let digits = model.fingerprint(encoding).to_string();
    let groups: Vec<_> = (0..digits.len()).step_by(4).map(|at| &digits[at..at + 4]).collect();
    format!("codec_schema::Fingerprint(0x{})", groups.join("_"))
}

/// Why two versions don't read each other; empty if they do.
fn refusal(verdict: &Verdict) -> String {
    if matches!(verdict.class, Class::Identical | Class::Both) {
        return String::new();
    }
    let reasons = [("it", &verdict.new_reads_old), ("this version", &verdict.old_reads_new)];
    let reasons = reasons.into_iter().flat_map(|(writer, all)| {
        all.iter().map(move |reason| format!("what {writer} writes, {reason}"))
    });
    let reasons: Vec<_> = reasons.take(REASONS).collect();
    if reasons.is_empty() { verdict.class.to_string() } else { reasons.join("; ") }
}

/// Why a handshake failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum GreetError {
    /// The stream failed, or ended.
    Io(io::Error),
    /// The other side has sent something else.
    Hello(HelloError),
    /// The two versions don't fit; in words.
    Refused(String),
}

impl fmt::Display for GreetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Hello(error) => error.fmt(f),
            Self::Refused(words) => f.write_str(words),
        }
    }
}

impl std::error::Error for GreetError {}

impl Peers {
    /// Sends a hello, reads that of the other side, and says whether they fit. At most 4,357 bytes
    /// are read, none of the first message; time is the stream's matter.
    ///
    /// ```
    /// use codec_schema::{Fingerprint, Fit, Peers};
    /// const PEERS: Peers = Peers::new("1", Fingerprint(7), &[]);
    /// use std::net::{TcpListener, TcpStream};
    /// let listener = TcpListener::bind("127.0.0.1:0")?;
    /// let mut client = TcpStream::connect(listener.local_addr()?)?;
    /// let server = std::thread::spawn(move || PEERS.greet(&mut listener.accept().unwrap().0));
    /// assert_eq!(PEERS.greet(&mut client).unwrap(), Fit::Same);
    /// assert_eq!(server.join().unwrap().unwrap(), Fit::Same);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`GreetError`], in its three kinds.
    pub fn greet(&self, stream: &mut (impl Read + Write)) -> Result<Fit, GreetError> {
        let ours: Vec<u8> = self.hello().collect();
        stream.write_all(&ours).and_then(|()| stream.flush()).map_err(GreetError::Io)?;
        let mut theirs = Vec::new();
        loop {
            match Hello::parse(&theirs) {
                Ok(hello) => {
                    return self.check(&hello).map_err(|no| GreetError::Refused(no.to_string()));
                }
                Err(HelloError::Incomplete(more)) => {
                    let start = theirs.len();
                    theirs.resize(start + more, 0);
                    stream.read_exact(&mut theirs[start..]).map_err(GreetError::Io)?;
                }
                Err(error) => return Err(GreetError::Hello(error)),
            }
        }
    }
}
