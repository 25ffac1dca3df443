//! Expressions over fields: names by Rust's scopes, and arithmetic that neither panics nor wraps.

use bytes::Bytes;
use codec_core::push::PushDecode;
use codec_core::{Decode, DecodeError, DecodeErrorKind, Encode, EncodeErrorKind, Format, Postcard};

use crate::agree::{forms, in_every_format};

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[codec(plain, push)]
struct Point {
    x: u8,
    y: u8,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push)]
struct Scopes {
    syn: bool,
    ack: bool,
    fin: bool,
    a: u8,
    b: Option<u8>,
    x: Point,
    text: String,
    #[codec(if = syn || ack || fin)]
    bars: Option<u8>,
    #[codec(if = if let Some(b) = b { b > a } else { false })]
    bound: Option<u8>,
    #[codec(if = match b { Some(a) if a > 4 => true, Some(a) => a == 1, None => false })]
    arms: Option<u8>,
    #[codec(if = matches!(b, Some(b) if b == a))]
    guarded: Option<u8>,
    #[codec(if = { let Point { x, y: a } = x; x == a })]
    pattern: Option<u8>,
    #[codec(if = format!("{a}-{}", b.unwrap_or(0)) == "1-2")]
    printed: Option<u8>,
    #[codec(if = *a == 3)]
    starred: Option<u8>,
    #[codec(if = x.x == 1 && text.len() > 1 && !text.is_empty())]
    member: Option<u8>,
    #[codec(count = match a { 0 => 0, a if a > 2 => 2, _ => 1 })]
    counted: Vec<u8>,
    #[codec(count = usize::from(syn || ack || fin))]
    counted_bars: Vec<u8>,
    #[codec(check = syn || ack || fin || *checked < 9)]
    checked: u8,
    #[codec(len = u8, check = |list| list.len() <= usize::from(a))]
    closure: Vec<u8>,
    #[codec(check = 1..=100)]
    range: u8,
    #[codec(check = ..=a * 2)]
    over: u16,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Computed {
    a: u8,
    flag: bool,
    #[codec(computed = u8::from(a > 3 || flag || a == 1) + a)]
    bars: u16,
    #[codec(computed = 2 * encoded_len(a..=flag) - a)]
    len: i8,
    list: Vec<u8>,
}

forms! {
    Scopes: ScopesRef, ScopesShared;
    Computed: ComputedRef, ComputedShared;
}

/// The owned value, as the other forms, pieces, and a value that is decoded over see it.
pub(super) fn decoded<T>(input: &[u8]) -> Result<T, DecodeError>
where
    T: crate::agree::Forms + Encode + codec_core::Decodable + PushDecode + Clone + PartialEq,
    T: std::fmt::Debug,
{
    let owned = Postcard::from_slice::<T>(input);
    let borrowed = Postcard::from_slice_ref::<T::Borrowed<'_>>(input).map(Into::into);
    let shared = Postcard::from_bytes::<T::Shared>(&Bytes::copy_from_slice(input)).map(Into::into);
    assert_eq!((&borrowed, &shared), (&owned, &owned), "{input:?}");
    if let Ok(mut place) = owned.clone() {
        assert_eq!(Postcard::decode_into(&mut place, input), Ok(()));
        assert_eq!(Ok(&place), owned.as_ref());
    }
    if let Ok(owned) = &owned {
        assert_eq!(Postcard::read_from::<T>(&mut &*input, 1 << 16).as_ref().ok(), Some(owned));
    }
    let mut decoder = T::push_decoder::<Postcard>();
    let mut pushed = None;
    for byte in input {
        match decoder.push(&mut &[*byte][..]) {
            Ok(codec_core::push::Progress::Done(value)) => pushed = Some(Ok(value)),
            Ok(_) => {}
            Err(error) => {
                pushed = Some(Err(error));
                break;
            }
        }
    }
    // Of an input that ends too early, pieces do not know that it ends.
    if owned.is_ok()
        || owned.as_ref().is_err_and(|error| error.kind() != DecodeErrorKind::UnexpectedEnd)
    {
        let kind = |error: DecodeError| error.kind();
        assert_eq!(
            pushed.map(|pushed| pushed.map_err(kind)),
            Some(owned.clone().map_err(kind)),
            "{input:?}"
        );
    }
    owned
}

fn scopes() -> Scopes {
    Scopes {
        syn: false,
        ack: false,
        fin: false,
        a: 3,
        b: Some(3),
        x: Point { x: 1, y: 2 },
        text: "ab".to_owned(),
        bars: None,
        bound: None,
        arms: None,
        guarded: Some(1),
        pattern: None,
        printed: None,
        starred: Some(2),
        member: Some(3),
        counted: vec![1, 2],
        counted_bars: vec![],
        checked: 8,
        closure: vec![1, 2, 3],
        range: 100,
        over: 6,
    }
}

#[test]
fn names_follow_the_scopes_of_rust() {
    let other = Scopes {
        fin: true,
        a: 1,
        b: Some(2),
        x: Point { x: 2, y: 2 },
        bars: Some(1),
        bound: Some(2),
        guarded: None,
        pattern: Some(4),
        printed: Some(5),
        starred: None,
        member: None,
        counted: vec![7],
        counted_bars: vec![9],
        checked: 20,
        closure: vec![],
        over: 2,
        ..scopes()
    };
    let armed = Scopes { b: Some(5), bound: Some(1), arms: Some(4), guarded: None, ..scopes() };
    for value in [scopes(), other, armed] {
        in_every_format!(options: value.clone());
        let bytes = Postcard::to_vec(&value).unwrap();
        assert_eq!(decoded(&bytes), Ok(value));
    }
    let value = Computed { a: 1, flag: false, bars: 2, len: 3, list: vec![1, 2] };
    in_every_format!(value.clone());
    let wrong = Computed { bars: 9, len: 9, ..value.clone() };
    assert_eq!(Postcard::to_vec(&wrong), Postcard::to_vec(&value));
}

/// Structs of three bytes that a peer chooses, each with one expression over them; `wanted` says how
/// many bytes the last field takes.
macro_rules! hostile {
    ($($name:ident $borrowed:ident $shared:ident: [$($attr:tt)*] $ty:ty, $wanted:expr;)*) => {
        $(
            #[derive(Debug, Clone, PartialEq, Encode, Decode)]
            #[codec(borrow, shared, push)]
            struct $name {
                n: u8,
                m: i8,
                list: [u8; 1],
                #[codec($($attr)*)]
                last: $ty,
            }

            forms! { $name: $borrowed, $shared; }
        )*

        #[test]
        fn arithmetic_over_wire_values_neither_panics_nor_wraps() {
            const NUMBERS: [u8; 11] = [0, 1, 2, 3, 7, 8, 9, 127, 128, 254, 255];
            let all = NUMBERS.iter().flat_map(|n| NUMBERS.iter().map(move |m| (*n, *m)));
            for (n, m, e) in all.flat_map(|(n, m)| NUMBERS.iter().map(move |e| (n, m, *e))) {
                let signed = i128::from(m.cast_signed());
                $(
                    let wanted: fn(i128, i128, i128) -> Result<i128, DecodeErrorKind> = $wanted;
                    let wanted = wanted(n.into(), signed, e.into());
                    let len = wanted.unwrap_or(1).clamp(0, 2000);
                    let input = [&[n, m, e][..], &vec![1; usize::try_from(len).unwrap()]].concat();
                    let found = decoded::<$name>(&input);
                    let found = found.map(|value| {
                        assert_eq!(Postcard::to_vec(&value).as_ref(), Ok(&input));
                        len
                    });
                    let kind = found.map_err(|error| {
                        let end = error.kind() == DecodeErrorKind::UnexpectedEnd;
                        assert!(end || error.offset() == 3, "{n} {m} {e}: {error}");
                        error.kind()
                    });
                    let too_long = wanted.is_ok_and(|len| len > 2000);
                    let wanted = if too_long { Err(DecodeErrorKind::UnexpectedEnd) } else { wanted };
                    assert_eq!(kind, wanted, "{} of {n} {m} {e}", stringify!($name));
                )*
            }
        }
    };
}

/// The number of bytes, by an expression.
fn len(number: i128) -> Result<i128, DecodeErrorKind> {
    if (0..=i128::from(u64::MAX)).contains(&number) {
        Ok(number)
    } else {
        Err(DecodeErrorKind::LengthOverflow)
    }
}

#[expect(clippy::unnecessary_wraps, reason = "as lengths, which may be wrong")]
fn there(condition: bool) -> Result<i128, DecodeErrorKind> {
    Ok(condition.into())
}

hostile! {
    Less LessRef LessShared: [count = n - 8] Vec<u8>, |n, _, _| len(n - 8);
    More MoreRef MoreShared: [count = n * 64] Vec<u8>, |n, _, _| len(n * 64);
    Mixed MixedRef MixedShared: [count = n + m] Vec<u8>, |n, m, _| len(n + m);
    Cast CastRef CastShared: [count = (n - 8) as usize + list[0] as usize] Vec<u8>,
        |n, _, e| len(n - 8 + e);
    Negative NegativeRef NegativeShared: [count = -m] Vec<u8>, |_, m, _| len(-m);
    Divided DividedRef DividedShared: [bytes = n / m, tail] Vec<u8>, |n, m, _| {
        len(n.checked_div(m).unwrap_or(-1))
    };
    Rest RestRef RestShared: [count = n % m] Vec<u8>, |n, m, _| len(n.checked_rem(m).unwrap_or(-1));
    Shifted ShiftedRef ShiftedShared: [count = (n >> 4) << m] Vec<u8>, |n, m, _| match m {
        0..100 => len((n >> 4) << m),
        100.. if n < 16 => len(if m < 128 { 0 } else { -1 }),
        _ => len(-1),
    };
    Element ElementRef ElementShared: [count = list[0] - 1] Vec<u8>, |_, _, e| len(e - 1);
    Indexed IndexedRef IndexedShared: [count = list[n]] Vec<u8>, |n, _, e| {
        len(if n == 0 { e } else { -1 })
    };
    Wide WideRef WideShared: [count = (n & 0x0f | 0x100) - 0x100 + (m as u8 as u16 & 1)] Vec<u8>,
        |n, m, _| len((n & 0x0f) + (m & 1));
    Total TotalRef TotalShared: [bytes = n - 4, tail] Vec<u8>, |n, _, _| len(n - 4);
    Words WordsRef WordsShared: [bytes = n * 2, tail] Vec<u8>, |n, _, _| len(n * 2);
    Grid GridRef GridShared: [count = n * list[0], max = 1000] Vec<u8>, |n, _, e| match n * e {
        ..=1000 => Ok(n * e),
        _ => Err(DecodeErrorKind::LengthOverLimit),
    };
    Limited LimitedRef LimitedShared: [count = n, max = m - 8] Vec<u8>, |n, m, _| match m - 8 {
        most if n <= most.max(0) => Ok(n),
        _ => Err(DecodeErrorKind::LengthOverLimit),
    };
    From FromRef FromShared: [count = usize::from(n + list[0]) + usize::from(n > 3)] Vec<u8>,
        |n, _, e| len(n + e + i128::from(n > 3));
    If IfRef IfShared: [if = n - 8 > 0] Option<u8>, |n, _, _| there(n > 8);
    Outside OutsideRef OutsideShared: [if = list[3] == 1] Option<u8>, |_, _, _| {
        Err(DecodeErrorKind::IntegerOutOfRange)
    };
    Either EitherRef EitherShared: [if = n > 8 || list[m] == 1 || n / m == 1] Option<u8>,
        |n, m, e| match (n, m) {
            (9.., _) => Ok(1),
            (_, 0) if e == 1 => Ok(1),
            _ => Err(DecodeErrorKind::IntegerOutOfRange),
        };
    Check CheckRef CheckShared: [check = n / m - last < 9] u8, |n, m, _| {
        let holds = n.checked_div(m).is_some_and(|n| n - 1 < 9);
        if holds { Ok(1) } else { Err(DecodeErrorKind::CheckFailed) }
    };
    Huge HugeRef HugeShared: [count = n << 120 << 7] Vec<u8>, |n, _, _| len(if n == 0 { 0 } else { -1 });
}

#[test]
fn what_can_t_be_computed_is_refused_when_encoding() {
    let error = |result: Result<Vec<u8>, codec_core::EncodeError>| {
        let error = result.unwrap_err();
        (error.kind(), error.offset())
    };
    let less = Less { n: 3, m: 0, list: [0], last: vec![] };
    assert_eq!(error(Postcard::to_vec(&less)), (EncodeErrorKind::InconsistentFields, 3));
    let outside = Outside { n: 3, m: 0, list: [0], last: None };
    assert_eq!(error(Postcard::to_vec(&outside)), (EncodeErrorKind::IntegerOutOfRange, 3));
    let computed = Computed { a: 200, flag: false, bars: 0, len: 0, list: vec![] };
    assert_eq!(error(Postcard::to_vec(&computed)), (EncodeErrorKind::IntegerOutOfRange, 0));
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, push, check = low <= high)]
struct Checks {
    low: u8,
    high: u8,
    #[codec(check = 1..=low * 2)]
    range: u8,
    #[codec(len = u8, check = is_short)]
    text: String,
    #[codec(if = high > 3, check = |there| there.is_none_or(|there| there > high))]
    there: Option<u8>,
    #[codec(check = |list| list.len() < 4 && list.iter().all(|one| *one <= high))]
    list: Vec<u8>,
}

