//! Records in files: checked, behind a lock, and with the lengths alone that programs write today.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{BufReader, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use bincode2::config::standard;
use codec_core::BincodeVarint;
use codec_records::{Appender, RecordFile};
use prost::Message;

use crate::bench::{Bench, figure};
use crate::candidate::Candidate;
use crate::groups::{Findings, Group};
use crate::random::Random;
use crate::table::{Table, Unit};

/// Records in files.
pub(super) const GROUP: Group = Group { name: "files", title: "Records in files", run };

const OURS: &str = "*RecordFile";
const CHECKED: &str = "bincode 2.0.1, CRC32C";
const BINCODE: &str = "bincode 2.0.1";
const PROST: &str = "prost 0.14.6";
const COLUMNS: [&str; 4] = [OURS, CHECKED, BINCODE, PROST];

const ABOUT: &str = "10,000 records of about 80 bytes in a file that is in the system's cache; nothing is synced. Ours has \
    two checksums and a number for each record, and a lock, which is compared when the file is opened: both are \
    in the figures. Those of bincode have a length of four bytes before each record, in one column with a CRC32C behind it \
    that is compared, in the other without; prost's are length-delimited. They are written by a `BufWriter` and \
    read by a `BufReader`, and by number through offsets that the program keeps in memory and that cost \
    nothing here.";

const UNCHECKED: &str = "Peers without a checksum do less, and open no lock.";

/// A line of a log.
#[derive(
    Clone,
    PartialEq,
    Message,
    codec_core::Encode,
    codec_core::Decode,
    bincode2::Encode,
    bincode2::Decode,
)]
#[bincode(crate = "bincode2")]
#[codec(schema)]
struct Line {
    #[prost(string, tag = "1")]
    host: String,
    #[prost(string, tag = "2")]
    request: String,
    #[prost(uint32, tag = "3")]
    code: u32,
    #[prost(uint64, tag = "4")]
    size: u64,
}

fn lines() -> Vec<Line> {
    let mut random = Random::new(0x00f1_1e50);
    let line = |number: u64| Line {
        host: format!("host-{}.example.org", random.between(0, 999)),
        request: format!("GET /path/{}/item?number={number} HTTP/1.1", random.between(0, 1 << 40)),
        code: 200,
        size: random.between(0, 1 << 20),
    };
    (0..10_000).map(line).collect()
}

/// Bytes of a record in a file of lengths, and how they are read.
struct Lengths {
    name: &'static str,
    encode: fn(&Line, &mut Vec<u8>),
    decode: fn(&[u8]) -> Line,
}

const PLAIN: Lengths = Lengths {
    name: BINCODE,
    encode: |line, out| {
        bincode2::encode_into_std_write(line, out, standard()).expect("it encodes");
    },
    decode: |bytes| bincode2::decode_from_slice(bytes, standard()).expect("it decodes").0,
};

const SUMMED: Lengths = Lengths {
    name: CHECKED,
    encode: |line, out| {
        (PLAIN.encode)(line, out);
        out.extend(crc32c::crc32c(out).to_le_bytes());
    },
    decode: |bytes| {
        let (record, sum) = bytes.split_last_chunk::<4>().expect("it has a checksum");
        assert_eq!(crc32c::crc32c(record), u32::from_le_bytes(*sum));
        (PLAIN.decode)(record)
    },
};

const DELIMITED: Lengths = Lengths {
    name: PROST,
    encode: |line, out| line.encode(out).expect("a vector has room"),
    decode: |bytes| Line::decode(bytes).expect("it decodes"),
};

impl Lengths {
    fn path(&self, folder: &Path) -> PathBuf {
        folder.join(self.name)
    }

    /// Writes all records, and returns their offsets.
    fn write(&self, folder: &Path, lines: &[Line]) -> Vec<u64> {
        let mut file = BufWriter::new(File::create(self.path(folder)).expect("a file"));
        let (mut record, mut at, mut offsets) = (Vec::new(), 0, Vec::with_capacity(lines.len()));
        for line in lines {
            record.clear();
            (self.encode)(line, &mut record);
            let len = u32::try_from(record.len()).expect("a short record");
            file.write_all(&len.to_le_bytes()).expect("it is written");
            file.write_all(&record).expect("it is written");
            offsets.push(at);
            at += 4 + u64::from(len);
        }
        file.flush().expect("it is written");
        offsets
    }

