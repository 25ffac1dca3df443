//! Lengths that are computed of a part which contains the type itself.

use codec_core::{Decode, Encode, Format, Postcard};

use super::shapes::{Shape, chain};
use crate::step::{Step, count};

const LEVELS: usize = 60;

macro_rules! shape {
    ($module:ident { $(#[$len:meta])* } { $(#[$kid:meta])* }) => {
        mod $module {
            use super::*;

            #[derive(Debug, PartialEq, Encode, Decode)]
            #[codec(borrow)]
            pub(super) struct Node {
                step: Step,
                $(#[$len])*
                len: u32,
                $(#[$kid])*
                kid: Option<Box<Node>>,
            }

            impl Shape for Node {
                fn around(step: Step, inner: Vec<Self>) -> Self {
                    Self { step, len: 0, kid: inner.into_iter().next().map(Box::new) }
                }
            }
        }
    };
}

shape!(variable { #[codec(varint, computed = encoded_len(kid))] } {});
shape!(fixed { #[codec(be, computed = encoded_len(kid))] } {});
shape!(named { #[codec(varint, computed = encoded_len(kid))] } { #[codec(bytes = len)] });
shape!(aligned { #[codec(be, computed = encoded_len(kid))] } { #[codec(align = 8)] });
shape!(whole { #[codec(be, computed = encoded_len(step..=kid))] } { #[codec(len = u8)] });

/// A value is measured once, and as often as it has levels around it when it is written.
fn holds<T: Shape + Encode + codec_core::Decodable>() {
    let value = chain::<T>(LEVELS);
    let (_, len) = count(LEVELS, || Postcard::encoded_len(&value));
    let (_, bytes) = count(LEVELS * (LEVELS + 5) / 2, || Postcard::to_vec(&value).unwrap());
    assert_eq!(bytes.len(), len);
    assert!(Postcard::from_slice::<T>(&bytes).is_ok());
}

#[test]
fn a_length_of_what_contains_itself_is_computed_once() {
    holds::<variable::Node>();
    holds::<fixed::Node>();
    holds::<named::Node>();
    holds::<aligned::Node>();
    holds::<whole::Node>();
}
