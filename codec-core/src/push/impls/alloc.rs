//! Types of `alloc`.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::ffi::CString;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use super::collected;
use crate::error::DecodeError;
use crate::field::FormatWidth;
use crate::format::Format;
use crate::impls::alloc::binary_heap::heap;
use crate::push::composed::{Compose, Composed, compose, made};
use crate::push::entries::entries;
use crate::push::items::Items;
use crate::push::made::Boxed;
use crate::push::text::Letters;
use crate::push::{Feed, Prefixed, PushCounted, PushDecode};

collected!(CString);
made!({T} Cell<T>: T);
made!({T} RefCell<T>: T);
made!(counted {T} VecDeque<T>: Vec<T>);
made!(counted {T} Box<[T]>: Vec<T>);
made!(counted Box<str>: String);
entries!(BTreeMap<K, V>, {K, V}, K, V, {K: PushDecode + Ord, V: PushDecode});
entries!(BTreeSet<T>, {T}, T, (), {T: PushDecode + Ord});

impl PushDecode for String {
    type Decoder<F: Format> = Prefixed<F, FormatWidth, Letters<F>>;
}

impl PushCounted for String {
    type Content<F: Format> = Letters<F>;
}

impl<T: PushDecode> PushDecode for Vec<T> {
    type Decoder<F: Format> = Prefixed<F, FormatWidth, Items<F, T>>;
}

impl<T: PushDecode> PushCounted for Vec<T> {
    type Content<F: Format> = Items<F, T>;
}

impl<T: PushDecode> PushDecode for Box<T> {
    type Decoder<F: Format> = Boxed<F, T, Self>;
}

/// The size of the reference counts next to a shared value.
const COUNTS: usize = size_of::<(usize, usize)>();

macro_rules! pointer {
    ($pointer:ident) => {
        impl<T: PushDecode> PushDecode for $pointer<T> {
            type Decoder<F: Format> = Boxed<F, T, Self>;
        }

        made!(counted {T} $pointer<[T]>: Vec<T>, |items| COUNTS + size_of_val(&**items));
        made!(counted $pointer<str>: String, |text| COUNTS + text.len());
    };
}

pointer!(Rc);
#[cfg(target_has_atomic = "ptr")]
pointer!(Arc);

impl<T: PushDecode + Ord> PushDecode for BinaryHeap<T> {
    type Decoder<F: Format> = Composed<F, <Vec<T> as PushDecode>::Decoder<F>, Self>;
}

impl<T: Ord> Compose<Vec<T>> for BinaryHeap<T> {
    fn compose<F: Format>(
        items: Vec<T>,
        start: usize,
        _feed: &mut Feed<'_>,
    ) -> Result<Self, DecodeError> {
        heap::<F, T>(items, start)
    }
}

impl<T: PushDecode> PushDecode for LinkedList<T> {
    type Decoder<F: Format> = Composed<F, <Vec<T> as PushDecode>::Decoder<F>, Self>;
}

impl<T> Compose<Vec<T>> for LinkedList<T> {
    fn compose<F: Format>(
        items: Vec<T>,
        _start: usize,
        feed: &mut Feed<'_>,
    ) -> Result<Self, DecodeError> {
        // Each element is stored with two pointers.
        feed.charge(items.len().saturating_mul(size_of::<(usize, usize)>()))?;
        Ok(items.into_iter().collect())
    }
}

impl<B: ToOwned<Owned: PushDecode> + ?Sized> PushDecode for Cow<'_, B> {
    type Decoder<F: Format> = Composed<F, <B::Owned as PushDecode>::Decoder<F>, Self>;
}

impl<B: ToOwned<Owned: PushCounted> + ?Sized> PushCounted for Cow<'_, B> {
    type Content<F: Format> = Composed<F, <B::Owned as PushCounted>::Content<F>, Self>;
}

compose!({B: ToOwned + ?Sized} Cow<'_, B>: B::Owned, Cow::Owned);
