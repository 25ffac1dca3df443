//! The shared forms, which are collected.
#![forbid(unsafe_code)]

use super::leaf::collected;
use crate::form::{seq_shared::SeqShared, text_shared::TextShared};
use crate::value::decode::Decodable;

collected!(TextShared);
collected!(open {T: Decodable} SeqShared<T>);
collected!(counted {T: Decodable} SeqShared<T>);
