//! Generated forms whose last field may have no form: they are defined with another field last.

use std::collections::BTreeMap;

use codec_core::{Decode, Encode, Format, Sv2};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Leaf {
    text: String,
}

/// Contains itself through [`Twig`], which may be decoded from nothing else.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Branch {
    first: u8,
    leaf: Leaf,
    second: u16,
    twigs: Vec<Twig>,
}

/// No field's form is known by its name.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Twig {
    leaves: BTreeMap<u8, Leaf>,
    branch: Option<Box<Branch>>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Pair<T> {
    one: u8,
    two: T,
    three: Vec<Leaf>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Pairs {
    number: u8,
    nested: Pair<Pair<Leaf>>,
}

forms! {
    Branch: BranchRef, BranchShared;
    Twig: TwigRef, TwigShared;
    Pairs: PairsRef, PairsShared;
}

fn leaf() -> Leaf {
    Leaf { text: "a".into() }
}

fn branch(twigs: Vec<Twig>) -> Branch {
    Branch { first: 1, leaf: leaf(), second: 2, twigs }
}

#[test]
fn a_form_has_the_bytes_of_the_type_wherever_its_last_field_is_defined() {
    let inner = Twig { leaves: BTreeMap::new(), branch: Some(Box::new(branch(Vec::new()))) };
    let twig = Twig { leaves: BTreeMap::from([(9, leaf())]), branch: None };
    in_every_format!(options: branch(vec![inner.clone(), twig]));
    in_every_format!(options: inner);
    let pair = Pair { one: 3, two: leaf(), three: vec![leaf()] };
    in_every_format!(options: Pairs { number: 2, nested: Pair { one: 4, two: pair, three: Vec::new() } });
}

#[test]
fn fields_are_encoded_in_the_order_of_the_type() {
    #[derive(Encode, Decode)]
    #[codec(borrow, shared)]
    struct Share {
        channel: u16,
        hash: codec_core::wire::B032,
        nonce: u8,
        extra: codec_core::wire::B032,
    }

    let bytes = [1, 0, 2, 7, 8, 3, 1, 9];
    let share: ShareRef<'_> = Sv2::from_slice_ref(&bytes).unwrap();
    assert_eq!((share.channel, share.nonce), (1, 3));
    assert_eq!((share.hash.as_bytes(), share.extra.as_bytes()), (&[7, 8][..], &[9][..]));
    assert_eq!(Sv2::to_vec(&share).unwrap(), bytes);
    let ShareShared { channel, hash, nonce, extra } =
        Sv2::from_bytes(&bytes::Bytes::copy_from_slice(&bytes)).unwrap();
    assert_eq!((channel, hash.as_bytes(), nonce, extra.as_bytes()), (1, &[7, 8][..], 3, &[9][..]));
}

#[test]
fn a_form_of_a_generic_type_is_copied_where_its_parts_are() {
    fn copied<T: Copy>(_: T) {}
    let pair = Pair { one: 1, two: leaf(), three: vec![leaf()] };
    copied(pair.to_ref());
    copied(Pair { one: 1, two: 2_u64, three: Vec::new() }.to_ref());
}
