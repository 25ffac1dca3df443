//! Booleans and characters.

use crate::error::{DecodeError, EncodeError};
use crate::format::size::{Size, sizes};
use crate::format::{Format, Unsupported};
#[cfg(feature = "alloc")]
use crate::io::cursor::Cursor;
use crate::raw;
use crate::read::reader::Reader;
#[cfg(feature = "alloc")]
use crate::record::Trace;
#[cfg(feature = "alloc")]
use crate::value::bulk;
use crate::value::decode::Decodable;
use crate::value::encode::Encode;
use crate::write::writer::Writer;

impl Encode for bool {
    crate::value::encode::fixed_len!(1);

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.byte(u8::from(*self))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode_slice<F: Format>(items: &[Self], w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        w.bytes(raw::bytes_of(items))
    }
}

impl Decodable for bool {
    sizes!(size: Size::fixed(1));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        r.bool()
    }

    crate::value::decode::extended!(
        #[inline]
        |items, r, count| {
            r.fetch(count);
            if !<F::State as Trace>::ON
                && plain::<F>()
                && let Some(bytes) = r.cursor().rest().get(..count)
            {
                bulk::make_room(items, count, r)?;
                if raw::append_bools(items, bytes) {
                    r.charge(count)?;
                    return r.cursor_mut().take(count).map(drop);
                }
            }
            bulk::decode_extend(items, r, count)
        }
    );

    crate::value::memory::no_memory!();
}

/// Returns whether the format reads 0 as false and 1 as true; a constant, when optimized.
#[cfg(feature = "alloc")]
#[cfg_attr(not(debug_assertions), inline(always))]
fn plain<F: Format>() -> bool {
    let read = |byte| F::read_bool(&mut Cursor::new(&[byte]));
    matches!((read(0), read(1)), (Ok(false), Ok(true)))
}

impl Encode for char {
    sizes!(encoded_size: F::char_size());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encoded_len<F: Format>(&self) -> usize {
        F::char_len(*self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn encode<F: Format>(&self, w: &mut Writer<'_, F>) -> Result<(), EncodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.character) };
        F::write_char(w.output(), *self)
    }
}

impl Decodable for char {
    sizes!(size: F::char_size());

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn decode<F: Format>(r: &mut Reader<'_, F>) -> Result<Self, DecodeError> {
        const { Unsupported::refuse(F::RULES.unsupported.character) };
        r.char()
    }

    crate::value::memory::no_memory!();
}

crate::impl_plain!(bool);
crate::impl_plain!(char);
