//! One connection to the program under test: frames in and out, until a deadline.

use std::fmt;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs as _};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use codec_core::{ById, Format as _, Header as _, Sv2, ToPayload};
use codec_noise::{AuthorityKey, Handshake, Identity, NoiseError, NoiseReader, NoiseWriter};
use codec_pool::{FrameReadError, FrameReader, FrameWriter, Pool};
use codec_stratum::{FrameHeader, Sv2TlvProtocol};

/// The longest payload that is read: no message of mining comes near it, and the runner's memory stays
/// bounded.
pub(crate) const MAX_PAYLOAD: usize = 1024 * 1024;

/// The program under test.
#[derive(Debug, Clone)]
pub struct Target {
    /// Its address, a name or an IP address with a port.
    pub address: String,
    /// The authority whose signature its certificate has; nothing is encrypted without.
    pub authority: Option<AuthorityKey>,
}

/// Why no frame came.
#[derive(Debug)]
pub(crate) enum Silence {
    /// The time is over.
    Late,
    /// The program closed the connection.
    Closed,
    /// The stream failed, or what came is no frame.
    Broken(String),
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late => f.write_str("nothing came in time"),
            Self::Closed => f.write_str("the connection was closed"),
            Self::Broken(reason) => f.write_str(reason),
        }
    }
}

/// A socket each of whose calls ends at the deadline, however slowly bytes come.
pub(crate) struct Timed {
    stream: TcpStream,
    until: Instant,
    /// True if each byte is written by a call of its own.
    is_cut: bool,
}

impl Timed {
    pub(crate) fn new(stream: TcpStream, time: Duration) -> Self {
        Self { stream, until: Instant::now() + time, is_cut: false }
    }

