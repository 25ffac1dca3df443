//! Tables of two versions of `hashbrown` in one type.

use codec_core::{Decode, Encode, Format, Postcard};

#[derive(Debug, PartialEq, Encode, Decode)]
#[codec(borrow, shared)]
struct Both {
    new: hashbrown::HashMap<u8, u16, Hasher>,
    old: hashbrown_0_15::HashMap<u8, u16, Hasher>,
    set: hashbrown_0_15::HashSet<u8, Hasher>,
}

type Hasher = std::hash::BuildHasherDefault<std::hash::DefaultHasher>;

#[test]
fn both_versions_work_in_one_program() {
    let both = Both {
        new: [(1, 2)].into_iter().collect(),
        old: [(3, 4)].into_iter().collect(),
        set: [5].into_iter().collect(),
    };
    let bytes = Postcard::to_vec(&both).unwrap();
    assert_eq!(bytes, [1, 1, 2, 1, 3, 4, 1, 5]);
    assert_eq!(Postcard::from_slice::<Both>(&bytes).unwrap(), both);
    let view: BothRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    assert_eq!(Both::from(view), both);
}
