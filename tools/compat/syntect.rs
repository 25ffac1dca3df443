//! The syntaxes and themes that syntect ships, as its dumps.

use syntect::dumps::{dump_to_uncompressed_file, from_uncompressed_data};
use syntect::highlighting::ThemeSet;
use syntect::parsing::SyntaxSet;

type Value = (SyntaxSet, ThemeSet);

fn make() -> Vec<u8> {
    store(&(SyntaxSet::load_defaults_newlines(), ThemeSet::load_defaults()))
}

fn load(bytes: &[u8]) -> Value {
    let (len, rest) = bytes.split_at(8);
    let (syntaxes, themes) = rest.split_at(u64::from_le_bytes(len.try_into().unwrap()) as usize);
    (from_uncompressed_data(syntaxes).unwrap(), from_uncompressed_data(themes).unwrap())
}

fn store((syntaxes, themes): &Value) -> Vec<u8> {
    let file = std::env::temp_dir().join(format!("syntect-{}", std::process::id()));
    dump_to_uncompressed_file(syntaxes, &file).unwrap();
    let one = std::fs::read(&file).unwrap();
    dump_to_uncompressed_file(themes, &file).unwrap();
    let two = std::fs::read(&file).unwrap();
    std::fs::remove_file(file).unwrap();
    [&(one.len() as u64).to_le_bytes()[..], &one, &two].concat()
}
