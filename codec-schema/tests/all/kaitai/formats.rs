//! Everything that descriptions express, in formats with numbers of any width, and with names that
//! are keywords in Kaitai, Python and JavaScript.

use std::collections::VecDeque;

use codec_core::format::BigEndian;
use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Format, Postcard};
use codec_schema::kaitai::Specification;
use codec_schema::{DescribeFormat, ProtocolSchema};

use super::cases::Case;
use super::run;
use crate::samples::{Head, In, framed, frames, with_payload};

fn holds<F: Format + DescribeFormat>(id: &str, class: &str) {
    let protocol = ProtocolSchema::of::<In<F>>("End");
    let specification = Specification::new(&protocol).id(id).write().unwrap();
    let refused = specification.refused.iter().map(ToString::to_string).collect::<Vec<_>>();
    let [wide] = &refused[..] else { panic!("{refused:#?}") };
    assert!(wide.starts_with("Wide: Wide.wide: an integer of 128 bits"), "{wide}");
    let mut cases = Vec::new();
    for frame in frames::<F>().into_iter().filter(|frame| frame[0] != 5) {
        cases.push(Case::of::<In<F>>(id, &frame));
        let payload = &frame[<Head as codec_core::Header>::SIZE..];
        for at in 0..payload.len() {
            for change in [1, 0x80] {
                let mut payload = payload.to_vec();
                payload[at] ^= change;
                let case = Case::of::<In<F>>(id, &with_payload(&frame, &payload));
                // Readers detect most of what decoding refuses, but not trailing bytes.
                cases.extend(case.leaves.is_some().then_some(case));
            }
            let cut = Case::of::<In<F>>(id, &with_payload(&frame, &payload[..at]));
            cases.push(cut);
        }
    }
    run::check(id, class, &specification.text, &cases);
}

/// Two elements, of two bytes and of one, after tables of which only the first is theirs.
fn tables<F: Format + DescribeFormat>(id: &str) -> impl Iterator<Item = Case> {
    let labels = ["a", ""].map(|text| framed::Label { text: text.into() });
    let value = framed::Listed {
        labels: labels.into(),
        numbers: Box::from([]),
        count: 0,
        tlvs: VecDeque::new(),
        maybe: None,
        inside: vec![],
        more: None,
        last: 7,
    };
    let payload = F::to_vec(&value).unwrap();
    let all = [[2, 3], [1, 3], [3, 3], [2, 2], [2, 4], [3, 2], [0, 3], [2, 255], [255, 3]];
    all.into_iter().enumerate().map(move |(index, [first, second])| {
        let mut payload = payload.clone();
        (payload[1], payload[5]) = (first, second);
        let case = Case::of::<framed::In<F>>(id, &with_payload(&[13, 0, 0, 0, 0, 0], &payload));
        assert_eq!(case.leaves.is_some(), index == 0);
        case
    })
}

/// Syntax around values and between them.
fn framed_holds<F: Format + DescribeFormat>(id: &str, class: &str) {
    let protocol = ProtocolSchema::of::<framed::In<F>>("End");
    let specification = Specification::new(&protocol).id(id).write().unwrap();
    let refused = specification.refused.iter().map(ToString::to_string).collect::<Vec<_>>();
    let wanted = [
        "Aligned: Aligned.two: a field that begins at a multiple of 4",
        "Bits: Bits.high: bits of shared bytes",
        "Tagged: Tagged.content: a tag that another field holds",
    ];
    assert_eq!(refused, wanted);
    let mut cases = Vec::new();
    for frame in framed::frames::<F>() {
        let id_of = frame[0];
        if [3, 4, 7].contains(&id_of) {
            continue;
        }
        let whole = Case::of::<framed::In<F>>(id, &frame);
        assert!(whole.leaves.is_some());
        cases.push(whole);
        let payload = &frame[<Head as codec_core::Header>::SIZE..];
        for at in 0..payload.len() {
            for change in [1, 0x80] {
                let mut payload = payload.to_vec();
                payload[at] ^= change;
                let case = Case::of::<framed::In<F>>(id, &with_payload(&frame, &payload));
                cases.extend(case.leaves.is_some().then_some(case));
            }
            cases.push(Case::of::<framed::In<F>>(id, &with_payload(&frame, &payload[..at])));
        }
    }
    // Lengths below and above the limits of other fields and of the type are refused.
    let limited = |second: &[u8]| {
        let payload = [&[1, 9, 0][..], second].concat();
        with_payload(&[10, 0, 0, 0, 0, 0], &payload)
    };
    for second in [&[0_u8, 0][..], &[4, 0, 1, 0, 1, 0, 1, 0, 1, 0]] {
        let case = Case::of::<framed::In<F>>(id, &limited(second));
        assert!(case.leaves.is_none());
        cases.push(case);
    }
    cases.extend(tables::<F>(id));
    run::check(id, class, &specification.text, &cases);
}

macro_rules! formats {
    ($($test:ident $class:ident: $format:ty;)*) => {$(
        #[test]
        #[ignore = "needs the compiler of Kaitai: tools/check/kaitai.sh"]
        fn $test() {
            holds::<$format>(stringify!($test), stringify!($class));
        }
    )*};
}

#[test]
#[ignore = "needs the compiler of Kaitai: tools/check/kaitai.sh"]
fn framed_bincode() {
    framed_holds::<Bincode>("framed_bincode", "FramedBincode");
}

#[test]
#[ignore = "needs the compiler of Kaitai: tools/check/kaitai.sh"]
fn framed_postcard() {
    framed_holds::<Postcard>("framed_postcard", "FramedPostcard");
}

formats! {
    bincode Bincode: Bincode;
    bincode_varint BincodeVarint: BincodeVarint;
    postcard Postcard: Postcard;
    borsh Borsh: Borsh;
    compact Compact: Compact;
    big_endian BigEndian: BigEndian<Bincode>;
}