    /// The time that is left, or the error when there is none.
    fn left(&self) -> io::Result<Duration> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

impl Read for Timed {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        self.stream.read(room)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        if !self.is_cut {
            return self.stream.write(bytes);
        }
        // Long enough for a reader to take the byte alone.
        sleep(Duration::from_micros(300));
        self.stream.write(&bytes[..bytes.len().min(1)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Frames in both directions, encrypted or not.
enum Frames {
    Plain(FrameReader<Sv2TlvProtocol>, FrameWriter<Sv2TlvProtocol>),
    Noise(NoiseReader<Sv2TlvProtocol>, NoiseWriter<Sv2TlvProtocol>),
}

/// A connection.
pub(crate) struct Link {
    stream: Timed,
    frames: Frames,
    /// True if frames wait, so that many are written by one call.
    is_held: bool,
}

impl Link {
    /// Connects, with a handshake if the target has an authority, for payloads of at most so many
    /// bytes.
    pub(crate) fn open(
        target: &Target,
        time: Duration,
        max_payload: usize,
    ) -> Result<Self, Silence> {
        let stream = dial(&target.address, time).map_err(|error| {
            Silence::Broken(format!("can't connect to {}: {error}", target.address))
        })?;
        Self::over(stream, target, time, max_payload)
    }

    /// Goes on with a stream to a target.
    pub(crate) fn over(
        stream: TcpStream,
        target: &Target,
        time: Duration,
        max_payload: usize,
    ) -> Result<Self, Silence> {
        let handshake = target.authority.map(Handshake::initiator);
        Self::begin(stream, handshake, time, max_payload)
    }

    /// Takes a connection of a client, with a handshake if there is an identity.
    pub(crate) fn accept(
        stream: TcpStream,
        identity: Option<Arc<Identity>>,
        time: Duration,
    ) -> Result<Self, Silence> {
        Self::begin(stream, identity.map(Handshake::responder), time, MAX_PAYLOAD)
    }

    fn begin(
        stream: TcpStream,
        handshake: Option<Result<Handshake, NoiseError>>,
        time: Duration,
        max_payload: usize,
    ) -> Result<Self, Silence> {
        let mut stream = Timed::new(stream, time);
        let (pool, is_held) = (Pool::default(), false);
        let Some(handshake) = handshake else {
            let reader = FrameReader::new(pool.clone()).with_max_payload(max_payload);
            let frames = Frames::Plain(reader, FrameWriter::new(pool));
            return Ok(Self { stream, frames, is_held });
        };
        let broken =
            |error: &dyn fmt::Display| Silence::Broken(format!("no encrypted connection: {error}"));
        let mut handshake = handshake.map_err(|error| broken(&error))?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        handshake.run(&mut stream, now).map_err(|error| broken(&error))?;
        let (sealer, opener) = handshake.finish().map_err(|error| broken(&error))?.split();
        let reader = NoiseReader::sealed(pool.clone(), opener).with_max_payload(max_payload);
        let frames = Frames::Noise(reader, NoiseWriter::sealed(pool, sealer));
        Ok(Self { stream, frames, is_held })
    }

    /// Writes each byte by a call of its own from now on.
    pub(crate) const fn cut(&mut self) {
        self.stream.is_cut = true;
    }

    /// Keeps frames back until [`release`](Self::release).
    pub(crate) const fn hold(&mut self) {
        self.is_held = true;
    }

    /// Sends what was kept back, by one call.
    pub(crate) fn release(&mut self, time: Duration) -> Result<(), Silence> {
        self.is_held = false;
        self.stream.until = Instant::now() + time;
        self.flush()
    }

    fn flush(&mut self) -> Result<(), Silence> {
        let Self { stream, frames, .. } = self;
        match frames {
            Frames::Plain(_, writer) => writer.flush(stream).map_err(silence),
            Frames::Noise(_, writer) => writer.flush(stream).map_err(silence),
        }
    }

    /// Sends a message, and returns its frame in plaintext.
    pub(crate) fn send<M: ToPayload<ById, u32>>(
        &mut self,
        message: &M,
        time: Duration,
    ) -> Result<Vec<u8>, Silence> {
        self.stream.until = Instant::now() + time;
        let queued = match &mut self.frames {
            Frames::Plain(_, writer) => writer.send(message),
            Frames::Noise(_, writer) => writer.send(message),
        };
        queued.map_err(|error| Silence::Broken(error.to_string()))?;
        if !self.is_held {
            self.flush()?;
        }
        Ok(bytes(message))
    }

    /// Sends bytes as they are.
    pub(crate) fn send_raw(&mut self, bytes: &[u8], time: Duration) -> Result<(), Silence> {
        self.stream.until = Instant::now() + time;
        self.stream.write_all(bytes).map_err(silence)
    }

    /// The next frame that arrives until then, header and payload.
    pub(crate) fn next(&mut self, until: Instant) -> Result<Vec<u8>, Silence> {
        self.stream.until = until;
        let Self { stream, frames, .. } = self;
        let frame = match frames {
            Frames::Plain(reader, _) => reader.read_frame(stream),
            Frames::Noise(reader, _) => reader.read_frame(stream),
        };
        match frame {
            Ok(Some(frame)) => Ok(joined(frame.header(), frame.payload())),
            Ok(None) => Err(Silence::Closed),
            Err(FrameReadError::Io(error)) => Err(silence(error)),
            Err(error) => Err(Silence::Broken(format!("no frame of the protocol: {error}"))),
        }
    }
}

/// The frame of a message in plaintext.
pub(crate) fn bytes<M: ToPayload<ById, u32>>(message: &M) -> Vec<u8> {
    let payload = Sv2::to_vec(message).unwrap_or_default(); // what was sent can be encoded
    let (id, flags) = message.envelope();
    match FrameHeader::describe(id, flags, &payload) {
        Ok(header) => joined(header, &payload),
        Err(_) => payload,
    }
}

fn joined(header: FrameHeader, payload: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; FrameHeader::SIZE];
    header.write(&mut bytes);
    bytes.extend_from_slice(payload);
    bytes
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn silence(error: io::Error) -> Silence {
    match error.kind() {
        ErrorKind::WouldBlock | ErrorKind::TimedOut => Silence::Late,
        ErrorKind::ConnectionReset | ErrorKind::BrokenPipe | ErrorKind::ConnectionAborted => {
            Silence::Closed
        }
        _ => Silence::Broken(error.to_string()),
    }
}

/// Opens a stream to the first of the name's addresses that accepts it.
pub(crate) fn dial(address: &str, time: Duration) -> io::Result<TcpStream> {
    let mut last = io::Error::from(ErrorKind::NotFound);
    for candidate in address.to_socket_addrs()?.collect::<Vec<SocketAddr>>() {
        match TcpStream::connect_timeout(&candidate, time) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                return Ok(stream);
            }
            Err(error) => last = error,
        }
    }
    Err(last)
}
