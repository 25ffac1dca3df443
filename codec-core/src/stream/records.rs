//! All values of a stream.
#![forbid(unsafe_code)]

use core::iter::FusedIterator;
use core::marker::PhantomData;
use std::io::{self, Read};

use super::{ReadError, StreamReader};
use crate::error::{DecodeError, DecodeErrorKind};
use crate::format::Format;
use crate::value::decode::Decodable;

/// An iterator over records of type `T`, from the reader's position to the end of the stream.
///
/// It ends when the stream ends between two records. A truncated record is an error with its
/// offset, and the last item. So is any other error, unless the source has no bytes at the moment:
/// the next call then tries again. A zero-length record is an error
/// ([`TooManyEmptyElements`](DecodeErrorKind::TooManyEmptyElements)), since a stream would hold an
/// unlimited number of them.
///
/// ```
/// use codec_core::stream::Records;
/// use codec_core::{Bincode, Format};
/// let mut file = Bincode::to_vec(&(1u16, 2u16))?;
/// file.extend([3, 0, 4]);
/// let mut records = Records::<_, Bincode, (u16, u16)>::new(&file[..], 1 << 20);
/// assert_eq!(records.next().unwrap()?, (1, 2));
/// let cut = records.next().unwrap().unwrap_err();
/// assert!(cut.is_cut());
/// assert_eq!((cut.record(), cut.offset()), (4, 7));
/// assert!(records.next().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Records<R, F: Format, T> {
    reader: StreamReader<R, F>,
    done: bool,
    record: PhantomData<fn() -> T>,
}

impl<R: Read, F: Format, T: Decodable> Records<R, F, T> {
    /// The records of `source`, of `limit` bytes at most each.
    pub const fn new(source: R, limit: usize) -> Self {
        Self { reader: StreamReader::new(source, limit), done: false, record: PhantomData }
    }

    /// Offset of the next record.
    pub const fn offset(&self) -> u64 {
        self.reader.offset()
    }
}

impl<R: Read, F: Format, T: Decodable> Iterator for Records<R, F, T> {
    type Item = Result<T, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let record = self.reader.offset();
        let outcome = self.reader.read();
        if matches!(outcome, Ok(Some(_))) && self.reader.offset() == record {
            self.done = true;
            let error = DecodeError::new(DecodeErrorKind::TooManyEmptyElements, 0);
            return Some(Err(ReadError::Decode { error, record }));
        }
        self.done = match &outcome {
            Ok(value) => value.is_none(),
            Err(ReadError::Io { error, .. }) => {
                !matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
            }
            Err(_) => true,
        };
        outcome.transpose()
    }
}

impl<R: Read, F: Format, T: Decodable> FusedIterator for Records<R, F, T> {}
