//! A local writer for the fields of a struct.
#![forbid(unsafe_code)]

use crate::format::Format;
use crate::write::writer::Writer;

/// A local writer for the fields of a struct. The caller's lives in memory when the
/// caller was not inlined, and each field would load and store the position. A closure
/// over many fields may be compiled as a function, which gets its writer in memory again.
#[inline(always)]
pub fn own_writer<'a, 'w, F: Format>(w: &'a mut Writer<'w, F>) -> OwnWriter<'a, 'w, F> {
    OwnWriter { own: Writer::new(w.take_output()), place: w }
}

/// A writer that was taken from its place, and goes back there.
#[derive(Debug)]
pub struct OwnWriter<'a, 'w, F: Format> {
    own: Writer<'w, F>,
    place: &'a mut Writer<'w, F>,
}

impl<'w, F: Format> core::ops::Deref for OwnWriter<'_, 'w, F> {
    type Target = Writer<'w, F>;

    #[inline(always)]
    fn deref(&self) -> &Self::Target {
        &self.own
    }
}

impl<F: Format> core::ops::DerefMut for OwnWriter<'_, '_, F> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.own
    }
}

impl<F: Format> Drop for OwnWriter<'_, '_, F> {
    #[inline(always)]
    fn drop(&mut self) {
        *self.place = Writer::new(self.own.take_output());
    }
}
