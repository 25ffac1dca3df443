//! Hints for types that Stratum V2 lacks, which name alternatives. `src/format/refused.md`
//! tests that the build fails.

use codec_core::{Bincode, Layout, Sv2, Traced, Unsupported};

#[test]
fn every_hint_names_a_type() {
    let Unsupported { string, sequence, character, signed, wide, pointer_sized, double, .. } =
        Sv2::RULES.unsupported;
    let hints = [
        (string, "Str0255"),
        (sequence, "Seq064K"),
        (sequence, "B064K"),
        (character, "Str0255"),
        (signed, "unsigned"),
        (wide, "U256"),
        (pointer_sized, "u64"),
        (double, "f32"),
    ];
    for (hint, name) in hints {
        let hint = hint.expect("refused");
        assert!(hint.starts_with("Stratum V2 has no ") && hint.contains(name), "{hint}");
    }
}

#[test]
fn a_hint_is_what_the_error_says() {
    let outcome = std::panic::catch_unwind(|| Unsupported::refuse(Sv2::RULES.unsupported.wide));
    let message = outcome.unwrap_err();
    assert_eq!(message.downcast_ref::<String>().map(String::as_str), Sv2::RULES.unsupported.wide);
    Unsupported::refuse(Bincode::RULES.unsupported.wide);
    assert_eq!(Traced::<Sv2>::RULES.unsupported.string, Sv2::RULES.unsupported.string);
}
