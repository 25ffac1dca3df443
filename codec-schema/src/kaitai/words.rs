//! Names and values in Kaitai's syntax.

use std::fmt::Write as _;

use std::collections::HashSet;

/// Names that are keywords in Kaitai's expressions, in Python or in JavaScript, or are already used
/// in generated readers.
const RESERVED: &str = "\
    and as assert async await bitsizeof break case class close const constructor continue \
    debugger def default del delete do elif else enum except export extends false finally for \
    from from_bytes from_file from_io function global if import in instanceof is lambda let \
    match mro name new none nonlocal not null or pass prototype raise return self sizeof static \
    super switch this throw to_string true try type typeof undefined value var void while with \
    yield";

/// Names of types that generated readers use themselves.
const TYPES: &str = "\
    array array_buffer big_int boolean bytes_io data_view date enum error false float frame \
    function header infinity int_enum json kaitai_stream kaitai_struct map math none number \
    object promise proxy reflect regexp set string symbol text_decoder true uint8_array \
    read_write_kaitai_struct";

/// Makes names unique, avoiding reserved ones.
#[derive(Debug, Default)]
pub(super) struct Words {
    taken: HashSet<String>,
    reserved: &'static str,
    suffix: &'static str,
}

impl Words {
    /// Names of fields and of values of enums.
    pub(super) fn fields() -> Self {
        Self { reserved: RESERVED, suffix: "_field", ..Self::default() }
    }

    /// Names of types.
    pub(super) fn types() -> Self {
        Self { reserved: TYPES, suffix: "_type", ..Self::default() }
    }

    /// `name`, or a variant of it if that is taken.
    pub(super) fn take(&mut self, name: &str) -> String {
        let is_reserved = self.reserved.split_whitespace().any(|word| word == name);
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
        assert_eq!(Words::types().take("object"), "object_type");
    }
}
