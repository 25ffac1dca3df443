//! Errors of handshakes over streams.
#![forbid(unsafe_code)]

use core::fmt;

use crate::error::NoiseError;

impl From<NoiseError> for std::io::Error {
    fn from(error: NoiseError) -> Self {
        let kind = match error {
            NoiseError::Truncated { .. } => std::io::ErrorKind::UnexpectedEof,
            _ => std::io::ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}

/// Why a handshake over a stream failed: the stream's own error, or that of the handshake.
#[derive(Debug)]
#[non_exhaustive]
pub enum HandshakeError {
    /// The stream failed. After `WouldBlock` and time-outs, call again.
    Io(std::io::Error),
    /// The handshake failed.
    Noise(NoiseError),
}

impl From<std::io::Error> for HandshakeError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<NoiseError> for HandshakeError {
    fn from(error: NoiseError) -> Self {
        Self::Noise(error)
    }
}

impl From<HandshakeError> for std::io::Error {
    fn from(error: HandshakeError) -> Self {
        match error {
            HandshakeError::Io(error) => error,
            HandshakeError::Noise(error) => error.into(),
        }
    }
}

impl fmt::Display for HandshakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Noise(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for HandshakeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            Self::Noise(error) => error.source(),
        }
    }
}
