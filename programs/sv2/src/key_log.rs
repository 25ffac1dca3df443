//! Logs of session keys, for decrypting recorded sessions.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, fs};

use clap::Args;
use codec_capture::show::hex;
use codec_noise::{Opener, SEALED_HEADER, Session};
use zeroize::Zeroizing;

use crate::failure::Failure;

/// Whether keys are logged.
#[derive(Debug, Args)]
pub(crate) struct KeyLogOption {
    /// Append the keys of each session to this file, for `sv2 decode --key-log`. Anyone who reads
    /// the file can decrypt everything on those connections, and forge it while they last: use it
    /// for tests only.
    #[arg(long, value_name = "FILE", conflicts_with = "plaintext")]
    key_log: Option<PathBuf>,
}

/// A file to which the keys of sessions are appended.
#[derive(Clone)]
pub(crate) struct KeyLog(Arc<File>);

impl fmt::Debug for KeyLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("KeyLog")
    }
}

impl KeyLogOption {
    /// The file, which others than its owner may not read; `None` unless it was requested.
    pub(crate) fn open(&self) -> Result<Option<KeyLog>, Failure> {
        let Some(path) = &self.key_log else { return Ok(None) };
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path).map_err(|error| {
            Failure::new(format!("can't write the key log {}", path.display()), error)
        })?;
        Ok(Some(KeyLog(Arc::new(file))))
    }
}

impl KeyLog {
    /// Appends the keys of a session, with one call, so that sessions don't mix.
    pub(crate) fn append(&self, session: &Session) -> io::Result<()> {
        let lines = Zeroizing::new(session.key_log().to_string());
        (&*self.0).write_all(lines.as_bytes())
    }
}

/// The key of a log with which the first header of a recording opens.
pub(crate) fn opener(path: &Path, start: &[u8]) -> Result<Opener, Failure> {
    let name = format!("the key log {}", path.display());
    let text = fs::read_to_string(path).map(Zeroizing::new);
    let text = text.map_err(|error| Failure::new(format!("can't read {name}"), error))?;
    let Some(header) = start.first_chunk::<SEALED_HEADER>() else {
        return Err(Failure::new("the recording", "it is shorter than a frame"));
    };
    for line in text.lines() {
        let key = line.rsplit(' ').next().and_then(|key| hex::parse(key).ok().flatten());
        let key = key.map(Zeroizing::new);
        let key = key.and_then(|key| <[u8; 32]>::try_from(&key[..]).ok()).map(Zeroizing::new);
        let key = key.ok_or_else(|| Failure::new(&name, "a line does not end with a key"))?;
        if Opener::<codec_noise::DefaultCipher>::new(&key).open_header(&mut header.clone()).is_ok()
        {
            return Ok(Opener::new(&key));
        }
    }
    Err(Failure::new(name, "none of its keys opens the first frame"))
}
