//! The functions of options.
#![forbid(unsafe_code)]

use std::io::{Read, Write};

use serde::Serialize;
use serde::de::DeserializeSeed;

use super::serializer::Sink;
use super::{Error, ErrorKind, Result};
use crate::config::{InternalOptions, One};
use crate::de::read::{IoReader, SliceReader};
use crate::de::{Decoder as _, DecoderImpl};
use crate::enc::EncoderImpl;
use crate::enc::write::{SizeWriter, fill};
use crate::serde::{Borrowing, Owning, Values, Written};

#[inline]
pub(crate) fn serialized_size<T, O>(value: &T, options: &O) -> Result<u64>
where
    T: Serialize + ?Sized,
    O: InternalOptions,
{
    let mut counter = EncoderImpl::new(SizeWriter::default(), One::new(options));
    value.serialize(Written::<_, Error>::new(&mut counter))?;
    let len = counter.into_writer().bytes_written as u64;
    if options.limit().is_some_and(|limit| len > limit) {
        return Err(ErrorKind::SizeLimit.into());
    }
    Ok(len)
}

#[inline]
pub(crate) fn serialize<T, O>(value: &T, options: &O) -> Result<Vec<u8>>
where
    T: Serialize + ?Sized,
    O: InternalOptions,
{
    let len = usize::try_from(serialized_size(value, options)?).unwrap_or(0);
    let mut bytes = Vec::with_capacity(len);
    fill::<false, _, _, _>(&mut bytes, len, One::new(options), |encoder| {
        value.serialize(Written::<_, Error>::new(encoder))
    })?;
    Ok(bytes)
}

#[inline]
pub(crate) fn serialize_into<W, T, O>(writer: W, value: &T, options: &O) -> Result<()>
where
    W: Write,
    T: Serialize + ?Sized,
    O: InternalOptions,
{
    if options.limit().is_some() {
        serialized_size(value, options)?;
    }
    let mut encoder = EncoderImpl::new(Sink(writer), One::new(options));
    value.serialize(Written::<_, Error>::new(&mut encoder))
}

#[inline]
pub(crate) fn deserialize_seed<'a, T, O>(seed: T, bytes: &'a [u8], options: &O) -> Result<T::Value>
where
    T: DeserializeSeed<'a>,
    O: InternalOptions,
{
    use crate::config::Trailing as _;
    let mut decoder = DecoderImpl::new(SliceReader::new(bytes), One::new(options), ());
    let value = seed.deserialize(Values::<_, Borrowing, Error>::new(&mut decoder))?;
    if !O::Trailing::ALLOWED && !decoder.reader().rest().is_empty() {
        let message = "Slice had bytes remaining after deserialization".to_owned();
        return Err(ErrorKind::Custom(message).into());
    }
    Ok(value)
}

#[inline]
pub(crate) fn deserialize_from_seed<'a, R, T, O>(
    seed: T,
    reader: R,
    options: &O,
) -> Result<T::Value>
where
    R: Read,
    T: DeserializeSeed<'a>,
    O: InternalOptions,
{
    let reader = IoReader::new(reader).with_limit(options.limit().unwrap_or(u64::MAX));
    let mut decoder = DecoderImpl::new(reader, One::new(options), ());
    seed.deserialize(Values::<_, Owning, Error>::new(&mut decoder))
}
