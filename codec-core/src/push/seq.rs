//! A bounded sequence, resumed at the element that was cut.
#![forbid(unsafe_code)]

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::items::Items;
use super::{Content, Feed, Fuel, PushDecode, Resume};
use crate::error::DecodeError;
use crate::format::Format;
use crate::wire::{LengthPrefix, Seq};

/// The state of a bounded sequence.
pub struct Bounded<F: Format, L, T: PushDecode> {
    items: Option<Items<F, T>>,
    prefix: PhantomData<fn() -> L>,
}

super::resume::state! {
    {F: Format, L, T: PushDecode} Bounded<F, L, T> = Self { items: None, prefix: PhantomData }
}

impl<F: Format, L: LengthPrefix, T: PushDecode> Resume for Bounded<F, L, T> {
    type Value = Seq<L, Vec<T>>;

    fn resume(&mut self, feed: &mut Feed<'_>) -> Result<Option<Self::Value>, DecodeError> {
        if self.items.is_none() {
            let count = feed.leaf::<F, usize>(L::SIZE, L::read)?;
            let Some(count) = count else { return Ok(None) };
            self.items = Some(Content::begin(count, feed.offset(), feed)?);
        }
        let items = self.items.as_mut().map_or(Ok(None), |items| items.resume(feed))?;
        Ok(items.map(Seq::unchecked))
    }

    fn is_open(fuel: &mut Fuel) -> bool {
        <Items<F, T> as Content>::is_open(fuel)
    }
}
