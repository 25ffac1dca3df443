//! Locks: written, checked against, refused.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use codec_core::schema::{Describe, Kind, Need, Schema, SchemaRef};
use codec_core::{Decode, Encode};
use codec_schema::{
    Class, Encoding, LockError, Locked, Model, ModelError, check_lock, compare, max_len, read_lock,
    write_lock,
};

mod one {
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(schema)]
    pub(crate) struct Price {
        cents: u16,
        #[codec(len = u8, max = 20)]
        shop: String,
    }
}

mod two {
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(schema)]
    pub(crate) struct Price {
        cents: u32,
        #[codec(len = u8, max = 10)]
        shop: String,
    }
}

/// A separate folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("codec-schema-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn a_lock_holds_for_its_format_and_names_what_changed() {
    let folder = folder("holds");
    let path = folder.join("price.lock");
    fs::create_dir_all(&folder).unwrap();
    fs::write(&path, write_lock(&Model::of::<one::Price>().unwrap())).unwrap();
    assert_eq!(check_lock::<one::Price>(&path).unwrap(), Locked::Holds);
    let error = check_lock::<two::Price>(&path).unwrap_err().to_string();
    for part in [
        "the wire format is not the one in",
        "Bincode, Borsh, Consensus, Sv2: breaking",
        "Price.cents: it is written as 2 bytes, little-endian, and read as 4 bytes, little-endian",
        "BincodeVarint: breaking",
        "Price.shop: up to 20 are written, and up to 10 are read",
        "CODEC_LOCK=bless",
    ] {
        assert!(error.contains(part), "{part}\n{error}");
    }
    let crlf = fs::read_to_string(&path).unwrap().replace('\n', "\r\n");
    fs::write(&path, crlf).unwrap();
    assert_eq!(check_lock::<one::Price>(&path).unwrap(), Locked::Holds);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_lock_reads_as_it_is_written() {
    let lock = write_lock(&Model::of::<one::Price>().unwrap());
    let wanted = "codec wire format lock, version 1

root Price

struct Price
    cents: u16
    shop: string counted len u8 max 20

fingerprints
    Bincode ";
    assert!(lock.starts_with(wanted), "{lock}");
}

/// A lock with edited lines and a matching checksum.
fn summed(lock: &str, edit: impl Fn(&str) -> String) -> String {
    let body = lock.trim_end().rsplit_once('\n').unwrap().0;
    // The checksum of the edited lock: 128-bit FNV-1a.
    let edited = edit(body);
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    for byte in edited.trim_end().lines().flat_map(|line| line.bytes().chain([b'\n'])) {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0100_0000_0000_0000_0000_013b);
    }
    format!("{edited}\nsum {hash:032x}\n")
}

/// The model of a lock with these types, of which `T0` is the first.
fn model(types: &str) -> Model {
    let lock = format!("codec wire format lock, version 1\n\nroot T0\n\n{types}\nsum 0\n");
    read_lock(&summed(&lock, str::to_owned)).unwrap()
}

/// Types of which each has this many fields of the next, and the last one of `last`.
fn chain(len: usize, fields: usize, last: &str) -> Model {
    let mut types = String::new();
    for at in 0..len {
        let ty = if at + 1 == len { last.to_owned() } else { format!("T{}", at + 1) };
        writeln!(types, "struct T{at}").unwrap();
        for field in 0..fields {
            writeln!(types, "    f{field}: {ty}").unwrap();
        }
    }
    model(&types)
}

#[test]
fn types_may_be_nested_as_deep_as_a_lock_is_long() {
    let (old, new) = (chain(20_000, 1, "u16"), chain(20_000, 1, "u32"));
    assert_eq!(compare(&old, &old, &Encoding::BORSH).class, Class::Identical);
    let verdict = compare(&old, &new, &Encoding::BORSH);
    assert_eq!(verdict.class, Class::Breaking);
    let [reason] = &verdict.new_reads_old[..] else { panic!("{verdict}") };
    assert!(reason.starts_with("T0.f0.f0.f0"), "{reason}");
    assert!(reason.ends_with(
        ": it is written as 2 bytes, little-endian, and read as 4 bytes, little-endian"
    ));
    assert!(reason.len() < 300, "{reason}");
}

