//! Types of `std`.

use core::hash::{BuildHasher, Hash};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Mutex, RwLock};
use std::time::SystemTime;

use super::collected;
use crate::form::map_key::MapKey;
use crate::push::PushDecode;
use crate::push::composed::made;
use crate::push::entries::entries;

collected!(PathBuf, SystemTime);
made!({T} Mutex<T>: T);
made!({T} RwLock<T>: T);
entries!(HashMap<K, V, S>, {K, V, S}, K, V,
    {K: PushDecode + MapKey + Eq + Hash, V: PushDecode, S: BuildHasher + Default});
entries!(HashSet<T, S>, {T, S}, T, (),
    {T: PushDecode + MapKey + Eq + Hash, S: BuildHasher + Default});
