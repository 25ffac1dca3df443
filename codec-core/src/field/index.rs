//! Sequences with a table of offsets before their elements: what `#[codec(index)]` asks for.
#![forbid(unsafe_code)]

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::error::DecodeError;
use crate::form::forward::indexed;
use crate::format::Format;
use crate::read::reader::Reader;
use crate::value::bulk;
use crate::value::mode::Mode;
use crate::value::offsets::{DecodeIndexed, Ends};

indexed!({T} Vec<T>);
indexed!({T} Box<[T]>);
indexed!({T} VecDeque<T>);
indexed!({T} Rc<[T]>);
#[cfg(target_has_atomic = "ptr")]
indexed!({T} Arc<[T]>);

/// Reads a table and elements, and checks that each ends where the table says. If `OVER`, those that
/// `items` has are read into.
#[inline]
fn collect<'de, F: Format, T, W: Mode<'de, T>, const OVER: bool>(
    items: &mut Vec<T>,
    r: &mut Reader<'de, F>,
    count: usize,
) -> Result<(), DecodeError> {
    let (ends, size) = (Ends::read(r, count)?, W::size::<F>());
    if size.fixed {
        items.clear();
        W::extend(items, r, count)?;
        return ends.check_all(size.min);
    }
    if OVER {
        bulk::claim(r, count, size, size_of::<T>(), true)?;
        items.truncate(count);
    } else {
        bulk::claim_room(items, r, count, size)?;
    }
    r.begin_elements(size)?;
    r.hoisted(|r| {
        for index in 0..count {
            r.fetch_elements(count - index, size.min);
            let before = r.begin_element(index);
            let old = if OVER { items.get_mut(index) } else { None };
            let new = match old {
                Some(item) => W::read_into(item, r).map(|()| None)?,
                None => Some(W::read(r)?),
            };
            r.end_element((size, size_of::<T>()), before)?;
            ends.check(index, r.offset())?;
            if let Some(item) = new {
                bulk::make_room_for_one(items, r)?;
                items.push(item);
            }
        }
        Ok(())
    })?;
    r.end_elements(size);
    Ok(())
}

impl<'de, T, W: Mode<'de, T>> DecodeIndexed<'de, W> for Vec<T> {
    #[inline]
    fn decode_indexed<F: Format>(
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<Self, DecodeError> {
        let mut items = Self::new();
        collect::<F, T, W, false>(&mut items, r, count)?;
        Ok(items)
    }

    fn decode_indexed_into<F: Format>(
        &mut self,
        r: &mut Reader<'de, F>,
        count: usize,
    ) -> Result<(), DecodeError> {
        collect::<F, T, W, true>(self, r, count)
    }
}
