//! Finds the field in which encoding stopped: decodes and records what was written before it.
#![forbid(unsafe_code)]

use alloc::string::String;
use alloc::vec;
use core::fmt;

use super::explain::explain;
use crate::error::EncodeError;
use crate::format::Format;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;

/// Why a value can't be encoded, and in which field.
#[derive(Debug, Clone)]
pub struct Unwritten {
    path: String,
    error: EncodeError,
}

/// Encodes a value again, slowly, and reports the field that can't be encoded; `None` if all can.
///
/// ```
/// use codec_core::{Decode, Encode, Postcard, trace::explain_encode};
/// #[derive(Encode, Decode)]
/// struct Login { id: u8, #[codec(max = 2)] name: String }
/// let login = Login { id: 1, name: "ada".into() };
/// let report = explain_encode::<Postcard, _>(&login).unwrap();
/// assert_eq!(report.to_string(), "Login.name: length is over the limit after 1 bytes");
/// ```
pub fn explain_encode<F: Format, T: Encode + Decodable>(value: &T) -> Option<Unwritten> {
    let mut room = vec![0; F::encoded_len(value)];
    let error = F::encode_into(value, &mut room[..]).err()?;
    let written = room.get(..error.offset()).unwrap_or_default();
    Some(Unwritten { path: explain::<F, T>(written).path(), error })
}

impl Unwritten {
    /// The field that was being written, as a path from the outermost type; empty when it is
    /// unknown, as for a value that is not a struct.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Why it was not written, and after how many bytes.
    pub const fn error(&self) -> EncodeError {
        self.error
    }
}

impl fmt::Display for Unwritten {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{}", self.error)
    }
}
