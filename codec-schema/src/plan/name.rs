//! Identifiers for other languages.

use std::fmt::Write as _;

use std::collections::{HashMap, HashSet};

/// `OpenChannel.Success` as `open_channel_success`: lower-case ASCII letters, digits and
/// underscores, starting with a letter. Non-ASCII characters are written as code points.
pub(crate) fn snake(name: &str) -> String {
    let mut snake = String::new();
    let mut was_lower = false;
    let letters: Vec<char> = name.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        if letter.is_ascii_alphanumeric() {
            let before_lower = letters.get(at + 1).is_some_and(char::is_ascii_lowercase);
            let after_upper = at > 0 && letters[at - 1].is_ascii_uppercase();
            if letter.is_ascii_uppercase() && (was_lower || after_upper && before_lower) {
                separate(&mut snake);
            }
            snake.push(letter.to_ascii_lowercase());
            was_lower = !letter.is_ascii_uppercase();
        } else {
            separate(&mut snake);
            if !letter.is_ascii() {
                let _ = write!(snake, "u{:x}_", u32::from(letter));
            }
            was_lower = false;
        }
    }
    let snake = snake.trim_end_matches('_');
    if snake.starts_with(|first: char| first.is_ascii_lowercase()) {
        snake.to_owned()
    } else {
        format!("f{snake}")
    }
}

/// Adds an underscore, unless there is one already or the name is empty.
fn separate(snake: &mut String) {
    if !snake.is_empty() && !snake.ends_with('_') {
        snake.push('_');
    }
}

/// Makes names unique.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
    /// The first number that may make a requested name unique.
    next: HashMap<String, u32>,
}

impl Names {
    /// `name`, or if that is taken, `name` with the first number that makes it unique.
    pub(crate) fn take(&mut self, name: &str) -> String {
        let mut taken = name.to_owned();
        let mut number = self.next.get(name).copied().unwrap_or(2);
        while !self.taken.insert(taken.clone()) {
            taken = format!("{name}_{number}");
            number += 1;
        }
        self.next.insert(name.to_owned(), number);
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_words_in_lower_case() {
        assert_eq!(snake("SetupConnection.Success"), "setup_connection_success");
        assert_eq!(snake("NetAddressV2"), "net_address_v2");
        assert_eq!(snake("HTTPServer"), "http_server");
        assert_eq!(snake("0"), "f0");
        assert_eq!(snake("_x__y_"), "x_y");
        assert_eq!(snake("größe"), "gr_uf6_u_df_e".replace("_u_df", "_udf"));
        assert_eq!(snake("_"), "f");
    }

    #[test]
    fn no_name_is_given_twice() {
        let mut names = Names::default();
        let all = ["a", "a", "a_2", "a"].map(|name| names.take(name));
        assert_eq!(all, ["a", "a_2", "a_2_2", "a_3"]);
    }
}
