//! `smallvec`: as a `Vec`.

use smallvec::{Array, SmallVec};

use crate::error::{DecodeError, DecodeErrorKind};
use crate::form::element::{BorrowableElement, Sequence};
use crate::form::key_order;
use crate::format::Format;
use crate::format::size::{Size, sizes};
use crate::read::reader::Reader;
use crate::value::bulk;
use crate::value::decode::Decodable;
use crate::value::decode_ref::DecodableRef;
use crate::value::encode::Encode;
use crate::value::mode::{Borrow, Mode, Own};

crate::value::encode::encode_as!({A: Array<Item: Encode>} SmallVec<A> as [A::Item]; |it| it);

impl<A: Array<Item: Decodable>> Decodable for SmallVec<A> {
    crate::value::counted::after_count!(A::Item);

    fn memory<F: Format>(walk: &mut crate::MemoryWalk) {
        walk.elements::<F, A::Item>(size_of::<A::Item>());
    }
}

crate::value::counted::as_counted!({A: Array<Item: Encode>} SmallVec<A>);

/// Decodes an element, and appends it.
fn push<'de, F: Format, A: Array, W: Mode<'de, A::Item>>(
    items: &mut SmallVec<A>,
    r: &mut Reader<'de, F>,
) -> Result<(), DecodeError> {
    let item = W::read(r)?;
    if items.try_reserve(1).is_err() {
        return Err(r.error(DecodeErrorKind::OutOfMemory));
    }
    items.push(item);
    Ok(())
}

/// Replaces the elements by `count` others.
#[inline]
fn replace<'de, F: Format, A: Array, W: Mode<'de, A::Item>>(
    items: &mut SmallVec<A>,
    r: &mut Reader<'de, F>,
    count: usize,
) -> Result<(), DecodeError> {
    let size = W::size::<F>();
    let memory = size_of::<A::Item>();
    bulk::claim(r, count, size, memory, true)?;
    items.clear();
    if items.try_reserve(bulk::reservation::<A::Item>(count, r.cursor())).is_err() {
        return Err(r.error(DecodeErrorKind::OutOfMemory));
    }
    key_order::each(r, count, (size, memory), |r| push::<F, A, W>(items, r))
}

impl<'de, A: Array<Item: DecodableRef<'de>>> DecodableRef<'de> for SmallVec<A> {
    sizes!(ref_size: Size::at_least(F::len_size().min));

    #[inline]
    fn decode_ref<F: Format>(r: &mut Reader<'de, F>) -> Result<Self, DecodeError> {
        const { F::RULES.unsupported.refuse_sequence::<A::Item>() };
        let count = r.length()?;
        let mut items = Self::new();
        replace::<F, A, Borrow>(&mut items, r, count)?;
        Ok(items)
    }
}

crate::value::counted::content! {own
    #[inline] {A: Array<Item: Decodable>} SmallVec<A>;
    |r, count| {
        let mut items = Self::new();
        items.decode_counted_into(r, count)?;
        Ok(items)
    };
    {
        let mut items = Self::new();
        bulk::until_end(r, size_of::<A::Item>(), |r| push::<F, A, Own>(&mut items, r))?;
        Ok(items)
    };
    over |own, r, count| replace::<F, A, Own>(own, r, count)
}

crate::form::element::borrows! {
    {A: Array<Item: BorrowableElement>} SmallVec<A> as <A::Item as BorrowableElement>::Seq<'de>;
    |value| Sequence::lend(value);
    |borrowed| {
        let mut items = Self::new();
        borrowed.append_to(&mut items);
        items
    }
}

crate::form::element::lazy_element!({A: Array<Item: BorrowableElement + Sync> + Sync} SmallVec<A>);

crate::form::element::shares! {
    {A: Array<Item: crate::ShareableElement>} SmallVec<A> as <A::Item as crate::ShareableElement>::SharedSeq;
    |shared| {
        let mut items = Self::new();
        crate::SharedSequence::append_to(shared, &mut items);
        items
    }
}
