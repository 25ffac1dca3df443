//! Values that a program in C makes itself, and names that mean something in C.

#![allow(
    clippy::allow_attributes,
    non_camel_case_types,
    non_snake_case,
    dead_code,
    reason = "names of tests"
)]

use std::process::Command;

use codec_core::{Bincode, Decode, Encode, Format};
use codec_schema::export::{Export, Language};
use codec_schema::{Encoding, Model};

use super::cases::hex;
use super::run;
use crate::samples::{Any, Array, Function, Number, Object};

const STRICT: [&str; 5] = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"];

#[test]
#[ignore = "needs gcc and clang: tools/check/export.sh"]
fn a_program_writes_what_rust_writes() {
    let folder = run::folder("c", "by_hand");
    let file = run::header(&Model::of::<Any>().unwrap(), &Encoding::BINCODE);
    std::fs::write(folder.join("codec.h"), file).unwrap();
    let function = Function {
        end: 7,
        class: 70_000,
        nil: true,
        local: Some(9),
        lambda: vec![1, 300, u16::MAX],
        r#type: "größe".to_owned(),
        not: -3,
        and: vec![None, Some(-2)],
        none: (1, u64::MAX),
        len_type: 1.5,
        value: -2.25,
        r#in: vec![(true, "x".to_owned()), (false, String::new())],
    };
    let array = Array {
        objects: vec![Object::True(600), Object::Def { def: vec![1, 2, 3], r#for: Number::Rmro }],
        numbers: [Number::False, Number::Class],
        few: Vec::new(),
        big: 0x0102_0304,
        magic: (),
        number: (),
    };
    let function = hex(&Bincode::to_vec(&function).unwrap());
    let array = hex(&Bincode::to_vec(&array).unwrap());
    let words = "1 300 65535 0 of 3 left";
    // The numbers of kinds: an invalid value is 12, the limit 8, the end 1, no room 23.
    let wanted = format!(
        "{function}\n0\n{words}\n{words}\n{function}\nerror 12\nerror 12\n{array}\nerror 8\n\
         error 12\nerror 12\n1 at 0\n23\n"
    );
    for compiler in ["gcc", "clang"] {
        let program = run::compiled(compiler, &folder, "by_hand.c", &[]);
        assert_eq!(run::output(&mut Command::new(program)), wanted, "{compiler}");
    }
}

mod hostile {
    use super::*;

    /// Ends a comment: */ int x; /* and begins one.
    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) enum Choice {
        int(u8),
        of { NULL: u8, bool: Vec<u16> },
        tag,
    }

    /// Its name is that of a function.
    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) struct read_Choice {
        pub(super) memcpy: codec_core::wire::U24,
        pub(super) r: u8,
        pub(super) v: u8,
        pub(super) fails: u8,
        pub(super) given: u8,
        #[codec(count = r / v, min = v % r)]
        pub(super) w: Vec<u8>,
        #[codec(if = (fails >> given) & 1 == 1)]
        pub(super) größe: Option<u8>,
    }

    /// Its name is that of a type of the file.
    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) struct list_u16 {
        pub(super) codec_bytes: Vec<u16>,
        pub(super) some: Vec<Option<()>>,
    }

    /// Nothing.
    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) struct codec_reader;

    #[derive(Encode, Decode)]
    #[codec(schema)]
    pub(super) struct Hostile {
        pub(super) choice: Choice,
        pub(super) read: read_Choice,
        pub(super) list: list_u16,
        pub(super) reader: codec_reader,
    }
}

#[test]
#[ignore = "needs gcc and clang: tools/check/export.sh"]
fn names_of_c_are_no_names_of_fields_and_types() {
    let folder = run::folder("c", "hostile");
    let model = Model::of::<hostile::Hostile>().unwrap();
    for encoding in Encoding::ALL.into_iter().filter(|encoding| model.refused(encoding).is_none()) {
        let file = Export::new(&model, encoding).write(Language::C).unwrap();
        std::fs::write(folder.join("codec.h"), file).unwrap();
        let source = "#define CODEC_IMPLEMENTATION\n#include \"codec.h\"\n";
        std::fs::write(folder.join("codec.c"), source).unwrap();
        for compiler in ["gcc", "clang"] {
            let mut command = Command::new(compiler);
            command.args(STRICT).arg("-fsyntax-only").arg(folder.join("codec.c"));
            run::output(&mut command);
        }
    }
}
