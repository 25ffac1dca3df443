//! The messages of two protocols: their models, locks, values and headers.

use codec_core::message::decode_payload;
use codec_core::schema::{DescribeHeader, Role};
use codec_core::{Consensus, DecodeErrorKind, Format, Header, MessageInfo, Sv2};
use codec_schema::value::{Boundary, Extreme, Generator};
use codec_schema::{
    Body, Class, Encoding, Message, Model, compare, max_len, read_lock, size, write_lock,
};

/// The parts of a model that are in a lock.
fn locked(model: &Model) -> Model {
    read_lock(&write_lock(model)).unwrap()
}

#[test]
fn a_lock_holds_all_that_is_on_the_wire() {
    let models =
        [Model::of::<codec_stratum::AnyMessage>(), Model::of::<codec_decred::AnyMessage>()];
    for model in models {
        let model = model.unwrap();
        let read = locked(&model);
        assert_eq!(write_lock(&read), write_lock(&model));
        for encoding in Encoding::ALL {
            assert_eq!(read.fingerprint(encoding), model.fingerprint(encoding));
            assert_eq!(read.refused(encoding), model.refused(encoding));
        }
    }
}

/// A newer peer's value of a type that is not known costs at most its message, and that only where nobody can
/// know how long it is: addresses, transactions and values, whose fields depend on the type.
#[test]
fn an_enum_that_peers_may_extend_keeps_values_that_are_unknown() {
    let protocols: [(_, &[&str]); 4] = [
        (Model::of::<codec_stratum::AnyMessage>(), &[]),
        (Model::of::<codec_bitcoin::AnyMessage>(), &[]),
        (Model::of::<codec_decred::AnyMessage>(), &["Parts", "Host"]),
        (Model::of::<codec_industrial::AnyMessage>(), &["Value"]),
    ];
    let mut open = 0;
    for (model, unknown_lengths) in protocols {
        let mut found = Vec::new();
        for named in &model.unwrap().named {
            let Body::Enum(each) = &named.body else { continue };
            if each.variants.iter().any(|variant| variant.tag.is_none()) {
                open += 1;
            } else {
                found.push(named.name.clone());
            }
        }
        assert_eq!(found, unknown_lengths, "those that refuse an unknown tag");
    }
    assert!(open >= 5, "{open}");
}

#[test]
fn every_sample_of_stratum_is_a_message() {
    let model = Model::of::<codec_stratum::AnyMessage>().unwrap();
    let mut generator = Generator::new(&model, &Encoding::SV2, 1);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..2000 {
        let sample = generator.sample().unwrap();
        let Some(Message::Number(id)) = sample.message else { panic!("ids are numbers") };
        let id = u32::try_from(id).unwrap();
        let message = decode_payload::<Sv2, codec_stratum::AnyMessage>(id, &sample.bytes).unwrap();
        assert_eq!(Sv2::to_vec(&message).unwrap(), sample.bytes, "{}", message.name());
        seen.insert(id);
    }
    assert_eq!(seen.len(), 44);
}

#[test]
fn every_sample_of_decred_is_a_message_but_for_checks() {
    let model = Model::of::<codec_decred::AnyMessage>().unwrap();
    let mut generator = Generator::new(&model, &Encoding::CONSENSUS, 1).with_most(20);
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..2000 {
        let Some(sample) = generator.sample() else { continue };
        let Some(Message::Name(id)) = sample.message else { panic!("ids are names") };
        let id: &'static str = codec_decred::Command::named(&id).unwrap().name();
        match decode_payload::<Consensus, codec_decred::AnyMessage>(id, &sample.bytes) {
            Ok(message) => {
                assert_eq!(Consensus::to_vec(&message).unwrap(), sample.bytes, "{id}");
                seen.insert(id);
            }
            Err(error) => assert_eq!(error.kind(), DecodeErrorKind::CheckFailed, "{id}"),
        }
    }
    assert!(seen.len() >= 35, "{seen:?}");
}

/// Boundary values of all messages, with their ids.
fn boundaries(model: &Model, encoding: &Encoding) -> Vec<Boundary> {
    let all = Generator::new(model, encoding, 0).with_most(3).boundaries();
    let count = |extreme| all.iter().filter(|one| one.at == extreme).count();
    assert!(count(Extreme::Smallest) > 50 && count(Extreme::Largest) > 50, "{}", all.len());
    assert!(count(Extreme::Over) > 0);
    all
}

#[test]
fn messages_of_stratum_hold_at_their_limits_and_not_beyond() {
    let model = Model::of::<codec_stratum::AnyMessage>().unwrap();
    for one in boundaries(&model, &Encoding::SV2) {
        let Some(Message::Number(id)) = one.sample.message else { panic!("ids are numbers") };
        let id = u32::try_from(id).unwrap();
        let read = decode_payload::<Sv2, codec_stratum::AnyMessage>(id, &one.sample.bytes);
        match (&read, one.at) {
            (Ok(message), Extreme::Smallest | Extreme::Largest) => {
                assert_eq!(Sv2::to_vec(message).unwrap(), one.sample.bytes, "{}", one.path);
            }
            (Err(_), Extreme::Over) => {}
            _ => panic!("{}, {}: {read:?}", one.path, one.at),
        }
    }
}

