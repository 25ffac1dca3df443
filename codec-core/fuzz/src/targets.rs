//! The targets: one function each, of an input.

use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Consensus, Format, Postcard, Sv2};

use super::indexed::{in_format, in_sv2};
use super::indexed_kinds::{KINDS, in_kind};
use super::kitchen::{Corner, Full, Kind, Message, Most, Ordered, Plain, Point, Version};
use super::laws::{decode, reencode, shared, stream, strict};
use super::peers::{
    Bincode1, BorshCrate, Legacy, PackIo, PostcardCrate, Standard, Values, agree, agree_by_serde,
};

/// A function that is run on an input.
pub type Target = fn(&[u8]);

/// Every target by its name.
pub const ALL: &[(&str, Target)] = &[
    ("decode_sv2", decode_sv2),
    ("decode_bincode", decode_bincode),
    ("decode_bincode_varint", decode_bincode_varint),
    ("decode_postcard", decode_postcard),
    ("decode_borsh", decode_borsh),
    ("decode_compact", decode_compact),
    ("decode_consensus", decode_consensus),
    ("reencode", reencode_in_each),
    ("peer_bincode", peer_bincode),
    ("peer_postcard", peer_postcard),
    ("peer_borsh", peer_borsh),
    ("peer_pack_io", peer_pack_io),
    ("streams", streams),
    ("strict", strict_in_each),
    ("indexed", indexed_in_each),
];

pub fn decode_sv2(input: &[u8]) {
    decode::<Sv2, Message>(input);
    shared::<Sv2, Message>(input);
}

fn decode_full<F: Format>(input: &[u8]) {
    decode::<F, Full>(input);
    // Shorter ones, so that more of the input is reached.
    decode::<F, Vec<Kind>>(input);
    decode::<F, Vec<Point>>(input);
    shared::<F, Vec<Corner>>(input);
    decode::<F, Vec<Option<(char, Vec<Box<u64>>)>>>(input);
}

pub fn decode_bincode(input: &[u8]) {
    decode_full::<Bincode>(input);
}

pub fn decode_bincode_varint(input: &[u8]) {
    decode_full::<BincodeVarint>(input);
}

pub fn decode_postcard(input: &[u8]) {
    decode_full::<Postcard>(input);
}

pub fn decode_compact(input: &[u8]) {
    decode_full::<Compact>(input);
}

pub fn decode_borsh(input: &[u8]) {
    decode::<Borsh, Most>(input);
    decode::<Borsh, Vec<Kind>>(input);
    decode::<Borsh, Vec<Point>>(input);
    decode::<Borsh, Vec<Option<(f32, Vec<Box<u64>>)>>>(input);
}

pub fn decode_consensus(input: &[u8]) {
    decode::<Consensus, Plain>(input);
    decode::<Consensus, Vec<Point>>(input);
    decode::<Consensus, Vec<(String, Vec<Box<u64>>)>>(input);
}

/// The first byte says the format.
pub fn reencode_in_each(input: &[u8]) {
    let Some((format, input)) = input.split_first() else { return };
    match format % 7 {
        0 => reencode::<Sv2, Message>(input),
        1 => reencode::<Consensus, Plain>(input),
        2 => reencode::<Borsh, (Vec<Kind>, Most)>(input),
        3 => reencode::<Bincode, (Vec<Kind>, Full)>(input),
        4 => reencode::<BincodeVarint, (Vec<Kind>, Full)>(input),
        5 => reencode::<Postcard, (Vec<Kind>, Full)>(input),
        _ => reencode::<Compact, (Vec<Kind>, Full)>(input),
    }
}

/// The first byte says the format.
pub fn strict_in_each(input: &[u8]) {
    fn each<F: Format>(input: &[u8]) {
        strict::<F, (Vec<Version>, Ordered)>(input);
        strict::<F, Ordered>(input);
        strict::<F, Most>(input);
    }
    let Some((format, input)) = input.split_first() else { return };
    match format % 7 {
        0 => strict::<Sv2, Message>(input),
        1 => strict::<Consensus, Plain>(input),
        2 => each::<Borsh>(input),
        3 => each::<Bincode>(input),
        4 => each::<BincodeVarint>(input),
        5 => each::<Postcard>(input),
        _ => each::<Compact>(input),
    }
}

/// The first byte says the format and the sequence.
pub fn indexed_in_each(input: &[u8]) {
    let Some((head, input)) = input.split_first() else { return };
    let (format, kind) = (head % 7, head / 7 % (KINDS + 1));
    // Below seven are vectors whose lengths and strings are the format's own.
    let kind = kind.checked_sub(1);
    match format {
        0 => indexed::<Sv2>(kind, input, in_sv2::<Sv2>),
        1 => indexed::<Consensus>(kind, input, in_format::<Consensus>),
        2 => indexed::<Borsh>(kind, input, in_format::<Borsh>),
        3 => indexed::<Bincode>(kind, input, in_format::<Bincode>),
        4 => indexed::<BincodeVarint>(kind, input, in_format::<BincodeVarint>),
        5 => indexed::<Postcard>(kind, input, in_format::<Postcard>),
        _ => indexed::<Compact>(kind, input, in_format::<Compact>),
    }
}

fn indexed<F: Format>(kind: Option<u8>, input: &[u8], plain: Target) {
    match kind {
        Some(kind) => in_kind::<F>(kind, input),
        None => plain(input),
    }
}

pub fn peer_bincode(input: &[u8]) {
    agree::<Bincode1, Values>(input);
    agree::<Legacy, Values>(input);
    agree::<Legacy, Vec<(char, Option<f64>)>>(input);
    agree::<Standard, Values>(input);
    agree::<Standard, Vec<(char, Option<f64>)>>(input);
    agree_by_serde::<Bincode1>(input);
}

pub fn peer_postcard(input: &[u8]) {
    agree::<PostcardCrate, Values>(input);
    agree::<PostcardCrate, Vec<(char, Option<f64>)>>(input);
    agree_by_serde::<PostcardCrate>(input);
}

pub fn peer_borsh(input: &[u8]) {
    agree::<BorshCrate, Values>(input);
    agree::<BorshCrate, Vec<(f32, Option<f64>)>>(input);
}

pub fn peer_pack_io(input: &[u8]) {
    agree::<PackIo, Values>(input);
    agree::<PackIo, Vec<(char, Option<f64>)>>(input);
}

/// The first byte says the format, the next four the lengths of pieces.
pub fn streams(input: &[u8]) {
    let Some((&[format, ref pieces @ ..], input)) = input.split_first_chunk::<5>() else { return };
    match format % 8 {
        0 => stream::<Sv2, Message>(pieces, input),
        1 => stream::<Consensus, Plain>(pieces, input),
        2 => stream::<Borsh, Kind>(pieces, input),
        3 => stream::<Bincode, Vec<Option<(char, Vec<Box<u64>>)>>>(pieces, input),
        4 => stream::<BincodeVarint, Full>(pieces, input),
        5 => stream::<Postcard, Kind>(pieces, input),
        6 => stream::<Postcard, Vec<(String, Vec<Box<u64>>)>>(pieces, input),
        _ => stream::<Compact, Full>(pieces, input),
    }
}
