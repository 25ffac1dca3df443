//! All that descriptions express, in formats whose numbers have any width, and names that are
//! keywords in Kaitai, Python and JavaScript.

use codec_core::format::BigEndian;
use codec_core::schema::{DescribeFormat, ProtocolSchema};
use codec_core::{Bincode, BincodeVarint, Borsh, Compact, Format, Postcard};
use codec_schema::kaitai::Specification;

use crate::cases::Case;
use crate::run;
use crate::samples::{Head, In, frames, with_payload};

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
                // Of what decoding refuses, readers know most: not trailing bytes.
                cases.extend(case.leaves.is_some().then_some(case));
            }
            let cut = Case::of::<In<F>>(id, &with_payload(&frame, &payload[..at]));
            cases.push(cut);
        }
    }
    run::check(id, class, &specification.text, &cases);
}

macro_rules! formats {
    ($($test:ident $class:ident: $format:ty;)*) => {$(
        #[test]
        fn $test() {
            holds::<$format>(stringify!($test), stringify!($class));
        }
    )*};
}

formats! {
    bincode Bincode: Bincode;
    bincode_varint BincodeVarint: BincodeVarint;
    postcard Postcard: Postcard;
    borsh Borsh: Borsh;
    compact Compact: Compact;
    big_endian BigEndian: BigEndian<Bincode>;
}