#[test]
fn largest_sizes_are_constants_of_other_crates() {
    use codec_schema::Describe as _;
    const SETUP: usize =
        max_len(codec_stratum::common::SetupConnection::SCHEMA, &Encoding::SV2).unwrap();
    const PING: usize =
        max_len(codec_decred::connection::Ping::SCHEMA, &Encoding::CONSENSUS).unwrap();
    static BUFFERS: ([u8; SETUP], [u8; PING]) = ([0; SETUP], [0; PING]);
    // A byte, two 16-bit numbers and one of 32 bits, strings of up to 255 bytes, a port.
    assert_eq!(BUFFERS.0.len(), 1 + 2 + 2 + 4 + 256 + 2 + 4 * 256);
    assert_eq!(BUFFERS.1.len(), 8);
}

#[test]
fn a_lock_of_a_protocol_holds_its_header() {
    let stratum = Model::of_protocol::<codec_stratum::Sv2Protocol>().unwrap();
    let decred = Model::of_protocol::<codec_decred::DecredProtocol>().unwrap();
    for model in [&stratum, &decred] {
        assert_eq!(locked(model).header, model.header);
        let header = write_lock(model);
        assert!(header.contains("\nheader FrameHeader size "), "{header}");
        let bare = Model { header: None, ..model.clone() };
        assert_ne!(bare.fingerprint(&Encoding::SV2), model.fingerprint(&Encoding::SV2));
    }
    let text = write_lock(&stratum);
    assert!(text.contains("msg_length: unsigned at 3 size 3 role \"payload_len\""), "{text}");
    let network = "network: unsigned at 0 size 4 role \"magic\" magic u32 3652452601";
    assert!(write_lock(&decred).contains(network), "{}", write_lock(&decred));
}

#[test]
fn another_header_breaks_and_the_verdict_says_where() {
    let old = Model::of_protocol::<codec_stratum::Sv2Protocol>().unwrap();
    let change = |edit: fn(&mut codec_schema::Header)| {
        let mut new = old.clone();
        edit(new.header.as_mut().unwrap());
        compare(&old, &new, &Encoding::SV2)
    };
    let verdict = change(|header| header.parts[2].size = 4);
    assert_eq!(verdict.class, Class::Breaking);
    let said = "header.msg_length: it is written at bytes 3 to 6, and read at 3 to 7";
    assert!(verdict.new_reads_old.iter().any(|reason| reason == said), "{verdict}");
    assert_eq!(change(|header| header.parts[1].role = "own".into()).class, Class::Breaking);
    assert_eq!(change(|header| header.parts[1].name = "kind".into()).class, Class::Both);
    assert_eq!(change(|header| header.max_payload -= 1).class, Class::OldReadsNew);
    assert_eq!(change(|header| header.max_payload += 1).class, Class::NewReadsOld);
}

#[test]
fn sizes_of_messages_hold_their_samples() {
    let model = Model::of::<codec_stratum::AnyMessage>().unwrap();
    let mut generator = Generator::new(&model, &Encoding::SV2, 2);
    let range = size(<codec_stratum::AnyMessage as codec_schema::Describe>::SCHEMA, &Encoding::SV2);
    for _ in 0..500 {
        let len = generator.sample().unwrap().bytes.len() as u64;
        assert!(range.min <= len && range.max.is_none_or(|max| len <= max), "{len} {range:?}");
    }
}

#[test]
fn parts_of_a_header_lie_where_the_header_writes_them() {
    type Stratum = codec_stratum::FrameHeader;
    const ID: u32 = 0x0001_021b;
    let payload = vec![0; 0x0003_0201];
    let header = Stratum::describe(ID, codec_stratum::CHANNEL, &payload);
    let mut bytes = [0; Stratum::SIZE];
    header.unwrap().write(&mut bytes);
    let described = Stratum::HEADER;
    assert_eq!(described.size, 6);
    let part =
        |role: fn(&Role) -> bool| described.parts.iter().find(|part| role(&part.role)).unwrap();
    let number = |offset: u64, size: u64| {
        let bytes = &bytes[usize::try_from(offset).unwrap()..];
        let bytes = bytes[..usize::try_from(size).unwrap()].iter().rev();
        bytes.fold(0u64, |number, byte| number << 8 | u64::from(*byte))
    };
    let len = part(|role| *role == Role::PayloadLen);
    assert_eq!(number(len.offset, len.size), 0x0003_0201);
    let kind = part(|role| *role == Role::Id);
    let pieces = part(|role| matches!(role, Role::Pieces(_)));
    let Role::Pieces(all) = pieces.role else { panic!() };
    let extension = number(pieces.offset, pieces.size);
    let id = number(kind.offset, kind.size) | (extension & all[0].mask) << all[0].shift;
    assert_eq!(id, u64::from(ID));
    assert_eq!(extension & all[1].mask, u64::from(codec_stratum::CHANNEL));
}

#[test]
fn parts_of_a_header_follow_one_another() {
    type Decred = codec_decred::FrameHeader;
    let mut bytes = [0; Decred::SIZE];
    Decred::describe("ping", 0, &[7; 8]).unwrap().write(&mut bytes);
    let described = Decred::HEADER;
    let end = described.parts.iter().fold(0, |end, part| {
        assert_eq!(part.offset, end, "{}", part.name);
        end + part.size
    });
    assert_eq!((described.size, end), (24, 24));
    assert_eq!(&bytes[4..8], b"ping");
}
