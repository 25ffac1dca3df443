//! Codes of refusals, and reasons for the end of a channel, as peers read them (section 3.5).

use codec_core::wire::Str0255;

/// A code that a program sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(&'static str);

/// Declares all codes, and the list of them.
macro_rules! codes {
    ($($name:ident = $text:literal,)*) => {
        impl Code {
            $(pub(crate) const $name: Self = Self($text);)*
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$name),*];
        }
    };
}

codes! {
    BAD_EXTRANONCE_SIZE = "bad-extranonce-size",
    CLOSED_BY_THE_MINER = "closed by the miner",
    DIFFICULTY_TOO_LOW = "difficulty-too-low",
    DONE = "done",
    DUPLICATE_SHARE = "duplicate-share",
    INVALID_CHANNEL_ID = "invalid-channel-id",
    INVALID_JOB_ID = "invalid-job-id",
    INVALID_MINING_JOB_TOKEN = "invalid-mining-job-token",
    INVALID_SHARE = "invalid-share",
    MIN_EXTRANONCE_SIZE_TOO_LARGE = "min-extranonce-size-too-large",
    NO_MORE_CHANNELS = "no-more-channels",
    RECONNECT = "reconnect",
    STALE_SHARE = "stale-share",
    STALE_TEMPLATE_ID = "stale-template-id",
    TEMPLATE_ID_NOT_FOUND = "template-id-not-found",
}

impl From<Code> for Str0255 {
    fn from(code: Code) -> Self {
        Self::try_from(code.0).unwrap_or_default() // never over 255 bytes
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use codec_core::{Format as _, Sv2};
    use codec_stratum::Subprotocol;
    use codec_stratum::common::SetupConnectionRef;

    use super::*;

    /// Codes of the programs, and of the library for `SetupConnection.Error`.
    #[test]
    fn all_codes_that_are_sent_are_printable_ascii() {
        let codes = Code::ALL.iter().map(|code| Str0255::from(*code).to_string());
        let refusals = [refusal(9, 2, 0), refusal(0, 3, 0), refusal(0, 2, 1)];
        let mut all: Vec<_> = codes.chain(refusals).collect();
        for code in &all {
            let is_printable = code.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
            assert!(!code.is_empty() && is_printable, "{code:?}");
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), Code::ALL.len() + 3, "no two are the same");
    }

    /// The code of a setup with this protocol, lowest version and flags.
    fn refusal(protocol: u8, version: u8, flags: u8) -> String {
        let payload = [protocol, version, 0, 9, 0, flags, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let setup: SetupConnectionRef<'_> = Sv2::from_slice_ref(&payload).expect("a setup");
        setup.refusal(Subprotocol::Mining, 0).expect("it is refused").error_code.to_string()
    }

    /// No code is missing from the list.
    #[test]
    fn no_other_file_makes_a_code() {
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
        let mut files: Vec<PathBuf> = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("the folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        assert!(files.len() > 40, "the sources are there");
        for file in files.iter().filter(|file| !file.ends_with("src/code.rs")) {
            let text = fs::read_to_string(file).expect("a source");
            let made = ["error_code", "reason_code"].into_iter().any(|name| {
                text.split(name).skip(1).any(|after| {
                    let value = after.trim_start_matches([' ', '=', ':']);
                    value.starts_with("Str0255::") || value.starts_with('"')
                })
            });
            assert!(!made, "{} makes a code of its own", file.display());
        }
    }
}
