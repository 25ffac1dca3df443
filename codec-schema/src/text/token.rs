//! The tokens of a line.

/// A word, a string in quotes, or a sign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Word(String),
    Text(String),
    Sign(char),
}

/// A line that is being parsed.
#[derive(Debug)]
pub(super) struct Line {
    /// The number, from 1.
    pub(super) number: usize,
    /// The number of spaces that it is indented by.
    pub(super) margin: usize,
    /// The doc comment before it.
    pub(super) doc: String,
    tokens: std::vec::IntoIter<Token>,
}

/// The mistake in a line.
pub(super) type Wrong = String;

impl Line {
    pub(super) fn new(number: usize, text: &str) -> Result<Self, Wrong> {
        let margin = text.len() - text.trim_start_matches(' ').len();
        Ok(Self { number, margin, doc: String::new(), tokens: tokens(text)?.into_iter() })
    }

    pub(super) fn peek(&self) -> Option<&Token> {
        self.tokens.as_slice().first()
    }

    /// The first two tokens, if they are words.
    pub(super) fn head(&self) -> Option<(&str, &str)> {
        match self.tokens.as_slice() {
            [Token::Word(one), Token::Word(other), ..] => Some((one, other)),
            _ => None,
        }
    }

    pub(super) fn next(&mut self) -> Option<Token> {
        self.tokens.next()
    }

    /// The next token, a word.
    pub(super) fn word(&mut self) -> Result<String, Wrong> {
        match self.next() {
            Some(Token::Word(word)) => Ok(word),
            other => Err(format!("a word was expected, not {}", spelled(other.as_ref()))),
        }
    }

    /// The next token, a string.
    pub(super) fn text(&mut self) -> Result<String, Wrong> {
        match self.next() {
            Some(Token::Text(text)) => Ok(text),
            other => Err(format!("text in quotes was expected, not {}", spelled(other.as_ref()))),
        }
    }

    /// The next token, a number.
    pub(super) fn number<T: TryFrom<i128>>(&mut self) -> Result<T, Wrong> {
        let word = self.word()?;
        let number = match word.strip_prefix("0x") {
            Some(hex) => i128::from_str_radix(hex, 16),
            None => word.parse(),
        };
        let number = number.ok().and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| format!("`{word}` is not a number that may stand here"))
    }

    /// The next token, this sign.
    pub(super) fn sign(&mut self, sign: char) -> Result<(), Wrong> {
        match self.next() {
            Some(Token::Sign(found)) if found == sign => Ok(()),
            other => Err(format!("`{sign}` was expected, not {}", spelled(other.as_ref()))),
        }
    }

    /// Consumes this sign, if it is next.
    pub(super) fn takes(&mut self, sign: char) -> bool {
        let next = self.peek() == Some(&Token::Sign(sign));
        if next {
            self.next();
        }
        next
    }

    /// Checks that nothing remains.
    pub(super) fn end(&mut self) -> Result<(), Wrong> {
        match self.next() {
            None => Ok(()),
            other => Err(format!("the line should end before {}", spelled(other.as_ref()))),
        }
    }
}

pub(super) fn spelled(token: Option<&Token>) -> String {
    match token {
        None => "the end of the line".to_owned(),
        Some(Token::Word(word)) => format!("`{word}`"),
        Some(Token::Text(text)) => format!("{text:?}"),
        Some(Token::Sign(sign)) => format!("`{sign}`"),
    }
}

fn tokens(text: &str) -> Result<Vec<Token>, Wrong> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        if first == '"' {
            let (token, after) = quoted(rest)?;
            found.push(Token::Text(token));
            rest = after;
        } else if is_word(first) {
            let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            found.push(Token::Word(rest[..end].to_owned()));
            rest = &rest[end..];
        } else {
            found.push(Token::Sign(first));
            rest = &rest[first.len_utf8()..];
        }
        rest = rest.trim_start();
    }
    Ok(found)
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || "_#-.".contains(char)
}

/// Splits a string, escaped as by `{:?}`, from the text that follows.
fn quoted(text: &str) -> Result<(String, &str), Wrong> {
    let mut found = String::new();
    let mut chars = text.char_indices().skip(1);
    let unfinished = || "a text has no end".to_owned();
    while let Some((at, char)) = chars.next() {
        match char {
            '"' => return Ok((found, &text[at + 1..])),
            '\\' => match chars.next().ok_or_else(unfinished)?.1 {
                'n' => found.push('\n'),
                't' => found.push('\t'),
                'r' => found.push('\r'),
                '0' => found.push('\0'),
                'u' => {
                    let hex: String = chars
                        .by_ref()
                        .map(|(_, char)| char)
                        .skip_while(|char| *char == '{')
                        .take_while(|char| *char != '}')
                        .collect();
                    let char = u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32);
                    found.push(char.ok_or_else(|| format!("`{hex}` is not a character"))?);
                }
                other => found.push(other),
            },
            other => found.push(other),
        }
    }
    Err(unfinished())
}
