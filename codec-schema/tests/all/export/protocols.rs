//! The messages of Bitcoin, Decred and an industrial gateway by their committed locks: each is
//! written in every language, or refused by name in all of them.

use std::path::PathBuf;

use codec_core::{Bincode, Consensus, Decode, Encode, Format, Messages};
use codec_schema::export::{Export, Language};
use codec_schema::value::Generator;
use codec_schema::{Body, DescribeFormat, Message, Model, Named, Type, read_lock};

use super::cases::{Case, Id, case, damaged_at};
use super::run;

const LANGUAGES: [Language; 4] =
    [Language::C, Language::Go, Language::Python, Language::TypeScript];

fn data(protocol: &str, file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../protocols").join(protocol);
    std::fs::read_to_string(path.join("tests/data").join(file)).unwrap()
}

fn lock(protocol: &str) -> Model {
    read_lock(&data(protocol, "protocol.lock")).unwrap()
}

/// The names of the messages and their ids.
fn messages(model: &Model) -> Vec<(String, Message)> {
    let Type::Named(root) = model.root else { panic!("the root has a name") };
    let Body::Messages(of) = &model.named[root].body else { panic!("the root is messages") };
    let message = |ty: &Type| {
        let Type::Named(index) = ty else { panic!("a message has a name") };
        model.named[*index].message.clone().unwrap().id
    };
    of.variants.iter().map(|(name, ty)| (name.clone(), message(ty))).collect()
}

/// The messages that can't be exported, each with the first place that refuses it.
fn refused<F: DescribeFormat>(model: &Model) -> Vec<(String, String)> {
    let all = messages(model);
    let mut found = Vec::new();
    for (one, _) in &all {
        let others = all.iter().map(|(name, _)| name.as_str()).filter(|name| name != one);
        let others: Vec<_> = others.collect();
        let [first, rest @ ..] = LANGUAGES.map(|language| {
            let file = Export::new(model, &F::ENCODING).without(&others).write(language);
            file.err().map(|error| error.places()[0].clone())
        });
        for other in rest {
            assert_eq!(other, first, "{one}");
        }
        found.extend(first.map(|place| (one.clone(), place)));
    }
    found
}

/// Golden vectors and generated payloads of the messages that are exported, whole and damaged.
fn cases<F: Format + DescribeFormat, M>(
    protocol: &str,
    id_of: fn(&Message) -> M::Id,
) -> (Model, Vec<Case>)
where
    M: Messages<Id: Id> + Encode + std::fmt::Debug,
{
    let mut model = lock(protocol);
    let without: Vec<_> = refused::<F>(&model).into_iter().map(|(name, _)| name).collect();
    let golden: serde_json::Value = serde_json::from_str(&data(protocol, "golden.json")).unwrap();
    let ids: Vec<_> = messages(&model);
    let mut cases = Vec::new();
    for vector in golden.as_array().unwrap() {
        let name = vector["message"].as_str().unwrap();
        if without.iter().any(|one| one == name) {
            continue;
        }
        let (_, id) = ids.iter().find(|(one, _)| one == name).unwrap();
        let hex = vector["bytes"].as_str().unwrap();
        let byte = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).unwrap();
        let payload: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        damaged_at::<F, M>(id_of(id), &payload, 1 + payload.len() / 64, &mut cases);
    }
    let mut generator = Generator::new(&model, &F::ENCODING, 9).with_most(4);
    for _ in 0..400 {
        let Some(sample) = generator.sample() else { continue };
        let id = sample.message.unwrap();
        let (name, _) = ids.iter().find(|(_, one)| *one == id).unwrap();
        if !without.contains(name) {
            cases.extend(case::<F, M>(id_of(&id), &sample.bytes));
        }
    }
    let valid = cases.iter().filter(|case| case.wanted.starts_with("ok")).count();
    assert!(valid > 50 && cases.len() > 5 * (ids.len() - without.len()), "{valid}");
    let Type::Named(root) = model.root else { panic!("the root has a name") };
    let Body::Messages(of) = &mut model.named[root].body else { panic!("the root is messages") };
    of.variants.retain(|(name, _)| !without.contains(name));
    (model, cases)
}

fn number(id: &Message) -> u32 {
    let Message::Number(id) = id else { panic!("ids are numbers") };
    u32::try_from(*id).unwrap()
}

