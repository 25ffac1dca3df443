//! Names and shapes that may break generated code.
#![deny(warnings)]

use codec_core::push::{Progress, PushDecode};
use codec_core::{
    Bincode, Borrowable, Decodable, DecodableRef, Encode, Format as _, Header as _, Shareable, Sv2,
};

/// Without any name in scope.
mod bare {
    #![no_implicit_prelude]

    #[derive(::codec_core::Encode, ::codec_core::Decode)]
    #[codec(borrow, shared, id = 1)]
    pub(crate) struct Bare<T, const N: usize> {
        pub(crate) one: u8,
        pub(crate) two: [T; N],
    }

    #[derive(
        ::core::fmt::Debug, ::core::clone::Clone, ::core::marker::Copy, ::codec_core::Header,
    )]
    pub(crate) struct Head {
        #[codec(id)]
        pub(crate) r#type: u8,
        #[codec(payload_len)]
        pub(crate) bytes: u16,
        #[codec(magic = b"end")]
        pub(crate) id: (),
    }

    #[derive(::codec_core::Encode, ::codec_core::Decode)]
    #[codec(plain)]
    pub(crate) struct Own {
        pub(crate) r: u8,
    }

    #[derive(::codec_core::Encode, ::codec_core::Decode)]
    #[codec(messages, borrow, shared)]
    pub(crate) enum Message {
        Bare(Bare<u8, 2>),
    }
}

#[test]
fn no_prelude_is_needed() {
    let bare: bare::Bare<u8, 2> = Sv2::from_slice(&[1, 2, 3]).unwrap();
    assert_eq!(bare.to_ref().two, [2, 3]);
    let head = bare::Head::parse(&[1, 2, 0, b'e', b'n', b'd']).unwrap();
    assert_eq!((head.r#type, head.bytes, head.id), (1, 2, ()));
    assert_eq!(Sv2::from_slice_ref::<bare::Own>(&[4]).unwrap().r, 4);
    assert_eq!(Sv2::to_vec(&bare::Message::from(bare)).unwrap(), [1, 2, 3]);
}

/// Every name that generated code might rely on is in scope with another meaning.
mod shadowed {
    #![allow(dead_code, non_camel_case_types)]

    use ::codec_core::{Decode, Encode};

    pub(crate) struct Result;
    pub(crate) struct Option;
    pub(crate) struct Ok;
    pub(crate) struct Err;
    pub(crate) struct Some;
    pub(crate) struct Box;
    pub(crate) struct String;
    pub(crate) struct Self_;
    pub(crate) struct usize;
    pub(crate) struct bool;
    pub(crate) struct str;
    pub(crate) struct Size;
    pub(crate) struct Format;
    pub(crate) struct Reader;
    pub(crate) struct Writer;
    pub(crate) struct Clone;
    pub(crate) struct Copy;
    pub(crate) struct From;
    pub(crate) struct Iterator;
    pub(crate) struct PartialEq;
    pub(crate) struct Sync;
    pub(crate) mod core {}
    pub(crate) mod std {}
    pub(crate) mod codec_core {}

    #[derive(Encode, Decode)]
    #[codec(borrow, shared, id = 2, crate = ::codec_core)]
    pub(crate) struct Vec<T> {
        pub(crate) items: T,
        pub(crate) more: [T; 2],
    }
}

#[test]
fn shadowed_names_are_not_used() {
    let shadowed: shadowed::Vec<u8> = Sv2::from_slice(&[1, 2, 3]).unwrap();
    assert_eq!(Sv2::to_vec(&shadowed.to_ref()).unwrap(), [1, 2, 3]);
}

mod names {
    #![expect(non_snake_case, reason = "the names are the point")]

    use codec_core::{Decode, Encode};

    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(borrow, shared)]
    pub(crate) struct Names {
        pub(crate) r: u8,
        pub(crate) w: u8,
        pub(crate) self_: u8,
        pub(crate) data: u8,
        pub(crate) fields: u8,
        pub(crate) F: u8,
        pub(crate) Ok: u8,
        pub(crate) Err: u8,
        pub(crate) r#type: u8,
        pub(crate) de: u8,
        pub(crate) len: u8,
        pub(crate) size: u8,
        pub(crate) __r: u8,
        pub(crate) __w: u8,
        pub(crate) __s0: u8,
        pub(crate) __len: u8,
    }

    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(borrow, shared)]
    pub(crate) struct Foo(pub(crate) u8);

    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(borrow, shared)]
    #[expect(clippy::upper_case_acronyms, reason = "there is a `Foo` as well")]
    pub(crate) struct FOO(pub(crate) u8);

    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(borrow)]
    pub(crate) struct r#Match(pub(crate) u8);

    #[derive(Debug, PartialEq, Encode, Decode)]
    #[codec(borrow)]
    pub(crate) struct Params<F, E, T, __F, const N: usize> {
        pub(crate) f: F,
        pub(crate) e: E,
        pub(crate) t: T,
        pub(crate) g: __F,
        pub(crate) n: [u8; N],
    }
}

