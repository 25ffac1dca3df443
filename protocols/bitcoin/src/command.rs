//! The kinds of messages: their names, longest payloads, and protocol versions.

/// The version of the protocol that this crate speaks.
pub const PROTOCOL_VERSION: u32 = 70_016;

/// The longest payload of any message in bytes, known or not: Bitcoin Core disconnects
/// from a node that declares more.
pub const MAX_MESSAGE_PAYLOAD: usize = 4_000_000;

/// The longest name of a message, in bytes.
pub const COMMAND_LEN: usize = 12;

/// A kind of message: its name in the header of frames, since which version of the protocol
/// it is sent, and how long its payload may be.
///
/// ```
/// use codec_bitcoin::Command;
/// let ping = Command::named("ping").ok_or("it is known")?;
/// assert_eq!((ping.name(), ping.max_payload()), ("ping", 8));
/// let fees = Command::named("feefilter").ok_or("it is known")?;
/// assert_eq!((fees.is_in(70_012), fees.is_in(70_013)), (false, true));
/// assert!(Command::named("alert").is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Command {
    name: &'static str,
    /// The name as encoded in a header, as a big-endian number.
    key: u128,
    since: u32,
    max: usize,
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

macro_rules! commands {
    ($($name:literal: $since:literal, $max:expr;)*) => {
        /// In the order of the names.
        const COMMANDS: &[Command] = &[$(
            Command { name: $name, key: key($name.as_bytes()), since: $since, max: $max }
        ),*];
    };
}

commands! {
    "addr": 0, 30_003;
    "addrv2": 70_016, 531_003;
    "block": 0, MAX_MESSAGE_PAYLOAD;
    "blocktxn": 70_014, MAX_MESSAGE_PAYLOAD;
    "cfcheckpt": 70_015, MAX_MESSAGE_PAYLOAD;
    "cfheaders": 70_015, 64_068;
    "cfilter": 70_015, MAX_MESSAGE_PAYLOAD;
    "cmpctblock": 70_014, MAX_MESSAGE_PAYLOAD;
    "feefilter": 70_013, 8;
    "filteradd": 70_001, 523;
    "filterclear": 70_001, 0;
    "filterload": 70_001, 36_012;
    "getaddr": 0, 0;
    "getblocks": 0, 16_039;
    "getblocktxn": 70_014, 196_645;
    "getcfcheckpt": 70_015, 33;
    "getcfheaders": 70_015, 37;
    "getcfilters": 70_015, 37;
    "getdata": 0, 1_800_003;
    "getheaders": 31_800, 16_039;
    "headers": 31_800, 162_003;
    "inv": 0, 1_800_003;
    "mempool": 60_002, 0;
    "merkleblock": 70_001, MAX_MESSAGE_PAYLOAD;
    "notfound": 0, 1_800_003;
    "ping": 60_001, 8;
    "pong": 60_001, 8;
    "reject": 70_002, 158;
    "sendaddrv2": 70_016, 0;
    "sendcmpct": 70_014, 9;
    "sendheaders": 70_012, 0;
    "sendtxrcncl": 70_016, 12;
    "tx": 0, MAX_MESSAGE_PAYLOAD;
    "verack": 0, 0;
    "version": 0, 344;
    "wtxidrelay": 70_016, 0;
}

impl Command {
    /// All known commands, in the order of their names.
    #[must_use]
    pub fn all() -> &'static [Self] {
        COMMANDS
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
        let index = COMMANDS.binary_search_by_key(&key, |command| command.key).ok()?;
        COMMANDS.get(index)
    }

    /// Its name.
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Whether it is sent in this version of the protocol.
    #[inline]
    pub const fn is_in(&self, version: u32) -> bool {
        self.since <= version
    }

    /// The longest payload, in bytes.
    #[inline]
    pub const fn max_payload(&self) -> usize {
        self.max
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMAND_LEN, COMMANDS, Command, MAX_MESSAGE_PAYLOAD};

    #[test]
    fn the_table_is_in_order() {
        assert!(COMMANDS.is_sorted_by(|one, two| one.key < two.key));
        assert!(COMMANDS.iter().all(|command| command.max <= MAX_MESSAGE_PAYLOAD));
    }

    #[test]
    fn each_is_found_and_nothing_else() {
        for command in COMMANDS {
            assert_eq!(Command::named(command.name), Some(command));
            let mut padded = [0; COMMAND_LEN];
            padded[..command.name.len()].copy_from_slice(command.name.as_bytes());
            assert_eq!(Command::padded(&padded), Some(command));
            padded[COMMAND_LEN - 1] ^= 0x20;
            assert_eq!(Command::padded(&padded), None);
        }
        assert_eq!((Command::named(""), Command::named("thirteen byte")), (None, None));
    }
}
