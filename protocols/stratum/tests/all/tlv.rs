//! Fields that extensions append, as a deployed implementation encodes them.

use bytes::Bytes;
use codec_core::message::decode_payload;
use codec_core::{
    Cursor, DecodeError, DecodeErrorKind, Format as _, MessageInfo as _, Messages as _, Reader,
    Strict, Sv2,
};
use codec_pool::{FrameReader, FrameWriter, Pool};
use codec_stratum::mining::{
    SubmitSharesExtended, SubmitSharesExtendedRef, SubmitSharesExtendedShared,
};
use codec_stratum::{
    AnyMessage, AnyMessageRef, AnyMessageShared, FrameHeader, Negotiated, Sv2Protocol,
    Sv2TlvProtocol, Tlv, Tlvs, TlvsRef, TlvsShared, UserIdentity, WORKER_HASHRATE, WithTlvs,
    WithTlvsRef, WithTlvsShared,
};

use crate::vectors::vectors;

fn share() -> SubmitSharesExtended {
    let extranonce = (&[0xee]).try_into().expect("at most 32 bytes");
    let (channel_id, sequence_number, job_id, nonce, ntime, version) = (1, 2, 3, 4, 5, 6);
    SubmitSharesExtended { channel_id, sequence_number, job_id, nonce, ntime, version, extranonce }
}

/// Names of workers, agreed on.
fn agreed() -> Negotiated {
    let mut negotiated = Negotiated::new();
    let answer = Sv2::from_slice_ref(&[7, 0, 1, 0, 2, 0]).expect("an answer to request 7");
    negotiated.accept(&[WORKER_HASHRATE], &answer).expect("it was requested");
    negotiated
}

/// A name, and a field of an unknown extension.
fn tlvs() -> Tlvs {
    let name = UserIdentity::try_from("Worker_001").expect("10 bytes").into();
    let value = vec![1, 2].try_into().expect("2 bytes");
    Tlvs { fields: vec![name, Tlv { extension_type: 0x4001, field_type: 3, value }] }
}

const APPENDED: &[u8] = b"\x02\0\x01\x0a\0Worker_001\x01\x40\x03\x02\0\x01\x02";

fn payload() -> Vec<u8> {
    [&Sv2::to_vec(&share()).expect("it has an encoding")[..], APPENDED].concat()
}

#[test]
fn fields_are_encoded_behind_the_message() {
    let with = WithTlvs { message: share(), tlvs: tlvs() };
    assert_eq!(Sv2::to_vec(&with), Ok(payload()));
    let any = WithTlvs { message: AnyMessage::SubmitSharesExtended(share()), tlvs: tlvs() };
    assert_eq!(Sv2::to_vec(&any), Ok(payload()));
    assert_eq!((any.id(), any.flags(), any.name()), (0x1b, 0x8000, "SubmitSharesExtended"));
    assert_eq!(Sv2::to_vec(&WithTlvs::from(share())), Sv2::to_vec(&share()));
}

#[test]
fn the_three_forms_agree_and_keep_what_they_do_not_know() {
    let payload = payload();
    let owned: WithTlvs<SubmitSharesExtended> = Sv2::from_slice(&payload).expect("valid");
    assert_eq!(owned, WithTlvs { message: share(), tlvs: tlvs() });
    let borrowed: WithTlvsRef<'_, SubmitSharesExtendedRef<'_>> =
        Sv2::from_slice_ref(&payload).expect("valid");
    let bytes = Bytes::from(payload.clone());
    let shared: WithTlvsShared<SubmitSharesExtendedShared> =
        Sv2::from_bytes(&bytes).expect("valid");
    drop(bytes);
    assert_eq!(Sv2::to_vec(&borrowed), Ok(payload.clone()));
    assert_eq!(Sv2::to_vec(&shared), Ok(payload.clone()));
    assert_eq!(Tlvs::from(borrowed.tlvs), tlvs());
    for (terms, expected) in [(agreed(), Some(&b"Worker_001"[..])), (Negotiated::new(), None)] {
        let names = [
            owned.tlvs.user_identity(&terms).map(|name| name.map(|name| name.as_bytes().to_vec())),
            borrowed
                .tlvs
                .user_identity(&terms)
                .map(|name| name.map(|name| name.as_bytes().to_vec())),
            shared.tlvs.user_identity(&terms).map(|name| name.map(|name| name.as_bytes().to_vec())),
        ];
        assert!(names.iter().all(|name| *name == Ok(expected.map(<[u8]>::to_vec))), "{names:?}");
    }
    let unknown = borrowed.tlvs.fields.get(1).expect("two were sent");
    assert_eq!((unknown.user_identity(), unknown.value.as_bytes()), (None, &[1, 2][..]));
}

#[test]
fn any_message_may_come_with_fields_or_without() {
    for vector in vectors() {
        let id = vector.id;
        for appended in [&[][..], APPENDED] {
            let payload = [vector.payload(), appended].concat();
            let message = AnyMessage::decode_message(id, &mut Reader::<Sv2>::new(&payload));
            let Ok(message) = message else { panic!("{}", vector.label) };
            let owned = decode_payload::<Sv2, WithTlvs<AnyMessage>>(id, &payload).expect("valid");
            // Floats may have any value, including NaN.
            assert_eq!(format!("{:?}", owned.message), format!("{message:?}"));
            assert_eq!(Sv2::to_vec(&owned), Ok(payload.clone()));
            let borrowed =
                decode_payload::<Sv2, WithTlvs<AnyMessageRef<'_>, TlvsRef<'_>>>(id, &payload);
            assert_eq!(Sv2::to_vec(&borrowed.expect("valid")), Ok(payload.clone()));
            let source = Bytes::from(payload.clone());
            let mut r = Reader::<Sv2>::from_cursor(Cursor::from_bytes(&source));
            let shared = WithTlvs::<AnyMessageShared, TlvsShared>::decode_message(id, &mut r);
            assert_eq!(Sv2::to_vec(&shared.expect("valid")), Ok(payload));
        }
    }
}

