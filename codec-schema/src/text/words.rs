//! The keywords of a lock.

use codec_core::schema::{Content, Int, Need, Width};

/// Kinds of contents, and whether an element type follows.
pub(super) const CONTENTS: [(&str, Content, bool); 7] = [
    ("list", Content::Items, true),
    ("set", Content::Set, true),
    ("map", Content::Map, true),
    ("string", Content::Utf8, false),
    ("text", Content::Text, false),
    ("cstring", Content::NoZero, false),
    ("utf16", Content::Utf16, false),
];

/// Features that types need a format to support.
pub(super) const NEEDS: [(&str, Need); 7] = [
    ("duration", Need::Duration),
    ("system_time", Need::SystemTime),
    ("address", Need::Address),
    ("range", Need::Range),
    ("bound", Need::Bound),
    ("path", Need::Path),
    ("c_string", Need::CString),
];

/// Integers, without their modifiers.
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

/// Keywords, which need `r#` when they are the name of a user's type.
pub(super) const WORDS: [&str; 14] = [
    "bool", "char", "f32", "f64", "length", "option", "result", "quirk", "needs", "opaque",
    "nonzero", "le", "unit", "leb128",
];

/// Returns `true` if a name collides with a keyword.
pub(super) fn is_word(name: &str) -> bool {
    WORDS.contains(&name)
        || CONTENTS.iter().any(|(word, ..)| *word == name)
        || INTEGERS.iter().any(|(word, _)| *word == name)
}

/// The keyword of an integer, without its modifiers.
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

/// The width with this keyword.
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
