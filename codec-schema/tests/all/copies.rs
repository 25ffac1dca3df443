//! Descriptions that the compiler has several copies of, as it may of any constant: plans have a
//! type once, whatever the address of its description is.

use codec_core::{Bincode, ById, Decode, Encode, Header, Protocol};
use codec_schema::ProtocolSchema;
use codec_schema::page::Page;

#[derive(Debug, Clone, Copy, Header)]
#[codec(schema)]
struct Head {
    #[codec(id)]
    id: u8,
    #[codec(payload_len)]
    len: u16,
}

/// The same types at other addresses, in each module that this is called in.
macro_rules! types {
    ($width:ty) => {
        #[derive(Debug, Encode, Decode)]
        #[codec(borrow, schema)]
        pub(crate) struct Leaf {
            pub(crate) value: u16,
        }

        #[derive(Debug, Encode, Decode)]
        #[codec(borrow, schema)]
        pub(crate) struct Inner {
            pub(crate) leaf: Leaf,
            pub(crate) other: Option<Leaf>,
            pub(crate) width: $width,
        }

        #[derive(Debug, Encode, Decode)]
        #[codec(borrow, schema)]
        pub(crate) struct Outer {
            pub(crate) inner: Vec<Inner>,
        }

        #[derive(Debug, Encode, Decode)]
        #[codec(borrow, schema)]
        pub(crate) enum Tree {
            Leaf(Leaf),
            Branch(#[codec(max = 9)] Vec<Tree>),
        }
    };
}

mod one {
    use super::*;
    types!(u8);
}

mod two {
    use super::*;
    types!(u8);
}

/// Differs from the others two types deep.
mod three {
    use super::*;
    types!(u32);
}

#[derive(Debug, Encode, Decode)]
#[codec(id = 1, borrow, schema)]
struct Trees {
    one: one::Tree,
    two: two::Tree,
    three: three::Tree,
}

#[derive(Debug, Encode, Decode)]
#[codec(id = 2, borrow, schema)]
struct Outers {
    one: one::Outer,
    two: two::Outer,
    three: three::Outer,
}

mod first {
    use super::*;
    #[derive(Debug, Encode, Decode)]
    #[codec(id = 3, borrow, schema)]
    pub(crate) struct Alike;
}

mod second {
    use super::*;
    #[derive(Debug, Encode, Decode)]
    #[codec(id = 4, borrow, schema)]
    pub(crate) struct Alike;
}

#[derive(Debug, Encode, Decode)]
#[codec(messages, borrow, schema)]
enum Messages {
    Trees(Trees),
    Outers(Outers),
    First(first::Alike),
    Second(second::Alike),
}

struct Copies;

impl Protocol for Copies {
    type Header = Head;
    type Format = Bincode;
    type Dispatch = ById;
    type Message = Messages;
    type MessageRef<'de> = MessagesRef<'de>;
}

const PROTOCOL: ProtocolSchema = ProtocolSchema::of::<Copies>("Copies");

#[test]
fn copies_of_a_description_are_one_type() {
    let page = Page::new(&PROTOCOL).markdown().unwrap();
    let titles: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    // `Outer_2` and `Inner_2` are those of `three`; messages are two, however alike.
    assert_eq!(
        titles,
        [
            "Trees", "Outers", "First", "Second", "Tree", "Leaf", "Outer", "Inner", "Outer_2",
            "Inner_2"
        ]
    );
    let section = page.split("\n### Inner_2\n").nth(1).unwrap();
    assert!(section.contains("| 4 | `width` | `u32` |"), "{section}");
}
