//! Names and values in Kaitai's syntax.

use std::fmt::Write as _;

use std::collections::HashSet;

/// Names that are keywords of Kaitai's expressions or of a language for which its compiler writes
/// readers (C++, C#, Go, Java, JavaScript, Lua, Nim, Perl, PHP, Python, Ruby, Rust). Readers write
/// names in several cases, so that some can't be names of fields, and others not of types.
const KEYWORDS: &str = "\
    abstract addr alias alignas alignof and and_eq array as asm assert async auto await base \
    become begin bind bitand bitor block bool boolean box break byte callable case cast catch \
    chan char char16_t char32_t char8_t checked class clone co_await co_return co_yield compl \
    concept const const_cast consteval constexpr constinit continue converter crate debugger \
    decimal declare decltype def default defer defined del delegate delete die discard distinct \
    div do double dyn dynamic_cast echo elif else elseif elsif empty end enddeclare endfor \
    endforeach endif endswitch endwhile ensure enum eval event except exit explicit export \
    extends extern fallthrough false final finally fixed float fn for foreach friend from func \
    function gen global go goto if impl implements implicit import in include include_once \
    inline instanceof insteadof int interface internal is isnot isset iterable iterator lambda \
    let list local lock long loop macro map match method mixed mixin mod module move mut mutable \
    namespace native never new next nil noexcept none nonlocal not not_eq notin null nullptr \
    object of operator or or_eq out override package params parent pass print priv private proc \
    protected ptr pub public raise range readonly redo ref register reinterpret_cast repeat \
    require require_once requires rescue retry return sbyte sealed select self shl short shr \
    signed sizeof stackalloc static static_assert static_cast strictfp string struct super \
    switch synchronized template then this thread_local throw throws trait transient true try \
    tuple type typedef typeid typename typeof uint ulong unchecked undef union unless unsafe \
    unset unsigned unsized until use ushort using var virtual void volatile wchar_t when where \
    while with xor xor_eq yield";

/// Names of members that generated readers or all objects of a language have, and of macros of C.
const MEMBERS: &str = "\
    bitsizeof can close constructor equals errno finalize from_bytes from_file from_io get_class \
    hash_code i386 initialize instance isa linux major minor mro name notify notify_all \
    object_id prototype read stderr stdin stdout to_string undefined unix value wait";

/// Names of types that generated readers use themselves.
const TYPES: &str = "\
    array_buffer array_list arrays big_int body bytes_io charset charsets data_view date \
    encoding error exception frame frames hash hash_map header i_o_exception infinity int16 \
    int32 int64 int8 int_enum integer io_exception item json kaitai kaitai_stream kaitai_struct \
    magic math message_id nullable number payload promise proxy ptrdiff read_write_kaitai_struct \
    reflect regexp set size ssize standard_charsets stream symbol system tag text_decoder time \
    uint16 uint32 uint64 uint8 uint8_array value version wchar";

/// Makes names unique, avoiding reserved ones.
#[derive(Debug, Default)]
pub(super) struct Words {
    taken: HashSet<String>,
    reserved: &'static str,
    suffix: &'static str,
}

impl Words {
    /// Names of values of enums, and of fields in the header and in tuples.
    pub(super) fn fields() -> Self {
        Self { reserved: MEMBERS, suffix: "_field", ..Self::default() }
    }

    /// Names of the fields of this type: in C#, none has the name of its type.
    pub(super) fn fields_of(owner: &str) -> Self {
        let mut words = Self::fields();
        words.taken.insert(owner.replace('_', ""));
        words
    }

    /// Names of types.
    pub(super) fn types() -> Self {
        Self { reserved: TYPES, suffix: "_type", ..Self::default() }
    }

    /// `name`, or a variant of it if that is taken.
    pub(super) fn take(&mut self, name: &str) -> String {
        let mut reserved =
            KEYWORDS.split_ascii_whitespace().chain(self.reserved.split_ascii_whitespace());
        let is_reserved = reserved.any(|word| word == name);
        let name = if is_reserved { format!("{name}{}", self.suffix) } else { name.to_owned() };
        let (mut taken, mut number) = (name.clone(), 2);
        // Some target languages drop underscores.
        while !self.taken.insert(taken.replace('_', "")) {
            taken = format!("{name}_n{number}");
            number += 1;
        }
        taken
    }
}

/// A string literal in YAML and in Kaitai's expressions.
pub(super) fn text(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            letter if letter.is_control() => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(letter));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}

/// Bytes as a YAML list.
pub(super) fn bytes(bytes: &[u8]) -> String {
    let list: Vec<_> = bytes.iter().map(|byte| format!("0x{byte:02x}")).collect();
    format!("[{}]", list.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_get_a_suffix() {
        let mut words = Words::fields();
        assert_eq!(words.take("class"), "class_field");
        assert_eq!(words.take("a_b"), "a_b");
        assert_eq!(words.take("ab"), "ab_n2");
        assert_eq!(Words::fields_of("a_b").take("ab"), "ab_n2");
        assert_eq!(Words::types().take("object"), "object_type");
    }
}
