//! The first bytes of a connection: which version of a protocol a side has, and which it fits.

use core::fmt;

use crate::fingerprint::Fingerprint;

/// The first bytes of every hello.
const MAGIC: [u8; 4] = *b"chi1";
/// The bytes of a fingerprint.
const LEN: usize = 16;

/// A version of a protocol that is older than that of the table it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Peer {
    /// The name: that of its lock.
    pub name: &'static str,
    /// The fingerprint.
    pub fingerprint: Fingerprint,
    /// Why it does not fit; empty if it does.
    pub refused: &'static str,
}

/// The version of a program, and those before it with the verdict on each: what is sent to the other
/// side, and the answer to what the other side sends. [`assert_peers!`](crate::assert_peers) writes it
/// from locks.
///
/// Two sides fit if they have the same version, or if the newer one, which has the older in its table,
/// says that each reads what the other writes. Both sides send a hello and check the other's: they
/// come to the same answer, though the older one has never heard of the newer. A hello is not
/// authenticated, and says nothing against an attacker.
///
/// ```
/// use codec_schema::{Fingerprint, Fit, Hello, Peer, Peers};
/// const OLD: Peers = Peers::new("1", Fingerprint(0x11), &[]);
/// const NEW: Peers = Peers::new("3", Fingerprint(0x33), &[
///     Peer { name: "1", fingerprint: Fingerprint(0x11), refused: "" },
///     Peer { name: "2", fingerprint: Fingerprint(0x22), refused: "Order.lots is wider" },
/// ]);
/// let hello: Vec<u8> = NEW.hello().collect();
/// assert_eq!(hello[..4], *b"chi1");
/// assert_eq!(OLD.check(&Hello::parse(&hello)?), Ok(Fit::Newer));
/// let hello: Vec<u8> = OLD.hello().collect();
/// assert_eq!(NEW.check(&Hello::parse(&hello)?), Ok(Fit::Older("1")));
///
/// const BETWEEN: Peers = Peers::new("2", Fingerprint(0x22), &[]);
/// let hello: Vec<u8> = BETWEEN.hello().collect();
/// let refusal = NEW.check(&Hello::parse(&hello)?).unwrap_err();
/// assert_eq!(refusal.to_string(), "version \"2\" does not fit \"3\": Order.lots is wider");
/// # Ok::<(), codec_schema::HelloError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Peers {
    name: &'static str,
    fingerprint: Fingerprint,
    older: &'static [Peer],
}

/// The first bytes of the other side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hello<'h> {
    /// The name of its version, from a peer that may write anything there.
    pub name: &'h str,
    /// The fingerprint.
    pub fingerprint: Fingerprint,
    /// The fingerprints that it fits, one after another.
    fits: &'h [u8],
}

/// Why bytes are no hello.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum HelloError {
    /// This many bytes more are needed, at least.
    Incomplete(usize),
    /// It begins with other bytes.
    Magic,
    /// The name is not UTF-8.
    Name,
}

impl fmt::Display for HelloError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Incomplete(count) => write!(f, "the hello goes on for {count} bytes or more"),
            Self::Magic => f.write_str("the other side does not begin with a hello"),
            Self::Name => f.write_str("the name in the hello is not UTF-8"),
        }
    }
}

impl core::error::Error for HelloError {}

/// Why two sides fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// Both sides have the same version.
    Same,
    /// The other side has the older version with this name.
    Older(&'static str),
    /// The other side has a newer version, which accepts this one.
    Newer,
}

/// Why two sides don't fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal<'h> {
    /// The name of the other side's version.
    pub name: &'h str,
    /// The fingerprint.
    pub fingerprint: Fingerprint,
    /// The name of this side's version.
    pub own: &'static str,
    /// The verdict of this side; empty if it does not know the other.
    pub reason: &'static str,
}

impl fmt::Display for Refusal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, fingerprint, own, reason } = self;
        if reason.is_empty() {
            let name = name.escape_debug();
            return write!(
                f,
                "version \"{name}\" ({fingerprint}) is unknown and does not accept {own:?}"
            );
        }
        write!(f, "version {name:?} does not fit {own:?}: {reason}")
    }
}

