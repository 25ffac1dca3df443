//! Hints for types that formats lack, which name alternatives. A test of `codec-compilers` builds what is
//! refused, `tests/build/refused.rs`.

use codec_core::wire::{B064K, Seq064K, Str0255, U256};
use codec_core::{Bincode, Borsh, Consensus, Format, Layout, Sv2, Traced, Unsupported};

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

#[test]
fn types_that_the_hints_name_are_supported() {
    let texts = (Str0255::default(), Seq064K::<u16>::default(), B064K::default());
    assert_eq!(Sv2::to_vec(&texts).unwrap(), [0; 5]);
    let numbers = (1_u8, 1_u16, 1_f32, U256::default(), Some([1_u32]));
    assert_eq!(Sv2::to_vec(&numbers).unwrap()[..7], [1, 1, 0, 0, 0, 0x80, 0x3f]);
    assert_eq!(Borsh::to_vec(&u32::from('c')).unwrap(), [0x63, 0, 0, 0]);
    assert_eq!(Consensus::to_vec(&vec![1_u8]).unwrap(), [1, 1]);
    assert_eq!(Consensus::to_vec(&1_f32.to_bits()).unwrap(), [0, 0, 0x80, 0x3f]);
    assert_eq!(Consensus::to_vec(&1_u128.to_le_bytes()).unwrap()[..2], [1, 0]);
}
