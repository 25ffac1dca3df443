//! Types of `alloc`.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
use alloc::ffi::CString;
use alloc::rc::Rc;
use alloc::string::String;
use core::ffi::CStr;

use super::{describe, same};
use crate::schema::{Content, Describe, Kind, Seq};

describe! {
    String, "String", Kind::Seq(Seq::new(Content::Utf8, u8::SCHEMA));
    {T: Describe} VecDeque<T>, "VecDeque", Kind::Seq(Seq::new(Content::Items, T::SCHEMA));
    {T: Describe} LinkedList<T>, "LinkedList", Kind::Seq(Seq::new(Content::Items, T::SCHEMA));
    {T: Describe} BinaryHeap<T>, "BinaryHeap", Kind::Seq(Seq::new(Content::Items, T::SCHEMA));
    {T: Describe} BTreeSet<T>, "BTreeSet", Kind::Seq(Seq::new(Content::Set, T::SCHEMA));
    {K: Describe, V: Describe} BTreeMap<K, V>, "BTreeMap",
        Kind::Seq(Seq::new(Content::Map, <(K, V)>::SCHEMA));
    CStr, "CStr", Kind::Seq(Seq::new(Content::NoZero, u8::SCHEMA)), CString;
    CString, "CString", Kind::Seq(Seq::new(Content::NoZero, u8::SCHEMA)), CString;
    {T: Describe + ?Sized} Box<T>, "Box", Kind::Boxed(T::SCHEMA);
    {T: Describe + ?Sized} Rc<T>, "Rc", Kind::Boxed(T::SCHEMA);
}

#[cfg(target_has_atomic = "ptr")]
describe! {
    {T: Describe + ?Sized} alloc::sync::Arc<T>, "Arc", Kind::Boxed(T::SCHEMA);
}

same! {
    {B: Describe + ToOwned + ?Sized} Cow<'_, B> as B;
}