fn is_short(text: &str) -> bool {
    text.len() < 4
}

#[derive(Debug, Clone, Copy, PartialEq, Encode, Decode)]
#[repr(C)]
struct Even {
    #[codec(check = number % 2 == 0)]
    number: u8,
}

#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(tag = u8, check = |kind| !matches!(kind, Kind::Named(0)))]
enum Kind {
    None,
    Named(u8),
}

/// A check is of the computed value, not of the value that the field has.
#[derive(Debug, Clone, PartialEq, Encode, Decode)]
#[codec(borrow, shared, check = len > 1)]
struct ChecksComputed {
    #[codec(computed = list.len(), check = *len < 4)]
    len: u8,
    #[codec(computed = encoded(len)[0], check = *sum != 3)]
    sum: u8,
    #[codec(count = len)]
    list: Vec<u8>,
}

forms! {
    Checks: ChecksRef, ChecksShared;
    ChecksComputed: ChecksComputedRef, ChecksComputedShared;
}

#[test]
fn a_check_holds_when_encoding() {
    let valid = Checks {
        low: 2,
        high: 5,
        range: 4,
        text: "abc".to_owned(),
        there: Some(6),
        list: vec![5, 1],
    };
    in_every_format!(valid.clone());
    let bytes = Postcard::to_vec(&valid).unwrap();
    assert_eq!(decoded(&bytes), Ok(valid.clone()));
    let at = |offset, value: Checks| (offset, value);
    let wrong = [
        at(0, Checks { low: 6, ..valid.clone() }),
        at(2, Checks { range: 5, ..valid.clone() }),
        at(2, Checks { range: 0, ..valid.clone() }),
        at(3, Checks { text: "abcd".to_owned(), ..valid.clone() }),
        at(7, Checks { there: Some(5), ..valid.clone() }),
        at(8, Checks { list: vec![6], ..valid.clone() }),
        at(8, Checks { list: vec![1; 4], ..valid }),
    ];
    for (offset, value) in wrong {
        let error = codec_core::EncodeError::new(EncodeErrorKind::InvalidValue, offset);
        let forms =
            [Postcard::to_vec(&value), Postcard::to_vec(&codec_core::Borrowable::to_ref(&value))];
        for form in forms {
            assert_eq!(form, Err(error), "{value:?}");
        }
    }
    let shared = Postcard::from_bytes::<ChecksShared>(&bytes.into()).unwrap();
    let error = codec_core::EncodeError::new(EncodeErrorKind::InvalidValue, 0);
    assert_eq!(Postcard::to_vec(&ChecksShared { low: 6, ..shared }), Err(error));
    let row = [Even { number: 2 }, Even { number: 3 }];
    assert_eq!(Postcard::to_vec(&row[..1]), Ok(vec![1, 2]));
    let error = codec_core::EncodeError::new(EncodeErrorKind::InvalidValue, 2);
    assert_eq!(Postcard::to_vec(&row[..]), Err(error));
    assert_eq!(Postcard::to_vec(&Kind::Named(1)), Ok(vec![1, 1]));
    assert_eq!(
        Postcard::to_vec(&Kind::Named(0)).unwrap_err().kind(),
        EncodeErrorKind::InvalidValue
    );
}

#[test]
fn a_check_is_of_what_is_computed() {
    let value = ChecksComputed { len: 2, sum: 2, list: vec![7, 8] };
    in_every_format!(value.clone());
    let stale = ChecksComputed { len: 9, sum: 3, ..value.clone() };
    assert_eq!(Postcard::to_vec(&stale), Postcard::to_vec(&value));
    for list in [1, 3, 4].map(|len| vec![7; len]) {
        let wrong = ChecksComputed { list, ..value.clone() };
        assert_eq!(Postcard::to_vec(&wrong).unwrap_err().kind(), EncodeErrorKind::InvalidValue);
    }
}
