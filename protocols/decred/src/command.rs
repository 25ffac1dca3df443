//! The kinds of messages: their names, maximum lengths, and protocol versions.

/// The version of the protocol that this crate speaks.
pub const PROTOCOL_VERSION: u32 = 12;

/// The version that raised the size of a block.
pub const MAX_BLOCK_SIZE_VERSION: u32 = 4;

/// The longest payload of any message: 32 MiB.
pub const MAX_MESSAGE_PAYLOAD: usize = 32 << 20;

/// The longest name of a message, in bytes.
pub const COMMAND_LEN: usize = 12;

/// A kind of message: its name in the header of frames, in which versions of
/// the protocol it is sent, and how long its payload may be.
///
/// ```
/// use codec_decred::Command;
/// let ping = Command::named("ping").ok_or("it is known")?;
/// assert_eq!((ping.name(), ping.max_payload(12)), ("ping", Some(8)));
/// let addr = Command::named("addr").ok_or("it is known")?;
/// assert_eq!((addr.max_payload(11), addr.max_payload(12)), (Some(30_003), None));
/// assert!(Command::named("alert").is_none());
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, PartialEq, Eq)]
pub struct Command {
    name: &'static str,
    /// The name as encoded in a header, as a big-endian number.
    key: u128,
    since: u32,
    until: u32,
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

/// Slots of the table in which a name is looked up: enough slots per name that a multiplier
/// without collisions is found quickly.
const SLOTS: usize = 256;

/// The slot of a name. The last four bytes of a name are seldom used, and no two names
/// differ only in them.
#[inline(always)]
const fn slot(key: u128, multiplier: u64) -> usize {
    let bytes = key.to_be_bytes();
    let [front @ .., _, _, _, _, _, _, _, _] = bytes;
    let [_, _, _, _, _, _, _, _, back @ .., _, _, _, _] = bytes;
    let (front, back) = (u64::from_be_bytes(front), u32::from_be_bytes(back) as u64);
    (front ^ back).wrapping_mul(multiplier).to_be_bytes()[0] as usize
}

/// The slots for a multiplier, each with its command's number, from 1; `None` when two
/// share one.
const fn slots(multiplier: u64) -> Option<[u8; SLOTS]> {
    let mut slots = [0; SLOTS];
    let mut number = 0;
    while (number as usize) < COMMANDS.len() {
        let slot = slot(COMMANDS[number as usize].key, multiplier);
        if slots[slot] != 0 {
            return None;
        }
        number += 1;
        slots[slot] = number;
    }
    Some(slots)
}

/// A multiplier without collisions, and the slots. Found at compile time.
const TABLE: (u64, [u8; SLOTS]) = {
    let mut multiplier: u64 = 0x9e37_79b9_7f4a_7c15;
    loop {
        if let Some(slots) = slots(multiplier) {
            break (multiplier, slots);
        }
        multiplier = multiplier.wrapping_mul(0x5851_f42d_4c95_7f2d) | 1;
    }
};
static NUMBERS: [u8; SLOTS] = TABLE.1;

/// The longest payload of a block or transaction before version 4.
const OLD_BLOCK: usize = 1_000_000;
const BLOCK: usize = 1_310_720;

macro_rules! commands {
    ($($name:literal: $since:literal..=$until:expr, $max:expr;)*) => {
        /// In the order of the names.
        const COMMANDS: &[Command] = &[$(Command {
            name: $name,
            key: key($name.as_bytes()),
            since: $since,
            until: $until,
            max: $max,
        }),*];
    };
}

commands! {
    "addr": 0..=11, 30_003;
    "addrv2": 12..=u32::MAX, 51_003;
    "block": 0..=u32::MAX, BLOCK;
    "cfheaders": 6..=u32::MAX, 64_036;
    "cfilter": 6..=u32::MAX, 262_182;
    "cfiltersv2": 11..=u32::MAX, 26_321_001;
    "cfilterv2": 7..=u32::MAX, 263_210;
    "cftypes": 6..=u32::MAX, 259;
    "feefilter": 5..=u32::MAX, 8;
    "getaddr": 0..=u32::MAX, 0;
    "getblocks": 0..=u32::MAX, 16_039;
    "getcfheaders": 6..=u32::MAX, 16_036;
    "getcfilter": 6..=u32::MAX, 33;
    "getcfilterv2": 7..=u32::MAX, 32;
    "getcfsv2": 11..=u32::MAX, 64;
    "getcftypes": 6..=u32::MAX, 0;
    "getdata": 0..=u32::MAX, 1_800_003;
    "getheaders": 0..=u32::MAX, 16_039;
    "getinitstate": 8..=u32::MAX, 1_057;
    "getminings": 0..=u32::MAX, 0;
    "headers": 0..=u32::MAX, 362_003;
    "initstate": 8..=u32::MAX, 1_763;
    "inv": 0..=u32::MAX, 1_800_003;
    "mempool": 0..=u32::MAX, 0;
    "miningstate": 0..=u32::MAX, 1_546;
    "mixconfirm": 10..=u32::MAX, 1_016_520;
    "mixcphrtxt": 10..=u32::MAX, 552_584;
    "mixdcnet": 10..=u32::MAX, 20_988_047;
    "mixfactpoly": 10..=u32::MAX, 49_291;
    "mixkeyxchg": 10..=u32::MAX, 17_815;
    "mixpairreq": 10..=u32::MAX, 8_476_848;
    "mixsecrets": 10..=u32::MAX, 70_831;
    "mixslotres": 10..=u32::MAX, 17_318_030;
    "notfound": 0..=u32::MAX, 1_800_003;
    "ping": 0..=u32::MAX, 8;
    "pong": 0..=u32::MAX, 8;
    "sendheaders": 3..=u32::MAX, 0;
    "tx": 0..=u32::MAX, BLOCK;
    "verack": 0..=u32::MAX, 0;
    "version": 0..=u32::MAX, 358;
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
        let number = NUMBERS[slot(key, TABLE.0)];
        let command = COMMANDS.get(usize::from(number).checked_sub(1)?)?;
        (command.key == key).then_some(command)
    }

