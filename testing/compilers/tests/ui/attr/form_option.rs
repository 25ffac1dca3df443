use codec_core::{Decode, Encode};

#[derive(Encode, Decode)]
#[codec(borrow(named = "View", derives(Debug)))]
struct Options(u8);

#[derive(Encode, Decode)]
#[codec(borrow(name = "View", name = "Seen", derive(Debug), derive(Clone)))]
struct Twice(u8);

#[derive(Encode, Decode)]
#[codec(borrow())]
struct Nothing(u8);

#[derive(Encode, Decode)]
#[codec(borrow(name = View))]
struct Unquoted(u8);

#[derive(Encode, Decode)]
#[codec(borrow(name = "a view"))]
struct NotAName(u8);

fn main() {}
