//! The code that the derives generate, for people to read: `tests/snapshots/` holds the
//! expansion of one small type per file, split by what the implementations are for. `BLESS=1
//! cargo test -p codec-derive --lib` rewrites the files.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use syn::{File, Item, ItemMacro, Stmt};

use crate::Derive;

/// The most lines that a snapshot has, so that it is read.
const LINES: usize = 150;

/// A frame header.
const HEADER: &str = "struct Short {
    #[codec(magic = 7u8)] version: (),
    #[codec(id, be)] kind: u16,
    #[codec(payload_len, max = 100)] len: u8,
}";

/// One small type for each way of expanding.
const CASES: &[(&str, &str)] = &[
    ("plain", "struct Point { x: u32, name: String }"),
    (
        "borrow",
        "/// A string.
        #[codec(borrow)]
        #[must_use]
        #[non_exhaustive]
        pub struct Text {
            /// Its number.
            pub id: u32,
            text: String,
        }",
    ),
    ("shared", "#[codec(shared)] struct Blob(Vec<u8>);"),
    ("lifetime", "struct View<'a, T> { #[codec(borrow)] text: &'a str, value: T }"),
    (
        "enum",
        "#[codec(tag = u8)]
        enum Shape { Nothing, #[codec(value = 7)] Circle(u16), #[codec(other)] Unknown(u8) }",
    ),
    (
        "version",
        "#[codec(version = 3, readable_since = 2)]
        struct Account {
            id: u32,
            #[codec(removed = 2)] old: u8,
            #[codec(since = 3, default = unnamed)] name: String,
        }",
    ),
    ("prefixed", "struct Bytes { #[codec(len = u16, max = 100)] bytes: Vec<u8> }"),
    ("counted", "struct Row { width: u8, #[codec(count = width * 2)] cells: Vec<u16> }"),
    (
        "conditional",
        "struct Packet {
            flags: u8,
            #[codec(if = flags & 1 != 0)] number: Option<u32>,
            #[codec(tail)] rest: Vec<u8>,
        }",
    ),
    (
        "magic",
        "#[codec(magic = b\"AB\")] struct Header { #[codec(magic = 7u8)] kind: (), size: u32 }",
    ),
    (
        "checked",
        "#[codec(check = Self::is_valid)] struct Size { #[codec(be, check = even)] size: u32 }",
    ),
    (
        "absent",
        "struct Entry {
            #[codec(skip)] cache: u8,
            #[codec(with = seconds)] time: Duration,
            #[codec(span = time)] place: Range<usize>,
        }",
    ),
    ("transparent", "#[codec(transparent, borrow)] struct Name(String);"),
    ("own_form", "#[codec(plain)] struct Mask { bits: u16 }"),
    (
        "push",
        "#[codec(push)]
        struct Row {
            width: u8,
            #[codec(count = width)] cells: Vec<u16>,
        }",
    ),
    ("push_enum", "#[codec(push)] enum Shape { Nothing, Circle(u16) }"),
    (
        "schema",
        "/// A row.
        #[codec(schema, id = 7)]
        struct Row {
            /// The width in cells.
            width: u8,
            #[codec(count = width * 2, max = 100)] cells: Vec<u16>,
        }",
    ),
    (
        "schema_enum",
        "#[codec(schema, tag = u8)]
        enum Tree<T> { Leaf(T), #[codec(value = 7)] Node(Vec<Tree<T>>) }",
    ),
    (
        "messages",
        "#[codec(messages, borrow)]
        enum Message { Ping(Ping), #[codec(other)] Unknown(u32, Vec<u8>) }",
    ),
    ("handler", "#[codec(messages, handler)] enum Message { Ping(Ping) }"),
    (
        "handler_of_sides",
        "#[codec(messages, borrow, handler(async))]
        enum Message { #[codec(from = client)] Ping(Ping), Close(Close) }",
    ),
];

/// The items of an expansion, including those in its `const`.
fn items(shape: &str, derive: Derive) -> Vec<Item> {
    let file: File = syn::parse2(crate::run(shape.parse().unwrap(), derive)).unwrap();
    let inner = |item: Item| match item {
        Item::Const(block) if block.ident == "_" => {
            let syn::Expr::Block(block) = *block.expr else { panic!("a block was expected") };
            let statements = block.block.stmts.into_iter();
            statements
                .map(|statement| match statement {
                    Stmt::Item(item) => item,
                    Stmt::Macro(call) => Item::Macro(ItemMacro {
                        attrs: call.attrs,
                        ident: None,
                        mac: call.mac,
                        semi_token: call.semi_token,
                    }),
                    _ => panic!("an item was expected"),
                })
                .collect()
        }
        item => vec![item],
    };
    file.items.into_iter().flat_map(inner).flat_map(behind_feature).collect()
}

/// The items in the macro of a feature.
fn behind_feature(item: Item) -> Vec<Item> {
    match item {
        Item::Macro(call)
            if call.mac.path.segments.last().is_some_and(|name| {
                ["push", "schema", "shared"].iter().any(|feature| name.ident == feature)
            }) =>
        {
            syn::parse2::<File>(call.mac.tokens).unwrap().items
        }
        item => vec![item],
    }
}

/// The topic of an item: what it is for.
fn topic(item: &Item) -> &'static str {
    let Item::Impl(block) = item else {
        return if matches!(item, Item::Macro(_)) { "forms" } else { "definition" };
    };
    let Some((path, _)) = &block.trait_ else { return "forms" };
    match &*path.segments.last().unwrap().ident.to_string() {
        "Encode" => "encode",
        "Decodable" => "decode",
        "DecodableRef" => "decode_ref",
        "PushDecode" | "Steps" | "Default" => "push",
        "Describe" | "DescribeHeader" => "schema",
        "Messages" | "MessagesRef" => "dispatch",
        "MessageInfo" => "info",
        "Clone" | "Copy" | "Debug" | "PartialEq" => "std",
        _ => "forms",
    }
}

/// Returns `true` if it is a trait of a handler, or a function that calls its methods.
fn is_of_handler(item: &Item) -> bool {
    match item {
        Item::Trait(_) => true,
        Item::Impl(block) => block.items.iter().any(|item| {
            matches!(item, syn::ImplItem::Fn(call) if call.sig.ident.to_string().starts_with("handle"))
        }),
        _ => false,
    }
}

/// An item, formatted as a user would write it.
fn printed(item: Item) -> String {
    let items = vec![item];
    prettyplease::unparse(&File { shebang: None, frontmatter: None, attrs: vec![], items })
}

/// The snapshots of all cases, by the names of their files.
fn snapshots() -> BTreeMap<String, String> {
    let mut snapshots: BTreeMap<String, String> = BTreeMap::new();
    let header = items(HEADER, Derive::Header).into_iter().map(printed).collect();
    snapshots.insert("header.rs.txt".to_owned(), header);
    for (name, shape) in CASES {
        let derives = [Derive::Encode, Derive::Decode];
        for item in derives.into_iter().flat_map(|derive| items(shape, derive)) {
            // The rest is the same as without the attribute.
            let rest = if name.starts_with("schema") {
                topic(&item) != "schema"
            } else if name.starts_with("handler") {
                !is_of_handler(&item)
            } else {
                ["own_form", "push", "push_enum"].contains(name)
                    && matches!(topic(&item), "decode" | "encode")
            };
            if rest {
                continue;
            }
            let file = format!("{name}.{}.rs.txt", topic(&item));
            let text = printed(item);
            let snapshot = snapshots.entry(file).or_default();
            if !snapshot.is_empty() {
                snapshot.push('\n');
            }
            snapshot.push_str(&text);
        }
    }
    snapshots
}

#[test]
fn expansions_are_as_they_were_last_read() {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/snapshots"));
    let found = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let found: BTreeMap<String, String> = found
        .map(|file| {
            let text = fs::read_to_string(file.path()).unwrap();
            (file.file_name().into_string().unwrap(), text)
        })
        .collect();
    let wanted = snapshots();
    if env::var_os("BLESS").is_some() {
        for name in found.keys().filter(|name| !wanted.contains_key(*name)) {
            fs::remove_file(folder.join(name)).unwrap();
        }
        for (name, text) in &wanted {
            fs::write(folder.join(name), text).unwrap();
        }
        return;
    }
    let names = |of: &BTreeMap<String, String>| of.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&found), names(&wanted), "BLESS=1 rewrites them");
    for (name, text) in &wanted {
        let mut lines = found[name].lines().zip(text.lines()).zip(1..);
        if let Some(((old, new), line)) = lines.find(|((old, new), _)| old != new) {
            panic!("{name}:{line}: BLESS=1 rewrites it\n-{old}\n+{new}");
        }
        assert_eq!(found[name].len(), text.len(), "{name}: BLESS=1 rewrites it");
    }
}

#[test]
fn snapshots_are_short_enough_to_be_read() {
    for (name, text) in snapshots() {
        let lines = text.lines().count();
        assert!(lines <= LINES, "{name} has {lines} lines");
    }
}
