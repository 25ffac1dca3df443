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

/// Option to log keys.
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

/// Keys that may open what is decoded.
pub(crate) struct Keys(Zeroizing<Vec<[u8; 32]>>);

/// Nothing of the keys.
impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Keys")
    }
}

impl Keys {
    /// Reads the keys of a log.
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        let name = format!("the key log {}", path.display());
        let text = fs::read_to_string(path).map(Zeroizing::new);
        let text = text.map_err(|error| Failure::new(format!("can't read {name}"), error))?;
        let mut keys = Zeroizing::new(Vec::with_capacity(text.lines().count()));
        for line in text.lines() {
            let key = line.rsplit(' ').next().and_then(parsed);
            let key = key.ok_or_else(|| Failure::new(&name, "a line does not end with a key"))?;
            keys.push(*key);
        }
        Ok(Self(keys))
    }

    /// One, in hex; `None` if it is none.
    pub(crate) fn one(text: &str) -> Option<Self> {
        Some(Self(Zeroizing::new(vec![*parsed(text)?])))
    }

    /// The opener of a stream that begins with this header.
    pub(crate) fn opener(&self, header: &[u8; SEALED_HEADER]) -> Option<Opener> {
        let opens = |key: &&[u8; 32]| {
            Opener::<codec_noise::DefaultCipher>::new(key).open_header(&mut header.clone()).is_ok()
        };
        self.0.iter().find(opens).map(Opener::new)
    }
}

fn parsed(hex: &str) -> Option<Zeroizing<[u8; 32]>> {
    let key = Zeroizing::new(hex::parse(hex).ok().flatten()?);
    <[u8; 32]>::try_from(&key[..]).ok().map(Zeroizing::new)
}

#[cfg(test)]
mod tests {
    use codec_noise::{AuthoritySecret, Handshake, Identity};

    use super::*;

    fn session() -> Session {
        let authority = AuthoritySecret::generate().expect("there is entropy");
        let identity = Identity::issue(&authority, 0..=9).expect("there is entropy");
        let mut client: Handshake =
            Handshake::initiator(authority.public_key()).expect("there is entropy");
        let mut server: Handshake =
            Handshake::responder(Arc::new(identity)).expect("there is entropy");
        server.input(client.output(), 5).expect("any key is good");
        client.input(server.output(), 5).expect("the certificate is good");
        client.finish().expect("all has come")
    }

    /// Two threads append at once: the two lines of a session are whole and next to each other.
    #[test]
    fn keys_of_two_threads_do_not_mix() {
        const EACH: usize = 2000;
        let name = format!("sv2-key-log-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let option = KeyLogOption { key_log: Some(path.clone()) };
        let log = option.open().expect("it can be written").expect("it was requested");
        let texts = std::thread::scope(|scope| {
            [(); 2].map(|()| {
                let (log, session) = (log.clone(), session());
                let text = session.key_log().to_string();
                scope.spawn(move || {
                    (0..EACH).for_each(|_| log.append(&session).expect("there is room"));
                });
                text
            })
        });
        let written = fs::read_to_string(&path).expect("it was written");
        fs::remove_file(&path).expect("it is there");
        assert_eq!(written.lines().count(), 2 * 2 * EACH);
        let lines: Vec<&str> = written.lines().collect();
        let mut counts = [0; 2];
        for pair in lines.chunks(2) {
            let of = texts.iter().position(|text| text.lines().eq(pair.iter().copied()));
            counts[of.unwrap_or_else(|| panic!("lines of two sessions: {pair:?}"))] += 1;
        }
        assert_eq!(counts, [EACH; 2]);
    }
}
