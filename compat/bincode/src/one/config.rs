//! bincode 1's run-time configuration, which it deprecates.
#![forbid(unsafe_code)]

use std::io::{Read, Write};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::Result;
use crate::config::{DefaultOptions, Options as _};

/// A configuration that is chosen at run time: integers of fixed width, bytes after a value
/// ignored.
///
/// ```
/// let mut config = codec_bincode::config();
/// assert_eq!(config.big_endian().serialize(&258u16)?, [1, 2]);
/// assert!(config.limit(1).serialize(&258u16).is_err());
/// # Ok::<(), codec_bincode::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Config {
    limit: Option<u64>,
    big_endian: bool,
}

/// Little-endian, without a limit.
pub const fn config() -> Config {
    Config { limit: None, big_endian: false }
}

macro_rules! with {
    ($config:ident, |$options:ident| $call:expr) => {{
        let $options = DefaultOptions::new().with_fixint_encoding().allow_trailing_bytes();
        match ($config.limit, $config.big_endian) {
            (None, false) => {
                let $options = $options.with_little_endian();
                $call
            }
            (None, true) => {
                let $options = $options.with_big_endian();
                $call
            }
            (Some(limit), false) => {
                let $options = $options.with_limit(limit);
                $call
            }
            (Some(limit), true) => {
                let $options = $options.with_big_endian().with_limit(limit);
                $call
            }
        }
    }};
}

impl Config {
    /// No limit except those that apply to every decode.
    pub const fn no_limit(&mut self) -> &mut Self {
        self.limit = None;
        self
    }

    /// At most that many bytes.
    pub const fn limit(&mut self, limit: u64) -> &mut Self {
        self.limit = Some(limit);
        self
    }

    /// Little-endian integers and floats.
    pub const fn little_endian(&mut self) -> &mut Self {
        self.big_endian = false;
        self
    }

    /// Big-endian integers and floats.
    pub const fn big_endian(&mut self) -> &mut Self {
        self.big_endian = true;
        self
    }

    /// Integers and floats in the machine's byte order.
    pub const fn native_endian(&mut self) -> &mut Self {
        self.big_endian = cfg!(target_endian = "big");
        self
    }

    /// Encodes a value into a new vector.
    ///
    /// # Errors
    /// The same as [`serialize`](super::serialize), and [`SizeLimit`](super::ErrorKind::SizeLimit).
    pub fn serialize<T: Serialize + ?Sized>(&self, t: &T) -> Result<Vec<u8>> {
        with!(self, |options| options.serialize(t))
    }

    /// The length of a value's encoding in bytes.
    ///
    /// # Errors
    /// The same as [`serialize`](Self::serialize).
    pub fn serialized_size<T: Serialize + ?Sized>(&self, t: &T) -> Result<u64> {
        with!(self, |options| options.serialized_size(t))
    }

    /// Encodes a value into a sink.
    ///
    /// # Errors
    /// The same as [`serialize`](Self::serialize), and [`Io`](super::ErrorKind::Io).
    pub fn serialize_into<W: Write, T: Serialize + ?Sized>(&self, w: W, t: &T) -> Result<()> {
        with!(self, |options| options.serialize_into(w, t))
    }

    /// Decodes a value from a slice.
    ///
    /// # Errors
    /// The same as [`deserialize`](super::deserialize).
    pub fn deserialize<'a, T: Deserialize<'a>>(&self, bytes: &'a [u8]) -> Result<T> {
        with!(self, |options| options.deserialize(bytes))
    }

    /// Decodes a value from a source.
    ///
    /// # Errors
    /// The same as [`deserialize`](super::deserialize), and
    /// [`SizeLimit`](super::ErrorKind::SizeLimit).
    pub fn deserialize_from<R: Read, T: DeserializeOwned>(&self, reader: R) -> Result<T> {
        with!(self, |options| options.deserialize_from(reader))
    }
}
