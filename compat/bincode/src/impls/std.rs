//! Types of `std`: C strings, paths, locks, times.
#![forbid(unsafe_code)]

use core::any::type_name;
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, SystemTime};

use crate::de::{BorrowDecode, BorrowDecoder};
use crate::enc::Encode;
use crate::error::{DecodeError, EncodeError};

parts!(#[inline(always)] Mutex<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self::new(read!(T))));
parts!(#[inline(always)] RwLock<T>, <T>, T::NEVER_EMPTY, |decoder, read| Ok(Self::new(read!(T))));

decode! {
    CString; |decoder| Self::new(Vec::decode(decoder)?)
        .map_err(|error| DecodeError::CStringNulError { position: error.nul_position() });
    SystemTime; |decoder| {
        let duration = Duration::decode(decoder)?;
        Self::UNIX_EPOCH.checked_add(duration).ok_or(DecodeError::InvalidSystemTime { duration })
    };
    PathBuf; |decoder| String::decode(decoder).map(Self::from);
}

impl<'de, Context> BorrowDecode<'de, Context> for &'de Path {
    fn borrow_decode<D: BorrowDecoder<'de, Context = Context>>(
        decoder: &mut D,
    ) -> Result<Self, DecodeError> {
        <&str>::borrow_decode(decoder).map(Path::new)
    }
}

encode! {
    [] CStr: |text, encoder| text.to_bytes().encode(encoder);
    [] CString: |text, encoder| text.as_bytes().encode(encoder);
    [T: Encode] Mutex<T>: |mutex, encoder| {
        let type_name = type_name::<Self>();
        mutex.lock().map_err(|_| EncodeError::LockFailed { type_name })?.encode(encoder)
    };
    [T: Encode] RwLock<T>: |lock, encoder| {
        let type_name = type_name::<Self>();
        lock.read().map_err(|_| EncodeError::LockFailed { type_name })?.encode(encoder)
    };
    [] SystemTime: |time, encoder| {
        let since = time.duration_since(Self::UNIX_EPOCH);
        let invalid = |inner| EncodeError::InvalidSystemTime { inner, time: Box::new(*time) };
        since.map_err(invalid)?.encode(encoder)
    };
    [] Path: |path, encoder| {
        path.to_str().ok_or(EncodeError::InvalidPathCharacters)?.encode(encoder)
    };
    [] PathBuf: |path, encoder| path.as_path().encode(encoder);
}