#[test]
fn fields_may_have_any_name() {
    let bytes: Vec<u8> = (0..16).collect();
    let names: names::Names = Sv2::from_slice(&bytes).unwrap();
    assert_eq!((names.r, names.Ok, names.__len), (0, 6, 15));
    assert_eq!(Sv2::to_vec(&names.to_ref()).unwrap(), bytes);
    let trace = Sv2::explain::<names::Names>(&bytes[..8]).to_string();
    assert!(trace.contains("Names.type"), "{trace}");
}

#[test]
fn types_and_parameters_may_have_any_name() {
    assert_eq!(names::Foo::from(names::Foo(1).to_ref()), names::Foo(1));
    assert_eq!(names::FOO::from(names::FOO(1).to_ref()), names::FOO(1));
    assert_eq!(names::MatchRef(1), names::Match(1).to_ref());
    let params = names::Params { f: 1u8, e: 2u8, t: 3u8, g: 4u8, n: [5u8] };
    assert_eq!(Sv2::to_vec(&params.to_ref()).unwrap(), [1, 2, 3, 4, 5]);
}

#[test]
fn lifetimes_may_have_any_name() {
    #[derive(codec_core::Decode)]
    #[codec(borrow)]
    struct Bound {
        value: u8,
        marker: core::marker::PhantomData<for<'de, 'any> fn(&'de u8, &'any u8)>,
    }
    let bound: BoundRef<'_> = Sv2::from_slice_ref(&[1]).unwrap();
    assert_eq!(bound.value, 1);
    assert_eq!(Bound::from(bound).marker, core::marker::PhantomData);
}

#[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
#[codec(borrow, shared, push)]
struct Word(String);

macro_rules! define {
    ($name:ident, $field:ident: $type:ty) => {
        #[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
        #[codec(crate = $crate::hygiene::runtime, borrow, shared, push, id = 5)]
        struct $name {
            $field: $type,
            #[codec(if = $field != None)]
            more: Option<$type>,
            own: Vec<$type>,
            last: $type,
        }

        #[derive(Debug, Clone, PartialEq, codec_core::Encode, codec_core::Decode)]
        #[codec(crate = $crate::hygiene::runtime, borrow, shared, push)]
        enum Either {
            One($type),
            Two { $field: $type },
        }
    };
}

#[test]
fn a_macro_may_define_the_types_inside_a_function() {
    fn all<T>(value: &T)
    where
        T: Encode + Borrowable + Shareable + PushDecode + Clone + PartialEq + core::fmt::Debug,
        for<'de> T::Ref<'de>: Encode + DecodableRef<'de>,
        T::Shared: Decodable,
    {
        let bytes = Bincode::to_vec(value).unwrap();
        assert_eq!(Bincode::to_vec(&value.to_ref()).unwrap(), bytes);
        let borrowed = Bincode::from_slice_ref::<T::Ref<'_>>(&bytes).unwrap();
        assert_eq!(&T::from_ref(borrowed), value);
        let shared = Bincode::from_bytes::<T::Shared>(&bytes.clone().into()).unwrap();
        assert_eq!(&T::from_shared(shared), value);
        let pushed = T::push_decoder::<Bincode>().push(&mut &bytes[..]).unwrap();
        assert_eq!(pushed, Progress::Done(value.clone()));
    }
    {
        define!(Known, field: Option<String>);
        all(&Known { field: Some("a".into()), more: Some(None), own: vec![None], last: None });
        all(&Either::One(None));
    }
    {
        define!(Unknown, field: Option<Word>);
        let word = Some(Word("a".into()));
        let own = vec![None, word.clone()];
        all(&Unknown { field: word.clone(), more: Some(None), own, last: word.clone() });
        all(&Either::Two { field: word });
    }
}

mod private {
    use codec_core::{Decode, Encode};

    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow, shared)]
    struct Secret(u8);

    #[derive(Debug, Clone, PartialEq, Encode, Decode)]
    #[codec(borrow, shared)]
    pub(crate) struct Open {
        secret: Secret,
        secrets: Vec<Secret>,
    }
}

#[test]
fn a_public_struct_may_hold_private_types() {
    let open: private::Open = Bincode::from_slice(&[1, 1, 0, 0, 0, 0, 0, 0, 0, 2]).unwrap();
    assert_eq!(private::Open::from(open.to_ref()), open);
}

mod runtime {
    pub(crate) use codec_core::*;
}

#[test]
fn the_runtime_may_stand_anywhere() {
    #[derive(runtime::Encode, runtime::Decode)]
    #[codec(crate = crate::hygiene::runtime, borrow)]
    struct Elsewhere(u8);
    assert_eq!(Sv2::to_vec(&Elsewhere(3).to_ref()).unwrap(), [3]);
}
