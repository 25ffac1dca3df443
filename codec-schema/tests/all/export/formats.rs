//! Everything that descriptions express, in formats with numbers of any kind.

use codec_core::format::BigEndian;
use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Format, Header, Postcard};
use codec_schema::value::Generator;
use codec_schema::{DescribeFormat, Message, Model};

use super::cases::{Case, case, damaged, damaged_frame};
use super::run;
use crate::samples::{Any, Head, In, framed, frames};

/// Payloads of all messages in a format.
pub(crate) fn plain<F: Format + DescribeFormat>() -> (Model, Vec<Case>) {
    let mut cases = Vec::new();
    for frame in frames::<F>() {
        let id = u32::from(frame[0]);
        damaged::<F, Any>(id, &frame[<Head as Header>::SIZE..], &mut cases);
        damaged_frame::<In<F>, Any>(&frame, &mut cases);
    }
    let model = Model::of_protocol::<In<F>>().unwrap();
    let mut generator = Generator::new(&model, &F::ENCODING, 5).with_most(4);
    for _ in 0..200 {
        let sample = generator.sample().unwrap();
        let Some(Message::Number(id)) = sample.message else { panic!("ids are numbers") };
        cases.extend(case::<F, Any>(u32::try_from(id).unwrap(), &sample.bytes));
    }
    cases.extend(case::<F, Any>(77, &[]));
    (model, cases)
}

/// Syntax around values and between them.
pub(crate) fn around<F: Format + DescribeFormat>() -> (Model, Vec<Case>) {
    let (mut cases, mut seen) = (Vec::new(), [0; 16]);
    for frame in framed::frames::<F>() {
        let (id, payload) = (frame[0], &frame[<Head as Header>::SIZE..]);
        seen[usize::from(id)] += 1;
        if seen[usize::from(id)] <= 3 {
            damaged::<F, framed::Any>(id.into(), payload, &mut cases);
        }
    }
    (Model::of::<framed::Any>().unwrap(), cases)
}

fn holds<F: Format + DescribeFormat>(name: &str, run: run::Run) {
    let (model, cases) = plain::<F>();
    run(&format!("{name}_plain"), &model, &F::ENCODING, &cases);
    let (model, cases) = around::<F>();
    run(&format!("{name}_framed"), &model, &F::ENCODING, &cases);
}

macro_rules! formats {
    ($($format:ty, $name:ident;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            #[ignore = "needs Python and the compiler of TypeScript: tools/check/export.sh"]
            fn python() {
                holds::<$format>(stringify!($name), run::python);
            }

            #[test]
            #[ignore = "needs Python and the compiler of TypeScript: tools/check/export.sh"]
            fn node() {
                holds::<$format>(stringify!($name), run::node);
            }

            #[test]
            #[ignore = "needs Go: tools/check/export.sh"]
            fn go() {
                holds::<$format>(stringify!($name), run::go);
            }

            #[test]
            #[ignore = "needs gcc and clang: tools/check/export.sh"]
            fn c() {
                holds::<$format>(stringify!($name), run::c);
            }
        }
    )*};
}

formats! {
    Bincode, bincode;
    BincodeVarint, bincode_varint;
    Postcard, postcard;
    Borsh, borsh;
    Compact, compact;
    BigEndian<Bincode>, big_endian;
}
