//! A crate of a user, compiled as such: another package, in which the runtime
//! has another name and nothing else is at hand.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

/// Writes a package around a file of `tests/` and compiles it.
fn compile(name: &str, file: &str, runtime: &str) -> Output {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(file);
    compile_at(name, &source, runtime, "build")
}

pub(super) fn compile_at(name: &str, source: &Path, runtime: &str, command: &str) -> Output {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let package = temporary.join(name);
    fs::create_dir_all(&package).unwrap();
    let manifest = format!(
        "[package]\nname = \"{name}\"\nedition = \"2024\"\n\
         {target}\nname = \"{name}\"\npath = '{source}'\n\
         [dependencies]\n{runtime} = {{ package = \"codec-core\", path = '{core}', features = [\"push\"] }}\n\
         [workspace]\n",
        target = if source.ends_with("lib.rs") { "[lib]" } else { "[[bin]]" },
        source = source.display(),
        core = here.join("../../codec-core").display(),
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    // The versions that the workspace has, so that nothing is downloaded.
    fs::copy(here.join("../../Cargo.lock"), package.join("Cargo.lock")).unwrap();
    // The folder, the target and the profile are those of `trybuild`, so that the derives are built
    // once for both. The flags are for the target alone.
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(command.split(' '))
        .args(["--offline", "--quiet", "--target", "host-tuple", "--target-dir"])
        .arg(temporary.with_file_name("tests").join("trybuild"))
        .env("CARGO_INCREMENTAL", "0")
        .env("RUSTFLAGS", "-Cdebuginfo=0")
        .current_dir(&package)
        .output()
        .unwrap()
}

#[test]
fn a_crate_that_forbids_denies_and_renames_compiles() {
    let output = compile("user_crate", "../../user/lib.rs", "renamed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
}

#[test]
fn generated_code_has_no_lint_of_clippys_stricter_groups() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/build/clippy/lib.rs");
    let output = compile_at("clippy", &source, "codec-core", "clippy --no-deps");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !errors.contains("warning"), "{errors}");
}

/// A program that a format refuses once it is built for that format.
fn refused(name: &str, hint: &str) {
    let output = compile(name, &format!("build/{name}.rs"), "codec-core");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(errors.contains(hint), "{errors}");
}

#[test]
fn a_type_that_a_format_lacks_stops_the_build_with_the_type_to_use() {
    refused("string_under_sv2", "use `codec_core::wire::Str0255`");
}

/// Each type that a format lacks, written and read: the errors of one program, by their text.
#[test]
fn each_kind_that_a_format_lacks_stops_the_build_in_both_directions() {
    let output = compile("refused", "build/refused.rs", "codec-core");
    let errors = String::from_utf8_lossy(&output.stderr);
    let mut found = BTreeMap::new();
    for text in
        errors.lines().filter_map(|line| line.strip_prefix("error[E0080]: evaluation panicked: "))
    {
        *found.entry(text).or_insert(0) += 1;
    }
    let found: Vec<_> = found.iter().map(|(text, count)| format!("{count} {text}")).collect();
    let wanted: Vec<_> = include_str!("../build/refused.txt").lines().collect();
    assert_eq!(found, wanted, "{errors}");
}

#[test]
fn a_version_where_bodies_have_no_length_stops_the_build() {
    refused("version_under_sv2", "end with `#[codec(tail)]` options");
}

#[test]
fn an_enum_where_tags_have_no_width_stops_the_build_unless_it_has_its_own() {
    refused("enum_under_consensus", "`#[codec(tag = u8)]`");
}

#[test]
fn a_tag_that_a_format_has_no_room_for_stops_the_build() {
    refused("tag_without_room", "there is no room for a tag of this enum");
}

#[test]
fn what_follows_a_type_that_takes_the_rest_of_the_input_stops_the_build() {
    let output = compile("tail_inside", "build/tail_inside.rs", "codec-core");
    let errors = String::from_utf8_lossy(&output.stderr);
    let text = "evaluation panicked: `#[codec(tail)]` takes the rest of the input";
    assert_eq!(errors.matches(text).count(), 8, "{errors}");
}

#[test]
fn a_field_without_a_borrowed_form_is_shown_first() {
    let output = compile("no_borrowed_form", "build/no_borrowed_form.rs", "codec-core");
    let errors = String::from_utf8_lossy(&output.stderr);
    let mut lines = errors.lines();
    assert_eq!(lines.next(), Some("error[E0277]: `Inner` has no borrowed form"), "{errors}");
    assert!(
        lines.next().is_some_and(|line| line.ends_with("no_borrowed_form.rs:10:12")),
        "{errors}"
    );
}

/// More than a tag of one byte has room for, or two of a varint.
#[test]
fn an_enum_of_2_050_variants_compiles_and_runs() {
    let variants = (0..2050).fold(String::new(), |text, number| format!("{text}V{number},"));
    let text = format!(
        "use codec_core::{{Bincode, Decode, Encode, Format, Postcard}};
         #[derive(Debug, PartialEq, Encode, Decode)] enum Many {{ {variants} }}
         fn main() {{
             let bytes = Postcard::to_vec(&Many::V2049).unwrap();
             assert_eq!(bytes, [0x81, 0x10]);
             assert_eq!(Postcard::from_slice::<Many>(&bytes).unwrap(), Many::V2049);
             assert!(Postcard::from_slice::<Many>(&[0x82, 0x10]).is_err());
             let bytes = Bincode::to_vec(&Many::V2048).unwrap();
             assert_eq!(bytes, [0, 8, 0, 0]);
             assert_eq!(Bincode::from_slice::<Many>(&bytes).unwrap(), Many::V2048);
         }}"
    );
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("many.rs");
    fs::write(&source, text).unwrap();
    let output = compile_at("many", &source, "codec-core", "run");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
