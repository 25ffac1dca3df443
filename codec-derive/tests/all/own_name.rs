//! `Self` in the types of fields.

use codec_core::push::{Progress, PushDecode as _};
use codec_core::{Decode, Encode, Format, Postcard};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push, schema)]
struct Tree {
    value: u8,
    left: Option<Box<Self>>,
    others: Vec<Self>,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Many<T> {
    value: T,
    #[codec(len = u8)]
    more: Vec<Self>,
}

trait Named {
    type Name;
}

impl Named for Term {
    type Name = u16;
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, tag = u8)]
enum Term {
    Name(<Self as Named>::Name),
    Not(Box<Self>),
    All { terms: Vec<Self> },
}

forms! {
    Tree: TreeRef, TreeShared;
    Term: TermRef, TermShared;
}

fn tree(value: u8, others: Vec<Tree>) -> Tree {
    Tree { value, left: None, others }
}

#[test]
fn a_type_may_call_itself_self_in_every_form() {
    let leaf = || tree(1, vec![]);
    let value =
        Tree { value: 3, left: Some(Box::new(leaf())), others: vec![tree(2, vec![leaf()])] };
    in_every_format!(options: value.clone());
    let bytes = Postcard::to_vec(&value).unwrap();
    let mut decoder = Tree::push_decoder::<Postcard>();
    let done = bytes.iter().map(|byte| decoder.push(&mut &[*byte][..]).unwrap()).last();
    assert_eq!(done, Some(Progress::Done(value)));
    let not = |term| Term::Not(Box::new(term));
    in_every_format!(Term::All { terms: vec![not(Term::Name(3)), not(not(Term::Name(300)))] });
    let many = Many { value: 7u16, more: vec![Many { value: 8, more: vec![] }] };
    let bytes = Postcard::to_vec(&many).unwrap();
    assert_eq!(bytes, [7, 1, 8, 0]);
    assert_eq!(Postcard::from_slice::<Many<u16>>(&bytes), Ok(many.clone()));
    let borrowed: ManyRef<'_, u16> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(Many::from(borrowed), many);
}
