//! One value from a source, and one to a sink.
#![forbid(unsafe_code)]

use std::io::{BufRead, Write};

use super::intake::{Bytes, Refused, take_in};
use super::pass::{Attempt, Owned, Within, attempt};
use super::segments::{Buffered, with_buffer};
use super::writer::write_some;
use super::{ReadError, WriteError};
use crate::format::Format;
use crate::io::limits::Limits;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;

pub(crate) fn read_from<F: Format, T: Decodable>(
    source: &mut (impl BufRead + ?Sized),
    limit: usize,
    limits: Limits,
) -> Result<T, ReadError> {
    let pass = &mut Within(Owned::new(), limits);
    // A value that may be zero-length is not waited for.
    if T::size::<F>().min == 0
        && let Attempt::Whole(value, _) = attempt::<F, _>(pass, &[])
    {
        return Ok(value);
    }
    let (outcome, there) = with_buffer(source, |bytes| {
        let head = &bytes[..bytes.len().min(limit)];
        (attempt::<F, _>(pass, head), bytes.len())
    })
    .map_err(|error| ReadError::Io { error, record: 0, offset: 0 })?;
    let known = match outcome {
        Attempt::Whole(value, len) => {
            source.consume(len);
            return Ok(value);
        }
        Attempt::Open(value, _) if there == 0 => return Ok(value),
        Attempt::Short(error) if there == 0 => return Err(ReadError::Decode { error, record: 0 }),
        Attempt::Refused(error) => return Err(ReadError::Decode { error, record: 0 }),
        Attempt::Open(value, len) => Some((value, len)),
        Attempt::Short(_) => None,
    };
    let source = &mut Buffered::new(source);
    match take_in::<F, _, _>(source, limit, pass, known, &mut Vec::new(), Bytes::Pass) {
        Ok((value, _)) => Ok(value),
        Err(Refused::Decode(error)) => Err(ReadError::Decode { error, record: 0 }),
        Err(Refused::TooLong) => Err(ReadError::TooLong { limit, record: 0 }),
        Err(Refused::Io { error, read, .. }) => {
            Err(ReadError::Io { error, record: 0, offset: read as u64 })
        }
    }
}

/// Values of up to this many bytes are encoded on the stack.
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
