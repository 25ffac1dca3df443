//! `bits` over earlier fields.

use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Sv2};

use crate::agree::{agree, forms};

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push, be, schema)]
struct Split {
    width: u8,
    #[codec(bits = width)]
    left: i16,
    #[codec(bits = 16 - width)]
    right: u16,
    end: u8,
}

forms! { Split: SplitRef, SplitShared; }

#[test]
fn a_width_may_be_that_of_a_field_before_the_run() {
    let split = Split { width: 5, left: -3, right: 7, end: 1 };
    assert_eq!(agree::<Sv2, _>(&split), [5, 0b1110_1000, 7, 1]);
    agree::<Bincode, _>(&Split { width: 15, left: 300, right: 1, end: 0 });
    let wide = Sv2::to_vec(&Split { left: 16, ..split }).unwrap_err();
    assert_eq!(wide.kind(), EncodeErrorKind::IntegerOutOfRange);
}

#[test]
fn widths_that_fill_no_bytes_are_errors() {
    for width in [0, 16, 17, 255] {
        let error = Sv2::from_slice::<Split>(&[width, 1, 2, 3]).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (DecodeErrorKind::IntegerOutOfRange, 1));
        let error = Sv2::to_vec(&Split { width, left: 0, right: 0, end: 0 }).unwrap_err();
        assert_eq!(error.kind(), EncodeErrorKind::IntegerOutOfRange);
    }
}
