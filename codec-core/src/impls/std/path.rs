//! Paths: as a string. A path that is not UTF-8 can't be encoded.

use std::path::{Path, PathBuf};

use crate::error::{DecodeError, DecodeErrorKind, EncodeError, EncodeErrorKind};
use crate::format::size::sizes;
use crate::format::{Format, Unsupported};
use crate::read::reader::Reader;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl Encode for Path {
    sizes!(encoded_size: str::encoded_size::<F>());

    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        self.to_str().map_or(0, str::encoded_len::<F>)
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.path) };
        match self.to_str() {
            Some(path) => path.encode(w),
            None => Err(w.error(EncodeErrorKind::InvalidValue)),
        }
    }
}

impl<'de> DecodableRef<'de> for &'de Path {
    sizes!(ref_size: <&str as DecodableRef<'_>>::ref_size::<F>());

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.path) };
        <&'de str>::decode_ref(r).map(Path::new)
    }
}

crate::value::encode::encode_as!(PathBuf as Path; |it| it);

impl Decodable for PathBuf {
    sizes!(size: <&Path as DecodableRef<'_>>::ref_size::<F>());

    #[inline]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        let path = <&Path>::decode_ref(r)?;
        r.charge(path.as_os_str().len())?;
        let mut own = Self::new();
        replace(&mut own, path, r)?;
        Ok(own)
    }

    #[inline]
    fn decode_into<F: Format>(&mut self, r: &mut Reader<'_, F>) -> Result<(), DecodeError> {
        let path = <&Path>::decode_ref(r)?;
        r.charge(path.as_os_str().len())?;
        replace(self, path, r)
    }

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.content(1);
    }
}

/// Replaces a path by another one, and keeps its capacity.
fn replace<F: Format>(
    own: &mut PathBuf,
    path: &Path,
    r: &Reader<'_, F>,
) -> Result<(), DecodeError> {
    let own = own.as_mut_os_string();
    own.clear();
    if own.try_reserve_exact(path.as_os_str().len()).is_err() {
        return Err(r.error(DecodeErrorKind::OutOfMemory));
    }
    own.push(path);
    Ok(())
}

crate::form::element::borrows! {
    PathBuf as &'de Path;
    |value| value;
    |borrowed| borrowed.into()
}

crate::form::element::lazy_element!(PathBuf);

crate::impl_decodable_ref!(PathBuf);

crate::form::element::shares! {
    PathBuf as Self;
    |shared| shared
}