#[test]
fn a_share_with_its_worker_goes_through_frames_and_protocol() {
    let pool = Pool::default();
    let mut writer = FrameWriter::<Sv2TlvProtocol>::new(pool.clone());
    writer.send(&WithTlvs { message: share(), tlvs: tlvs() }).expect("there is memory");
    // A message alone is one without fields.
    writer.send(&share()).expect("there is memory");
    let mut wire = Vec::new();
    writer.flush(&mut wire).expect("a vector takes all");
    let mut reader = FrameReader::<Sv2TlvProtocol>::new(pool.clone());
    let mut stream = &wire[..];
    let mut next = || {
        let decoded = reader.read_message_ref(&mut stream).expect("valid").expect("sent");
        let AnyMessageRef::SubmitSharesExtended(share) = decoded.message else {
            panic!("it is one")
        };
        let name = decoded.tlvs.user_identity(&agreed()).expect("it is short");
        (share.sequence_number, name.map(|name| name.as_bytes().to_vec()))
    };
    assert_eq!(next(), (2, Some(b"Worker_001".to_vec())));
    assert_eq!(next(), (2, None));

    // In the protocol without extensions, it is a message with trailing bytes.
    let mut reader = FrameReader::<Sv2Protocol>::new(pool);
    let error = reader.read_message(&mut &wire[..]).expect_err("there are fields");
    assert!(error.to_string().contains("trailing bytes"), "{error}");
}

#[test]
fn every_truncation_is_refused_but_between_fields() {
    let payload = payload();
    let message = payload.len() - APPENDED.len();
    let ends = [message, message + 15, payload.len()];
    for len in 0..=payload.len() {
        let cut = &payload[..len];
        let owned = Sv2::from_slice::<WithTlvs<SubmitSharesExtended>>(cut).map(drop);
        let borrowed = Sv2::from_slice_ref::<WithTlvsRef<'_, SubmitSharesExtendedRef<'_>>>(cut);
        assert_eq!(owned.is_ok(), ends.contains(&len), "cut at {len}");
        assert_eq!(owned, borrowed.map(drop), "cut at {len}");
        if let Err(error) = owned {
            assert_eq!(error.kind(), DecodeErrorKind::UnexpectedEnd, "cut at {len}");
        }
    }
}

#[test]
fn a_name_that_is_too_long_is_refused_in_every_form_if_names_were_agreed_on() {
    for (len, allowed) in [(0, true), (32, true), (33, false), (300, false)] {
        let [low, high] = u16::try_from(len).expect("few bytes").to_le_bytes();
        let bytes = Bytes::from([&[2, 0, 1, low, high][..], &vec![b'x'; len]].concat());
        let owned = Sv2::from_slice::<Tlvs>(&bytes).expect("any field is kept");
        let borrowed = Sv2::from_slice_ref::<TlvsRef<'_>>(&bytes).expect("any field is kept");
        let shared = Sv2::from_bytes::<TlvsShared>(&bytes).expect("any field is kept");
        for (terms, expected) in
            [(agreed(), allowed.then_some(Some(len))), (Negotiated::new(), Some(None))]
        {
            let lens = [
                owned.user_identity(&terms).map(|name| name.map(|name| name.as_bytes().len())),
                borrowed.user_identity(&terms).map(|name| name.map(|name| name.as_bytes().len())),
                shared.user_identity(&terms).map(|name| name.map(|name| name.as_bytes().len())),
            ];
            assert!(lens.into_iter().all(|len| len.ok() == expected), "{len}: {lens:?}");
        }
    }
    assert!(UserIdentity::try_from("x".repeat(33)).is_err());
}

#[test]
fn strict_refuses_a_channel_bit_that_contradicts_its_message() {
    type Lenient = Sv2;
    for vector in vectors() {
        for flip in [false, true] {
            let mut frame = vector.frame.clone();
            frame[1] ^= if flip { 0x80 } else { 0 };
            let mut reader = FrameReader::<FrameHeader>::new(Pool::default());
            let expected = flip.then_some((DecodeErrorKind::InvalidFlags, 0));
            let told = |result: Result<(), DecodeError>| {
                result.err().map(|error| (error.kind(), error.offset()))
            };
            let mut stream = &frame[..];
            let mut lent = reader.read_frame(&mut stream).expect("valid").expect("whole");
            let strict = [
                told(lent.decode_message::<Strict<Sv2>, AnyMessage>().map(drop)),
                told(lent.decode_message_ref::<Strict<Sv2>, AnyMessageRef<'_>>().map(drop)),
                told(lent.decode_message_shared::<Strict<Sv2>, AnyMessageShared>().map(drop)),
                told(lent.decode_message::<Strict<Sv2>, WithTlvs<AnyMessage>>().map(drop)),
                told(
                    lent.detach()
                        .decode_message_shared::<Strict<Sv2>, AnyMessageShared>()
                        .map(drop),
                ),
            ];
            assert_eq!(strict, [expected; 5], "{}", vector.label);
            reader.feed(&frame).expect("there is memory");
            let lent = reader.next_frame().expect("valid").expect("whole");
            assert!(lent.decode_message::<Lenient, AnyMessage>().is_ok(), "{}", vector.label);
        }
    }
}
