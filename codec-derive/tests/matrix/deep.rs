//! Types that contain themselves under an attribute, at the limit of depth and beyond: all forms
//! end at the same level.

use std::collections::BTreeMap;

use codec_core::{Bincode, BincodeVarint, Format};

use crate::{agree, laws};

/// Levels about the limit; a level may take two of the 128.
const LEVELS: [usize; 9] = [1, 62, 63, 64, 65, 126, 127, 128, 140];

macro_rules! deep {
    ($name:ident [$($of_type:tt)*] ($($attr:tt)*) $ty:ty = $none:expr, |$inner:ident| $around:expr) => {
        mod $name {
            use super::*;

            crate::one_field! { [borrow, shared, push $($of_type)*] [$($attr)*] $ty }

            #[test]
            fn agrees() {
                on_a_large_stack(|| {
                    for levels in LEVELS {
                        let leaf = Case { flag: 0, field: $none };
                        let value = (0..levels)
                            .fold(leaf, |$inner, _| Case { flag: 1, field: $around });
                        let before = Case { flag: 0, field: $none };
                        let bytes = Bincode::to_vec(&value).unwrap();
                        agree::check::<Bincode, _>(&bytes, &before);
                        agree::check::<Bincode, _>(&bytes[..bytes.len() / 2], &before);
                        laws::check::<BincodeVarint, Case>(&BincodeVarint::to_vec(&value).unwrap());
                    }
                });
            }
        }
    };
}

/// Unoptimised, a level takes kilobytes.
fn on_a_large_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

deep! { plain [] (check = |_| true) Vec<Case> = vec![], |inner| vec![inner] }
deep! { boxed [] (if = flag == 1) Option<Box<Case>> = None, |inner| Some(Box::new(inner)) }
deep! { map [] (len = u8, min = flag) BTreeMap<u8, Case> = BTreeMap::new(), |inner| [(1, inner)].into() }
#[cfg(matrix)]
deep! { be [] (be) Vec<Case> = vec![], |inner| vec![inner] }
#[cfg(matrix)]
deep! { be_type [, be] (check = |_| true) Vec<Case> = vec![], |inner| vec![inner] }
#[cfg(matrix)]
deep! { tail [] (bytes = u32, tail) Vec<Case> = vec![], |inner| vec![inner] }
#[cfg(matrix)]
deep! { count [] (count = flag) Vec<Case> = vec![], |inner| vec![inner] }
#[cfg(matrix)]
deep! { bytes [] (bytes = u32) Vec<Case> = vec![], |inner| vec![inner] }
#[cfg(matrix)]
deep! { align [] (align = 4, pad_after = 1) Vec<Case> = vec![], |inner| vec![inner] }
#[cfg(matrix)]
deep! { index [] (index) Vec<Case> = vec![], |inner| vec![inner] }
#[cfg(matrix)]
deep! { option_bytes [] (bytes = u32) Option<Box<Case>> = None, |inner| Some(Box::new(inner)) }
#[cfg(matrix)]
deep! { option_tail [] (tail) Option<Box<Case>> = None, |inner| Some(Box::new(inner)) }
#[cfg(matrix)]
deep! { map_be [] (max = 3, be) BTreeMap<u8, Case> = BTreeMap::new(), |inner| [(1, inner)].into() }
