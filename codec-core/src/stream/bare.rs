//! One value from a source, and one to a sink.
#![forbid(unsafe_code)]

use std::io::{Read, Write};

use super::error::{ReadError, WriteError};
use super::scan::{Owned, Stop, scan};
use super::writer::write_some;
use crate::decode::Decodable;
use crate::encode::Encode;
use crate::error::DecodeErrorKind;
use crate::format::Format;

pub(crate) fn read_from<F: Format, T: Decodable>(
    source: &mut dyn Read,
    limit: usize,
) -> Result<T, ReadError> {
    let mut bytes = Vec::new();
    loop {
        let before = bytes.len();
        let scan = scan::<F, Owned<T>>(source, &bytes, limit, None);
        bytes.extend_from_slice(scan.fresh());
        match scan.stop {
            Some(Stop::TooLong) => return Err(ReadError::TooLong { limit, record: 0 }),
            Some(Stop::Io(error)) => {
                return Err(ReadError::Io { error, record: 0, offset: bytes.len() as u64 });
            }
            Some(Stop::End) | None => {}
        }
        let error = match F::from_slice(&bytes) {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        let cut = error.kind() == DecodeErrorKind::UnexpectedEnd;
        if !cut || matches!(scan.stop, Some(Stop::End)) {
            return Err(ReadError::Decode { error, record: 0 });
        }
        // An implementation that reads past the reader has to be tried again.
        if bytes.len() == before {
            if before == limit {
                return Err(ReadError::TooLong { limit, record: 0 });
            }
            let mut one = [0];
            match super::scan::read_some(source, &mut one) {
                Ok(0) => return Err(ReadError::Decode { error, record: 0 }),
                Ok(_) => bytes.extend(one),
                Err(error) => {
                    return Err(ReadError::Io { error, record: 0, offset: bytes.len() as u64 });
                }
            }
        }
    }
}

/// What is encoded on the stack.
const SHORT: usize = 512;

pub(crate) fn write_to<F: Format, T: Encode + ?Sized>(
    value: &T,
    sink: &mut dyn Write,
) -> Result<usize, WriteError> {
    let mut short = [0; SHORT];
    let long;
    let bytes = if value.encoded_len::<F>() <= SHORT {
        let len = F::encode_into(value, &mut short)?;
        &short[..len]
    } else {
        long = F::to_vec(value)?;
        &long[..]
    };
    let mut written = 0;
    while written < bytes.len() {
        match write_some(sink, &bytes[written..]) {
            Ok(len) => written += len,
            Err(error) => return Err(WriteError::Io { error, written }),
        }
    }
    Ok(written)
}
