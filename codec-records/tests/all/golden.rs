//! A file that stays readable: its bytes are the ones that docs/files.md says.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use codec_core::{Format, Postcard};

use super::{File, Folder, Reading, Writer, offsets, record};

/// Ten records, as a program of 0.1.0 wrote them.
const GOLDEN: &[u8] = include_bytes!("../golden/readings");
const INDEX: &[u8] = include_bytes!("../golden/readings.index");

fn values() -> impl Iterator<Item = Vec<u8>> {
    (0..10).map(|number| Postcard::to_vec(&Reading::new(number)).unwrap())
}

#[test]
fn the_golden_file_is_read_and_written_byte_for_byte() {
    let folder = Folder::new();
    fs::write(folder.file(), GOLDEN).unwrap();
    let all: Vec<_> = File::open(folder.file()).unwrap().iter_from(0).map(Result::unwrap).collect();
    assert_eq!(all, (0..10).map(|number| (number, Reading::new(number))).collect::<Vec<_>>());
    let start = offsets(GOLDEN)[0];
    fs::write(folder.file(), &GOLDEN[..start]).unwrap();
    let mut writer = Writer::open(folder.file()).unwrap();
    let records: Vec<_> = (0..10).map(Reading::new).collect();
    writer.append_all(&records).unwrap();
    writer.sync().unwrap();
    assert_eq!(fs::read(folder.file()).unwrap(), GOLDEN);
    assert_eq!(fs::read(folder.0.join("readings.index")).unwrap(), INDEX);
}

#[test]
fn the_golden_file_has_the_bytes_of_the_page() {
    let lock = "codec wire format lock, version 1\n\nroot Reading\n";
    let head = &GOLDEN[..28];
    assert_eq!(head[..8], *b"\x89cr1\r\n\x1a\n");
    assert_eq!(head, &GOLDEN[28..56]);
    assert_eq!(head[24..], crc32c::crc32c(&head[..24]).to_le_bytes());
    let len = u32::from_le_bytes(head[16..20].try_into().unwrap()) as usize;
    let text = &GOLDEN[56..56 + len];
    assert_eq!(text, &GOLDEN[56 + len..56 + 2 * len]);
    assert_eq!(head[20..24], crc32c::crc32c(text).to_le_bytes());
    assert!(
        text.starts_with(format!("Postcard 6c062ddc24d0f57a985a0dfd04e6d1ca\n{lock}").as_bytes())
    );
    let mut bytes = GOLDEN[..56 + 2 * len].to_vec();
    let mut entries: Vec<(u64, u64)> = Vec::new();
    for (number, value) in (0..).zip(values()) {
        let at = bytes.len() as u64;
        if entries.last().is_none_or(|(_, last)| at / 2048 > last / 2048) {
            entries.push((number, at));
        }
        bytes.extend(record(GOLDEN, number, &value));
    }
    assert_eq!(bytes, GOLDEN);
    let mut index = b"\x89ci1\r\n\x1a\n".to_vec();
    index.extend(&GOLDEN[8..16]);
    index.extend(crc32c::crc32c(&index).to_le_bytes());
    assert_eq!(entries.len(), 3);
    for (number, at) in entries {
        index.extend([number.to_le_bytes(), at.to_le_bytes()].concat());
    }
    assert_eq!(index, INDEX);
}

/// `python3 tests/reader.py FILE`, whose output is that of the file in Rust, also of a damaged one.
#[test]
#[ignore = "needs python3: tools/check/export.sh"]
fn a_reader_in_python_reads_the_golden_file_and_past_damage() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reader.py");
    let folder = Folder::new();
    for lost in [None, Some(0), Some(4), Some(8)] {
        let mut bytes = GOLDEN.to_vec();
        let mut wanted = "Postcard 6c062ddc24d0f57a985a0dfd04e6d1ca\n".to_owned();
        for (number, value) in values().enumerate() {
            if lost == Some(number) {
                bytes[offsets(GOLDEN)[number] + number] ^= 0x10;
                bytes[30] ^= 1;
                continue;
            }
            write!(wanted, "{number} ").unwrap();
            for byte in value {
                write!(wanted, "{byte:02x}").unwrap();
            }
            wanted.push('\n');
        }
        fs::write(folder.file(), &bytes).unwrap();
        let output = Command::new("python3").arg(&script).arg(folder.file()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8(output.stdout).unwrap(), wanted);
    }
}
