//! Fields that extensions append, as a deployed implementation writes them.

use codec_core::{Format as _, Sv2};
use codec_stratum::mining::SubmitSharesExtendedRef;
use codec_stratum::{Tlv, Tlvs};

#[test]
fn fields_follow_the_message_in_its_payload() {
    let mut payload = vec![0; 24];
    payload.extend_from_slice(&[1, 0xee]);
    let worker = Tlv { extension_type: 2, field_type: 1, value: b"w1".try_into().unwrap() };
    Sv2::encode_into(&worker, &mut payload).unwrap();
    let (share, rest) =
        Sv2::from_slice_ref_prefix::<SubmitSharesExtendedRef<'_>>(&payload).unwrap();
    assert_eq!(share.extranonce.as_bytes(), [0xee]);
    let fields: Vec<_> = Tlvs::new(rest).map(|field| Tlv::from(field.unwrap())).collect();
    assert_eq!(fields, [worker]);
}

#[test]
fn every_truncation_ends_with_one_error() {
    let bytes = Sv2::to_vec(&Tlv {
        extension_type: 2,
        field_type: 1,
        value: b"worker".try_into().unwrap(),
    })
    .unwrap();
    for len in 1..bytes.len() {
        let fields: Vec<_> = Tlvs::new(&bytes[..len]).collect();
        assert!(matches!(fields[..], [Err(_)]), "cut at {len}");
    }
}
