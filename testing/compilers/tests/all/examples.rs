//! The examples of the page on the derives whose attributes have expressions, over hostile inputs.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use crate::user_crate::compile_at;

/// A program that decodes inputs which a peer may send, encodes what they are, and prints the type.
const PROGRAM: &str = "
    #![allow(dead_code, unused)]
    fn hostile<T: codec_core::Encode + codec_core::Decodable>() {
        use codec_core::{Format, Postcard};
        const NUMBERS: [u8; 12] = [0, 1, 2, 3, 4, 8, 63, 127, 128, 192, 254, 255];
        let rest = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 255, 255, 255, 255, 15, 0];
        for a in NUMBERS { for b in NUMBERS { for c in NUMBERS {
            let long = [&[a, b, c][..], &rest].concat();
            for input in [&[][..], &[a], &[a, b], &[a, b, c], &long] {
                if let Ok((value, _)) = Postcard::from_slice_prefix::<T>(input) {
                    let _ = Postcard::to_vec(&value);
                }
            }
        } } }
        println!(\"{}\", core::any::type_name::<T>());
    }
";

/// The types of an example that have both derives and an expression in an attribute.
fn with_expressions(example: &str) -> impl Iterator<Item = &str> {
    const EXPRESSIONS: [&str; 15] = [
        "if =",
        "count =",
        "bytes =",
        "max =",
        "min =",
        "check =",
        "computed =",
        "until =",
        "tag =",
        "default =",
        "align =",
        "bits =",
        "pad_before =",
        "pad_after =",
        "value =",
    ];
    example.split("#[derive(").skip(1).filter_map(|item| {
        let (derives, item) = item.split_once(')')?;
        let item = item.split("\n\n").next()?;
        let both = derives.contains("Encode") && derives.contains("Decode");
        // Types with a context are decoded through others, and those with a description need a feature.
        let own = !["context =", "remote =", "schema"].iter().any(|word| item.contains(word));
        let taken = EXPRESSIONS.iter().any(|attribute| item.contains(attribute));
        let (_, name) = item.split_once("struct ").or_else(|| item.split_once("enum "))?;
        let (name, after) = name.split_at(name.find(|c: char| !c.is_alphanumeric())?);
        (both && own && taken && !after.starts_with('<')).then_some(name)
    })
}

#[test]
fn no_expression_of_an_example_panics_on_hostile_inputs() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/derive.md");
    let page = fs::read_to_string(page).unwrap();
    let (mut program, mut calls, mut types) = (PROGRAM.to_owned(), String::new(), 0);
    for (number, example) in page.split("```rust\n").skip(1).enumerate() {
        let example = example.split("```").next().unwrap().replace("\n# ", "\n");
        let names = with_expressions(&example);
        let mut checks = String::new();
        for name in names {
            write!(checks, "crate::hostile::<{name}>();").unwrap();
            types += 1;
        }
        if !checks.is_empty() {
            let shown = example.rsplit_once("Ok::<()").map_or(&*example, |(before, _)| before);
            writeln!(
                program,
                "mod example_{number} {{ pub fn run() -> Result<(), Box<dyn std::error::Error>> {{
                {shown}; {checks} Ok(()) }} }}"
            )
            .unwrap();
            write!(calls, "example_{number}::run().unwrap();").unwrap();
        }
    }
    assert!(types > 20, "{types}");
    write!(program, "fn main() {{ {calls} }}").unwrap();
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("examples.rs");
    fs::write(&source, program).unwrap();
    let output = compile_at("page_examples", &source, "codec-core", "run");
    let (printed, errors) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{errors}");
    assert_eq!(printed.lines().count(), types, "{printed}");
}
