//! Selects the frames that are shown.

use std::fmt;

use crate::watch::observer::Direction;
use crate::watch::view::log::Seen;

/// Words that a frame has to meet: `>` or `<` for its direction, `#7` for its channel, `@2` for
/// its connection, and any other for a part of its message's name. Of several words of one
/// kind, one is enough.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Filter {
    directions: Vec<Direction>,
    channels: Vec<u32>,
    connections: Vec<u64>,
    names: Vec<String>,
}

impl Filter {
    pub(super) fn parse(text: &str) -> Self {
        let mut filter = Self::default();
        for word in text.split_whitespace() {
            let numbered = |mark: char| word.strip_prefix(mark).map(str::parse::<u64>);
            match (word, numbered('#'), numbered('@')) {
                (">", ..) => filter.directions.push(Direction::ToServer),
                ("<", ..) => filter.directions.push(Direction::ToClient),
                (_, Some(Ok(channel)), _) => {
                    filter.channels.extend(u32::try_from(channel).ok());
                }
                (_, _, Some(Ok(connection))) => filter.connections.push(connection),
                _ => filter.names.push(word.to_lowercase()),
            }
        }
        filter
    }

    pub(super) fn takes(&self, seen: &Seen) -> bool {
        let Self { directions, channels, connections, names } = self;
        let has_channel = || seen.channel().is_some_and(|channel| channels.contains(&channel));
        let has_name = || {
            let name = seen.label().to_string().to_lowercase();
            names.iter().any(|part| name.contains(part))
        };
        (directions.is_empty() || directions.contains(&seen.direction))
            && (channels.is_empty() || has_channel())
            && (connections.is_empty() || connections.contains(&seen.connection))
            && (names.is_empty() || has_name())
    }
}

/// Prints what can be typed.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("> < direction, #N channel, @N connection, else part of a name")
    }
}
