//! The kinds of messages: their names, longest payloads, and protocol versions.

use core::marker::PhantomData;

use crate::protocol::NodeProtocol;

/// The longest name of a message, in bytes.
pub const COMMAND_LEN: usize = 12;

/// A kind of message: its name in the header of frames, in which versions of the protocol it
/// is sent, and how long its payload may be.
///
/// ```
/// use codec_node::Command;
/// # use codec_node::NodeProtocol;
/// # #[derive(Debug, Clone, Copy, PartialEq, Eq)]
/// # struct Example;
/// # impl NodeProtocol for Example {
/// #     const COMMANDS: &'static [Command<Self>] = &[];
/// #     const MAX_PAYLOAD: usize = 0;
/// #     const LENGTH_FIRST: bool = true;
/// #     const CHECKSUM: &'static str = "none";
/// #     const CHECKSUM_DOC: &'static str = "Zero.";
/// #     fn checksum(_: &[u8]) -> [u8; 4] { [0; 4] }
/// # }
/// let block = Command::<Example>::new("block", 4_000).since(2).before(5, 1_000);
/// assert_eq!((block.max_payload(1), block.max_payload(4)), (None, Some(1_000)));
/// assert_eq!((block.max_payload(5), block.max_payload_ever()), (Some(4_000), 4_000));
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Command<P> {
    name: &'static str,
    /// The name as encoded in a header, as a big-endian number.
    key: u128,
    since: u32,
    until: u32,
    max: usize,
    /// The longest payload in versions below this one.
    earlier: (u32, usize),
    protocol: PhantomData<P>,
}

const fn key(name: &[u8]) -> u128 {
    let mut bytes = [0; 16];
    let mut index = 0;
    while index < name.len() {
        bytes[index] = name[index];
        index += 1;
    }
    u128::from_be_bytes(bytes)
}

/// Slots of the table in which a name is looked up: enough slots per name that a multiplier
/// without collisions is found quickly.
const SLOTS: usize = 256;

/// The slot of a name, from all of its twelve bytes: the last four, which are seldom used, on
/// top of the first eight.
#[inline(always)]
const fn slot(key: u128, multiplier: u64) -> usize {
    let bytes = key.to_be_bytes();
    let [front @ .., _, _, _, _, _, _, _, _] = bytes;
    let [_, _, _, _, _, _, _, _, back @ .., _, _, _, _] = bytes;
    let (front, back) = (u64::from_be_bytes(front), u32::from_be_bytes(back) as u64);
    (front ^ back).wrapping_mul(multiplier).to_be_bytes()[0] as usize
}

/// An index of commands by their names: for each slot a command's number, from 1.
struct Index {
    multiplier: u64,
    slots: [u8; SLOTS],
}

impl<P> Command<P> {
    /// A command in every version, with its longest payload in bytes.
    ///
    /// # Panics
    /// When the name is empty or longer than [`COMMAND_LEN`] bytes.
    pub const fn new(name: &'static str, max_payload: usize) -> Self {
        assert!(!name.is_empty() && name.len() <= COMMAND_LEN, "a name has 1 to 12 bytes");
        Self {
            name,
            key: key(name.as_bytes()),
            since: 0,
            until: u32::MAX,
            max: max_payload,
            earlier: (0, max_payload),
            protocol: PhantomData,
        }
    }

    /// The same, sent since this version.
    #[must_use]
    pub const fn since(self, version: u32) -> Self {
        Self { since: version, ..self }
    }

    /// The same, sent until this version, and in it.
    #[must_use]
    pub const fn until(self, version: u32) -> Self {
        Self { until: version, ..self }
    }

    /// The same, with this longest payload in the versions before this one.
    #[must_use]
    pub const fn before(self, version: u32, max_payload: usize) -> Self {
        Self { earlier: (version, max_payload), ..self }
    }

    /// Its name.
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns whether it is sent in this version of the protocol.
    #[inline]
    pub const fn is_in(&self, version: u32) -> bool {
        self.since <= version && version <= self.until
    }

