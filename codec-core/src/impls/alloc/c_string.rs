//! `CString`: a length and the bytes without the terminating zero. A zero among them is refused.
//! The bytes on the wire end without a zero, so that a `CStr` can't be borrowed from them: it is
//! its own borrowed form.

use alloc::ffi::CString;
use alloc::vec::Vec;
use core::ffi::CStr;

use crate::error::{DecodeError, DecodeErrorKind, EncodeError};
use crate::format::size::sizes;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl Encode for CStr {
    sizes!(encoded_size: <[u8]>::encoded_size::<F>());

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        self.to_bytes().encoded_len::<F>()
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.c_string) };
        self.to_bytes().encode(w)
    }
}

crate::value::encode::encode_as!(CString as CStr; |it| it);

impl Decodable for CString {
    sizes!(size: <Vec<u8> as Decodable>::size::<F>());

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.c_string) };
        let len = r.length()?;
        let start = r.offset();
        let bytes = r.take(len)?;
        // The terminating zero takes a byte, too.
        r.charge(len.saturating_add(1))?;
        let Some(mut own) = crate::raw::vector(len.saturating_add(1)) else {
            return Err(r.error(DecodeErrorKind::OutOfMemory));
        };
        own.extend_from_slice(bytes);
        Self::new(own).map_err(|_| DecodeError::new(DecodeErrorKind::InvalidValue, start))
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        // The terminating zero.
        walk.once(1);
        walk.content(1);
    }
}

crate::impl_plain!(CString);
