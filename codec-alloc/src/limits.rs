//! A file of limits, one operation per line.
#![forbid(unsafe_code)]

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use crate::Average;

/// The limits of many operations, by name: how often each may allocate, and how many bytes, on
/// average.
///
/// The text form has a line of a name, which may contain spaces, and two numbers; empty lines and
/// lines that begin with `#` are ignored. An operation without a line fails, and so does a line
/// that no operation was checked against, because its operation was renamed or removed.
///
/// ```
/// use codec_alloc::{Limits, average};
/// let mut limits = Limits::parse("# what, allocations, bytes\na vector of ten   1 10\n")?;
/// let counted = average(10, 100, || drop(vec![1u8; 10]));
/// limits.hold("a vector of ten", counted)?;
/// limits.finish()?;
/// assert!(limits.hold("a vector of eleven", counted).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct Limits {
    lines: BTreeMap<String, Line>,
}

#[derive(Debug, Clone, Copy)]
struct Line {
    count: f64,
    bytes: f64,
    held: bool,
}

impl Limits {
    /// Parses lines.
    ///
    /// # Errors
    /// [`ParseLimitsError`] with the number of a line that is not a name and two numbers, or that
    /// has the name of another.
    pub fn parse(text: &str) -> Result<Self, ParseLimitsError> {
        let mut lines = BTreeMap::new();
        for (index, line) in text.lines().enumerate() {
            if line.starts_with('#') || line.trim().is_empty() {
                continue;
            }
            let (name, limit) = parse(line).ok_or(ParseLimitsError { line: index + 1 })?;
            if lines.insert(name.to_owned(), limit).is_some() {
                return Err(ParseLimitsError { line: index + 1 });
            }
        }
        Ok(Self { lines })
    }

    /// Formats a line of such a file, with its name padded to `width`.
    #[must_use]
    pub fn line(name: &str, counted: Average, width: usize) -> String {
        format!("{name:width$} {} {}", counted.count, counted.bytes)
    }

    /// Checks an operation against its line.
    ///
    /// # Errors
    /// A message, if the operation allocates more often or more bytes, or has no line.
    pub fn hold(&mut self, name: &str, counted: Average) -> Result<(), String> {
        let Average { count, bytes, .. } = counted;
        let Some(line) = self.lines.get_mut(name) else {
            return Err(format!("{name}: {count} allocations of {bytes} bytes, and no limit"));
        };
        line.held = true;
        if count <= line.count && bytes <= line.bytes {
            return Ok(());
        }
        let (most, in_all) = (line.count, line.bytes);
        Err(format!("{name}: {count} allocations of {bytes} bytes, not {most} of {in_all}"))
    }

    /// The lines that no operation was checked against.
    pub fn unheld(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter(|(_, line)| !line.held).map(|(name, _)| name.as_str())
    }

    /// Checks that every line was used.
    ///
    /// # Errors
    /// A message with the lines that weren't.
    pub fn finish(&self) -> Result<(), String> {
        let unheld: Vec<&str> = self.unheld().collect();
        if unheld.is_empty() {
            Ok(())
        } else {
            Err(format!("lines that name nothing: {}", unheld.join(", ")))
        }
    }
}

fn parse(line: &str) -> Option<(&str, Line)> {
    let mut fields = line.trim_end().rsplitn(3, ' ');
    let mut number = || fields.next()?.parse().ok().filter(|number: &f64| *number >= 0.0);
    let (bytes, count) = (number()?, number()?);
    let name = fields.next()?.trim();
    (!name.is_empty()).then_some((name, Line { count, bytes, held: false }))
}

/// An invalid line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseLimitsError {
    /// The number, from 1.
    pub line: usize,
}

impl fmt::Display for ParseLimitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} is not a new name and two numbers", self.line)
    }
}

impl Error for ParseLimitsError {}

#[cfg(test)]
mod tests {
    use super::{Limits, ParseLimitsError};
    use crate::Average;

    const ONE: Average = Average { count: 1.0, bytes: 10.0, frees: 1.0 };

    #[test]
    fn a_line_that_names_nothing_fails() -> Result<(), ParseLimitsError> {
        let mut limits = Limits::parse("a b 1 10\nc 0 0")?;
        assert_eq!(limits.hold("a b", ONE), Ok(()));
        assert_eq!(limits.finish(), Err("lines that name nothing: c".to_owned()));
        assert!(limits.hold("c", ONE).is_err());
        assert_eq!(limits.finish(), Ok(()));
        Ok(())
    }

    #[test]
    fn what_it_writes_it_reads() {
        let line = Limits::line("a b", ONE, 10);
        assert_eq!(line, "a b        1 10");
        assert!(Limits::parse(&line).is_ok_and(|mut limits| limits.hold("a b", ONE).is_ok()));
    }

    #[test]
    fn refuses_lines_that_are_none() {
        for text in ["a", "a 1", "1 2", "a x 1", "a 1 -1", "a NaN 1", "a 1 1\na 2 2"] {
            let line = text.lines().count();
            assert_eq!(Limits::parse(text).err(), Some(ParseLimitsError { line }), "{text}");
        }
    }
}
