//! Names of frames.

use std::fmt;

use codec_core::Header as _;
use codec_stratum::{FrameHeader, message_name};

/// The name of the message that a header announces, as the specification has it, or `unknown` and its
/// id as the header shows it: `unknown 0x05 of extension 0x4001`.
#[derive(Debug, Clone, Copy)]
pub struct Label(pub FrameHeader);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match message_name(self.0.id()) {
            Some(name) => f.pad(name),
            None => f.pad(&format!("unknown {}", Id(self.0))),
        }
    }
}

/// The id alone.
struct Id(FrameHeader);

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt_id(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_known_is_shown_by_its_numbers() {
        let label = |bytes: [u8; 6]| Label(FrameHeader::parse(&bytes).unwrap()).to_string();
        assert_eq!(label([0, 0x80, 0x1c, 0, 0, 0]), "SubmitShares.Success");
        assert_eq!(label([1, 0x40, 5, 0, 0, 0]), "unknown 0x05 of extension 0x4001");
        assert_eq!(label([1, 0xc0, 5, 0, 0, 0]), "unknown 0x05 of extension 0x4001");
        assert_eq!(label([0, 0, 0x1e, 0, 0, 0]), "unknown 0x1e");
    }
}
