//! Fields, values and types with names that are keywords, or members of all objects, in a language of
//! readers.
#![allow(clippy::allow_attributes, dead_code, reason = "names that mean something elsewhere")]

use codec_core::{ById, Decode, Encode, Postcard, Protocol};
use codec_schema::ProtocolSchema;
use codec_schema::kaitai::Specification;

use super::cases::Case;
use super::run;
use crate::samples::{Head, frame};

macro_rules! fields {
    ($($field:ident)*) => {
        /// A field of each name.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Encode, Decode)]
        #[codec(id = 1, plain, schema)]
        struct Fields { $($field: u8),* }

        const FIELDS: &[&str] = &[$(stringify!($field)),*];
    };
}

fields! {
    r#abstract addr alias alignas alignof and and_eq array r#as asm assert r#async auto r#await
    base r#become begin bind bitand bitor block bool boolean r#box r#break byte callable case
    cast catch chan char char16_t char32_t char8_t checked class clone co_await co_return
    co_yield compl concept r#const const_cast consteval constexpr constinit constructor
    r#continue converter debugger decimal declare decltype def default defer defined del
    delegate delete die discard distinct div r#do double r#dyn dynamic_cast echo elif r#else
    elseif elsif empty end enddeclare endfor endforeach endif endswitch endwhile ensure r#enum
    equals errno eval event except exit explicit export extends r#extern fallthrough r#false
    r#final finalize finally fixed float r#fn r#for foreach friend from func function r#gen
    get_class global go goto hash_code r#if r#impl implements implicit import r#in include
    include_once initialize inline instanceof insteadof int interface internal is isnot isset
    iterator lambda r#let linux list local lock long r#loop r#macro map r#match method mixin
    r#mod module r#move r#mut mutable namespace native new next nil noexcept none nonlocal not
    not_eq notify notify_all notin null nullptr object object_id of operator or or_eq out
    r#override package params pass print r#priv private proc protected ptr r#pub public raise
    range read readonly redo r#ref register reinterpret_cast repeat require require_once
    requires rescue retry r#return sbyte sealed select shl short shr signed sizeof stackalloc
    r#static static_assert static_cast stderr stdin stdout strictfp string r#struct switch
    synchronized template then this thread_local throw throws to_string r#trait transient r#true
    r#try tuple r#type typedef typeid typename r#typeof uint ulong unchecked undef union unix
    unless r#unsafe unset unsigned r#unsized until r#use ushort using var r#virtual void
    volatile wait wchar_t when r#where r#while with xor xor_eq r#yield
}

/// Types of these names.
mod types {
    macro_rules! types {
        ($($name:ident)*) => {
            $(
                #[derive(Debug, Clone, Copy, Default, PartialEq)]
                #[derive(codec_core::Encode, codec_core::Decode)]
                #[codec(plain, schema)]
                pub(super) struct $name { x: u8 }
            )*

            /// A value of each.
            #[derive(Debug, Clone, Copy, Default, PartialEq)]
            #[derive(codec_core::Encode, codec_core::Decode)]
            #[codec(id = 2, plain, schema)]
            pub(super) struct Types($($name),*);
        };
    }

    types! {
        Abstract Array ArrayList Arrays Byte Char Charset Class Clone Const
        Default Double Empty Encoding Enum Exception Final Float Fn Frames Function Hash
        Header Int Int8 Integer Interface Iterable Iterator Kaitai KaitaiStream KaitaiStruct
        List Long Map Match Mixed Module Namespace Never Null Nullable Number Object Parent
        Print Public Set Short Size Static Stream String Struct Super_ Switch System Tag
        Time Trait Uint8 Use Value Version Void Wchar Yield
    }
}

/// A field with the name of its type, and values with names that are keywords.
#[derive(Debug, Clone, Copy, Default, PartialEq, Encode, Decode)]
#[codec(id = 3, plain, schema)]
struct Point {
    point: u8,
    x_point: Named,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Encode, Decode)]
#[codec(plain, tag = u8, schema)]
enum Named {
    #[default]
    Class,
    End,
    Nil,
    Begin,
    Eof,
    Null,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(messages, borrow, schema)]
enum Any {
    Fields(Fields),
    Types(types::Types),
    Point(Point),
}

#[derive(Debug)]
struct Keywords;

impl Protocol for Keywords {
    type Header = Head;
    type Format = Postcard;
    type Dispatch = ById;
    type Message = Any;
    type MessageRef<'de> = AnyRef<'de>;
}

#[test]
fn readers_have_no_name_that_is_a_keyword() {
    let protocol = ProtocolSchema::of::<Keywords>("Keywords");
    let specification = Specification::new(&protocol).id("keywords").write().unwrap();
    assert_eq!(specification.refused, []);
    let text = &specification.text;
    for field in FIELDS {
        let field = field.trim_start_matches("r#");
        assert!(text.contains(&format!("- id: {field}_field\n")), "{field}");
    }
    for name in ["string", "list", "integer", "frames", "tag"] {
        assert!(text.contains(&format!("\n  {name}_type:\n")), "{name}");
    }
    let cases = [
        frame::<Postcard>(1, &Fields::default()),
        frame::<Postcard>(2, &types::Types::default()),
        frame::<Postcard>(3, &Point { point: 7, x_point: Named::End }),
    ];
    let cases = cases.map(|frame| Case::of::<Keywords>("keywords", &frame));
    run::check("keywords", "Keywords", text, &cases);
    run::compile("keywords", text);
}
