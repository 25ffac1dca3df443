//! Parts of real formats by attributes: a note of a Linux core file with the files that were mapped,
//! WebAssembly's memories, and the header of Postgres's messages.
//!
//! `cargo run -p codec-derive --example notes`
#![forbid(unsafe_code)]

use core::ops::Range;
use std::error::Error;

use codec_core::{Bincode, Decode, Encode, Format, Header};

/// A note (System V ABI, "Note Section"): its content and the next note begin at multiples of four.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(le)]
struct Note {
    /// With the NUL that ends the name.
    #[codec(computed = name.len() + 1)]
    name_len: u32,
    #[codec(computed = content.len())]
    content_len: u32,
    kind: u32,
    #[codec(until = 0)]
    name: String,
    #[codec(align = 4, count = content_len, pad_after = (4 - content_len % 4) % 4)]
    content: Vec<u8>,
    /// Its offset in the core file, which is not in the note.
    #[codec(skip, default = u64::MAX)]
    found: u64,
}

/// The kind of a note with the files that were mapped: `NT_FILE`.
const MAPPED: u32 = 0x4649_4c45;

/// The files that a process had mapped (`fs/binfmt_elf.c` of Linux, `fill_files_note`).
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(le)]
struct Mapped {
    #[codec(computed = mappings.len())]
    count: u64,
    page_size: u64,
    #[codec(count = count)]
    mappings: Vec<Mapping>,
    #[codec(count = count)]
    files: Vec<File>,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Mapping {
    #[codec(as = Addresses)]
    addresses: Range<u64>,
    /// Of the file, in pages.
    offset: u64,
}

/// A range as the kernel writes it. `Range` is a type of the standard library.
#[derive(Encode, Decode)]
#[codec(remote = Range<u64>, le)]
struct Addresses {
    start: u64,
    end: u64,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct File {
    #[codec(until = 0)]
    path: String,
}

/// The memory section of a WebAssembly module (5.5.8 of its specification): its numbers are LEB128.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(magic = [5u8])]
struct Memories {
    #[codec(bytes = varint)]
    content: Limits,
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Limits {
    #[codec(varint, check = memories == 1)]
    memories: u32,
    has_most: bool,
    #[codec(varint)]
    least: u32,
    #[codec(varint, if = has_most)]
    most: Option<u32>,
}

/// The header of Postgres's messages (manual of `PostgreSQL`, "Message Formats"): the length counts itself.
#[derive(Debug, Clone, Copy, PartialEq, Header)]
#[codec(be)]
struct Head {
    #[codec(id)]
    kind: u8,
    #[codec(payload_len, includes = 4)]
    len: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mapping = Mapping { addresses: 0x4000..0x5000, offset: 2 };
    let files = vec![File { path: "/bin/a".into() }];
    let mapped = Mapped { count: 1, page_size: 4096, mappings: vec![mapping], files };
    let (content, name) = (Bincode::to_vec(&mapped)?, "CORE".into());
    let note = Note { name_len: 5, content_len: 47, kind: MAPPED, name, content, found: u64::MAX };
    let bytes = Bincode::to_vec(&note)?;
    assert_eq!(bytes[..20], *b"\x05\0\0\0\x2f\0\0\0ELIFCORE\0\0\0\0");
    assert_eq!(bytes[20..36], *b"\x01\0\0\0\0\0\0\0\0\x10\0\0\0\0\0\0");
    assert_eq!(bytes[36..52], *b"\0\x40\0\0\0\0\0\0\0\x50\0\0\0\0\0\0");
    assert_eq!(bytes[52..], *b"\x02\0\0\0\0\0\0\0/bin/a\0\0");
    let read: Note = Bincode::from_slice(&bytes)?;
    assert_eq!(read, note);
    assert_eq!(Bincode::from_slice::<Mapped>(&read.content)?, mapped);

    let limits = Limits { memories: 1, has_most: true, least: 1, most: Some(200) };
    let bytes = Bincode::to_vec(&Memories { content: limits })?;
    assert_eq!(bytes, [5, 5, 1, 1, 1, 0xc8, 0x01]);
    assert_eq!(Bincode::from_slice::<Memories>(&bytes)?.content.most, Some(200));

    let query = b"SELECT 1\0";
    let mut head = [0; Head::SIZE];
    Head::describe(u32::from(b'Q'), 0, query)?.write(&mut head);
    assert_eq!(head, [b'Q', 0, 0, 0, 13]);
    assert_eq!(Head::parse(&head)?.payload_len(), query.len());
    println!("the note names {:?}", mapped.files);
    Ok(())
}
