//! The pages of our protocols under `docs/`, compared with what is generated now.

use std::path::PathBuf;

use codec_bitcoin::BitcoinProtocol;
use codec_core::schema::{Describe as _, Id};
use codec_decred::{DecredProtocol, MainNet};
use codec_industrial::Gateway;
use codec_schema::ProtocolSchema;
use codec_schema::page::Page;
use codec_stratum::{Sv2Protocol, Tlv, message_name};

const STRATUM: ProtocolSchema = ProtocolSchema::of::<Sv2Protocol>("Stratum V2");
const DECRED: ProtocolSchema = ProtocolSchema::of::<DecredProtocol<MainNet>>("Decred");
const BITCOIN: ProtocolSchema =
    ProtocolSchema::of::<BitcoinProtocol<codec_bitcoin::MainNet>>("Bitcoin");
const INDUSTRIAL: ProtocolSchema = ProtocolSchema::of::<Gateway>("The industrial gateway");

fn holds(name: &str, page: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, page).unwrap();
    }
    let now = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = now.lines().zip(page.lines()).position(|(one, other)| one != other);
    assert!(now == page, "docs/{name} is stale, from line {differs:?} on: BLESS=1 writes it anew");
}

#[test]
fn the_page_of_stratum_is_what_the_types_say() {
    holds("stratum-v2.md", &stratum().markdown().unwrap());
}

/// The specification's name of a message.
fn name(id: Id) -> Option<&'static str> {
    let Id::Number(id) = id else { return None };
    message_name(u32::try_from(id).ok()?)
}

fn stratum() -> Page<'static> {
    Page::new(&STRATUM).trailer(Tlv::SCHEMA).names(name)
}

#[test]
fn messages_have_the_names_of_their_specification() {
    let page = stratum().markdown().unwrap();
    for name in ["SubmitShares.Error", "SetNewPrevHash (Mining)"] {
        assert!(page.contains(&format!("\n### {name}\n")), "{name}");
    }
    assert!(page.contains("| `0x20` | [SetNewPrevHash (Mining)](#setnewprevhash-mining) |"));
    for name in ["MiningSetNewPrevHash", "TemplateSetNewPrevHash", "SubmitSharesError"] {
        assert!(!page.contains(name), "{name}");
    }
    well_formed(&stratum().html().unwrap());
}

#[test]
fn the_page_of_decred_is_what_the_types_say() {
    holds("decred.md", &Page::new(&DECRED).markdown().unwrap());
}

#[test]
fn the_page_of_bitcoin_is_what_the_types_say() {
    holds("bitcoin.md", &Page::new(&BITCOIN).markdown().unwrap());
}

#[test]
fn the_page_of_the_gateway_is_what_the_types_say() {
    holds("industrial-messages.md", &Page::new(&INDUSTRIAL).markdown().unwrap());
}

/// Panics unless every element is closed in order, and every link in the page has a target.
fn well_formed(page: &str) {
    let mut open = Vec::new();
    for tag in page.split('<').skip(1).map(|rest| rest.split('>').next().unwrap()) {
        let name = tag.split_whitespace().next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if ["!DOCTYPE", "meta"].contains(&name) => {}
            None => open.push(name),
        }
    }
    assert_eq!(open, [""; 0]);
    for target in page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(page.contains(&format!("id=\"{target}\"")), "{target} is nowhere");
    }
}

#[test]
fn pages_in_html_are_well_formed_and_say_the_same() {
    for protocol in [&STRATUM, &DECRED, &BITCOIN, &INDUSTRIAL] {
        let (markdown, html) = (Page::new(protocol).markdown(), Page::new(protocol).html());
        let (markdown, html) = (markdown.unwrap(), html.unwrap());
        well_formed(&html);
        let rows = markdown.lines().filter(|line| line.starts_with("| ")).count();
        // Only Markdown has a rule under the table heads.
        let rules = markdown.lines().filter(|line| line.starts_with("| ---")).count();
        assert_eq!(html.matches("<tr>").count(), rows - rules);
    }
}

#[test]
fn offsets_are_given_as_far_as_they_are_fixed() {
    let page = Page::new(&STRATUM).markdown().unwrap();
    let section = page.split("\n### SubmitSharesExtended\n").nth(1).unwrap();
    let section = section.split("\n### ").next().unwrap();
    let cell = |field: &str, column| {
        let row = section.lines().find(|line| line.contains(field)).unwrap();
        row.split('|').nth(column).unwrap().trim().to_owned()
    };
    assert_eq!([cell("`nonce`", 1), cell("`nonce`", 2)], ["12", "4"]);
    assert_eq!([cell("`extranonce`", 1), cell("`extranonce`", 2)], ["24", "1 to 33"]);
}