impl core::error::Error for Refusal<'_> {}

impl Peers {
    /// A version with this name, and those before it.
    ///
    /// # Panics
    /// If the name has more than 255 bytes, or there are more than 255 older versions.
    pub const fn new(name: &'static str, fingerprint: Fingerprint, older: &'static [Peer]) -> Self {
        assert!(name.len() <= 255 && older.len() <= 255, "a hello has one byte for each length");
        Self { name, fingerprint, older }
    }

    /// The bytes to send first: `chi1`, the fingerprint, the name after a byte with its length, and
    /// the fingerprints that fit after a byte with their number. Fingerprints are big-endian.
    pub fn hello(&self) -> impl Iterator<Item = u8> {
        let byte = |len: usize| len.to_le_bytes()[0];
        let fits = || self.older.iter().filter(|peer| peer.refused.is_empty());
        MAGIC
            .into_iter()
            .chain(self.fingerprint.0.to_be_bytes())
            .chain([byte(self.name.len())])
            .chain(self.name.bytes())
            .chain([byte(fits().count())])
            .chain(fits().flat_map(|peer| peer.fingerprint.0.to_be_bytes()))
    }

    /// Says whether the other side fits, and why.
    ///
    /// # Errors
    /// [`Refusal`], which the other side comes to as well.
    pub fn check<'h>(&self, hello: &Hello<'h>) -> Result<Fit, Refusal<'h>> {
        let Hello { name, fingerprint, fits } = *hello;
        if fingerprint == self.fingerprint {
            return Ok(Fit::Same);
        }
        let known = self.older.iter().find(|peer| peer.fingerprint == fingerprint);
        let own = self.fingerprint.0.to_be_bytes();
        match known {
            Some(peer) if peer.refused.is_empty() => Ok(Fit::Older(peer.name)),
            _ if fits.as_chunks::<LEN>().0.contains(&own) => Ok(Fit::Newer),
            known => {
                let reason = known.map_or("", |peer| peer.refused);
                let name = known.map_or(name, |peer| peer.name);
                Err(Refusal { name, fingerprint, own: self.name, reason })
            }
        }
    }
}

impl<'h> Hello<'h> {
    /// The hello at the start of the bytes; what follows it is the first message.
    ///
    /// # Errors
    /// [`HelloError`]; of bytes that go on, how many more are needed at least.
    pub fn parse(bytes: &'h [u8]) -> Result<Self, HelloError> {
        let is_start = bytes.iter().zip(MAGIC).all(|(byte, wanted)| *byte == wanted);
        if !is_start {
            return Err(HelloError::Magic);
        }
        let (_, rest) = split(bytes, MAGIC.len())?;
        let (fingerprint, rest) = split(rest, LEN)?;
        let (name, rest) = counted(rest, 1)?;
        let (fits, _) = counted(rest, LEN)?;
        let name = core::str::from_utf8(name).map_err(|_| HelloError::Name)?;
        let fingerprint = fingerprint.iter().fold(0, |all, byte| all << 8 | u128::from(*byte));
        Ok(Self { name, fingerprint: Fingerprint(fingerprint), fits })
    }

    /// The number of bytes that it has.
    pub const fn encoded_len(&self) -> usize {
        MAGIC.len() + LEN + 1 + self.name.len() + 1 + self.fits.len()
    }
}

/// The first bytes, and those after them.
fn split(bytes: &[u8], len: usize) -> Result<(&[u8], &[u8]), HelloError> {
    bytes.split_at_checked(len).ok_or(HelloError::Incomplete(len - bytes.len().min(len)))
}

/// The parts of this size, of which a byte has the number.
fn counted(bytes: &[u8], size: usize) -> Result<(&[u8], &[u8]), HelloError> {
    let (count, rest) = split(bytes, 1)?;
    split(rest, usize::from(count[0]) * size)
}
