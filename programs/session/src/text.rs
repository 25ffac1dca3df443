//! Field values as readers of Stratum V2 expect them.

use std::fmt;

use codec_stratum::TlvRef;

/// Fields with bit sets and packed numbers, which are shown in hex.
pub const HEX: [&str; 6] = [
    "version",
    "flags",
    "nbits",
    "n_bits",
    "coinbase_tx_input_sequence",
    "coinbase_tx_input_n_sequence",
];

/// The name of a number.
pub(crate) fn named(field: &str, number: u128) -> Option<&'static str> {
    match number {
        _ if field != "protocol" => None,
        0 => Some("Mining"),
        1 => Some("JobDeclaration"),
        2 => Some("TemplateDistribution"),
        _ => None,
    }
}

/// A field that an extension has appended: by its name where that is known, else by its
/// numbers.
pub struct Appended<'t, 'a>(pub &'t TlvRef<'a>);

impl Appended<'_, '_> {
    /// The name of a user, if it is one.
    pub fn user_identity(&self) -> Option<String> {
        let name = self.0.user_identity()?.ok()?;
        name.as_str().ok().map(str::to_owned)
    }
}

impl fmt::Display for Appended<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tlv = self.0;
        if let Some(name) = self.user_identity() {
            return write!(f, "user_identity={name:?}");
        }
        let TlvRef { extension_type, field_type, value } = tlv;
        write!(f, "tlv[{field_type:#04x} of extension {extension_type:#06x}]={value}")
    }
}