fn decred(id: &Message) -> &'static str {
    let Message::Name(id) = id else { panic!("ids are names") };
    codec_decred::Command::named(id).unwrap().name()
}

fn bitcoin(id: &Message) -> &'static str {
    let Message::Name(id) = id else { panic!("ids are names") };
    codec_bitcoin::Command::named(id).unwrap().name()
}

macro_rules! protocols {
    ($($name:ident: $format:ty, $messages:ty, $id:expr;)*) => {$(
        mod $name {
            use super::*;

            fn holds(run: run::Run) {
                let name = stringify!($name);
                let (model, cases) = cases::<$format, $messages>(name, $id);
                run(name, &model, &<$format>::ENCODING, &cases);
            }

            #[test]
            #[ignore = "needs Python: tools/check/export.sh"]
            fn python() {
                holds(run::python);
            }

            #[test]
            #[ignore = "needs the compiler of TypeScript: tools/check/export.sh"]
            fn node() {
                holds(run::node);
            }

            #[test]
            #[ignore = "needs Go: tools/check/export.sh"]
            fn go() {
                holds(run::go);
            }

            #[test]
            #[ignore = "needs gcc and clang: tools/check/export.sh"]
            fn c() {
                holds(run::c);
            }
        }
    )*};
}

protocols! {
    bitcoin: Consensus, codec_bitcoin::AnyMessage, super::bitcoin;
    decred: Consensus, codec_decred::AnyMessage, super::decred;
    industrial: Bincode, codec_industrial::AnyMessage, super::number;
}

#[test]
fn messages_that_no_language_can_express_are_named_with_the_reason() {
    let named = |found: &[(String, String)]| {
        let all = found.iter().map(|(name, place)| {
            assert!(place.contains(": "), "{place}");
            name.as_str()
        });
        all.collect::<Vec<_>>().join(" ")
    };
    let bitcoin = refused::<Consensus>(&lock("bitcoin"));
    let wanted = "Transaction Block CompactBlock GetBlockTxn BlockTxn FilterLoad";
    assert_eq!(named(&bitcoin), wanted);
    assert_eq!(bitcoin[3].1, "GetBlockTxn: check Self::has_short_indices, a function");
    let decred = refused::<Consensus>(&lock("decred"));
    let wanted = "Transaction Block Version AddrV2 GetInitState MixPairRequest MixSlotReserve \
                  MixDcNet MixConfirm MixSecrets";
    assert_eq!(named(&decred), wanted);
    assert_eq!(decred[2].1, "Version.time: check check::signed_time, a function");
    let industrial = refused::<Bincode>(&lock("industrial"));
    assert_eq!(named(&industrial), "Write Update");
    assert_eq!(industrial[0].1, "Value::Text.0: a string of C or UTF-16");
}

#[test]
fn a_message_that_is_left_out_has_to_be_one() {
    let model = lock("bitcoin");
    let file = Export::new(&model, &Consensus::ENCODING).without(&["Ping", "Pnog"]);
    let error = file.write(Language::Go).unwrap_err();
    assert_eq!(error.places(), ["Pnog: there is no such message"]);
}

/// Types that each have the next one twice: sizes are added up once for each.
#[test]
fn types_that_are_used_in_many_ways_take_no_longer() {
    let model = Model::of::<(u8, bool)>().unwrap();
    let wide = Model { root: Type::Named(0), named: chain(60), ..model };
    for language in LANGUAGES {
        let file = Export::new(&wide, &Bincode::ENCODING).write(language).unwrap();
        assert!(file.contains("T60"), "{language:?}");
    }
}

/// A struct of one byte, and others, of which each has two of the next.
fn chain(count: usize) -> Vec<Named> {
    #[derive(Encode, Decode)]
    #[codec(schema)]
    struct Two {
        one: u8,
        other: u8,
    }
    let of = Model::of::<Two>().unwrap().named.remove(0);
    let named = (0..=count).map(|at| {
        let mut named = of.clone();
        named.name = format!("T{at}");
        let Body::Struct(inner) = &mut named.body else { panic!("a struct") };
        for field in inner.fields.iter_mut().filter(|_| at < count) {
            field.ty = Type::Named(at + 1);
        }
        named
    });
    named.collect()
}
