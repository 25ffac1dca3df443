//! The words of a lock, for what is not spelled by its users.

use codec_core::schema::{Content, Int, Need, Width};

/// Contents, and whether the elements are told.
pub(super) const CONTENTS: [(&str, Content, bool); 7] = [
    ("list", Content::Items, true),
    ("set", Content::Set, true),
    ("map", Content::Map, true),
    ("string", Content::Utf8, false),
    ("text", Content::Text, false),
    ("cstring", Content::NoZero, false),
    ("utf16", Content::Utf16, false),
];

/// What types need.
pub(super) const NEEDS: [(&str, Need); 7] = [
    ("duration", Need::Duration),
    ("system_time", Need::SystemTime),
    ("address", Need::Address),
    ("range", Need::Range),
    ("bound", Need::Bound),
    ("path", Need::Path),
    ("c_string", Need::CString),
];

/// Integers, except for what is said around them.
pub(super) const INTEGERS: [(&str, Int); 14] = [
    ("u8", Int::unsigned(1)),
    ("u16", Int::unsigned(2)),
    ("u24", Int::unsigned(3)),
    ("u32", Int::unsigned(4)),
    ("u64", Int::unsigned(8)),
    ("u128", Int::unsigned(16)),
    ("usize", Int::unsigned(8).pointer_sized()),
    ("i8", Int::signed(1)),
    ("i16", Int::signed(2)),
    ("i24", Int::signed(3)),
    ("i32", Int::signed(4)),
    ("i64", Int::signed(8)),
    ("i128", Int::signed(16)),
    ("isize", Int::signed(8).pointer_sized()),
];

/// Words that a type of the user's may not be called without `r#`.
pub(super) const WORDS: [&str; 14] = [
    "bool", "char", "f32", "f64", "length", "option", "result", "quirk", "needs", "opaque",
    "nonzero", "le", "unit", "leb128",
];

/// Whether a name has to be told from a word.
pub(super) fn is_word(name: &str) -> bool {
    WORDS.contains(&name)
        || CONTENTS.iter().any(|(word, ..)| *word == name)
        || INTEGERS.iter().any(|(word, _)| *word == name)
}

/// The integer, leaving aside what is said around it.
pub(super) fn integer(int: Int) -> &'static str {
    let bare = |other: Int| {
        other.bytes == int.bytes && other.signed == int.signed && other.pointer == int.pointer
    };
    INTEGERS.iter().find(|(_, other)| bare(*other)).map_or("u8", |(word, _)| word)
}

/// The width of a count or a tag.
pub(super) fn width(width: Width) -> Option<String> {
    match width {
        Width::Fixed(bytes) => Some(format!("u{}", u32::from(bytes) * 8)),
        Width::Varint => Some("varint".to_owned()),
        _ => None,
    }
}

/// The width that goes by a word.
pub(super) fn width_of(word: &str) -> Option<Width> {
    Some(match word {
        "u8" => Width::Fixed(1),
        "u16" => Width::Fixed(2),
        "u24" => Width::Fixed(3),
        "u32" => Width::Fixed(4),
        "u64" => Width::Fixed(8),
        "varint" => Width::Varint,
        _ => return None,
    })
}
