//! Types of `std`.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, SystemTime};

use super::{describe, same};
use crate::schema::{Content, Describe, Kind, Seq};

describe! {
    {T: Describe, S} HashSet<T, S>, "HashSet", Kind::Seq(Seq::new(Content::Set, T::SCHEMA));
    {K: Describe, V: Describe, S} HashMap<K, V, S>, "HashMap",
        Kind::Seq(Seq::new(Content::Map, <(K, V)>::SCHEMA));
    Path, "Path", Kind::Seq(Seq::new(Content::Utf8, u8::SCHEMA)), Path;
    PathBuf, "PathBuf", Kind::Seq(Seq::new(Content::Utf8, u8::SCHEMA)), Path;
    SystemTime, "SystemTime", Kind::Same(Duration::SCHEMA), SystemTime;
}

same! {
    {T: Describe + ?Sized} Mutex<T> as T;
    {T: Describe + ?Sized} RwLock<T> as T;
}