    fn read(&self, folder: &Path, mut each: impl FnMut(Line)) {
        let mut file = BufReader::new(File::open(self.path(folder)).expect("a file"));
        let (mut len, mut record) = ([0; 4], Vec::new());
        while file.read_exact(&mut len).is_ok() {
            record.resize(u32::from_le_bytes(len) as usize, 0);
            file.read_exact(&mut record).expect("a whole record");
            each((self.decode)(&record));
        }
    }

    fn get(&self, file: &File, offsets: &[u64], number: usize, record: &mut Vec<u8>) -> Line {
        let mut len = [0; 4];
        file.read_exact_at(&mut len, offsets[number]).expect("a length");
        record.resize(u32::from_le_bytes(len) as usize, 0);
        file.read_exact_at(record, offsets[number] + 4).expect("a whole record");
        (self.decode)(record)
    }
}

fn write(folder: &Path, lines: &[Line]) {
    let path = folder.join("ours");
    let _ = fs::remove_file(&path);
    let mut file = Appender::<Line, BincodeVarint>::open(path).expect("a file");
    file.append_all(lines).expect("they are appended");
}

fn open(folder: &Path) -> RecordFile<Line, BincodeVarint> {
    RecordFile::open(folder.join("ours")).expect("a file of records")
}

fn run(bench: &Bench) -> Findings {
    let folder = std::env::temp_dir().join(format!("codec-benches-files-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let mut table = Table::new(GROUP.title, ABOUT, Unit::Time, &COLUMNS);
    table.because("", UNCHECKED);
    let lines = lines();
    write(&folder, &lines);
    let peers = [SUMMED, PLAIN, DELIMITED];
    let offsets = peers.each_ref().map(|peer| peer.write(&folder, &lines));
    let read: Vec<Line> = open(&folder).iter_from(0).map(|line| line.expect("whole").1).collect();
    assert!(read == lines);
    for peer in &peers {
        let mut read = Vec::new();
        peer.read(&folder, |line| read.push(line));
        assert!(read == lines, "{}", peer.name);
    }

    let mut add = |row: &str, mut candidates: Vec<Candidate<'_>>| {
        let figures = bench.row(GROUP.title, row, &mut candidates);
        table.row(row, &COLUMNS.map(|name| figure(&figures, name)));
    };
    let (folder, lines) = (&*folder, &*lines);
    let mut candidates = vec![Candidate::new(OURS, 1, || write(folder, lines))];
    candidates.extend(peers.iter().map(|peer| {
        Candidate::new(peer.name, 1, move || drop(black_box(peer.write(folder, lines))))
    }));
    add("write all to a new file", candidates);

    let mut candidates = vec![Candidate::new(OURS, 1, || {
        for line in open(folder).iter_from(0) {
            black_box(line.expect("whole"));
        }
    })];
    candidates.extend(peers.iter().map(|peer| {
        Candidate::new(peer.name, 1, move || peer.read(folder, |line| drop(black_box(line))))
    }));
    add("open and read all, owned", candidates);

    let mut random = Random::new(0x0011_dead);
    let numbers: Vec<u64> = (0..256).map(|_| random.between(0, 9_999)).collect();
    let numbers = &*numbers;
    let mut file = open(folder);
    assert_eq!(file.end().expect("it is read"), 10_000);
    let mut candidates = vec![Candidate::new(OURS, 256, move || {
        for number in numbers {
            black_box(file.get(*number).expect("whole"));
        }
    })];
    for (peer, offsets) in peers.iter().zip(&offsets) {
        let (file, mut record) = (File::open(peer.path(folder)).expect("a file"), Vec::new());
        candidates.push(Candidate::new(peer.name, 256, move || {
            for number in numbers {
                let number = usize::try_from(*number).expect("an index");
                black_box(peer.get(&file, offsets, number, &mut record));
            }
        }));
    }
    add("one by its number, owned", candidates);
    fs::remove_dir_all(folder).expect("the folder goes");
    Findings { tables: vec![table], plots: Vec::new() }
}
