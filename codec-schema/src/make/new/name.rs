//! Names of packages, by the rules of `cargo new` and of what the package depends on.

/// The words that Rust keeps for itself (The Rust Reference, Keywords, edition 2024): strict and
/// reserved ones.
const KEYWORDS: &str = "abstract as async await become box break const continue crate do dyn else enum \
    extern false final fn for gen if impl in let loop macro match mod move mut override priv pub ref \
    return self Self static struct super trait true try type typeof unsafe unsized use virtual where \
    while yield";

/// Names that files may not have on Windows.
const DEVICES: &str = "con prn aux nul com1 com2 com3 com4 com5 com6 com7 com8 com9 lpt1 lpt2 lpt3 lpt4 \
    lpt5 lpt6 lpt7 lpt8 lpt9";

/// Crates of the compiler, and those that the package depends on.
const TAKEN: &str = "alloc core proc_macro std test codec_core codec_schema";

/// The name of a package's library.
pub(super) fn library(package: &str) -> String {
    package.replace('-', "_")
}

/// Why a package can't have this name.
pub(super) fn refused(name: &str) -> Option<String> {
    let is_one_of = |words: &str, name: &str| words.split(' ').any(|word| word == name);
    let of = |letter: &char| letter.is_ascii_alphanumeric() || "-_".contains(*letter);
    let library = library(name);
    if let Some(letter) = name.chars().find(|letter| !of(letter)) {
        Some(format!("it has {letter:?}, and may have letters of ASCII, digits, - and _"))
    } else if !name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_') {
        Some("it begins with neither a letter nor _".to_owned())
    } else if library.chars().all(|letter| letter == '_') {
        Some("it has no letter".to_owned())
    } else if is_one_of(KEYWORDS, &library) {
        Some("it is a keyword of Rust".to_owned())
    } else if is_one_of(DEVICES, &library.to_ascii_lowercase()) {
        Some("no file may have it on Windows".to_owned())
    } else if is_one_of(TAKEN, &library) {
        Some("a crate that it needs has this name".to_owned())
    } else {
        None
    }
}
