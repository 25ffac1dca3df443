//! Types of `std`: C strings, paths, locks, times.
#![forbid(unsafe_code)]

use core::any::type_name;
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, SystemTime};

use super::choices::parts;
use crate::de::{BorrowDecode, BorrowDecoder, Decode, Decoder};
use crate::enc::{Encode, Encoder};
use crate::error::{DecodeError, EncodeError};
use crate::impl_borrow_decode;

impl Encode for CStr {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.to_bytes().encode(encoder)
    }
}

impl Encode for CString {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.as_bytes().encode(encoder)
    }
}

impl<Context> Decode<Context> for CString {
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        Self::new(Vec::decode(decoder)?)
            .map_err(|error| DecodeError::CStringNulError { position: error.nul_position() })
    }
}
impl_borrow_decode!(CString);

parts!(Mutex<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self::new(read!(T))));
parts!(RwLock<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self::new(read!(T))));

impl<T: Encode> Encode for Mutex<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        let type_name = type_name::<Self>();
        self.lock().map_err(|_| EncodeError::LockFailed { type_name })?.encode(encoder)
    }
}

impl<T: Encode> Encode for RwLock<T> {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        let type_name = type_name::<Self>();
        self.read().map_err(|_| EncodeError::LockFailed { type_name })?.encode(encoder)
    }
}

impl<Context> Decode<Context> for SystemTime {
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let duration = Duration::decode(decoder)?;
        Self::UNIX_EPOCH.checked_add(duration).ok_or(DecodeError::InvalidSystemTime { duration })
    }
}
impl_borrow_decode!(SystemTime);

impl Encode for SystemTime {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        let since = self.duration_since(Self::UNIX_EPOCH);
        let invalid = |inner| EncodeError::InvalidSystemTime { inner, time: Box::new(*self) };
        since.map_err(invalid)?.encode(encoder)
    }
}

impl Encode for Path {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.to_str().ok_or(EncodeError::InvalidPathCharacters)?.encode(encoder)
    }
}

impl<'de, Context> BorrowDecode<'de, Context> for &'de Path {
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        <&str>::borrow_decode(decoder).map(Path::new)
    }
}

impl<Context> Decode<Context> for PathBuf {
    fn decode<D: Decoder<Context = Context>>(decoder: &mut D) -> Result<Self, DecodeError> {
        String::decode(decoder).map(Self::from)
    }
}
impl_borrow_decode!(PathBuf);

impl Encode for PathBuf {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        self.as_path().encode(encoder)
    }
}
