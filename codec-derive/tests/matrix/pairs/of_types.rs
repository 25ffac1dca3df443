//! Attributes on types, each alone and every two that the derive allows together: rows that `made.rs`
//! makes, on the shape that each is for.

/// The forms of a case, and its tests.
macro_rules! of_type {
    ($name:ident $shape:ident $attrs:tt) => {
        mod $name {
            #[allow(unused_imports, reason = "not all types need all of them")]
            use crate::{pairs::*, *};

            crate::pairs::of_types::$shape! { $attrs }

            #[test]
            fn agrees() {
                for value in values() {
                    agree::agree::<codec_core::Bincode, _>(&value);
                    agree::agree::<codec_core::Postcard, _>(&value);
                    laws::hold::<codec_core::BincodeVarint, _>(&value);
                }
            }
        }
    };
}

/// A struct.
macro_rules! fields {
    ([$($attr:tt)*]) => {
        #[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
        #[codec(borrow, shared, push, $($attr)*)]
        struct Case {
            flag: u8,
            number: u32,
            list: Vec<u16>,
            text: String,
        }

        crate::agree::forms! { Case: CaseRef, CaseShared; }

        fn values() -> [Case; 2] {
            [(0, 1, vec![], ""), (3, 300, vec![300, 1], "€")]
                .map(|(flag, number, list, text)| Case { flag, number, list, text: text.into() })
        }
    };
}

/// A struct that is its own forms.
macro_rules! numbers {
    ([$($attr:tt)*]) => {
        #[derive(Debug, Clone, Copy, PartialEq, codec_core::Encode, codec_core::Decode)]
        #[codec(plain, push, $($attr)*)]
        struct Case {
            flag: bool,
            number: u32,
            pair: [u16; 2],
        }

        impl agree::Forms for Case {
            type Borrowed<'de> = Case;
            type Shared = Case;
        }

        fn values() -> [Case; 2] {
            [(false, 1, [0, 0]), (true, 300, [300, 1])]
                .map(|(flag, number, pair)| Case { flag, number, pair })
        }
    };
}

/// A struct of one field.
#[cfg(matrix)]
macro_rules! one {
    ([$($attr:tt)*]) => {
        #[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
        #[codec(borrow, shared, push, $($attr)*)]
        struct Case {
            field: Vec<Item>,
        }

        crate::agree::forms! { Case: CaseRef, CaseShared; }

        fn values() -> [Case; 2] {
            [vec![], vec![item(), Item::default()]].map(|field| Case { field })
        }
    };
}

/// An enum, with the tag of each format.
macro_rules! choice {
    ([$($attr:tt)*]) => {
        #[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
        #[codec(borrow, shared, push, $($attr)*)]
        enum Case {
            Empty,
            Number(u32),
            Text { text: String },
        }

        crate::agree::forms! { Case: CaseRef, CaseShared; }

        fn values() -> [Case; 3] {
            [Case::Empty, Case::Number(300), Case::Text { text: "€".into() }]
        }
    };
}

/// An enum with tags of its own.
#[cfg(matrix)]
macro_rules! tags {
    ([$($attr:tt)*]) => {
        #[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
        #[codec(borrow, shared, push, $($attr)*)]
        enum Case {
            Empty,
            #[codec(value = 3)]
            Number(u32),
            #[codec(value = 10..=20)]
            Between(u8, Vec<u16>),
            #[codec(other)]
            Other(u8, String),
        }

        crate::agree::forms! { Case: CaseRef, CaseShared; }

        fn values() -> [Case; 4] {
            [
                Case::Empty,
                Case::Number(300),
                Case::Between(12, vec![300]),
                Case::Other(99, "€".into()),
            ]
        }
    };
}

pub(super) use {choice, fields, numbers, of_type};
#[cfg(matrix)]
pub(super) use {one, tags};
