//! Types that mention lifetimes and macros where nothing is borrowed, and forms whose usual name is
//! taken.

use std::marker::PhantomData;

use codec_core::{Decode, Encode, Format, Message as _, Postcard};

use crate::agree::{agree, forms};

macro_rules! text {
    ($lifetime:lifetime) => { &$lifetime str };
}

#[derive(Encode, Decode)]
struct View<'a, T> {
    #[codec(borrow)]
    made: text!('a),
    #[codec(borrow)]
    text: &'a str,
    marker: PhantomData<&'a T>,
    other: PhantomData<&'static str>,
}

#[test]
fn a_marker_with_a_lifetime_borrows_nothing_and_a_macro_may() {
    let view: View<'_, u8> = Postcard::from_slice_ref(&[1, b'm', 1, b't']).unwrap();
    assert_eq!((view.made, view.text), ("m", "t"));
}

/// Has the usual name of `Login`'s borrowed form.
#[derive(Debug, PartialEq)]
struct LoginRef;

/// Has the usual name of its shared form.
#[derive(Debug, PartialEq)]
struct LoginShared;

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow(name = "LoginView"), shared(name = "LoginKept", derive(Debug, Clone)))]
struct Login {
    name: String,
}

#[test]
fn forms_go_by_other_names() {
    let bytes = [1, b'a'];
    assert_eq!(Postcard::from_slice_ref::<LoginView<'_>>(&bytes).unwrap().name, "a");
    let kept: LoginKept = Postcard::from_bytes(&bytes.to_vec().into()).unwrap();
    assert_eq!(Login::from(kept), Login { name: "a".into() });
    assert_ne!(format!("{LoginRef:?}"), format!("{LoginShared:?}"));
}

foreign::message!(Declared, 3);
forms! { Declared: DeclaredRef, DeclaredShared; }

#[test]
fn a_macro_of_another_crate_names_the_runtime_that_it_has() {
    let text = foreign::Text { text: "é".to_owned() };
    let declared = Declared { number: 5, list: Some(vec![1, 2]), text };
    assert_eq!(agree::<Postcard, _>(&declared), [5, 2, 1, 2, 2, 0xc3, 0xa9]);
    assert!(Postcard::to_vec(&Declared { list: Some(vec![0; 7]), ..declared }).is_err());
    assert_eq!((Declared::ID, DeclaredRef::ID, DeclaredShared::ID), (3, 3, 3));
}
