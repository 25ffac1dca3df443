//! Expressions that a `macro_rules!` passes on: `2 * $e` is twice the value, whatever `$e` is, and
//! a name that a caller gives means the field that it names.

#![expect(clippy::cast_possible_truncation, reason = "a number of one byte")]

use codec_core::{Decode, Encode, EncodeErrorKind, Format, Postcard};

use crate::agree::{forms, in_every_format};

/// Types with an expression in each place that takes one: `$sum` is one more than the field `$n`,
/// `$either` is true of the numbers 0 and 9, `$three` is 3, and `$minus` is -1.
macro_rules! places {
    ($(#[$doc:meta])* $n:ident, $sum:expr, $either:expr, $three:expr, $minus:literal) => {
        #[derive(Debug, Clone, PartialEq, Encode, Decode)]
        #[codec(borrow, shared, check = !$either)]
        $(#[$doc])*
        struct Checked {
            $(#[$doc])*
            $n: u8,
            list: Vec<u8>,
        }

        #[derive(Debug, Clone, PartialEq, Encode, Decode)]
        #[codec(borrow, shared)]
        struct Counts {
            $n: u8,
            #[codec(count = 2 * $sum)]
            count: Vec<u8>,
            #[codec(bytes = 2 * $sum, tail)]
            bytes: Vec<u8>,
            #[codec(len = u8, min = 2 * $sum)]
            min: Vec<u8>,
            #[codec(len = u8, max = 2 * $sum)]
            max: Vec<u8>,
            #[codec(until = |x| *x == 2 * $sum)]
            until: Vec<u8>,
        }

        #[derive(Debug, Clone, PartialEq, Encode, Decode)]
        #[codec(borrow, shared)]
        struct Conditions {
            $n: u8,
            #[codec(if = !$either)]
            condition: Option<u8>,
            #[codec(check = !$either)]
            check: u8,
            #[codec(computed = 2 * $sum)]
            computed: u8,
            #[codec(tag = 2 * $sum)]
            tag: Tagged,
            #[codec(skip, default = 2 * $three)]
            default: u8,
        }

        #[derive(Debug, Clone, PartialEq, Encode, Decode)]
        #[codec(tag = u8, detached, borrow, shared)]
        enum Tagged {
            #[codec(value = 2 * $three)]
            Six(String),
            #[codec(value = 1 + $minus)]
            Zero,
            #[codec(value = 3 * $three..=4 * $three)]
            Kept(u8),
        }

        #[derive(Debug, Clone, PartialEq, Encode, Decode)]
        #[codec(borrow, shared)]
        struct Placed {
            #[codec(pad_before = 2 * $three, pad_after = 2 * $three)]
            padded: u8,
            #[codec(align = 2 * $three)]
            aligned: u8,
            #[codec(magic = 2 * $three as u8)]
            magic: (),
            #[codec(bits = 2 * $three)]
            bits: u8,
            #[codec(bits = 2)]
            rest: u8,
            array: [u8; 2 * $three],
            list: Vec<u8>,
        }

        #[derive(Debug, Clone, PartialEq, Encode, Decode)]
        #[repr(i8)]
        #[codec(tag = discriminant, borrow, shared)]
        enum Numbers {
            Six(String) = 2 * $three,
            One = 2 + $minus,
        }
    };
}

places!(
    #[doc = "A number."]
    #[allow(dead_code)]
    n,
    n + 1,
    n == 0 || n == 9,
    1 + 2,
    -1
);

forms! {
    Checked: CheckedRef, CheckedShared;
    Counts: CountsRef, CountsShared;
    Conditions: ConditionsRef, ConditionsShared;
    Placed: PlacedRef, PlacedShared;
}

#[test]
fn a_fragment_keeps_its_grouping_in_every_place() {
    in_every_format!(Checked { n: 3, list: vec![1] });
    for n in [0, 9] {
        assert!(Postcard::from_slice::<Checked>(&[n, 0]).is_err(), "{n}");
    }
    let bytes = [1, 1, 2, 3, 4, 5, 6, 7, 8, 4, 1, 2, 3, 4, 4, 1, 2, 3, 4, 9, 4];
    let counts: Counts = Postcard::from_slice(&bytes).unwrap();
    assert_eq!((&counts.count[..], &counts.bytes[..]), (&[1, 2, 3, 4][..], &[5, 6, 7, 8][..]));
    assert_eq!((counts.min.len(), counts.max.len(), &counts.until[..]), (4, 4, &[9, 4][..]));
    in_every_format!(counts.clone());
    for (min, max) in [(3, 4), (4, 5)] {
        let wrong = Counts { min: vec![1; min], max: vec![1; max], ..counts.clone() };
        assert!(Postcard::to_vec(&wrong).is_err(), "{min} {max}");
    }

    let conditions: Conditions = Postcard::from_slice(&[2, 7, 5, 6, 1, b'x']).unwrap();
    let wanted = Conditions {
        n: 2,
        condition: Some(7),
        check: 5,
        computed: 6,
        tag: Tagged::Six("x".to_owned()),
        default: 6,
    };
    assert_eq!(conditions, wanted);
    in_every_format!(conditions.clone());
    assert!(Postcard::from_slice::<Conditions>(&[0, 5, 2]).is_err());
    let kept: Tagged = Postcard::from_slice(&[12]).unwrap();
    assert_eq!(kept, Tagged::Kept(12));
    assert!([8, 13].iter().all(|tag| Postcard::to_vec(&Tagged::Kept(*tag)).is_err()));
    let zero = Conditions { tag: Tagged::Zero, ..wanted };
    assert_eq!(Postcard::to_vec(&zero).unwrap_err().kind(), EncodeErrorKind::InconsistentFields);

    let placed = Placed {
        padded: 1,
        aligned: 2,
        magic: (),
        bits: 0b11_0101,
        rest: 2,
        array: [3; 6],
        list: vec![4],
    };
    let bytes =
        [&[0; 6][..], &[1], &[0; 6], &[0; 5], &[2, 6, 0b1101_0110], &[3; 6], &[1, 4]].concat();
    assert_eq!(Postcard::to_vec(&placed).unwrap(), bytes);
    in_every_format!(placed);
    assert_eq!(Postcard::to_vec(&Numbers::Six("x".to_owned())).unwrap(), [6, 1, b'x']);
    assert_eq!(Postcard::to_vec(&Numbers::One).unwrap(), [1]);
    assert_eq!(Postcard::to_vec(&NumbersRef::Six("x")).unwrap(), [6, 1, b'x']);
    assert_eq!(Postcard::to_vec(&NumbersShared::One).unwrap(), [1]);
}

/// A check of the macro's caller, and one of the macro's own, of a type that the caller names.
macro_rules! checked_by {
    ($name:ident, $number:ty, $check:path) => {
        fn is_even(value: &u8) -> bool {
            value % 2 == 0
        }

        #[derive(Debug, PartialEq, Encode, Decode)]
        #[codec(check = is_whole)]
        struct $name {
            #[codec(check = $check)]
            number: $number,
            #[codec(check = is_even)]
            even: u8,
        }

        fn is_whole<T>(_: &T) -> bool {
            true
        }
    };
}

#[derive(Debug, PartialEq, Encode, Decode)]
struct Own(u16);

extern "C" fn is_low(own: &Own) -> bool {
    own.0 < 9
}

#[test]
fn a_check_is_found_where_it_is_written() {
    checked_by!(Checks, Own, is_low);
    let checks = Checks { number: Own(3), even: 2 };
    assert_eq!(Postcard::to_vec(&checks).unwrap(), [3, 2]);
    assert_eq!(Postcard::from_slice(&[3, 2]), Ok(checks));
    for refused in [[9, 2], [3, 1]] {
        assert!(Postcard::from_slice::<Checks>(&refused).is_err(), "{refused:?}");
    }
    assert!(Postcard::to_vec(&Checks { number: Own(9), even: 2 }).is_err());
}
