//! Properties of every expansion.

mod cost;
mod page;
#[path = "../matrix/pairs/made.rs"]
mod pairs;
mod snapshots;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::Derive;
use crate::diagnostics::ALL;

/// One type of every shape.
fn shapes() -> Vec<TokenStream> {
    vec![
        quote!(
            struct Unit;
        ),
        quote!(
            #[codec(borrow, shared, id = 1)]
            struct Empty {}
        ),
        quote!(
            struct Plain {
                one: u8,
            }
        ),
        quote!(
            #[codec(borrow, shared, id = "id", flags = 2)]
            pub struct Generic<T: Clone, const N: usize>(pub T, [T; N])
            where
                T: Send;
        ),
        quote!(
            struct Marked {
                #[codec(borrow)]
                text: String,
                kept: u8,
            }
        ),
        quote!(
            #[codec(plain, id = 3)]
            struct OwnForm<T>(T, [u8; 4]);
        ),
        quote!(
            struct View<'a, 'b> {
                #[codec(borrow)]
                a: &'a str,
                #[codec(borrow)]
                b: &'b str,
            }
        ),
        quote!(
            #[codec(messages, borrow, shared)]
            enum Message {
                One(One),
                Two(a::Two),
                #[codec(other)]
                Unknown(u32, Bytes),
            }
        ),
        quote!(
            #[codec(transparent, borrow, shared)]
            struct Name<T> {
                inner: T,
                #[codec(skip, default = nothing)]
                seen: u32,
            }
        ),
    ]
    .into_iter()
    .chain(enums())
    .chain(attributes())
    .collect()
}

fn enums() -> [TokenStream; 4] {
    [
        quote!(
            enum Never {}
        ),
        quote!(
            #[codec(borrow, shared, tag = u8)]
            enum Plain {
                One,
                #[codec(value = 7)]
                Two,
                #[codec(other)]
                Unknown(u8),
            }
        ),
        quote!(
            #[codec(borrow(name = "Seen", derive(Debug)), shared, tag = discriminant, magic = 3u8)]
            pub enum Every<T> {
                Unit = FIRST,
                Tuple(T, #[codec(len = u8)] Vec<u8>),
                Named {
                    a: u8,
                    #[codec(count = a)]
                    b: Vec<T>,
                },
            }
        ),
        quote!(
            #[codec(tag = varint, be, check = valid)]
            enum View<'a> {
                Text(#[codec(borrow)] &'a str),
                Boxed(Box<u8>),
            }
        ),
    ]
}

fn attributes() -> [TokenStream; 2] {
    [
        quote!(
            #[codec(borrow, shared, magic = b"AB", be, check = Self::valid, bound = "T: Some")]
            struct Each<T> {
                #[codec(skip)]
                cache: T,
                #[codec(with = module, check = positive)]
                foreign: Duration,
                #[codec(len = u16, min = 1, max = LIMIT, le)]
                counted: Vec<T>,
                #[codec(magic = 7u8)]
                constant: (),
                flags: u8,
                #[codec(if = flags & 1 != 0, len = varint)]
                optional: Option<Vec<u8>>,
                #[codec(count = usize::from(flags))]
                items: Vec<u8>,
                #[codec(span = foreign..=flags)]
                place: Range<usize>,
                #[codec(tail)]
                rest: Option<u8>,
                #[codec(tail)]
                more: Vec<u8>,
            }
        ),
        quote!(
            #[codec(borrow, shared, version = 3, readable_since = 2)]
            struct Versioned<T> {
                first: T,
                #[codec(removed = 2)]
                removed: Vec<u8>,
                #[codec(since = 2, retired = 3, default = nothing)]
                retired: String,
                #[codec(since = 3)]
                added: Option<T>,
            }
        ),
    ]
}

fn expand(shape: &TokenStream, derive: Derive) -> String {
    let tokens = crate::run(shape.clone(), derive);
    assert!(!tokens.to_string().contains("compile_error"), "{tokens}");
    tokens.to_string()
}

fn every_expansion() -> impl Iterator<Item = String> {
    let both =
        |shape: TokenStream| [expand(&shape, Derive::Encode), expand(&shape, Derive::Decode)];
    shapes().into_iter().flat_map(both)
}

fn holds_word(tokens: TokenStream, word: &str) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Ident(ident) => ident == word,
        TokenTree::Group(group) => holds_word(group.stream(), word),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

#[test]
fn no_expansion_holds_unsafe_code_or_names_std() {
    // The search descends into groups.
    assert!(holds_word("fn f() { { unsafe } }".parse().unwrap(), "unsafe"));
    for text in every_expansion() {
        for word in ["unsafe", "std", "alloc"] {
            assert!(!holds_word(text.parse().unwrap(), word), "{word} in {text}");
        }
    }
}

#[test]
fn every_implementation_is_marked_as_derived() {
    for text in every_expansion() {
        let impls = text.matches("] impl").count();
        assert!(impls > 0, "{text}");
        assert_eq!(text.matches("impl").count() - text.matches("impl_").count(), impls, "{text}");
    }
}

#[test]
fn a_renamed_runtime_is_the_only_one_named() {
    for shape in shapes() {
        let shape = quote!(#[codec(crate = other::place)] #shape);
        for derive in [Derive::Encode, Derive::Decode] {
            let text = expand(&shape, derive);
            assert!(text.contains("other :: place ::"), "{text}");
            assert!(!text.contains("codec_core"), "{text}");
        }
    }
}

#[test]
fn several_mistakes_are_reported_together() {
    let shape = quote! {
        #[codec(colour, borrow, borrow)]
        struct View<'a> { a: &'a str, b: &'a str, #[codec(id = 1)] c: u8 }
    };
    let text = crate::run(shape, Derive::Decode).to_string();
    assert_eq!(text.matches("compile_error").count(), 6, "{text}");
}

/// The messages that the UI cases show, without the compiler's decoration.
fn shown() -> String {
    let ui = concat!(env!("CARGO_MANIFEST_DIR"), "/../testing/compilers/tests/ui");
    let themes = std::fs::read_dir(ui).unwrap().map(|theme| theme.unwrap().path());
    let cases = themes.flat_map(|theme| std::fs::read_dir(theme).unwrap());
    let cases = cases.map(|case| case.unwrap().path());
    let expected = cases.filter(|case| case.extension().is_some_and(|kind| kind == "stderr"));
    expected.map(|case| std::fs::read_to_string(case).unwrap()).collect()
}

#[test]
fn every_diagnostic_has_a_case_and_says_what_to_write() {
    let shown = shown();
    for (name, diagnostic) in ALL {
        let text = diagnostic.text(&[]);
        // The text between the user's names.
        for part in text.split(['{', '}', '\n']).filter(|part| part.len() > 1) {
            assert!(shown.contains(part.trim()), "no case shows {name}: {part}");
        }
        assert!(text.contains("\n  help: "), "{name}");
    }
}

/// Work that grows with the square of the number of variants would show here: so many take minutes
/// where it does, and seconds where it does not.
#[test]
fn an_enum_of_65_537_variants_expands() {
    let variants = (0..=65_536).map(|number| quote::format_ident!("V{number}"));
    let many = quote!(enum Many { #(#variants,)* });
    for derive in [Derive::Encode, Derive::Decode] {
        let text = crate::run(many.clone(), derive).to_string();
        assert!(text.contains("65536u64") && text.contains("V65536"));
        // A chain of so many calls overflows the compiler's stack.
        assert!(text.matches(". or (").count() < 2);
    }
}
