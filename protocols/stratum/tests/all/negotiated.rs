//! The extensions that two ends agree on: their bounds, whatever the other end sends, and what is read then.

use codec_core::{ById, Decode, Encode, Format as _, MessageInfo as _, Protocol, Sv2};
use codec_pool::{Connection, ConnectionLimits, FrameWriter, OnUnknown, Pool, Untimed};
use codec_stratum::common::ChannelEndpointChanged;
use codec_stratum::extensions::{
    RequestExtensions, RequestExtensionsRef, RequestExtensionsSuccess, RequestExtensionsSuccessRef,
};
use codec_stratum::{
    FrameHeader, Negotiated, Tlv, TlvProtocol, Tlvs, UserIdentity, WORKER_HASHRATE, WithTlvs,
    extension,
};

/// The numbers of extensions that no specification has.
fn extensions(count: usize) -> Vec<u16> {
    (0x4000..).take(count).collect()
}

#[test]
fn a_server_agrees_to_eight_of_what_it_supports() {
    let supported = extensions(9);
    // A full list, each of them again and again.
    let requested = supported.iter().copied().cycle().take(65_535).collect::<Vec<_>>();
    let request =
        RequestExtensions { request_id: 3, requested_extensions: requested.try_into().unwrap() };
    let bytes = Sv2::to_vec(&request).unwrap();
    let request: RequestExtensionsRef<'_> = Sv2::from_slice_ref(&bytes).unwrap();
    let mut negotiated = Negotiated::new();
    let answer = negotiated.answer(&request, &supported).unwrap();
    assert_eq!(answer.request_id, 3);
    assert!(Sv2::encoded_len(&answer) <= bytes.len(), "an answer is no longer than its request");
    assert!(answer.supported_extensions.iter().all(|one| supported[..8].contains(one)));
    assert!(supported[..8].iter().all(|one| negotiated.has(*one)));
    assert!(!negotiated.has(supported[8]) && !negotiated.has_message(u32::from(supported[8]) << 8));
    let error = Negotiated::new().answer(&request, &[]).unwrap_err();
    assert_eq!(error.unsupported_extensions.len(), 65_535);
}

#[test]
fn a_client_accepts_eight_that_it_requested() {
    let accepts = |negotiated: &mut Negotiated, answered: &[u16], requested: &[u16]| {
        let supported_extensions = answered.to_vec().try_into().unwrap();
        let answer = RequestExtensionsSuccess { request_id: 3, supported_extensions };
        let bytes = Sv2::to_vec(&answer).unwrap();
        let answer: RequestExtensionsSuccessRef<'_> = Sv2::from_slice_ref(&bytes).unwrap();
        negotiated.accept(requested, &answer)
    };
    let (nine, mut negotiated) = (extensions(9), Negotiated::new());
    assert_eq!(accepts(&mut negotiated, &nine[..8], &nine), Ok(()));
    assert_eq!(accepts(&mut negotiated, &nine[..8], &nine), Ok(()), "they take no place twice");
    assert_eq!(accepts(&mut negotiated, &nine[8..], &nine), Err(nine[8]), "the ninth");
    assert_eq!(accepts(&mut Negotiated::new(), &[7], &nine), Err(7), "not requested");
}

/// Messages of two private extensions.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(id = extension(0x4001) | 0x05, borrow)]
struct Temperature {
    degrees: u8,
}

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(id = extension(0x4002) | 0x05, borrow)]
struct Weather {
    wind: u8,
}

/// One that this end does not have.
#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(id = extension(0x4003) | 0x05)]
struct Newer;

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(messages, borrow)]
enum Mine {
    ChannelEndpointChanged(ChannelEndpointChanged),
    Temperature(Temperature),
    Weather(Weather),
}

enum MyProtocol {}

impl Protocol for MyProtocol {
    type Header = FrameHeader;
    type Format = Sv2;
    type Dispatch = ById;
    type Message = Mine;
    type MessageRef<'de> = MineRef<'de>;
}

/// A peer sends messages and fields of all extensions, whatever was agreed on: a subprotocol is its core
/// and what was negotiated, and nothing else ends the connection.
#[test]
fn messages_and_fields_are_read_where_their_extension_was_agreed_on() {
    let field =
        |extension_type| Tlv { extension_type, field_type: 9, value: vec![7].try_into().unwrap() };
    let fields = || {
        let mut tlvs = Tlvs::from(UserIdentity::try_from("w1").unwrap());
        tlvs.fields.extend([field(0x4001), field(0x4002), field(0x4003)]);
        tlvs
    };
    let mut writer = FrameWriter::<TlvProtocol<MyProtocol>>::new(Pool::default());
    let message = ChannelEndpointChanged { channel_id: 1 };
    writer.send(&WithTlvs { message, tlvs: fields() }).unwrap();
    writer.send(&WithTlvs { message: Temperature { degrees: 60 }, tlvs: fields() }).unwrap();
    writer.write::<Sv2, _>(&Newer).unwrap();
    writer.send(&WithTlvs { message: Weather { wind: 3 }, tlvs: fields() }).unwrap();
    let mut wire = Vec::new();
    writer.flush(&mut wire).unwrap();
    let all = [WORKER_HASHRATE, 0x4001, 0x4002];
    for set in 0..8_usize {
        let agreed = (0..3).filter(|n| set >> n & 1 == 1).map(|n| all[n]).collect::<Vec<_>>();
        let mut negotiated = Negotiated::new();
        let supported_extensions = agreed.clone().try_into().unwrap();
        let answer = RequestExtensionsSuccess { request_id: 3, supported_extensions };
        negotiated.accept(&all, &answer.to_ref()).unwrap();
        let mut peer = Connection::<TlvProtocol<MyProtocol>, _>::new(
            Untimed(std::io::Cursor::new(wire.clone())),
            &Pool::default(),
            ConnectionLimits::new().on_unknown(OnUnknown::Discard),
        );
        let mut read = Vec::new();
        while let Some(received) = peer.next().unwrap() {
            if !negotiated.has_message(received.id()) {
                continue;
            }
            read.push(u16::try_from(received.id() >> 8).unwrap());
            let name = received.tlvs.user_identity(&negotiated).unwrap();
            assert_eq!(name.is_some(), agreed.contains(&WORKER_HASHRATE), "{agreed:x?}");
            let private = received.tlvs.fields.iter().map(|field| field.extension_type);
            let private = private.filter(|one| *one > WORKER_HASHRATE && negotiated.has(*one));
            let expected = agreed.iter().copied().filter(|one| *one > WORKER_HASHRATE);
            assert!(private.eq(expected), "{agreed:x?}");
        }
        let expected = [0, 0x4001, 0x4002].into_iter();
        let expected = expected.filter(|one| *one == 0 || agreed.contains(one));
        assert!(read.iter().copied().eq(expected), "{read:x?} of {agreed:x?}");
        assert_eq!((peer.traffic().frames_in, peer.traffic().unknown_in), (4, 1));
    }
}
