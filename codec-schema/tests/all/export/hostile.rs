//! Names that mean something in a language, and comments that would end there.

use std::process::Command;

use codec_core::{Decode, Encode};
use codec_schema::export::{Export, Language};
use codec_schema::{Body, Encoding, Model, Type};

use super::run;

/// Keywords, predeclared names and names of the files themselves.
const WORDS: &str = "
    abstract and any append arguments array as asm assert async auto await bigint bits bool Bool boolean
    break byte bytes cap case catch chan char class clear close codec codec_bytes codec_error codec_reader
    comparable complex complex128 const constructor continue copy decode Decode DecodeError DecodeFrame
    DecodeMessage decode_message def default defer del delete div do double elif else encode Encode
    EncodeError EncodeMessage enum errno error Error eval exact except export extends extern Fail fail
    fallthrough false False field finally fit float float64 for from func function get global go goto
    HEADER_SIZE HeaderSize if imag implements import in init inline int Int128 int64_t interface iota is
    lambda len let linux list List long magic main make map Map match math max MAX_PAYLOAD memcpy
    Message message MessageID MESSAGES min module nameof namespace narrow never new next nil none None
    nonlocal not NULL null number Number object Object of offsetof or package panic pass print println
    private protected prototype public put r raise range Read ReadHeader read_root Reader real recover
    register rem restrict return root Root rune scalar select self set shl short signed sizeof size_t some
    static string String struct super switch symbol tag text this throw true True try Tuple Tuple2 tuple
    type typedef typeof uint8 uint8_t uintptr Uint128 Uint8Array undefined union Union unix unknown unlimited
    unsafe unsigned utf8 v var variant version void volatile w where while wide with Write Writer x yield
    __proto__ __init__ _ __ größe naïve 数 A_b AB Ab a_b aB ReadTuple ReadChoice Read_Choice Choice_of";

/// A field and a choice, which all words are put into.
#[derive(Encode, Decode)]
#[codec(schema)]
struct Words {
    one: One,
    choice: Choice,
    pair: (u16, Option<i64>),
}

#[derive(Encode, Decode)]
#[codec(schema)]
struct One {
    field: u16,
}

#[derive(Encode, Decode)]
#[codec(schema)]
enum Choice {
    One(u8),
}

/// A struct with a field for each word, one of a type for each, and an enum with a variant for each; and
/// comments that would end in some language.
fn model() -> Model {
    const DOC: &str = "Ends: */ int x; /* \"\"\" ''' \r x\u{2028}y \u{85}z \\\n\n# A\n* b\n  1. c\n\td\u{b}e\u{c}f";
    let mut model = Model::of::<Words>().unwrap();
    let Type::Named(root) = model.root else { panic!("a type with a name") };
    let place =
        |model: &Model, name: &str| model.named.iter().position(|of| of.name == name).unwrap();
    let (one, choice) = (place(&model, "One"), place(&model, "Choice"));
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    DOC.clone_into(&mut model.named[one].doc);
    let each = model.named[one].clone();
    let Body::Struct(of) = &mut model.named[one].body else { panic!("a struct") };
    let field = of.fields[0].clone();
    of.fields = words.iter().map(|word| with_name(&field, word)).collect();
    DOC.clone_into(&mut of.fields[0].doc);
    let Body::Enum(of) = &mut model.named[choice].body else { panic!("an enum") };
    let variant = of.variants[0].clone();
    of.variants.clear();
    for (tag, word) in (0..).zip(&words) {
        let mut variant = variant.clone();
        (variant.name, variant.tag) = ((*word).to_owned(), Some(tag));
        DOC.clone_into(&mut variant.doc);
        (*word).clone_into(&mut variant.fields[0].name);
        of.variants.push(variant);
    }
    let mut fields = Vec::new();
    for word in &words {
        let mut named = each.clone();
        (*word).clone_into(&mut named.name);
        let Body::Struct(of) = &mut named.body else { panic!("a struct") };
        (*word).clone_into(&mut of.fields[0].name);
        let mut field = with_name(&field, word);
        field.ty = Type::Named(model.named.len());
        fields.push(field);
        model.named.push(named);
    }
    let Body::Struct(of) = &mut model.named[root].body else { panic!("a struct") };
    of.fields.extend(fields);
    model
}

fn with_name(field: &codec_schema::Field, name: &str) -> codec_schema::Field {
    let mut field = field.clone();
    name.clone_into(&mut field.name);
    field
}

fn written(language: Language) -> String {
    Export::new(&model(), &Encoding::BINCODE).write(language).unwrap()
}

#[test]
#[ignore = "needs Python: tools/check/export.sh"]
fn python() {
    let folder = run::folder("python", "hostile");
    std::fs::write(folder.join("codec.py"), written(Language::Python)).unwrap();
    let mut command = Command::new("python3");
    let script = "import codec; r = codec.Reader(bytes(1 << 20)); codec.read_root(r); print(r.at)";
    let at = run::output(command.env("PYTHONPATH", folder).args(["-B", "-c", script]));
    let words = WORDS.split_whitespace().count();
    // All fields, and each type with one; a tag and a byte; a number and an option's byte.
    assert_eq!(at.trim().parse::<usize>().unwrap(), 2 * words + 2 * words + 4 + 1 + 2 + 1);
}

#[test]
#[ignore = "needs the compiler of TypeScript: tools/check/export.sh"]
fn node() {
    let folder = run::folder("node", "hostile");
    std::fs::write(folder.join("codec.ts"), written(Language::TypeScript)).unwrap();
    run::typed(&folder);
}

#[test]
#[ignore = "needs gcc: tools/check/export.sh"]
fn c() {
    let folder = run::folder("c", "hostile_words");
    std::fs::write(folder.join("codec.h"), written(Language::C)).unwrap();
    let source = "#define CODEC_IMPLEMENTATION\n#include \"codec.h\"\n";
    std::fs::write(folder.join("codec.c"), source).unwrap();
    let mut command = Command::new("gcc");
    command.args(["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only"]);
    run::output(command.arg(folder.join("codec.c")));
}

#[test]
#[ignore = "needs Go: tools/check/export.sh"]
fn go() {
    let folder = run::folder("go", "hostile");
    let main = "package main\n\nimport \"check/codec\"\n\nfunc main() {\n\t_, err := \
                codec.Decode(codec.ReadRoot, make([]byte, 1))\n\tprintln(err.Error())\n}\n";
    let program = run::go_program(&folder, &written(Language::Go), &[("main.go", main)]);
    assert!(program.exists());
}