    /// Its name.
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Whether it is sent in this version of the protocol.
    #[inline]
    pub const fn is_in(&self, version: u32) -> bool {
        self.since <= version && version <= self.until
    }

    /// The longest payload in this version of the protocol, in bytes; `None`
    /// when the message is not in it.
    #[must_use]
    pub fn max_payload(&self, version: u32) -> Option<usize> {
        if !self.is_in(version) {
            return None;
        }
        let old = version < MAX_BLOCK_SIZE_VERSION && self.max == BLOCK;
        Some(if old { OLD_BLOCK } else { self.max })
    }

    /// The longest payload in any version, in bytes.
    #[inline]
    pub const fn max_payload_ever(&self) -> usize {
        self.max
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMAND_LEN, COMMANDS, Command};

    #[test]
    fn the_table_is_in_order() {
        assert!(COMMANDS.is_sorted_by(|one, two| one.key < two.key));
        assert_eq!(COMMANDS.len(), 40);
    }

    #[test]
    fn each_is_found_and_nothing_else() {
        for command in COMMANDS {
            assert_eq!(Command::named(command.name), Some(command));
            let mut padded = [0; COMMAND_LEN];
            padded[..command.name.len()].copy_from_slice(command.name.as_bytes());
            assert_eq!(Command::padded(&padded), Some(command));
            for at in 0..COMMAND_LEN {
                let mut other = padded;
                other[at] ^= 0x20;
                let found = Command::padded(&other).map(|found| found.name.as_bytes());
                let name =
                    &other[..other.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1)];
                assert!(found.is_none_or(|found| found == name), "{other:?}");
            }
        }
        assert_eq!(Command::padded(&[0; COMMAND_LEN]), None);
    }
}
