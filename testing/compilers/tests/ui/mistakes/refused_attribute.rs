use codec_core::{Decode, Encode, Format, Postcard};

#[derive(Encode, Decode)]
#[codec(borrow, shared, push)]
struct Inner {
    #[codec(max_len = 3)]
    text: String,
    #[codec(min = 3, max = 2)]
    list: Vec<u8>,
}

#[derive(Encode, Decode)]
#[codec(borrow, shared, push)]
struct Outer {
    id: u32,
    inner: Inner,
}

fn main() {
    let inner = Inner { text: String::new(), list: Vec::new() };
    let bytes = Postcard::to_vec(&Outer { id: 1, inner }).unwrap();
    let outer: Outer = Postcard::from_slice(&bytes).unwrap();
    let view: OuterRef<'_> = Postcard::from_slice_ref(&bytes).unwrap();
    let _ = (outer.inner.text.len() + view.inner.list.len(), view.inner.text);
}
