//! Files: PNG, ZIP, WAV, BMP and ELF.

use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, Format};

use super::checksum::crc32;
use super::{hex, holds};
use crate::agree::forms;

forms! {
    Png: PngRef, PngShared;
    ZipEntry: ZipEntryRef, ZipEntryShared;
    Wav: WavRef, WavShared;
    Bmp: BmpRef, BmpShared;
    Elf: ElfRef, ElfShared;
}

/// PNG, 5.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(magic = b"\x89PNG\r\n\x1a\n", borrow, shared)]
struct Png {
    #[codec(tail)]
    chunks: Vec<Chunk>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(be, borrow, shared)]
struct Chunk {
    #[codec(computed = data.len())]
    len: u32,
    kind: [u8; 4],
    #[codec(count = len)]
    data: Vec<u8>,
    #[codec(computed = crc32(encoded(kind..=data)))]
    crc: u32,
}

#[test]
fn png_of_one_pixel() {
    let bytes = "89504e470d0a1a0a 0000000d 49484452 00000001000000010806000000 1f15c489
        0000000a 49444154 789c63000100000500 01 0d0a2db4 00000000 49454e44 ae426082";
    let png: Png = holds(bytes);
    assert_eq!((png.chunks.len(), png.chunks[2].crc), (3, 0xae42_6082));
    let mut damaged = hex(bytes);
    damaged[20] ^= 1;
    let error = Bincode::from_slice::<Png>(&damaged).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::CheckFailed, 29));
}

/// APPNOTE.TXT, 4.3.7, of an entry that is stored.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(magic = b"PK\x03\x04", le, borrow, shared)]
struct ZipEntry {
    version: u16,
    flags: u16,
    method: u16,
    time: u16,
    date: u16,
    #[codec(computed = crc32(encoded(data)))]
    crc: u32,
    #[codec(computed = data.len())]
    compressed: u32,
    #[codec(computed = data.len())]
    uncompressed: u32,
    #[codec(computed = name.len())]
    name_len: u16,
    #[codec(computed = extra.len())]
    extra_len: u16,
    #[codec(count = name_len)]
    name: String,
    #[codec(count = extra_len)]
    extra: Vec<u8>,
    #[codec(count = compressed)]
    data: Vec<u8>,
}

#[test]
fn zip_entry() {
    // "hello" in a.txt, stored.
    let bytes = "504b0304 0a00 0000 0000 0000 2158 86a61036 05000000 05000000 0500 0000
        612e747874 68656c6c6f";
    let entry: ZipEntry = holds(bytes);
    assert_eq!((entry.crc, &*entry.name), (0x3610_a686, "a.txt"));
    let anew = ZipEntry { crc: 0, compressed: 0, uncompressed: 0, name_len: 0, ..entry };
    assert_eq!(Bincode::to_vec(&anew).unwrap(), hex(bytes));
}

/// RIFF: a chunk that contains chunks of even length.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(magic = b"RIFF", le, borrow, shared)]
struct Wav {
    #[codec(bytes = u32)]
    content: Wave,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(magic = b"WAVE", le, borrow, shared)]
struct Wave {
    #[codec(tail)]
    chunks: Vec<RiffChunk>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(le, borrow, shared)]
struct RiffChunk {
    id: [u8; 4],
    #[codec(len = u32)]
    data: Vec<u8>,
    #[codec(align = 2)]
    end: (),
}

#[test]
fn wav_of_three_samples() {
    // PCM, mono, 8000 samples per second of 8 bits: three of them, and a padding byte.
    let bytes = "52494646 28000000 57415645 666d7420 10000000 0100 0100 401f0000 401f0000 0100
        0800 64617461 03000000 80ff00 00";
    let wav: Wav = Bincode::from_slice(&hex(bytes)).unwrap();
    assert_eq!(wav.content.chunks[1].data, [0x80, 0xff, 0]);
    assert_eq!(crate::agree::agree::<Bincode, _>(&wav), hex(bytes));
}

/// A bitmap with the header of Windows 3.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(magic = b"BM", le, borrow, shared)]
struct Bmp {
    #[codec(computed = 2 + encoded_len(size..=pixels))]
    size: u32,
    reserved: u32,
    #[codec(computed = 2 + encoded_len(size..=palette))]
    offset: u32,
    #[codec(bytes = 40u32)]
    info: BmpInfo,
    #[codec(count = (offset as usize).saturating_sub(54) / 4)]
    palette: Vec<[u8; 4]>,
    #[codec(count = size.saturating_sub(offset))]
    pixels: Vec<u8>,
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(le, plain)]
struct BmpInfo {
    #[codec(magic = 40u32)]
    size: (),
    width: i32,
    height: i32,
    planes: u16,
    depth: u16,
    compression: u32,
    image_size: u32,
    resolution: [i32; 2],
    colors: [u32; 2],
}

#[test]
fn bmp_of_two_by_two() {
    // Wikipedia, "BMP file format", example 1.
    let bytes = "424d 46000000 00000000 36000000 28000000 02000000 02000000 0100 1800 00000000
        10000000 130b0000 130b0000 00000000 00000000 0000ff ffffff 0000 ff0000 00ff00 0000";
    let bmp: Bmp = holds(bytes);
    assert_eq!((bmp.size, bmp.offset, bmp.info.width), (0x46, 54, 2));
    assert_eq!(bmp.pixels.len(), 16);
}

/// ELF, the 64-bit header: one of its bytes gives the byte order of integers, so there is a type
/// for each byte order.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(magic = b"\x7fELF\x02\x01\x01", le, borrow, shared)]
struct Elf {
    system: u8,
    abi: u8,
    #[codec(pad_before = 7)]
    kind: u16,
    machine: u16,
    version: u32,
    entry: u64,
    programs: u64,
    sections: u64,
    flags: u32,
    #[codec(computed = encoded_len(system..=names) + 7)]
    header_len: u16,
    program_len: u16,
    program_count: u16,
    section_len: u16,
    section_count: u16,
    names: u16,
}

#[test]
fn elf_header() {
    // The output of `as` and `ld` for `_start` on x86-64.
    let bytes = hex("7f454c46 020101 00 00 00000000000000 0200 3e00 01000000 0010400000000000
        4000000000000000 2811000000000000 00000000 4000 3800 0200 4000 0500 0400");
    let elf: Elf = Bincode::from_slice(&bytes).unwrap();
    assert_eq!((elf.machine, elf.entry, elf.header_len), (62, 0x40_1000, 64));
    assert_eq!(crate::agree::agree::<Bincode, _>(&elf), bytes);
}
