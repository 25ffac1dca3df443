//! Strings, sequences and pointers.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::rc::Rc;
use alloc::string::String;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

use crate::field::FormatWidth;
use crate::format::Format;
use crate::push::items::Items;
use crate::push::made::{Bounded, Boxed, Made};
use crate::push::text::Letters;
use crate::push::{Prefixed, PushCounted, PushDecode};
use crate::wire::{LengthPrefix, Seq};

impl<T: PushDecode> PushDecode for Vec<T> {
    type Decoder<F: Format> = Prefixed<F, FormatWidth, Items<F, T>>;
}

impl<T: PushDecode> PushCounted for Vec<T> {
    type Content<F: Format> = Items<F, T>;
}

impl PushDecode for String {
    type Decoder<F: Format> = Prefixed<F, FormatWidth, Letters<F>>;
}

impl PushCounted for String {
    type Content<F: Format> = Letters<F>;
}

/// What is made of a string or a vector.
macro_rules! made {
    ($({$param:ident})? $type:ty: $of:ty) => {
        impl$(<$param: PushDecode>)? PushDecode for $type {
            type Decoder<F: Format> = Made<<$of as PushDecode>::Decoder<F>, Self>;
        }
    };
}

/// And has a count of its own.
macro_rules! made_counted {
    ($({$param:ident})? $type:ty: $of:ty) => {
        made!($({$param})? $type: $of);

        impl$(<$param: PushDecode>)? PushCounted for $type {
            type Content<F: Format> = Made<<$of as PushCounted>::Content<F>, Self>;
        }
    };
}

made_counted!({T} VecDeque<T>: Vec<T>);
made_counted!({T} Box<[T]>: Vec<T>);
made!(Box<str>: String);
made!({T} Rc<[T]>: Vec<T>);
made!(Rc<str>: String);
#[cfg(target_has_atomic = "ptr")]
made!({T} Arc<[T]>: Vec<T>);
#[cfg(target_has_atomic = "ptr")]
made!(Arc<str>: String);
#[cfg(feature = "bytes")]
made_counted!(bytes::Bytes: Vec<u8>);
made!({T} RefCell<T>: T);
made!({T} Cell<T>: T);
#[cfg(feature = "std")]
made!({T} std::sync::Mutex<T>: T);
#[cfg(feature = "std")]
made!({T} std::sync::RwLock<T>: T);

macro_rules! pointer {
    ($pointer:ident) => {
        impl<T: PushDecode> PushDecode for $pointer<T> {
            type Decoder<F: Format> = Boxed<F, T, Self>;
        }
    };
}

pointer!(Box);
pointer!(Rc);
#[cfg(target_has_atomic = "ptr")]
pointer!(Arc);

impl<L: LengthPrefix, T: PushDecode> PushDecode for Seq<L, Vec<T>> {
    type Decoder<F: Format> = Bounded<F, L, T>;
}