#[test]
fn a_lock_of_any_shape_is_read_or_refused_in_time() {
    use codec_schema::read::Description;
    let of = |model: &Model| Description::of_model(model, &Encoding::BORSH);
    let deep = of(&chain(20_000, 1, "u16")).unwrap_err().to_string();
    assert!(deep.contains("types are nested too deep"), "{deep}");
    // The sizes of fields would be 40 to the 9th.
    let wide = of(&chain(10, 40, "u16")).unwrap();
    let problem = wide.value(&[0; 3]).unwrap().problem().unwrap().to_string();
    assert!(problem.contains("f1: unexpected end of input at byte 3"), "{problem}");
    for wrong in ["u255", "u12", "i0", "u", "-8"] {
        let lock = format!(
            "codec wire format lock, version 1\n\nroot T0\n\nstruct T0 magic {wrong} 7\n\nsum 0\n"
        );
        let error = read_lock(&summed(&lock, str::to_owned)).unwrap_err().to_string();
        assert!(error.starts_with("line 5 of the lock: "), "{error}");
    }
}

#[test]
fn comparing_takes_as_many_steps_as_there_are_parts() {
    // Once for each of 40 fields would be 40 to the 9th.
    let (old, new) = (chain(10, 40, "()"), chain(10, 40, "u8"));
    let verdict = compare(&old, &new, &Encoding::BORSH);
    assert_eq!(verdict.class, Class::Breaking, "{verdict}");
    let (old, new) = (chain(10, 40, "u16"), chain(10, 40, "u32"));
    assert_eq!(compare(&old, &new, &Encoding::POSTCARD).class, Class::NewReadsOld);
}

#[test]
fn a_comparison_that_takes_too_many_steps_is_given_up() {
    // Each type of one is compared with each of the other.
    let cycle = |len: usize| {
        let types =
            (0..len).map(|at| format!("struct T{at}\n    f: option(T{})\n", (at + 1) % len));
        model(&types.collect::<String>())
    };
    let verdict = compare(&cycle(3_001), &cycle(3_000), &Encoding::BORSH);
    assert_eq!(verdict.class, Class::Breaking);
    let reasons = [&verdict.new_reads_old, &verdict.old_reads_new].map(|all| all.last().unwrap());
    let given_up = "comparing takes more than 2097152 steps, and was given up";
    assert_eq!(reasons, [given_up; 2]);
    let few = compare(&cycle(31), &cycle(30), &Encoding::BORSH);
    assert_eq!(few.class, Class::Both, "{few}");
}

#[test]
fn a_lock_that_was_edited_or_cut_is_refused() {
    let lock = write_lock(&Model::of::<one::Price>().unwrap());
    assert!(matches!(read_lock(&lock.replace("u16", "u32")), Err(LockError::Sum)));
    for end in 34..lock.trim_end().len() {
        assert!(matches!(read_lock(&lock[..end]), Err(LockError::Sum)), "{end}");
    }
    for bytes in 0..lock.len() {
        let mut edited = lock.clone().into_bytes();
        edited[bytes] ^= 1;
        let Ok(edited) = String::from_utf8(edited) else { continue };
        let read = read_lock(&edited);
        let white = edited.split_whitespace().eq(lock.split_whitespace());
        assert!(read.is_err() || white, "{bytes}: {edited}");
    }
}

#[test]
fn a_lock_of_another_version_is_refused_by_its_first_line() {
    let lock = write_lock(&Model::of::<one::Price>().unwrap());
    let error = read_lock(&lock.replace("version 1", "version 2")).unwrap_err();
    assert!(matches!(&error, LockError::Version(line) if line.ends_with("version 2")), "{error}");
    assert!(matches!(read_lock(""), Err(LockError::Version(_))));
    assert!(matches!(read_lock("PNG"), Err(LockError::Version(_))));
}

#[test]
fn a_line_that_is_no_part_of_the_language_is_named() {
    let lock = write_lock(&Model::of::<one::Price>().unwrap());
    for (from, to, line, what) in [
        ("cents: u16", "cents: u17", 6, "`u17` is not declared"),
        ("cents: u16", "cents u16", 6, "`:` was expected"),
        ("max 20", "max many", 7, "`many` is not a number"),
        ("max 20", "maximum 20", 7, "`maximum` is no attribute of a field"),
        ("len u8", "len u9", 7, "`u9` is no width"),
        ("root Price", "root [Price", 3, "`;` was expected"),
        ("struct Price", "struct Price id", 5, "a word was expected"),
        ("struct Price", "struct Price be flags 1", 5, "`flags` stands without `id`"),
        ("struct Price", "union Price", 5, "`union` begins nothing"),
        ("string counted", "\"string", 7, "a text has no end"),
    ] {
        let read = read_lock(&summed(&lock, |body| body.replacen(from, to, 1)));
        match read {
            Err(LockError::Syntax { line: found, what: said }) => {
                // An invalid line is reported before one that is not declared.
                assert!(said.contains(what) || said.contains("not declared"), "{to}: {said}");
                assert!(found == line || said.contains("not declared"), "{to}: {found}");
            }
            other => panic!("{to}: {other:?}"),
        }
    }
    let twice = summed(&lock, |body| format!("{body}\nstruct Price\n"));
    assert!(read_lock(&twice).unwrap_err().to_string().contains("declared twice"));
    let deep = summed(&lock, |body| body.replacen("Price", &"[".repeat(5000), 1));
    assert!(read_lock(&deep).unwrap_err().to_string().contains("nested more than"));
}

