//! Shapes of existing protocols, each with bytes of that protocol: as in its specification, read
//! and written in every form, cut at every byte and with every bit flipped. `docs/derive.md` lists
//! what can't be expressed.
#![expect(
    clippy::struct_excessive_bools,
    clippy::doc_markdown,
    clippy::struct_field_names,
    clippy::verbose_bit_mask,
    reason = "fields, flags and names are those of the protocols"
)]

mod checksum;
mod files;
mod industry;
mod link;
mod media;
mod names;
mod network;
mod records;
mod routing;
mod security;
mod stores;
mod tunnels;
mod web;

use codec_core::{Bincode, Decodable, Encode, Format};

use crate::agree::{self, Forms};

/// Bytes in hexadecimal, with any separators.
fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .chars()
        .filter_map(|char| char.to_digit(16))
        .map(|digit| u8::try_from(digit).unwrap())
        .collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect()
}

/// Decodes these bytes; every form encodes the same bytes.
fn holds<T>(bytes: &str) -> T
where
    T: Forms + Encode + Decodable + PartialEq + Clone + std::fmt::Debug,
{
    holds_in::<Bincode, T>(&hex(bytes))
}

/// The same in a given format.
fn holds_in<F: Format, T>(bytes: &[u8]) -> T
where
    T: Forms + Encode + Decodable + PartialEq + Clone + std::fmt::Debug,
{
    let value = F::from_slice(bytes).unwrap_or_else(|_| panic!("{}", F::explain::<T>(bytes)));
    assert_eq!(agree::agree::<F, T>(&value), bytes);
    value
}
