//! Hash map keys without `Ord`, in the formats that do not require an order.

use std::collections::{HashMap, HashSet};

use codec_core::{
    Bincode, Borrowable, Compact, Decode, Encode, Format, MapKey, MapRef, Postcard, SetRef, Strict,
};

#[derive(Debug, Clone, PartialEq, Eq, Hash, Encode, Decode)]
#[codec(borrow)]
struct Color {
    name: String,
    red: u8,
}

impl MapKey for Color {}
impl MapKey for ColorRef<'_> {}

fn color(name: &str, red: u8) -> Color {
    Color { name: name.into(), red }
}

fn comes_back<F: Format>() {
    let map = HashMap::from([(color("a", 1), 2u16), (color("b", 0), 3)]);
    let bytes = F::to_vec(&map).unwrap();
    assert_eq!(F::from_slice::<HashMap<Color, u16>>(&bytes).unwrap(), map);
    let borrowed: MapRef<'_, ColorRef<'_>, u16> = F::from_slice_ref(&bytes).unwrap();
    assert_eq!(borrowed.len(), 2);
    assert_eq!(HashMap::from_ref(borrowed), map);
    assert_eq!(F::to_vec(&borrowed).unwrap(), bytes);

    let set: HashSet<Color> = map.into_keys().collect();
    let bytes = F::to_vec(&set).unwrap();
    let borrowed: SetRef<'_, ColorRef<'_>> = F::from_slice_ref(&bytes).unwrap();
    assert_eq!(HashSet::<Color>::from_ref(borrowed), set);
}

#[test]
fn keys_without_an_order_come_back_where_none_is_prescribed() {
    comes_back::<Bincode>();
    comes_back::<Postcard>();
    // Sorted by encoded keys, which do not need `Ord`.
    comes_back::<Compact>();
    comes_back::<Strict<Compact>>();
}