    /// The longest payload in this version of the protocol, in bytes; `None`
    /// when the message is not in it.
    #[must_use]
    pub const fn max_payload(&self, version: u32) -> Option<usize> {
        if !self.is_in(version) {
            return None;
        }
        Some(if version < self.earlier.0 { self.earlier.1 } else { self.max })
    }

    /// The longest payload in any version, in bytes.
    #[inline]
    pub const fn max_payload_ever(&self) -> usize {
        self.max
    }
}

impl<P: NodeProtocol> Command<P> {
    /// With a multiplier without collisions, found at compile time.
    const INDEX: Index = {
        let mut index = 0;
        while index < P::COMMANDS.len() {
            let command = &P::COMMANDS[index];
            assert!(command.max <= P::MAX_PAYLOAD && command.earlier.1 <= command.max);
            index += 1;
            let mut other = index;
            while other < P::COMMANDS.len() {
                assert!(P::COMMANDS[other].key != command.key, "two commands of one name");
                other += 1;
            }
        }
        let mut multiplier: u64 = 0x9e37_79b9_7f4a_7c15;
        loop {
            if let Some(slots) = Self::slots(multiplier) {
                break Index { multiplier, slots };
            }
            multiplier = multiplier.wrapping_mul(0x5851_f42d_4c95_7f2d) | 1;
        }
    };
    const SLOTS: &'static [u8; SLOTS] = &Self::INDEX.slots;

    /// The slots for a multiplier; `None` when two commands share one.
    const fn slots(multiplier: u64) -> Option<[u8; SLOTS]> {
        let mut slots = [0; SLOTS];
        let mut number: u8 = 0;
        while (number as usize) < P::COMMANDS.len() {
            let slot = slot(P::COMMANDS[number as usize].key, multiplier);
            if slots[slot] != 0 {
                return None;
            }
            number += 1;
            slots[slot] = number;
        }
        Some(slots)
    }

    /// All known commands.
    #[must_use]
    pub fn all() -> &'static [Self] {
        P::COMMANDS
    }

    /// The command with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        if name.len() > COMMAND_LEN { None } else { Self::find(key(name.as_bytes())) }
    }

    /// The command whose name is encoded like this in a header.
    #[inline]
    pub(crate) fn padded(name: &[u8; COMMAND_LEN]) -> Option<&'static Self> {
        Self::find(key(name))
    }

    #[inline]
    fn find(key: u128) -> Option<&'static Self> {
        let number = Self::SLOTS[slot(key, const { Self::INDEX.multiplier })];
        let command = P::COMMANDS.get(usize::from(number).checked_sub(1)?)?;
        (command.key == key).then_some(command)
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMAND_LEN, Command};
    use crate::protocol::NodeProtocol;

    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    struct Letters;

    impl NodeProtocol for Letters {
        const COMMANDS: &'static [Command<Self>] = &[
            Command::new("a", 1),
            Command::new("ab", 2),
            Command::new("abcdefgh", 3),
            Command::new("abcdefghi", 4),
            Command::new("abcdefghijkl", 5),
            Command::new("bbcdefghijkl", 6),
        ];
        const MAX_PAYLOAD: usize = 6;
        const LENGTH_FIRST: bool = false;
        const CHECKSUM: &'static str = "none";
        const CHECKSUM_DOC: &'static str = "Zero.";

        fn checksum(_: &[u8]) -> [u8; 4] {
            [0; 4]
        }
    }

    #[test]
    fn each_is_found_and_nothing_else() {
        for command in Command::<Letters>::all() {
            assert_eq!(Command::named(command.name), Some(command));
            let mut padded = [0; COMMAND_LEN];
            padded[..command.name.len()].copy_from_slice(command.name.as_bytes());
            assert_eq!(Command::padded(&padded), Some(command));
            for at in 0..COMMAND_LEN {
                let mut other = padded;
                other[at] ^= 0x20;
                assert_eq!(Command::<Letters>::padded(&other), None, "{other:?}");
            }
        }
        assert_eq!(Command::<Letters>::padded(&[0; COMMAND_LEN]), None);
        assert_eq!((Command::<Letters>::named(""), Command::<Letters>::named("abc")), (None, None));
        assert_eq!(Command::<Letters>::named("abcdefghijklm"), None);
    }
}
