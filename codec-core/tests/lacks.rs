//! What Stratum V2 can't carry, and the hints that name what it can. That the
//! build stops is held by `src/format/refused.md`.

use codec_core::{Bincode, Lacks, Layout, Sv2, Traced};

#[test]
fn every_hint_names_a_type() {
    let Lacks { string, sequence, character, signed, wide, pointer_sized, double, .. } = Sv2::LACKS;
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
    let outcome = std::panic::catch_unwind(|| Lacks::refuse(Sv2::LACKS.wide));
    let message = outcome.unwrap_err();
    assert_eq!(message.downcast_ref::<String>().map(String::as_str), Sv2::LACKS.wide);
    Lacks::refuse(Bincode::LACKS.wide);
    assert_eq!(Traced::<Sv2>::LACKS.string, Sv2::LACKS.string);
}
