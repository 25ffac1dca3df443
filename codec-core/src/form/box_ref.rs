//! A borrowed box: checked once, read on demand.
#![forbid(unsafe_code)]

use core::fmt;

use super::lazy;
use crate::error::{DecodeError, EncodeError};
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::raw::Lazy;
use crate::read::reader::Reader;
use crate::value::borrow::Borrowable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

/// The borrowed form of a `Box` of `T`'s owned form: checked once,
/// read on demand, so that a type may contain itself without allocating.
///
/// ```
/// use codec_core::{Bincode, Borrowable, DecodeError, Format};
/// let input = Bincode::to_vec(&Box::new(7u16)).unwrap();
/// let number: <Box<u16> as Borrowable>::Ref<'_> = Bincode::from_slice_ref(&input)?;
/// assert_eq!(number.get(), 7);
/// # Ok::<(), DecodeError>(())
/// ```
pub struct BoxRef<'de, T> {
    content: Lazy<'de, T>,
}

impl<'de, T> BoxRef<'de, T> {
    /// Borrows from an owned value.
    #[inline]
    pub fn from_owned<O: Borrowable<Ref<'de> = T> + 'de>(item: &'de O) -> Self
    where
        for<'any> &'any O: Send,
    {
        Self { content: lazy::of_owned(core::slice::from_ref(item)) }
    }

    /// Reads the content.
    ///
    /// # Panics
    /// When the content, which was decoded before, fails to decode again; a
    /// deterministic `DecodableRef` never does.
    #[inline]
    pub fn get(&self) -> T {
        self.content.first().expect("the content was decoded once before")
    }
}

impl<T> Clone for BoxRef<'_, T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for BoxRef<'_, T> {}

impl<T: fmt::Debug> fmt::Debug for BoxRef<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl<T: PartialEq> PartialEq for BoxRef<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<T: Eq> Eq for BoxRef<'_, T> {}

impl<'de, T: DecodableRef<'de>> DecodableRef<'de> for BoxRef<'de, T> {
    sizes!(ref_size: Size::UNKNOWN);

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        let (from, start) = (r.offset(), r.cursor().rest());
        r.nested(T::decode_ref)?;
        Ok(Self { content: lazy::of_encoded::<F, T>(r.since(from, start)) })
    }
}

impl<T: Encode> Encode for BoxRef<'_, T> {
    #[inline]
    fn encoded_len<F: Format>(&self) -> usize {
        self.get().encoded_len::<F>()
    }

    #[inline]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        self.get().encode(w)
    }
}
