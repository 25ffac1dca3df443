//! The streams that a blocking connection can be over.
#![forbid(unsafe_code)]

use core::time::Duration;
use std::io::{self, IoSlice, Read, Write};
use std::net::{Shutdown, TcpStream};

/// A stream that a [`Connection`](crate::Connection) can be over: one whose reads and writes can
/// time out.
///
/// Sockets of the standard library are such streams, and [`Untimed`] turns everything that can be
/// read and written into one.
pub trait Transport: Read + Write {
    /// Sets after which time a call of `read` fails with
    /// [`WouldBlock`](io::ErrorKind::WouldBlock) or [`TimedOut`](io::ErrorKind::TimedOut);
    /// never for `None`. The time is not zero.
    ///
    /// # Errors
    /// The errors of the stream.
    fn set_read_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()>;

    /// Like [`set_read_timeout`](Self::set_read_timeout), for calls of `write`.
    ///
    /// # Errors
    /// The errors of the stream.
    fn set_write_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()>;

    /// Tells the peer that nothing more will be sent.
    ///
    /// # Errors
    /// The errors of the stream.
    fn shutdown_write(&mut self) -> io::Result<()>;

    /// The name of the peer in errors: its address, for one.
    fn peer_name(&self) -> String;
}

/// A stream that can be read on one thread and written on another.
pub trait Split: Transport {
    /// The type of each half.
    type Half: Transport;

    /// The half to read from, and the half to write to.
    ///
    /// # Errors
    /// The errors of the stream.
    fn split(self) -> io::Result<(Self::Half, Self::Half)>;
}

/// The transport of a socket, whose halves have a descriptor each.
macro_rules! socket {
    ($socket:ty) => {
        impl Transport for $socket {
            fn set_read_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()> {
                <$socket>::set_read_timeout(self, timeout)
            }

            fn set_write_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()> {
                <$socket>::set_write_timeout(self, timeout)
            }

            fn shutdown_write(&mut self) -> io::Result<()> {
                self.shutdown(Shutdown::Write)
            }

            fn peer_name(&self) -> String {
                self.peer_addr().map_or_else(|_| "unknown peer".into(), |address| address.text())
            }
        }

        impl Split for $socket {
            type Half = Self;

            fn split(self) -> io::Result<(Self, Self)> {
                Ok((self.try_clone()?, self))
            }
        }
    };
}

/// A socket's address as text.
trait Address {
    fn text(&self) -> String;
}

impl Address for std::net::SocketAddr {
    fn text(&self) -> String {
        self.to_string()
    }
}

#[cfg(unix)]
impl Address for std::os::unix::net::SocketAddr {
    fn text(&self) -> String {
        self.as_pathname()
            .map_or_else(|| "unnamed socket".into(), |path| path.display().to_string())
    }
}

socket!(TcpStream);
#[cfg(unix)]
socket!(std::os::unix::net::UnixStream);

/// Anything that can be read and written, without time-outs: to set one fails with
/// [`Unsupported`](io::ErrorKind::Unsupported).
///
/// ```
/// use std::io::{Cursor, Read};
/// use codec_pool::Untimed;
/// let mut stream = Untimed(Cursor::new(vec![7, 8]));
/// let mut first = [0];
/// stream.read_exact(&mut first)?;
/// assert_eq!(first, [7]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Untimed<S>(pub S);

impl<S: Read> Read for Untimed<S> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.0.read(room)
    }
}

impl<S: Write> Write for Untimed<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn write_vectored(&mut self, pieces: &[IoSlice<'_>]) -> io::Result<usize> {
        self.0.write_vectored(pieces)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn untimed(timeout: Option<Duration>) -> io::Result<()> {
    timeout.map_or(Ok(()), |_| Err(io::ErrorKind::Unsupported.into()))
}

impl<S: Read + Write> Transport for Untimed<S> {
    fn set_read_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        untimed(timeout)
    }

    fn set_write_timeout(&mut self, timeout: Option<Duration>) -> io::Result<()> {
        untimed(timeout)
    }

    fn shutdown_write(&mut self) -> io::Result<()> {
        self.flush()
    }

    fn peer_name(&self) -> String {
        "peer".into()
    }
}
