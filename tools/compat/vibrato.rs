//! A dictionary that vibrato builds, with a large lexicon.

use vibrato::{Dictionary, SystemDictionaryBuilder};

type Value = Dictionary;

fn make() -> Vec<u8> {
    let words: String =
        (0..50_000).map(|index| format!("言葉{index},{},{},{},feature{index}\n", index % 9, index % 9, index % 5000)).collect();
    let mut matrix = String::from("9 9\n");
    for right in 0..9 {
        for left in 0..9 {
            matrix.push_str(&format!("{right} {left} {}\n", right * left));
        }
    }
    let dictionary = SystemDictionaryBuilder::from_readers(
        words.as_bytes(),
        matrix.as_bytes(),
        "DEFAULT 0 1 0\n".as_bytes(),
        "DEFAULT,0,0,100,*\n".as_bytes(),
    );
    store(&dictionary.unwrap())
}

fn load(bytes: &[u8]) -> Value {
    Dictionary::read(bytes).unwrap()
}

fn store(dictionary: &Value) -> Vec<u8> {
    let mut bytes = Vec::new();
    dictionary.write(&mut bytes).unwrap();
    bytes
}
