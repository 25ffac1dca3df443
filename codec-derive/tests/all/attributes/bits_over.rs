//! `bits` over earlier fields.

use codec_core::{Bincode, Decode, DecodeErrorKind, Encode, EncodeErrorKind, Format, Strict, Sv2};

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

/// A `bool` of more than one bit.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push, be, schema)]
struct Wide {
    #[codec(bits = 8)]
    flag: bool,
    #[codec(bits = 4)]
    low: bool,
    #[codec(bits = 4)]
    rest: u8,
}

forms! { Wide: WideRef, WideShared; }

#[test]
fn strict_formats_accept_the_bits_that_are_written() {
    let wide = Wide { flag: true, low: true, rest: 5 };
    let bytes = agree::<Strict<Sv2>, _>(&wide);
    for first in 0..=255 {
        for second in 0..=255 {
            let input = [first, second];
            let lenient = Sv2::from_slice::<Wide>(&input).unwrap();
            let strict = Strict::<Sv2>::from_slice::<Wide>(&input);
            assert_eq!(strict.is_ok(), Sv2::to_vec(&lenient).unwrap() == input, "{input:?}");
            assert_eq!(
                Strict::<Sv2>::from_slice_ref::<WideRef<'_>>(&input).err(),
                strict.as_ref().err().copied()
            );
            assert!(
                strict.is_ok()
                    || strict.is_err_and(|it| it.kind() == DecodeErrorKind::NonCanonical)
            );
        }
    }
    assert_eq!(bytes, Sv2::to_vec(&wide).unwrap());
}
