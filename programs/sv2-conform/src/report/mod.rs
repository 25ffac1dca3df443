//! Reports of results: XML for continuous integration, JSON, and one HTML page.

mod dissection;
mod json;
mod junit;
mod page;

pub use json::json;
pub use junit::junit;
pub use page::page;

/// The text with what HTML and XML read as markup written as entities. Control characters, which XML
/// does not have, are escaped as in Rust.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for char in text.chars() {
        match char {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push(char),
            _ if char.is_control() || matches!(char, '\u{fffe}' | '\u{ffff}') => {
                escaped.extend(char.escape_unicode());
            }
            _ => escaped.push(char),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn no_text_is_markup() {
        assert_eq!(
            escaped("<a b=\"&\">\u{1b}\u{ffff}ä"),
            "&lt;a b=&quot;&amp;&quot;&gt;\\u{1b}\\u{ffff}ä"
        );
    }
}