#[derive(Encode, Decode)]
#[codec(schema)]
enum Json {
    Null,
    Number(i64),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
    Boxed(Box<Holder>),
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Holder {
    of: Option<Box<Json>>,
}

#[test]
fn types_that_contain_themselves_have_locks_and_verdicts() {
    let model = Model::of::<Json>().unwrap();
    assert_eq!(model.named.len(), 2);
    let read = read_lock(&write_lock(&model)).unwrap();
    assert_eq!(compare(&read, &model, &Encoding::POSTCARD).class, Class::Identical);
}

mod mine {
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(schema)]
    pub(crate) struct Item {
        a: u8,
    }
}

mod yours {
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(schema)]
    pub(crate) struct Item {
        b: u16,
    }
}

#[test]
fn types_with_one_name_are_distinguished() {
    let model = Model::of::<(mine::Item, yours::Item, Vec<mine::Item>)>().unwrap();
    let lock = write_lock(&model);
    assert!(lock.contains("root (Item, Item#2, list(Item))"), "{lock}");
    assert_eq!(write_lock(&read_lock(&lock).unwrap()), lock);
}

struct Sealed;

impl Describe for Sealed {
    const SCHEMA: SchemaRef =
        SchemaRef::new(const { &Schema::new("Sealed", Kind::Opaque("encrypted")) });
}

#[test]
fn opaque_parts_are_not_judged() {
    let old = Model::of::<(u16, Sealed)>().unwrap();
    let new = Model::of::<(u32, Sealed)>().unwrap();
    let verdict = compare(&old, &new, &Encoding::POSTCARD);
    assert_eq!(verdict.class, Class::NewReadsOld);
    assert_eq!(verdict.opaque, [".1: `encrypted` decides what is on the wire"]);
    let same = compare(&old, &old, &Encoding::POSTCARD);
    assert_eq!((same.class, same.opaque.len()), (Class::Identical, 1));
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct Never {
    of: Box<Never>,
}

#[test]
fn a_type_without_values_is_compared() {
    let (old, new) = (Model::of::<Never>().unwrap(), Model::of::<u16>().unwrap());
    assert_eq!(compare(&old, &new, &Encoding::BORSH).class, Class::Breaking);
    assert_eq!(compare(&old, &old, &Encoding::BORSH).class, Class::Identical);
}

static ENDLESS: Schema =
    Schema::new("Endless", Kind::Optional(SchemaRef::new(&ENDLESS))).with_need(Need::Range);

struct Endless;

impl Describe for Endless {
    const SCHEMA: SchemaRef = SchemaRef::new(&ENDLESS);
}

#[test]
fn a_description_without_an_end_is_refused() {
    let error = Model::of::<Endless>().unwrap_err();
    assert_eq!(error, ModelError::TooDeep(128));
    assert_eq!(max_len(Endless::SCHEMA, &Encoding::BORSH), None);
}

/// Sequences that end with an element, by conditions that are described and by others.
mod ended {
    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(schema)]
    pub(crate) struct Label {
        pub(crate) kind: u8,
        #[codec(len = u8)]
        pub(crate) text: Vec<u8>,
    }

    impl Label {
        const fn has_next(&self) -> bool {
            self.kind != 0
        }
    }

    const LAST: u8 = 7;

    #[derive(codec_core::Encode, codec_core::Decode)]
    #[codec(schema)]
    pub(crate) struct Names {
        first: u8,
        #[codec(until = |label| label.kind == LAST || label.text.is_empty())]
        described: Vec<Label>,
        #[codec(until = |byte| *byte == first)]
        bytes: Vec<u8>,
        #[codec(until = |label| !label.has_next())]
        called: Vec<Label>,
        #[codec(until = |label| label.kind == LAST, tail)]
        open: Vec<Label>,
    }
}

#[test]
fn the_end_of_a_sequence_is_in_the_lock_or_the_sequence_is_opaque() {
    let text = write_lock(&Model::of::<ended::Names>().unwrap());
    for line in [
        "described: list(Label) until \
         \"element.kind == LAST || element.text.is_empty() where LAST = 7\"",
        "bytes: list(u8) until \"*element == first\"",
        "called: opaque(\"it ends with an element\") with",
        "open: list(Label) until \"element.kind == LAST where LAST = 7\" open",
    ] {
        assert!(text.contains(&format!("\n    {line}\n")), "{line} is not in\n{text}");
    }
    assert_eq!(write_lock(&read_lock(&text).unwrap()), text);
}
